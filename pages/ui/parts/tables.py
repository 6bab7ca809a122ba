"""What is computed for the board, and the two heatmaps side by side: computed and built by hand."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go
import streamlit as st

from attention.errors import AttentionError
from attention.session.board import computed_table
from attention.sources.fitted_matrices import FITTED
from attention.sources.imported_table import IMPORTED
from attention.sources.registry import UNTRAINED, USUAL, source_of
from attention.sources.table import AttentionTable
from attention.types import Floats
from pages.ui.frame import markup, state
from pages.ui.frame.page import let_draw, said, said_of
from pages.ui.frame.state import board
from pages.ui.parts import imports
from pages.ui.parts.show import beside, scale_bar, show_named, up_to


def compute_board(*, heads: int = 1, matrices: bool = False) -> AttentionTable:
    """What the chosen source says about the sentence, with the chosen switches; untrained where it cannot say anything.

    heads: how many heads 随机 makes. matrices: the page needs more than weights, which a source that is not `worked` has not.
    """
    source = board().source
    if matrices and not source_of(source).worked:
        state.remark("source.no_matrices")
        source = USUAL
    try:
        imported = imports.for_board(all_heads=heads > 1) if source == IMPORTED.name else None
        given = {FITTED.name: state.kept_fit(), IMPORTED.name: imported}
        return computed_table(board(), source=source, heads=heads, given=given)
    except AttentionError as error:
        state.remark(error)
        return computed_table(board(), source=UNTRAINED, heads=heads)


def unseen_marks(computed: AttentionTable) -> dict[int, str]:
    """What to say about the words that the source's training has not seen, by their position."""
    mark = said_of(said("words.unseen"), f"words.unseen.{computed.origin.source}")
    return {i: mark for i, unseen in enumerate(computed.unseen) if unseen}


def computed_alone(computed: AttentionTable, look: dict[str, Any], *, covered: bool = False) -> go.Figure:
    """The computed table in its place, where its weights come from, and what its colours mean."""
    origin = markup.paragraph(origin_sentence(computed, linked=computed.shows_linked), "said whole")
    return show_named(
        "computed", computed.shown_words, computed.drawn, draw=up_to(computed.top), places=computed.shown, look=look,
        above=markup.heading(said("computed.title")), covered=covered, noted=not covered,
        under=origin if covered else scale_bar(computed.top) + origin,
    )  # fmt: skip


def computed_beside(computed: AttentionTable, name: str, title: str, lead: str, values: Floats) -> None:
    """What was computed beside the table `name` of the words that are shown: same words, same order, same colours."""
    left, right, look = beside(computed.shown_words, "computed", name)
    with left:
        computed_alone(computed, look)
    let_draw()
    with right:
        st.html(markup.heading(title))
        under = markup.paragraph(lead, "said whole")
        show_named(name, computed.shown_words, values, places=computed.shown, look=look, under=under)


def origin_sentence(computed: AttentionTable, *, linked: bool = False) -> str:
    """Where the weights come from; linked: the probabilities of links are shown instead."""
    source = computed.origin.source
    kept = source == FITTED.name and state.kept_fit()
    how = "kept" if kept else "linked" if linked else computed.origin.details.get("table", "said")
    return said_of(source, f"source.{source}.{how}", **computed.origin.details)


def head_name(name: str, i: int) -> str:
    """What a head was taught, or its place in its model, or its number."""
    kind, *places = name.split(".")
    if places:
        return said(f"head.{kind}", layer=places[0], head=places[1])
    return said(f"head.{name}") if name else said("head.number", number=i + 1)
