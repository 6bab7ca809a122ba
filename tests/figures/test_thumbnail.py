"""A large table made small: the largest weight of each block."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from attention.figures.thumbnail import coarse


def test_the_largest_of_each_block() -> None:
    values = np.arange(25.0).reshape(5, 5)
    np.testing.assert_array_equal(coarse(values, 2), [[12, 14], [22, 24]])
    np.testing.assert_array_equal(coarse(values, 5), values)


def test_a_block_without_any_number_stays_empty() -> None:
    values = np.array([[np.nan, np.nan, 0.5], [np.nan, np.nan, np.nan], [0.1, np.nan, 0.0]])
    np.testing.assert_array_equal(coarse(values, 2), [[np.nan, 0.5], [0.1, 0.0]])


@given(st.integers(1, 300), st.integers(1, 300), st.integers(1, 50))
def test_never_larger_than_wished(n_q: int, n_k: int, most: int) -> None:
    small = coarse(np.random.default_rng(0).random((n_q, n_k)), most)
    assert max(small.shape) <= most
