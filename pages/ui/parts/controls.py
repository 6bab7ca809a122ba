"""The sidebar of a page with a table: examples, weight source, switches."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from attention.hand.examples import examples
from attention.imported.stack import PICK_WAYS
from attention.session.board import Board, with_example, with_guess_first, with_text
from attention.session.share_link import SEED_RANGE
from attention.sources.imported_table import IMPORTED
from attention.sources.registry import SOURCES, idle_switches, source_of
from attention.sources.table import AttentionTable
from attention.types import TEMPERATURES
from pages.ui.frame import inputs, state
from pages.ui.frame.page import said, source_name, view_toggle, write_heading
from pages.ui.frame.state import board
from pages.ui.parts import model_card
from pages.ui.parts.pick import of_board_pick, table_picker

SWITCHES = ("scale", "diagonal", "causal", "hide_punctuation", "temperature")
"""The fields of Switches, as they stand in the sidebar."""


def depend_on(computed: AttentionTable) -> tuple[Hashable, ...]:
    """What these controls show of the sentence and its table."""
    idle = idle_switches(computed, linked=computed.shows_linked)
    return board().is_empty, *idle.items()


def example_picker() -> None:
    """Choose an example sentence. Then it stands in the box, and here none: so an edit of it changes nothing here."""
    titles = [*(example.title[board().view.language] for example in examples()), *state.sentences()]
    binding = inputs.of_board("example", None, put_example)
    inputs.select("sentence.examples", binding, titles, index=None, placeholder=said("sentence.choose"))


def put_example(board: Board, i: int) -> Board:
    known = examples()
    return with_example(board, known[i]) if i < len(known) else with_text(board, state.sentences()[i - len(known)])


def source_picker(*, linked: bool = False) -> None:
    """linked: the page can show the probabilities of links instead of the weights."""
    with st.container(key="source"):
        inputs.bound(
            st.radio, "source.label", inputs.of_board("source_name", board().source, with_source),
            options=list(SOURCES), horizontal=True, format_func=source_name,
        )  # fmt: skip
        source = source_of(board().source)
        if linked and source.linked:
            view_toggle("linked")
        if source.card:
            model_card.card_popover(source.card)
        if source.layered:
            table_picker(of_board_pick(), *source.layered, PICK_WAYS, widths=(1, 1))
        if source == IMPORTED:
            st.page_link("pages/6_models.py", label=said("imported.open"))
        if source.seeded:
            seed = inputs.of_board("seed", board().seed, lambda board, seed: replace(board, seed=int(seed)))
            inputs.number_box("source.seed", seed, *SEED_RANGE)


def with_source(board: Board, name: str) -> Board:
    return replace(board, source=name)


def switch_board(computed: AttentionTable | None = None) -> None:
    """What happens to the scores, and how the tables are shown. computed: what they act on, where there is a sentence."""
    with st.container(key="switches"):
        write_heading("switches.title")
        score_switches(computed, linked=computed is not None and computed.shows_linked)
        write_heading("view.title")
        for name in ("readings", "digits", "normalise_hand", "stretch"):
            view_toggle(name)


def guess_first() -> None:
    """Whether a sentence of the visitor's own begins with the computed table covered."""
    inputs.toggle("view.guess_first", inputs.of_board("guess_first", board().guess_first, with_guess_first))


def score_switches(
    computed: AttentionTable | None = None, *, linked: bool = False, only: Collection[str] = SWITCHES
) -> None:
    """What happens to the scores on their way to the weights. A switch that changes nothing in `computed` is disabled and says
    why. only: the switches that are shown."""
    idle = idle_switches(computed, linked=linked) if computed else {}
    with st.container(key="score_switches"):
        for name in SWITCHES:
            if name in only:
                score_switch(name, idle.get(name))


def score_switch(name: str, idle: str | None) -> None:
    """A switch for one field of Switches, or the temperature's slider. The diagonal's is on where the field is False.

    idle: why it does nothing now.
    """
    label, value = name.removeprefix("hide_"), getattr(board().switches, name)
    why: dict[str, Any] = {"help": said(f"switches.idle.{idle}"), "disabled": True} if idle else {}
    if name == "temperature":
        binding = inputs.of_board(name, value, partial(set_switch, name))
        inputs.slider(f"switches.{label}", binding, *TEMPERATURES, 0.1, **why)
        return
    inverted = name == "diagonal"
    inputs.toggle(
        f"switches.{label}",
        inputs.of_board(f"switch_{name}", value != inverted, lambda board, on: set_switch(name, board, on != inverted)),
        **why,
    )


def set_switch(name: str, board: Board, value: Any) -> Board:
    return replace(board, switches=replace(board.switches, **{name: value}))
