"""The sidebar of a page with a table: examples, weight source, switches."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any

import streamlit as st

from attention.hand.examples import examples
from attention.session.board import Board, with_example, with_text
from attention.session.share_link import SEEDS, TEMPERATURES
from attention.sources.registry import SOURCES, Computation, idle_switches
from pages.ui.frame import state
from pages.ui.frame.page import said, toggle
from pages.ui.frame.state import board
from pages.ui.parts import model_card
from pages.ui.parts.tables import shows_links
from pages.ui.texts import has_text

SWITCHES = ("scale", "diagonal", "causal", "hide_punctuation", "temperature")
"""The fields of Switches, as they stand in the sidebar."""


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


def switch_board(computed: Computation | None = None) -> None:
    """What happens to the scores, and how the tables are shown. computed: what they act on, where there is a sentence."""
    with st.container(key="switches"):
        score_switches(computed, linked=computed is not None and shows_links(computed))
        toggle("digits")
        toggle("normalise_hand")
        toggle("stretch")


def score_switches(
    computed: Computation | None = None,
    *,
    linked: bool = False,
    only: Collection[str] = SWITCHES,
    unused: Collection[str] = (),
) -> None:
    """What happens to the scores on their way to the weights. A switch that changes nothing in `computed` is disabled and says
    why. only: the switches that are shown."""
    idle = idle_switches(computed, linked=linked) if computed else {}
    with st.container(key="score_switches"):
        for name in SWITCHES:
            if name in only:
                (temperature if name == "temperature" else switch)(name, idle.get(name))


def temperature(name: str, idle: str | None) -> None:
    key = state.fill(name, board().switches.temperature)
    st.slider(
        said("switches.temperature"), *TEMPERATURES, key=key, step=0.1, help=help_of(name, idle), disabled=bool(idle),
        on_change=state.edit_from, args=(key, lambda board, value: set_switch(board, name, value)),
    )  # fmt: skip


def switch(name: str, idle: str | None) -> None:
    """A switch for one field of Switches. The diagonal's is on where the field is False."""
    inverted = name == "diagonal"
    key = state.fill(f"switch_{name}", getattr(board().switches, name) != inverted)
    st.toggle(
        said(f"switches.{label_of(name)}"), key=key, help=help_of(name, idle), disabled=bool(idle),
        on_change=state.edit_from, args=(key, lambda board, on: set_switch(board, name, on != inverted)),
    )  # fmt: skip


def help_of(name: str, idle: str | None) -> str | None:
    """What the switch does, or why it does nothing now."""
    if idle:
        return said(f"switches.idle.{idle}")
    text = f"switches.{label_of(name)}.help"
    return said(text) if has_text(text) else None


def label_of(name: str) -> str:
    """hide_punctuation is called "punctuation" there."""
    return name.removeprefix("hide_")


def set_switch(board: Board, name: str, value: Any) -> Board:
    return replace(board, switches=replace(board.switches, **{name: value}))
