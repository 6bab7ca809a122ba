"""Scores transpose when Q and K change places; the softmax table does not."""

from __future__ import annotations

import numpy as np
import pytest

from attention.experiments.swap import largest_gap, lopsidedness, most_lopsided, swapped, tied
from tests.experiments.traces import trace


@pytest.mark.parametrize("seed", range(5))
def test_the_scores_transpose_and_the_weights_do_not(seed: int) -> None:
    before = trace(seed=seed)
    after = swapped(before)
    assert largest_gap(after.scores, before.scores.T) < 1e-12
    assert largest_gap(after.scores, before.scores) > 0.1
    assert largest_gap(after.weights, before.weights.T) > 0.05
    assert np.array_equal(after.Q, before.K)


@pytest.mark.parametrize("seed", range(5))
def test_one_matrix_for_both_gives_symmetric_scores_and_a_lopsided_table(seed: int) -> None:
    after = tied(trace(seed=seed))
    assert lopsidedness(after.scores) < 1e-12
    assert lopsidedness(after.weights, after.mask) > 0.05


def test_the_most_lopsided_pair_is_the_largest_gap() -> None:
    after = tied(trace())
    pair = most_lopsided(after.weights, after.mask)
    assert pair is not None
    i, j = pair
    assert after.weights[i, j] - after.weights[j, i] == pytest.approx(lopsidedness(after.weights, after.mask))


def test_a_pair_of_which_one_cell_is_masked_is_not_compared() -> None:
    causal = trace(causal=True, diagonal=True)
    assert lopsidedness(causal.weights, causal.mask) == 0
    assert most_lopsided(causal.weights, causal.mask) is None
    assert lopsidedness(causal.weights) > 0.3


def test_a_single_word_has_no_pair() -> None:
    alone = trace(("我",), diagonal=True)
    assert lopsidedness(swapped(alone).weights, alone.mask) == 0
    assert most_lopsided(alone.weights, alone.mask) is None


def test_no_cell_no_gap() -> None:
    assert largest_gap(np.ones((2, 2)), np.zeros((2, 2)), np.zeros((2, 2), dtype=bool)) == 0


def test_a_symmetric_table_and_an_empty_one_have_no_lopsided_pair() -> None:
    assert most_lopsided(np.zeros((0, 0)), np.zeros((0, 0), dtype=bool)) is None
    assert most_lopsided(np.full((3, 3), 1 / 3), np.ones((3, 3), dtype=bool)) is None
