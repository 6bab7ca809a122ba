"""Vectors made from characters, positions, and matrices from a seed: the same everywhere."""

from __future__ import annotations

import numpy as np
import pytest

from attention.core import attend
from attention.models.untrained import embed, position_vectors, random_matrices, word_vector


def test_equal_words_have_equal_vectors_until_positions_are_added() -> None:
    words = ("去", "了", "学校", "去", "了")
    X = embed(words, positions=False)
    np.testing.assert_array_equal(X[[0, 1]], X[[3, 4]])
    assert np.abs(embed(words)[0] - embed(words)[3]).max() > 0.1


def test_without_positions_a_word_does_not_depend_on_its_sentence() -> None:
    np.testing.assert_array_equal(embed(("我", "公园"), positions=False)[1], embed(("公园",), positions=False)[0])


def test_with_positions_the_difference_is_the_position() -> None:
    words = ("我", "去", "公园")
    np.testing.assert_allclose(embed(words) - embed(words, positions=False), position_vectors(3, 32), atol=1e-12)


def test_words_that_share_a_character_are_nearer_than_words_that_share_none() -> None:
    a, b, c = embed(("公园", "公路", "散步"), 256, positions=False)
    assert np.linalg.norm(a - b) < 0.85 * np.linalg.norm(a - c)


def test_vectors_are_about_standard_normal_whatever_the_length_of_the_word() -> None:
    for word in ("一", "中华人民共和国", "哈" * 1):
        vectors = np.array([word_vector(word, 4096, seed) for seed in range(3)])
        assert vectors.mean() == pytest.approx(0, abs=0.05)
        assert vectors.var() == pytest.approx(1, abs=0.07)


@pytest.mark.parametrize("word", ["😀", "\ud800", "\x00", "e\u0301", "<b>", "𠮷"])
def test_any_word_has_a_vector(word: str) -> None:
    assert np.isfinite(embed((word,))).all()


def test_no_words() -> None:
    assert embed(()).shape == (0, 32)


def test_seeds_differ_and_are_kept() -> None:
    assert np.abs(embed(("我",), seed=1) - embed(("我",), seed=2)).max() > 0.1
    np.testing.assert_array_equal(embed(("我",), seed=1), embed(("我",), seed=1))
    for one, other, again in zip(
        random_matrices(seed=1), random_matrices(seed=2), random_matrices(seed=1), strict=True
    ):
        assert np.abs(one - other).max() > 0.1
        np.testing.assert_array_equal(one, again)


def test_the_digits_are_the_same_on_every_machine() -> None:
    np.testing.assert_allclose(
        embed(("我", "喜欢"))[:, :3],
        [
            [-0.5478261098894676, 1.150147737297166, 0.05268349514176046],
            [0.5746176385600137, -0.7313647628138857, 1.1614279485051395],
        ],
        atol=1e-12,
    )
    W_Q, W_K, W_V = random_matrices(2, 2)
    np.testing.assert_allclose(W_Q * np.sqrt(2), [[0.12573022, -0.13210486], [0.64042265, 0.10490012]], atol=1e-8)
    assert (W_K.shape, W_V.shape) == ((2, 2), (2, 2))


def test_positions_are_unlike_each_other_and_stay_when_the_sentence_grows() -> None:
    P = position_vectors(40, 256)
    likeness = P @ P.T / 256
    assert np.abs(likeness - np.eye(40)).max() < 0.45
    np.testing.assert_array_equal(position_vectors(7, 256), P[:7])
    assert (position_vectors(2, 8, seed=1) != position_vectors(2, 8, seed=0)).all()


def test_queries_and_keys_have_about_unit_variance_whatever_the_width() -> None:
    for d_model in (32, 512):
        X = np.random.default_rng(0).standard_normal((400, d_model))
        trace = attend(X, *random_matrices(d_model, 16))
        assert trace.Q.var() == pytest.approx(1, abs=0.2)
        assert trace.scaled.var() == pytest.approx(1, abs=0.3)
