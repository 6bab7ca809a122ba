"""Which word may attend to which."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from attention.core import attention_mask


def test_without_options_every_word_may_attend_to_every_word() -> None:
    assert attention_mask(3).tolist() == [[True] * 3] * 3


def test_causal_is_itself_and_what_stands_before() -> None:
    assert attention_mask(3, causal=True).tolist() == [[True, False, False], [True, True, False], [True, True, True]]


def test_without_the_diagonal() -> None:
    assert attention_mask(3, diagonal=False).tolist() == [[False, True, True], [True, False, True], [True, True, False]]


def test_causal_without_the_diagonal_leaves_the_first_word_nothing() -> None:
    assert attention_mask(2, diagonal=False, causal=True).tolist() == [[False, False], [True, False]]


def test_a_hidden_word_neither_asks_nor_is_asked() -> None:
    assert attention_mask(3, hidden=[1]).tolist() == [[True, False, True], [False] * 3, [True, False, True]]


@given(st.integers(0, 9), st.booleans(), st.booleans(), st.sets(st.integers(0, 8)))
def test_each_cell_by_its_rule(n: int, diagonal: bool, causal: bool, hidden: set[int]) -> None:
    hidden = {i for i in hidden if i < n}
    wanted = [
        [(diagonal or i != j) and (not causal or j <= i) and not hidden & {i, j} for j in range(n)] for i in range(n)
    ]
    mask = attention_mask(n, diagonal=diagonal, causal=causal, hidden=iter(sorted(hidden)))
    np.testing.assert_array_equal(mask, np.array(wanted, dtype=bool).reshape(n, n))
    assert mask.dtype == np.bool_
