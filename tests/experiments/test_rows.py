"""Rows or columns sum to 1, whichever softmax runs along; temperature flattens."""

from __future__ import annotations

import math

import numpy as np
import pytest

from attention.experiments.rows import by_columns, heat, most_entropy
from attention.types import Trace
from tests.experiments.traces import trace


def test_down_the_columns_the_columns_sum_to_one_and_the_rows_do_not() -> None:
    before = trace()
    table = by_columns(before)
    assert table.sum(axis=0) == pytest.approx(np.ones(7))
    assert np.abs(table.sum(axis=1) - 1).max() > 0.2
    assert (table[~before.mask] == 0).all()
    scores = np.exp(before.scaled) * before.mask
    assert table == pytest.approx(scores / scores.sum(axis=0))


def test_heat_flattens_and_cold_sharpens() -> None:
    found = [heat(trace(), 0.25 / t) for t in (0.01, 0.5, 1.0, 5.0, 1000.0)]
    entropies, tops = [h.entropy for h in found], [h.top for h in found]
    assert entropies == sorted(entropies)
    assert tops == sorted(tops, reverse=True)
    assert found[0].top > 0.95
    assert found[-1].entropy == pytest.approx(most_entropy(trace().mask), abs=1e-4)
    assert found[-1].top == pytest.approx(1 / 6, abs=1e-3)


def test_at_temperature_one_it_is_the_trace_itself() -> None:
    before = trace()
    assert heat(before, before.factor).top == pytest.approx(before.weights.max(axis=1).mean())


def test_rows_that_may_attend_to_nothing_do_not_count() -> None:
    causal = trace(causal=True)  # without the diagonal: the first row is empty
    assert most_entropy(causal.mask) == pytest.approx(np.log(np.arange(1, 7)).mean())
    assert heat(causal, 0.00025).entropy == pytest.approx(most_entropy(causal.mask), abs=1e-4)


def test_a_table_masked_whole_has_no_heat() -> None:
    nothing: Trace = trace(("我",))
    assert not nothing.mask.any()
    assert heat(nothing, 0.25).entropy == heat(nothing, 0.25).top == most_entropy(nothing.mask) == 0.0
    assert math.isfinite(by_columns(nothing).sum())
