"""What is computed for the board, and the two heatmaps side by side: computed and built by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from attention.errors import AttentionError
from attention.hand.table import filled_rows, normalised
from attention.sources.registry import Computation
from attention.types import Floats, HandTable
from pages.ui.frame import cache, markup, state
from pages.ui.frame.page import let_draw, said
from pages.ui.frame.state import board
from pages.ui.parts import imports
from pages.ui.parts.show import beside, omissions, scale_bar, show_named, up_to


def compute_board(*, heads: int = 1, matrices: bool = False) -> Computation:
    """What the chosen source says about the sentence, with the chosen switches; untrained where it cannot say anything.

    heads: how many heads 随机 makes. matrices: the page needs more than weights; 导入 has no more.
    """
    if matrices and board().source == "imported":
        state.remark("imported.no_matrices")
        return cache.computed_for(replace(board(), source="syntax"), heads=heads)
    try:
        imported = imports.for_board(all_heads=heads > 1)
        return cache.computed_for(board(), state.kept_fit(), heads=heads, imported=imported)
    except AttentionError as error:
        state.remark(error)
        return cache.computed_for(replace(board(), source="random"), heads=heads)


def shows_links(computed: Computation) -> bool:
    """Whether the left table is that of linked words, which the source has to have."""
    return board().view.linked and computed.linked is not None


def unseen_marks(computed: Computation) -> dict[int, str]:
    """What to say about the words that the source's training has not seen, by their position."""
    return {i: said("words.unseen") for i, unseen in enumerate(computed.unseen) if unseen}


def shown_words(computed: Computation) -> tuple[str, ...]:
    return tuple(computed.words[i] for i in computed.shown)


def between_shown(computed: Computation, values: Floats) -> Floats:
    """The values between the words that are shown: punctuation may be left out."""
    return values[np.ix_(computed.shown, computed.shown)]


def two_tables(computed: Computation) -> None:
    """What was computed, and what a person built."""
    hand = normalised(board().hand) if board().view.normalise_hand else board().hand
    values = between_shown(computed, hand.values)
    filled = filled_rows(HandTable(shown_words(computed), values)).any()
    computed_beside(computed, "hand", said("hand.title"), said("hand.lead" if filled else "hand.unfilled"), values)


def computed_beside(computed: Computation, name: str, title: str, lead: str, values: Floats) -> None:
    """What was computed beside the table `name` of the words that are shown: same words, same order, same colours."""
    words, linked = shown_words(computed), shows_links(computed)
    left, right, look = beside(words)
    with left, st.container(key="computed"):
        origin = origin_sentence(computed, linked=linked)
        st.html(markup.heading(said("computed.title")) + markup.paragraph(origin, "said"))
        top, drawn = stretched(computed), computed.drawn(linked=linked)
        figure = show_named("computed", words, drawn, draw=up_to(top), places=computed.shown, look=look)
    let_draw()
    with right, st.container(key=name):
        st.html(markup.heading(title) + markup.paragraph(lead, "said"))
        show_named(name, words, values, places=computed.shown, look=look)
    st.html(scale_bar(top) + omissions(figure))


def stretched(computed: Computation) -> float:
    """Where the colours of the computed table end: 1, or its largest weight where the visitor wants them stretched."""
    values = computed.drawn(linked=shows_links(computed))
    return max(float(np.nan_to_num(values).max()), 1e-9) if board().view.stretch else 1.0


def origin_sentence(computed: Computation, *, linked: bool = False) -> str:
    """Where the weights come from; linked: the probabilities of links are shown instead."""
    source = computed.origin.source
    how = "kept" if source == "fitted" and state.kept_fit() else "linked" if linked else "said"
    how = str(computed.origin.details["table"]) if source == "imported" else how
    return said(f"source.{source}.{how}", **computed.origin.details)


def head_name(name: str, i: int) -> str:
    """What a head was taught, or its place in its model, or its number."""
    kind, *places = name.split(".")
    if places:
        return said(f"head.{kind}", layer=places[0], head=places[1])
    return said(f"head.{name}") if name else said("head.number", number=i + 1)
