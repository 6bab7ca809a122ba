"""What the table is good for: pairs of sentences with the same word, rows and outputs side by side."""

from __future__ import annotations

import numpy as np
import streamlit as st

from attention.core import blanked
from attention.errors import AttentionError, FileError
from attention.experiments.pairs import Pair, alike, pairs, position_of
from attention.figures.plan import MAX_WORDS_WITH_DIGITS
from attention.hand.compare import read_row
from attention.session.board import with_text
from attention.sources.fitted_matrices import FITTED
from attention.sources.registry import UNTRAINED, compute, source_of
from attention.sources.source import Request
from attention.sources.table import AttentionTable
from attention.words.segment import cut
from pages.ui.frame import markup, state
from pages.ui.frame.page import lead, said, source_name
from pages.ui.frame.state import board
from pages.ui.parts.comparison import row_sentence
from pages.ui.parts.show import show, word_names
from pages.ui.why import parts
from pages.ui.why.cards import Experiment, Setting

PAIR_SIDES = ("first", "second")
PAIR_SIZE = {"height": 300, "font_size": 12}


def start_senses(computed: AttentionTable) -> Setting:
    return {"pair": 0, "sentence": PAIR_SIDES[0]}


def set_senses(computed: AttentionTable) -> Setting:
    try:
        numbered = [f"{i}. {pair.title[board().view.language]}" for i, pair in enumerate(pairs(), 1)]
    except FileError:
        return start_senses(computed)
    return {"sentence": parts.why_choice("sentence", PAIR_SIDES), "pair": parts.why_select("pair", numbered)}


def senses_picture(computed: AttentionTable, setting: Setting, side: str) -> None:
    """One sentence of the pair."""
    try:
        pair = pairs()[setting["pair"]]
    except FileError as error:
        st.warning(markup.unmarked(said("why.text_file", name=error.name)))
        return
    k = PAIR_SIDES.index(setting["sentence"])
    found = computation_of(pair.sentences[k])
    one_sentence(side, pair.sentences[k], found, position_of(found.words, pair.looked_at[k]))


def senses_more(computed: AttentionTable, setting: Setting) -> None:
    try:
        pair = pairs()[setting["pair"]]
    except FileError:
        return  # the picture has said so
    st.html(markup.paragraph(pair.text[board().view.language], "told"))
    both = [computation_of(text) for text in pair.sentences]
    write_likeness(both, [position_of(c.words, word) for c, word in zip(both, pair.looked_at, strict=True)])
    if pair.links:
        write_orders(pair, both)


def computation_of(text: str) -> AttentionTable:
    """The board's source and switches on another sentence; untrained where its weights cannot be read."""
    given = {FITTED.name: state.kept_fit()}
    request = Request(cut(text).tokens.words, board().hand, board().seed, board().switches, given=given)
    source = UNTRAINED if source_of(board().source).brought else board().source
    try:
        return compute(source, request)
    except AttentionError:
        return compute(UNTRAINED, request)


def one_sentence(side: str, text: str, computed: AttentionTable, i: int) -> None:
    """A sentence with its table, the row of the word in words, and the way to the board."""
    words = computed.shown_words
    st.html(markup.heading(text))
    look = {**PAIR_SIZE, "digits": len(words) <= MAX_WORDS_WITH_DIGITS // 3}
    show(f"why_pair_{side}", text, words, computed.drawn, look=look, alt=said("why.pairs.alt", text=text))
    reading = read_row(blanked(computed.weights, computed.mask), i)
    st.html(markup.paragraph(row_sentence(word_names(computed.words), i, reading)))
    st.button(said("why.put"), key=f"why_put_{side}", on_click=state.edit, args=(with_text, text))


def write_likeness(both: list[AttentionTable], places: list[int]) -> None:
    (a, b), (i, j) = (c.traces[0] for c in both), places
    found = alike(a, i, b, j)
    word = both[0].words[i], both[1].words[j]
    parts.write_table(
        [said("why.pairs.compare", first=word[0], second=word[1]), said("why.pairs.cosine")],
        [[said(f"why.pairs.{name}"), f"{value:.3f}"] for name, value in vars(found).items()],
    )
    st.caption(said("why.pairs.source", source=source_name(both[0].origin.source)))


def write_orders(pair: Pair, both: list[AttentionTable]) -> None:
    """Where each word and its translation stand in their sentences."""
    rows = []
    for words in pair.links:
        spots = [position_of(c.words, word) + 1 for c, word in zip(both, words, strict=True)]
        rows.append([" – ".join(words), *(said("why.pairs.spot", place=spot) for spot in spots)])
    parts.write_table([said("why.values.word"), said("why.pairs.chinese"), said("why.pairs.english")], rows)
    firsts = [int(np.argmin([position_of(c.words, words[k]) for words in pair.links])) for k, c in enumerate(both)]
    lead("why.pairs.first", chinese=pair.links[firsts[0]][0], english=pair.links[firsts[1]][1])


SENSES = Experiment(start_senses, set_senses, ("sentence",), senses_picture, senses_more)
