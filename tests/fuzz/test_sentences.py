"""Whatever is typed: every source answers with a whole table, every export can be written and read, the link comes back."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from attention.errors import AttentionError, TypedError
from attention.exchange.formats import FORMATS, ROWS
from attention.exchange.table_csv import read_hand_csv
from attention.figures.curves import LinksText, links_figure
from attention.figures.heatmap import HeatmapText, weights_figure
from attention.hand.compare import compare
from attention.session.board import Board, computed_table, opening_board, with_merge, with_split, with_text
from attention.session.share_link import pack, unpack
from attention.sources.table import AttentionTable
from attention.sources.translation_model import translate_model
from attention.types import HandTable, Switches
from attention.words.characters import grapheme_cuts
from tests.fuzz.conftest import cases
from tests.fuzz.hostile import texts

QUICK = ("syntax", "translation", "random", "typed")
"""Fitting takes its own time, and tests/sources/test_registry.py."""

switches = st.builds(
    Switches, st.booleans(), st.floats(0.1, 5), st.booleans(), st.booleans(), st.booleans()
)  # fmt: skip


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board after some edits, whatever they are."""
    board = replace(with_text(opening_board(), draw(texts)), switches=draw(switches))
    for _ in range(draw(st.integers(0, 4))):
        try:
            if draw(st.booleans()):
                board = with_merge(board, draw(st.integers(-2, 30)))
            else:
                board = with_split(board, draw(st.integers(-2, 30)), draw(st.integers(-1, 12)))
        except AttentionError:
            continue
    return board


def table_of(board: Board, source: str) -> AttentionTable | None:
    try:
        return computed_table(board, source=source, heads=2)
    except TypedError:
        assert source == "typed"
        assert len(board.words) > 8
        return None


@cases(3)
@given(boards(), st.sampled_from(QUICK))
@example(with_text(opening_board(), "\ud800"), "syntax")
@example(with_text(opening_board(), "<b>"), "translation")
def test_a_table_is_whole(board: Board, source: str) -> None:
    if board.is_empty or (found := table_of(board, source)) is None:
        return
    table = found.weights
    sums = table.sum(axis=1)
    assert np.isfinite(table).all()
    assert (table >= 0).all()
    assert (np.isclose(sums, 1, atol=1e-6) | (sums == 0)).all()
    drawn = found.drawn
    assert (np.isnan(drawn) == (found.between_shown(found.mask.astype(float)) == 0)).all(), (
        "a cell is empty where a mask forbids it, and nowhere else"
    )
    words = found.shown_words
    weights_figure(words, words, drawn, text=HeatmapText("", "", "")).to_json()
    links_figure(words, words, drawn, text=LinksText("", "", "")).to_json()
    compared = compare(found.between_shown(found.weights), HandTable(words, found.between_shown(board.hand.values)))
    assert all(row.kl is None or row.kl >= 0 for row in compared.rows)


@cases(2)
@given(boards(), st.sampled_from([row.name for row in ROWS]))
@example(with_text(opening_board(), "我喜欢在周末去公园散步\ud800"), "json")
def test_every_format_can_be_written(board: Board, name: str) -> None:
    if board.is_empty or (found := table_of(board, "syntax")) is None:
        return
    data = FORMATS[name].write(found)
    text = data.decode("utf-8-sig")
    assert "<script>alert(1)</script>" not in text or name.endswith(("csv", "json")), "markup left as markup"
    if name == "hand-csv":
        assert read_hand_csv("x.csv", data).hand.words == board.words


@cases(5)
@given(boards())
def test_a_link_brings_back_what_it_holds(board: Board) -> None:
    packed = pack(board)
    if packed is None:
        return
    opened = unpack(packed).board
    if board.is_empty:  # the words of the sentence before are not the empty box's
        assert opened.text == board.text
        return
    assert (opened.text, opened.words, opened.source, opened.switches) == (
        board.text,
        board.words,
        board.source,
        board.switches,
    )


@cases(0.5)
@given(texts)
def test_any_text_is_translated_in_bounded_time(text: str) -> None:
    board = with_text(opening_board(), text)
    if board.is_empty:
        return
    found = translate_model().translate(board.words)
    assert len(found.steps) <= 120
    assert np.isfinite(found.cross).all()
    assert all(0 <= step.probability <= 1 + 1e-6 for step in found.steps)


@cases(3)
@given(texts)
def test_cuts_of_a_word_are_inside_it(text: str) -> None:
    for word in with_text(opening_board(), text).words:
        assert all(0 < cut < len(word) for cut in grapheme_cuts(word)[: len(word) - 1] if cut < len(word))
