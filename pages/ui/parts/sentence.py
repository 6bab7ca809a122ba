"""The sentence box and the words as chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from attention.session.board import with_jieba_cut, with_text
from attention.words.characters import grapheme_cuts
from attention.words.segment import MAX_CHARACTERS, MAX_WORDS, Cut
from pages.ui.frame import inputs, state
from pages.ui.frame.page import said
from pages.ui.widgets.token_chips import token_chips

TYPING = "300ms"
"""The table follows when the visitor rests for this long, and never inside a pinyin composition."""
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
    return True


def removals(cut: Cut) -> list[str]:
    """A sentence for each thing that was taken out or not drawn."""
    notes = []
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
    words with a row in the page's table, for the arcs over them, unless it is covered. into: their place, if it is there."""
    board = state.board()
    words = board.words
    with into or chips_place():
        token_chips(
            words,
            key=state.CHIPS,
            splits=[grapheme_cuts(word) for word in words],
            marks=marks,
            places=places,
            covered=covered,
            labels={name: said(f"words.{name}") for name in ("title", "merge", "split")},
            on_event=state.take_chip_event,
        )
        if board.cut.tokens.source == "hand":
            st.button(
                said("words.reset.short"), key="reset_words", help=said("words.reset"),
                type="tertiary", on_click=state.edit, args=(with_jieba_cut,),
            )  # fmt: skip
