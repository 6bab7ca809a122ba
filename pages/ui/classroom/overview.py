"""What a class has built beside what is computed: both tables, the spread, the disputes, and how far they agree."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import streamlit as st

from attention.classroom.room_file import together_of
from attention.classroom.rooms import Room, Sent
from attention.errors import AttentionError
from attention.exchange.hand_file import cut_as
from attention.figures.heatmap import at_places, weights_figure
from attention.hand.consensus import Consensus, disputes
from attention.session.board import Board, with_words
from attention.sources.registry import Computation
from attention.types import Floats, HandTable
from pages.ui.frame import cache, markup, state
from pages.ui.frame.page import let_draw, said
from pages.ui.frame.state import board
from pages.ui.parts import comparison
from pages.ui.parts.tables import (
    beside,
    chart,
    heading,
    heatmap,
    hover_text,
    left_out,
    named,
    origin_sentence,
    reader_table,
    scale_bar,
    shows_links,
    stretched,
)

MOST_SPREAD = 0.5
"""The largest standard deviation that values from 0 to 1 can have: the end of the colours."""


def overview(room: Room, tables: Sequence[Sent], *, empty: str) -> None:
    """All of it; without a table only what is computed, and the sentence `empty`."""
    together = together_of(room, tables)
    computed = computed_beside(room.words, together.mean)
    two_tables(computed, together)
    if not together.tables:
        st.info(markup.unmarked(empty))
        return
    left, right, look = beside(shown_words(computed))
    with left, st.container(key="class_spread"):
        spread(computed, together, look)
    with right, st.container(key="disputes"):
        disputed_rows(together)
    comparison.compared(computed, together.mean)


def computed_beside(words: tuple[str, ...], mean: HandTable) -> Computation:
    """What the visitor's source says about the room's words; 拟合 fits the class's mean. Their own board is left alone."""
    there = board_of(board(), words, mean)
    try:
        return cache.computed_for(there, state.fitted())
    except AttentionError as error:
        state.remark(error)
        return cache.computed_for(replace(there, source="random"))


def board_of(own: Board, words: tuple[str, ...], hand: HandTable) -> Board:
    """The board as if the room's sentence, cut like this, and this hand table stood on it."""
    cut = cut_as(words)
    return replace(with_words(replace(own, text=cut.tokens.text), cut), hand=hand)


def two_tables(computed: Computation, together: Consensus) -> None:
    """Left what was computed, right the class's mean: same words, same order, same colours."""
    words, top = shown_words(computed), stretched(computed)
    left, right, look = beside(words)
    with left, st.container(key="computed"):
        st.html(heading(said("computed.title"), origin_sentence(computed, linked=shows_links(computed))))
        drawn = computed.drawn(linked=shows_links(computed))
        figure = heatmap("computed", words, drawn, top=top, places=computed.shown, look=look)
    let_draw()
    with right, st.container(key="class_mean"):
        st.html(heading(said("class_mean.title"), said("class_mean.said", count=together.tables)))
        heatmap("class_mean", words, shown(computed, together.mean.values), places=computed.shown, look=look)
    st.html(scale_bar(top) + left_out(figure))


def shown_words(computed: Computation) -> tuple[str, ...]:
    return tuple(computed.words[i] for i in computed.shown)


def shown(computed: Computation, values: Floats) -> Floats:
    """The values between the words that are shown: punctuation may be left out."""
    return values[np.ix_(computed.shown, computed.shown)]


def spread(computed: Computation, together: Consensus, look: dict[str, int]) -> None:
    words, values = shown_words(computed), shown(computed, together.spread)
    st.html(heading(said("class_spread.title"), said("class_spread.said")))
    figure = weights_figure(
        words, words, values, text=hover_text(), digits=board().view.digits, top=MOST_SPREAD, **look
    )
    chart("class_spread", at_places(figure, computed.shown), words)
    st.html(reader_table(said("class_spread.title"), words, values))


def disputed_rows(together: Consensus) -> None:
    """Where the class disagrees most, a sentence a row."""
    found = disputes(together)
    words = together.mean.words
    sentences = [
        said(
            "disputes.row", query=named(words, one.query), key=named(words, one.key), spread=f"{one.spread:.2f}",
            lowest=f"{one.lowest:g}", highest=f"{one.highest:g}", mean=f"{one.mean:.2f}",
        )
        for one in found
    ]  # fmt: skip
    compared = bool((together.counts > 1).any())
    items = "".join(f"<li>{html.escape(sentence)}</li>" for sentence in sentences)
    st.html(
        markup.heading(said("disputes.title"))
        + (f"<ol>{items}</ol>" if items else markup.paragraph(said(f"disputes.{'none' if compared else 'few'}")))
    )
