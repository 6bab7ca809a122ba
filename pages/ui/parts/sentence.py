"""The sentence box and the words as chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from attention.session.board import with_jieba_cut, with_own_words, with_text
from attention.words.characters import grapheme_cuts
from attention.words.readings import readings
from attention.words.segment import MAX_CHARACTERS, MAX_WORDS, Cut, own_words_in, without_gaps
from pages.ui.frame import inputs, state
from pages.ui.frame.page import said
from pages.ui.widgets.token_chips import token_chips

TYPING = "300ms"
"""The table follows when the visitor rests for this long, and never inside a pinyin composition."""
CUT_BY_HAND = "cut_by_hand"
"""Under this key: whether the visitor has found out that words can be merged and split."""
MAX_TYPED = 10 * MAX_CHARACTERS
"""Characters that the box takes, so that what is beyond MAX_CHARACTERS can be counted and told; no more comes to the server."""


def sentence_box() -> bool:
    """The text and what was left out of it; False where there is no sentence to show a table of."""
    with st.container(key="sentence"):
        inputs.text_box(
            "sentence.label", inputs.of_board("text", state.board().text, with_text), live=TYPING, max_chars=MAX_TYPED,
            label_visibility="collapsed", placeholder=said("sentence.placeholder"),
        )  # fmt: skip
        if state.board().is_empty:
            st.info(said("sentence.empty"))
            return False
        for note in removals(state.board().cut):
            st.caption(note)
        offer_to_close()
    return True


def offer_to_close() -> None:
    """A button where blanks or line ends stand inside words, as in text from a PDF."""
    board = state.board()
    if closed := without_gaps(board.text, board.own_words):
        st.button(
            said("sentence.close"), key="close_gaps", help=said("sentence.close.help"),
            type="tertiary", on_click=state.edit, args=(with_text, closed),
        )  # fmt: skip


def removals(cut: Cut) -> list[str]:
    """A sentence for each thing that was taken out, is read as something else, or not drawn."""
    notes = []
    if cut.alike:
        notes.append(said("sentence.alike", count=cut.alike))
    if cut.traditional:
        notes.append(said("sentence.traditional"))
    if cut.removed:
        notes.append(said("sentence.removed", count=cut.removed))
    if cut.unread:
        notes.append(said("sentence.unread", limit=MAX_CHARACTERS, count=cut.unread))
    if cut.undrawn:
        notes.append(said("sentence.undrawn", limit=MAX_WORDS, count=cut.undrawn))
    return notes


def chips_place() -> Any:
    """Where the words stand; what is looked at more is drawn before they are put there."""
    return st.container(key="words", horizontal=True, vertical_alignment="center")


def word_chips(
    marks: dict[int, str] | None = None,
    *,
    places: Sequence[int] | None = None,
    covered: bool = False,
    into: Any = None,
) -> None:
    """The words, to be merged and split; where that was done by hand, the way back. marks: what to say about a word. places: the
    words with a row in the page's table, for the arcs over them, unless it is covered. into: their place on the main page,
    where they are introduced."""
    board = state.board()
    words, by_hand = board.words, board.cut.tokens.source == "hand"
    with into or chips_place():
        token_chips(
            words,
            key=state.CHIPS,
            splits=[grapheme_cuts(word) for word in words],
            marks=marks,
            places=places,
            covered=covered,
            readings=readings(words) if board.view.readings else None,
            labels={name: said(f"words.{name}") for name in ("title", "merge", "split")},
            on_event=state.take_chip_event,
        )
        if by_hand:
            st.button(
                said("words.reset.short"), key="reset_words", help=said("words.reset"),
                type="tertiary", on_click=state.edit, args=(with_jieba_cut,),
            )  # fmt: skip
            state.keep(CUT_BY_HAND, True)
        elif into and not state.value(CUT_BY_HAND) and len(words) > 1:
            st.caption(said("words.hint"))


def own_words_box() -> None:
    """A class's own words: names and terms that the cut keeps whole."""
    own = state.board().own_words
    with st.popover(said("words.own"), type="tertiary", help=said("words.own.help")):
        binding = inputs.of_board(
            "own_words", " ".join(own), lambda board, listed: with_own_words(board, own_words_in(listed))
        )
        inputs.text_box("words.own.list", binding, placeholder=said("words.own.placeholder"))
