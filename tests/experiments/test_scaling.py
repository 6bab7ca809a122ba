"""Random rows stay as even as they were when divided by √d_k, and collapse onto one word when not."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from attention.core import attend
from attention.experiments.scaling import WIDTHS, one_row, spread, spreads


@pytest.mark.parametrize("d_k", [1, 16, 256])
def test_the_scores_spread_like_the_root_of_d_k(d_k: int) -> None:
    assert spread(7, d_k).deviation == pytest.approx(math.sqrt(d_k), rel=0.1)


def test_divided_rows_stay_the_same_and_undivided_ones_collapse() -> None:
    found = spreads(7)
    divided, plain = zip(*(s.entropy for s in found), strict=True)
    assert [s.d_k for s in found] == list(WIDTHS)
    assert max(divided) - min(divided) < 0.15
    assert all(a > b for a, b in pairwise(plain))
    assert plain[-1] < 0.15 < 1.5 < divided[-1] < math.log(7)
    assert found[-1].top[1] > 0.9 > 0.5 > found[-1].top[0]
    assert found[-1].slope[1] < found[-1].slope[0] / 5


def test_at_width_one_there_is_nothing_to_divide() -> None:
    assert spread(7, 1).entropy[0] == spread(7, 1).entropy[1]


def test_a_single_word_gets_everything_whatever_d_k_is() -> None:
    assert spread(1, 64).entropy == (0.0, 0.0)
    assert spread(1, 64).top == (1.0, 1.0)


def test_one_row_is_the_cores_row() -> None:
    scores, divided, plain = one_row(5, 16)
    rng = np.random.default_rng((0, 5))
    pairs = rng.standard_normal((16, 6))
    X = pairs.T  # the query first, then the keys; W = I
    for factor, row in ((0.25, divided), (1.0, plain)):
        trace = attend(X, np.eye(16), np.eye(16), np.eye(16), factor=factor, mask=np.tri(6, 6, -1, dtype=bool).T)
        assert trace.weights[0, 1:] == pytest.approx(row)
    assert trace.scores[0, 1:] == pytest.approx(scores)


def test_a_wider_row_begins_with_the_same_numbers() -> None:
    narrow, wide = (np.random.default_rng((0, 5)).standard_normal((d, 6)) for d in (4, 8))
    assert np.array_equal(wide[:4], narrow)
    assert one_row(5, 4)[0] == pytest.approx(narrow[:, 0] @ narrow[:, 1:])


def test_the_most_words_and_the_widest_are_drawn() -> None:
    assert 0 < spread(256, 1024).entropy[1] < spread(256, 1024).entropy[0] < math.log(256)
