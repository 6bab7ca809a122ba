"""The four steps in digits: what is shown multiplies out, and is the model's own number but for the rounding."""

from __future__ import annotations

from decimal import Decimal

import numpy as np
import pytest

from attention.core import attend, attention_mask
from attention.experiments.four_steps import (
    cosines,
    entropy,
    mixing,
    normalising,
    resemblance,
    rounded,
    scoring,
    times_even,
)
from attention.sources.typed_matrices import board_example
from attention.types import Trace


def trace(seed: int, *, n: int = 6, d: int = 8, d_k: int = 5) -> Trace:
    rng = np.random.default_rng(seed)
    X = rng.standard_normal((n, d)) * 2
    W = rng.standard_normal((3, d, d_k))
    return attend(X, *W, factor=1 / (d_k**0.5 * 1.5), mask=attention_mask(n, diagonal=False))


@pytest.mark.parametrize("seed", range(5))
def test_the_score_is_the_sum_of_the_products_shown(seed: int) -> None:
    t = trace(seed)
    worked = scoring(t, 1, 2)
    assert worked.products == tuple(a * b for a, b in zip(worked.q, worked.k, strict=True))
    assert worked.total == sum(worked.products)
    assert worked.scaled == rounded(float(worked.total) / (5**0.5 * 1.5), 4)
    assert float(worked.scaled) == pytest.approx(worked.exact, abs=0.02)


@pytest.mark.parametrize("seed", range(5))
def test_the_weights_are_the_shares_of_the_powers_shown(seed: int) -> None:
    row = normalising(trace(seed), 0)
    assert row is not None
    assert row.total == sum(share.exp for share in row.shares)
    for share in row.shares:
        assert share.weight == rounded(float(share.exp / row.total), 4)
        assert float(share.weight) == pytest.approx(share.exact, abs=2e-4)
    assert max(share.shifted for share in row.shares) == 0


@pytest.mark.parametrize("seed", range(40))
def test_the_output_is_made_of_the_weights_of_the_step_before(seed: int) -> None:
    t = trace(seed)
    row, mixed = normalising(t, 3), mixing(t, 3, range(4))
    assert row is not None
    assert mixed.weights == tuple(share.weight for share in row.shares)
    for c in range(4):
        assert mixed.sums[c] == sum(w * v[c] for w, v in zip(mixed.weights, mixed.values, strict=True))
        assert float(mixed.sums[c]) == pytest.approx(mixed.exact[c], abs=0.02)


def test_among_those_are_rows_whose_rounded_weights_would_differ() -> None:
    rows = [(t := trace(seed), normalising(t, 3)) for seed in range(40)]
    assert any(share.weight != rounded(share.exact, 4) for _, row in rows if row for share in row.shares)


def test_a_row_that_is_masked_whole_has_nothing_to_work_out() -> None:
    t = attend(np.ones((1, 2)), *np.ones((3, 2, 2)), mask=np.zeros((1, 1), dtype=bool))
    assert normalising(t, 0) is None
    assert mixing(t, 0, [0]).sums == (Decimal(0),)


def test_the_board_example_comes_out_in_whole_numbers() -> None:
    b = board_example()
    t = attend(b.X, b.W_Q, b.W_K, b.W_V, mask=attention_mask(3, diagonal=False))
    assert [float(scoring(t, 1, j).scaled) for j in (0, 2)] == [1, 2]


def test_an_output_that_is_one_words_value_resembles_it() -> None:
    t = attend(np.eye(3) * 9, np.eye(3), np.eye(3)[[1, 2, 0]], np.eye(3))
    before, after = resemblance(t, 0)
    assert before.tolist() == [1, 0, 0]
    assert after.argmax() == t.weights[0].argmax() == 2
    assert cosines(np.zeros(2), np.ones((1, 2))).tolist() == [0]


def test_entropy_is_0_for_one_word_and_ln_n_for_all_alike() -> None:
    assert entropy(np.array([[1.0, 0, 0, 0], [0.25] * 4])) == pytest.approx([0, np.log(4)])


def test_there_is_no_negative_zero() -> None:
    assert str(rounded(-0.0001, 3)) == "0.000"


def test_an_even_share_is_one_among_the_words_that_may_be_looked_at() -> None:
    t = trace(0)
    assert times_even(t, 2).sum() == pytest.approx(5)  # six words without the diagonal: 1 each on the mean of five
    X = np.zeros((4, 3))
    even = attend(X, *np.zeros((3, 3, 2)), mask=attention_mask(4, diagonal=False, causal=True))
    assert times_even(even, 3) == pytest.approx([1, 1, 1, 0])
    assert times_even(even, 0) == pytest.approx([0, 0, 0, 0])
