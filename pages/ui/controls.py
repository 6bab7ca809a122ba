"""The sidebar of a page with a table: examples, weight source, switches."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from attention.board import Board, with_example, with_text
from attention.examples import examples
from attention.link import SEEDS, TEMPERATURES
from attention.sources import SOURCES
from pages.ui import model_card, state
from pages.ui.frame import said, toggle
from pages.ui.state import board


def example_picker() -> None:
    """Choose an example sentence; shows none where the sentence is the visitor's own."""
    texts = [*(example.text for example in examples()), *state.sentences()]
    key = state.fill("example", texts.index(board().text) if board().text in texts else None)
    st.selectbox(
        said("sentence.examples"), range(len(texts)), index=None, key=key, placeholder=said("sentence.choose"),
        format_func=example_title, on_change=state.edit_from, args=(key, put_example),
    )  # fmt: skip


def example_title(i: int) -> str:
    """The example's title in the visitor's language; a sentence of the visitor's own is its own title."""
    known = examples()
    return known[i].title[board().view.language] if i < len(known) else state.sentences()[i - len(known)]


def put_example(board: Board, i: int | str) -> Board:
    """A click from before the language changed comes with the old title instead of a number; it is left out."""
    if not isinstance(i, int):
        return board
    known = examples()
    return with_example(board, known[i]) if i < len(known) else with_text(board, state.sentences()[i - len(known)])


def source_picker(*, linked: bool = False) -> None:
    """linked: the page can show the probabilities of links instead of the weights."""
    with st.container(key="source"):
        key = state.fill("source_name", board().source)
        st.radio(
            said("source.label"), list(SOURCES), key=key, horizontal=True,
            format_func=lambda name: said(f"source.{name}"),
            on_change=state.edit_from, args=(key, put_source),
        )  # fmt: skip
        if board().source == "syntax":
            if linked:
                toggle("linked")
            model_card.card_popover("syntax")
        if board().source == "translation":
            model_card.card_popover("translate")
        if board().source == "imported":
            st.page_link("pages/6_models.py", label=said("imported.open"))
        if board().source == "random":
            key = state.fill("seed", board().seed)
            st.number_input(
                said("source.seed"), *SEEDS, key=key, step=1, help=said("source.random.help"),
                on_change=state.edit_from, args=(key, lambda board, seed: replace(board, seed=int(seed))),
            )  # fmt: skip


def put_source(board: Board, name: Any) -> Board:
    return replace(board, source=name) if name in SOURCES else board


def switch_board() -> None:
    """What happens to the scores, and how the tables are shown."""
    with st.container(key="switches"):
        score_switches()
        toggle("digits")
        toggle("normalise_hand")
        toggle("stretch")


def score_switches() -> None:
    """What happens to the scores on their way to the weights."""
    with st.container(key="score_switches"):
        switch("scale", said("switches.scale"), said("switches.scale.help"))
        switch("diagonal", said("switches.diagonal"), said("switches.diagonal.help"), inverted=True)
        switch("causal", said("switches.causal"), said("switches.causal.help"))
        switch("hide_punctuation", said("switches.punctuation"))
        key = state.fill("temperature", board().switches.temperature)
        st.slider(
            said("switches.temperature"), *TEMPERATURES, key=key, step=0.1, help=said("switches.temperature.help"),
            on_change=state.edit_from, args=(key, lambda board, value: set_switch(board, "temperature", value)),
        )  # fmt: skip


def switch(name: str, label: str, help_text: str | None = None, *, inverted: bool = False) -> None:
    """A switch for one field of Switches; inverted: on means that the field is False."""
    key = state.fill(f"switch_{name}", getattr(board().switches, name) != inverted)
    st.toggle(
        label, key=key, help=help_text,
        on_change=state.edit_from, args=(key, lambda board, on: set_switch(board, name, on != inverted)),
    )  # fmt: skip


def set_switch(board: Board, name: str, value: Any) -> Board:
    return replace(board, switches=replace(board.switches, **{name: value}))
