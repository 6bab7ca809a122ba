"""The main page's instrument: chips with arcs, the computed table, the hand table, and the sentence that reads a row of both."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from functools import partial

import numpy as np
import streamlit as st

from attention.hand.compare import Agreement, compare, difference, read_row
from attention.hand.table import filled_rows
from attention.session.board import with_cover
from attention.sources.table import AttentionTable
from attention.types import HandTable
from pages.ui.frame import markup, page, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts import comparison, controls, hand, sentence, tables
from pages.ui.parts.comparison import row_sentence
from pages.ui.parts.show import beside, word_name, word_names
from pages.ui.table import one_cell
from pages.ui.widgets.spotlight import chosen_cell, spotlight

SPOT = "spot"
MAX_SPOT = 60
"""Up to this many rows are read and marked, as many as the hand table shows at once."""
MAX_DOTS = 15
"""Up to this many rows each is a dot; more are a bar of so many."""


@page.by_itself
def workbench() -> AttentionTable:
    """The sentence and all that follows it at once; what was computed."""
    computed = tables.compute_board()
    state.rest_shows(*controls.depend_on(computed))
    if sentence.sentence_box():
        living_table(computed)
    return computed


def living_table(computed: AttentionTable) -> None:
    """All of it. The words' chips come last: what is looked at is drawn first."""
    shown = HandTable(computed.shown_words, computed.between_shown(computed.hand_table.values))
    weights = np.nan_to_num(computed.drawn)
    agreement = compare(weights, shown)
    covered = is_covered()
    words = sentence.chips_place()
    left, right, look = beside(computed.shown_words, "computed", "hand")
    with left:
        tables.computed_alone(computed, look, covered=covered)
        if covered:
            curtain()
    with right:
        agreement_heading(agreement, shown, covered=covered)
        marks = None if covered or len(shown) > MAX_SPOT else difference(weights, shown)
        hand.hand_table_editor(computed.shown, differences=marks, look=look)
    read_rows(computed, shown, agreement, covered=covered)
    sentence.word_chips(tables.unseen_marks(computed), places=computed.shown, covered=covered, into=words)
    if not covered:
        one_cell.how_computed(computed, state.value(SPOT + "_cell"), table_name(computed))


def is_covered() -> bool:
    """The visitor is still guessing: nothing that was computed is to be seen."""
    return board().covered


def curtain() -> None:
    """Over the computed table, until the visitor lifts it."""
    with st.container(key="curtain"):
        st.html(markup.paragraph(said("curtain.said")))
        st.button(said("curtain.lift"), key="lift", type="primary", on_click=state.edit, args=(with_cover, False))


def uncovered(draw: Callable[[], None]) -> Callable[[], None]:
    """What draws that, once the visitor has lifted the cover; until then a sentence stands there."""
    return partial(page.write_paragraph, "curtain.said") if is_covered() else draw


def agreement_heading(agreement: Agreement, shown: HandTable, *, covered: bool) -> None:
    """The hand table's name, and in how many rows it agrees with what was computed; nothing of that while this is covered."""
    told = markup.NO_HTML
    if not covered and agreement.compared:
        counts = {"agreeing": agreement.agreeing, "compared": agreement.compared}
        told = markup.dots(*dots_full(agreement), said("agreement.dots", **counts))
    st.html(markup.heading(said("hand.title"), beside=told))


def dots_full(agreement: Agreement) -> tuple[int, int]:
    """How many dots are full, and how many there are."""
    agreeing, compared = agreement.agreeing, agreement.compared
    return (agreeing, compared) if compared <= MAX_DOTS else (round(MAX_DOTS * agreeing / compared), MAX_DOTS)


def read_rows(computed: AttentionTable, shown: HandTable, agreement: Agreement, *, covered: bool) -> None:
    """The sentence that reads a row of both tables, and its answers to pointing."""
    names = word_names(shown.words, places=computed.shown)
    filled = filled_rows(shown)
    weights = computed.drawn
    few = range(len(shown) if len(shown) <= MAX_SPOT else 0)
    spotlight(
        shown.words,
        [reading(names, i, weights, shown, agreement, filled=bool(filled[i]), covered=covered) for i in few],
        key=SPOT,
        of=table_name(computed),
        invitation=invitation(shown, filled),
        choosable=one_cell.has_steps(computed),
        covered=covered,
        labels={name: said(f"spot.{name}") for name in ("rows", "cell")},
        on_cell=lambda: take_cell(table_name(computed), len(shown)),
    )


def invitation(shown: HandTable, filled: np.ndarray) -> str:
    """Which row to begin with, while there is none."""
    return "" if filled.any() else said("spot.invitation", query=word_name(shown.words, 0))


def reading(
    names: list[str],
    i: int,
    weights: np.ndarray,
    shown: HandTable,
    agreement: Agreement,
    *,
    filled: bool,
    covered: bool,
) -> str:
    """Row i in one sentence: what was computed, unless that is covered, and what the visitor filled in."""
    row = read_row(shown.values, i) if filled else None
    keys = comparison.keys_named(names, row)
    if covered:
        return said("spot.hand", query=names[i], keys=keys) if keys else said("spot.open", query=names[i])
    own = row_sentence(names, i, read_row(weights, i))
    if not keys:
        return said("spot.unfilled", computed=own)
    agrees = agreement.rows[i].agrees
    return said("spot.none" if agrees is None else "spot.same" if agrees else "spot.other", computed=own, keys=keys)


def table_name(computed: AttentionTable) -> str:
    """Another one where a cell of the one table is none of the other."""
    return str(zlib.crc32(repr((computed.words, computed.shown, computed.origin, board().source)).encode()))


def take_cell(of: str, n: int) -> None:
    """The cell that was clicked on, in the session and for the page of the four steps."""
    if cell := chosen_cell(state.value(SPOT), of, n):
        state.keep(SPOT + "_cell", (of, *cell))
