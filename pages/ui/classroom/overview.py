"""What a class has built beside what is computed: both tables, the spread, the disputes, and how far they agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from attention.classroom.room_file import together_of
from attention.classroom.rooms import Room, Sent
from attention.errors import AttentionError
from attention.hand.consensus import Consensus, disputes
from attention.session.board import Board, computed_table, with_words
from attention.sources.fitted_matrices import FITTED
from attention.sources.registry import UNTRAINED
from attention.sources.table import AttentionTable
from attention.types import HandTable
from attention.words.segment import cut_as
from pages.ui.frame import markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts import comparison
from pages.ui.parts.show import beside, show_named, up_to, word_name
from pages.ui.parts.tables import computed_beside

MAX_SPREAD = 0.5
"""The largest standard deviation that values from 0 to 1 can have: the end of the colours."""


def overview(room: Room, tables: Sequence[Sent], *, empty: str) -> None:
    """All of it; without a table only what is computed, and the sentence `empty`."""
    together = together_of(room, tables)
    computed = computed_in_room(room.words, together.mean)
    lead = said("class_mean.said", count=together.tables)
    computed_beside(
        computed, "class_mean", said("class_mean.title"), lead, computed.between_shown(together.mean.values)
    )
    if not together.tables:
        st.info(markup.unmarked(empty))
        return
    left, right, look = beside(computed.shown_words, "class_spread", "disputes")
    with left:
        st.html(markup.heading(said("class_spread.title")) + markup.paragraph(said("class_spread.said"), "said"))
        spread = computed.between_shown(together.spread)
        draw = up_to(MAX_SPREAD)
        show_named("class_spread", computed.shown_words, spread, draw=draw, places=computed.shown, look=look)
    with right:
        disputed_rows(together)
    comparison.compare_shown(computed, together.mean)


def computed_in_room(words: tuple[str, ...], mean: HandTable) -> AttentionTable:
    """What the visitor's source says about the room's words; 拟合 fits the class's mean. Their own board is left alone."""
    there = board_in_room(board(), words, mean)
    try:
        return computed_table(there, given={FITTED.name: state.kept_fit()})
    except AttentionError as error:
        state.remark(error)
        return computed_table(there, source=UNTRAINED)


def board_in_room(own: Board, words: tuple[str, ...], hand: HandTable) -> Board:
    """The board as if the room's sentence, cut like this, and this hand table stood on it."""
    cut = cut_as(words)
    return replace(with_words(replace(own, text=cut.tokens.text), cut), hand=hand)


def disputed_rows(together: Consensus) -> None:
    """Where the class disagrees most, a sentence a row."""
    found = disputes(together)
    words = together.mean.words
    sentences = [
        said(
            "disputes.row", query=word_name(words, one.query), key=word_name(words, one.key), spread=f"{one.spread:.2f}",
            lowest=f"{one.lowest:g}", highest=f"{one.highest:g}", mean=f"{one.mean:.2f}",
        )
        for one in found
    ]  # fmt: skip
    compared = bool((together.counts > 1).any())
    none = markup.paragraph(said(f"disputes.{'none' if compared else 'few'}"))
    st.html(markup.heading(said("disputes.title")) + (markup.ordered_list(sentences) if sentences else none))
