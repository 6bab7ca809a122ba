"""Attention rollout (Abnar & Zuidema 2020): against the formula written out, and what must hold of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.core.rollout import rollout, with_residual
from attention.errors import ShapeError
from attention.types import Floats


def rows(n: int, seed: int) -> Floats:
    return np.random.default_rng(seed).dirichlet(np.ones(n), n)


def test_two_layers_by_hand() -> None:
    A, B = np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([[0.0, 1.0], [1.0, 0.0]])
    # ½A + ½I = [[1, 0], [¼, ¾]], ½B + ½I = [[½, ½], [½, ½]]; the second layer is applied to the first
    np.testing.assert_allclose(rollout([A, B]), [[0.625, 0.375], [0.625, 0.375]])
    np.testing.assert_allclose(rollout([A]), [[1.0, 0.0], [0.25, 0.75]])


def test_the_order_of_the_layers_matters() -> None:
    A, B = rows(4, 0), rows(4, 1)
    assert np.abs(rollout([A, B]) - rollout([B, A])).max() > 1e-3


def test_token_by_token_gives_the_same() -> None:
    """The flow of one word's information through the layers, without a product of matrices."""
    layers = [rows(5, seed) for seed in range(3)]
    for word in range(5):
        amount = np.eye(5)[word]
        for layer in layers:
            amount = np.array([(amount[i] + sum(layer[i, j] * amount[j] for j in range(5))) / 2 for i in range(5)])
        np.testing.assert_allclose(rollout(layers)[:, word], amount)


@given(st.integers(1, 6), st.integers(1, 5), st.integers(0, 99))
def test_rows_stay_distributions(n: int, layers: int, seed: int) -> None:
    found = rollout(rows(n, seed + i) for i in range(layers))
    assert (found >= 0).all()
    np.testing.assert_allclose(found.sum(axis=1), 1)


def test_of_a_causal_model_nothing_comes_from_later_words() -> None:
    layers = [np.tril(rows(4, seed)) for seed in range(3)]
    assert (np.triu(rollout(layers), 1) == 0).all()


def test_a_row_that_attends_to_nothing_keeps_its_own_word() -> None:
    np.testing.assert_allclose(rollout([np.array([[0.0, 0.0], [0.5, 0.5]])])[0], [1, 0])


def test_layers_that_are_no_squares_are_refused() -> None:
    with pytest.raises(ShapeError):
        with_residual(np.ones((2, 3)))
    with pytest.raises(ShapeError):
        rollout([])
