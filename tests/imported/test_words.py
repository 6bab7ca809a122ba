"""Pieces added up to words: sums over keys, means over queries, rows that still sum to 1."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.imported.pieces import Piece, Pieces, line_of, number_pieces
from attention.imported.words import merge_pieces, reachable, units
from attention.types import Floats, Tokens
from attention.words.segment import cut, split

SEED = "我喜欢在周末去公园散步"
CUT = cut(SEED).tokens
BERT = line_of(["[CLS]", *SEED, "[SEP]"])


def rows(n_q: int, n_k: int, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).dirichlet(np.ones(n_k) / 2, n_q)


@st.composite
def lines(draw: Any) -> tuple[Pieces, Tokens]:
    """A text, its cut, and pieces over it that need not respect characters' or words' ends, with special ones between."""
    text = draw(
        st.text(alphabet="我喜欢在周末去公园散步ab ，", min_size=1, max_size=14).map(lambda t: " ".join(t.split()))
    )
    text = text or "我"
    bounds = sorted(draw(st.sets(st.integers(1, len(text)), max_size=8)) | {0, len(text)})
    pieces = []
    for a, b in itertools.pairwise(bounds):
        for _ in range(draw(st.integers(1, 3))):  # several byte pieces may share a character
            pieces.append(Piece(text[a:b], (a, b)))
        if draw(st.booleans()):
            pieces.append(Piece("[SEP]", None, True))
    return Pieces(text, tuple(pieces)), cut(text).tokens


@given(lines(), lines(), st.booleans(), st.integers(0, 99))
def test_rows_sum_to_1_whatever_the_pieces(one: Any, other: Any, specials: bool, seed: int) -> None:
    (queries, q_cut), (keys, k_cut) = one, other
    table = merge_pieces(
        rows(len(queries), len(keys), seed),
        units(queries, q_cut, specials=specials),
        units(keys, k_cut, specials=specials),
    )
    assert table.weights.shape == (len(table.rows), len(table.cols))
    assert (table.weights >= 0).all()
    np.testing.assert_allclose(table.weights.sum(axis=1), 1, atol=1e-9)


@given(lines())
def test_every_piece_is_given_away_whole(one: Any) -> None:
    line, tokens = one
    shown = units(line, tokens)
    np.testing.assert_allclose(shown.shares.sum(axis=0), 1)
    assert not shown.left_out
    assert {word for word in shown.words if word >= 0} == set(range(len(tokens)))


def test_characters_become_words_by_sum_and_mean() -> None:
    weights = rows(13, 13)
    table = merge_pieces(weights, units(BERT, CUT), units(BERT, CUT))
    assert table.rows == ("[CLS]", *CUT.words, "[SEP]")
    assert not table.rescaled
    # 喜欢 is the pieces 2 and 3, 公园 8 and 9
    assert table.weights[2, 6] == pytest.approx(weights[2:4, 8:10].sum(axis=1).mean())
    assert table.weights[0, 0] == weights[0, 0]


def test_special_pieces_left_out_give_their_weight_to_the_others() -> None:
    weights = rows(13, 13)
    shown = units(BERT, CUT, specials=False)
    table = merge_pieces(weights, shown, shown)
    assert table.rows == CUT.words
    assert table.rescaled
    kept = weights[1:12, 1:12]
    assert table.weights[0, 0] == pytest.approx(kept[0, 0] / kept[0].sum())
    np.testing.assert_allclose(table.weights.sum(axis=1), 1)


def test_a_row_that_looked_only_at_special_pieces_has_nothing() -> None:
    weights = np.zeros((13, 13))
    weights[:, 0] = 1
    shown = units(BERT, CUT, specials=False)
    assert (merge_pieces(weights, shown, shown).weights == 0).all()


def test_bytes_become_characters_become_words() -> None:
    names = [c for c in SEED for _ in range(3)]
    line = Pieces(SEED, tuple(Piece(c, (i // 3, i // 3 + 1)) for i, c in enumerate(names)))
    table = merge_pieces(np.full((33, 33), 1 / 33), units(line, CUT), units(line, CUT))
    assert table.cols == CUT.words
    np.testing.assert_allclose(table.weights[0], np.array([len(word) for word in CUT.words]) / 11)


def test_a_piece_over_two_words_is_shared_out_by_its_characters() -> None:
    line = Pieces("我喜欢", (Piece("我喜欢", (0, 3)),))
    shown = units(line, cut("我喜欢").tokens)
    assert shown.names == ("我", "喜欢")
    np.testing.assert_allclose(shown.shares[:, 0], [1 / 3, 2 / 3])
    np.testing.assert_allclose(merge_pieces(np.ones((1, 1)), shown, shown).weights, [[1 / 3, 2 / 3]] * 2)


def test_a_blank_alone_goes_with_the_word_behind_it() -> None:
    line = Pieces("a 我", (Piece("a", (0, 1)), Piece("␣", (1, 2)), Piece("我", (2, 3))))
    shown = units(line, cut("a 我").tokens)
    assert shown.names == ("a", "我")
    assert shown.shares[1].tolist() == [0, 1, 1]


def test_a_cut_made_by_hand_is_followed() -> None:
    by_hand = split(CUT, 1, 1)
    assert units(BERT, by_hand, specials=False).names == ("我", "喜", "欢", "在", "周末", "去", "公园", "散步")


def test_without_a_cut_or_with_that_of_another_text_each_piece_stands_alone() -> None:
    for tokens in (None, cut("今天天气好").tokens):
        assert units(BERT, tokens).names == ("[CLS]", *SEED, "[SEP]")
        assert set(units(BERT, tokens).words) == {-1}
    assert units(number_pieces(2), CUT).names == ("1", "2")


def test_of_a_text_longer_than_its_cut_the_rest_stays_in_pieces() -> None:
    assert units(BERT, cut("我喜欢").tokens, specials=False).names == ("我", "喜欢", *"在周末去公园散步")


def test_repeated_words_stay_apart() -> None:
    text = "公园公园"
    assert units(line_of(list(text)), cut(text).tokens).names == ("公园", "公园")


def test_rows_that_are_no_weights_stay_as_they_are_or_are_divided_by_their_sum() -> None:
    weights, shown = np.full((13, 13), 0.5), units(BERT, CUT, specials=False)
    as_it_is = merge_pieces(weights, shown, shown, softmax=False)
    assert as_it_is.weights.sum(axis=1) == pytest.approx(5.5)
    assert not as_it_is.rescaled
    asked = merge_pieces(weights, shown, shown, softmax=False, normalise=True)
    np.testing.assert_allclose(asked.weights.sum(axis=1), 1)
    assert asked.rescaled


def test_of_a_causal_model_later_words_are_masked() -> None:
    found = reachable(units(BERT, CUT, specials=False), units(BERT, CUT, specials=False))
    np.testing.assert_array_equal(found, np.tri(7, dtype=bool))
