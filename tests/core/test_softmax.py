"""The masked softmax, and its gradient."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from attention.core import masked_softmax, softmax_backward
from attention.types import Floats, Mask

SHAPES = hnp.array_shapes(min_dims=2, max_dims=3, min_side=1, max_side=6)


@st.composite
def scores_and_mask(draw: st.DrawFn, limit: float = 1e4) -> tuple[Floats, Mask]:
    shape = draw(SHAPES)
    scores = draw(hnp.arrays(np.float64, shape, elements=st.floats(-limit, limit)))
    return scores, draw(hnp.arrays(np.bool_, shape[-2:]))


def everything(*shape: int) -> Mask:
    return np.ones(shape, dtype=bool)


@given(scores_and_mask())
def test_a_row_sums_to_one_and_a_masked_row_is_all_zeros(case: tuple[Floats, Mask]) -> None:
    scores, mask = case
    weights, _ = masked_softmax(scores, mask)
    assert np.isfinite(weights).all()
    assert (weights >= 0).all()
    assert (weights[..., ~mask] == 0).all()
    wanted = np.broadcast_to(mask.any(axis=-1), weights.shape[:-1])
    np.testing.assert_allclose(weights.sum(axis=-1), wanted, rtol=0, atol=1e-12)


@given(scores_and_mask(limit=50.0))
def test_it_is_the_definition(case: tuple[Floats, Mask]) -> None:
    scores, mask = case
    exps = np.exp(scores) * mask
    total = exps.sum(axis=-1, keepdims=True)
    wanted = np.divide(exps, total, out=np.zeros_like(exps), where=total > 0)
    np.testing.assert_allclose(masked_softmax(scores, mask)[0], wanted, atol=1e-12)


def test_scores_of_ten_thousand_neither_overflow_nor_vanish() -> None:
    scores = np.array([[1e4, -1e4, 1e4], [-1e4, -1e4, -1e4], [1e4, 1e4 - math.log(3), -1e4]])
    weights, _ = masked_softmax(scores, everything(3, 3))
    np.testing.assert_allclose(weights, [[0.5, 0, 0.5], [1 / 3] * 3, [0.75, 0.25, 0]], atol=1e-12)


def test_a_high_score_behind_the_mask_does_not_press_the_others_to_zero() -> None:
    weights, _ = masked_softmax(np.array([[1e4, 0.0, 0.0]]), np.array([[False, True, True]]))
    np.testing.assert_allclose(weights, [[0, 0.5, 0.5]])


@given(scores_and_mask(limit=100.0), st.floats(-1e4, 1e4))
def test_adding_the_same_to_a_whole_row_changes_nothing(case: tuple[Floats, Mask], shift: float) -> None:
    scores, mask = case
    np.testing.assert_allclose(masked_softmax(scores + shift, mask)[0], masked_softmax(scores, mask)[0], atol=1e-9)


def test_the_scores_as_used_are_minus_infinity_behind_the_mask() -> None:
    _, masked = masked_softmax(np.array([[1.0, 2.0]]), np.array([[True, False]]))
    np.testing.assert_array_equal(masked, [[1.0, -np.inf]])


def test_no_words_at_all() -> None:
    assert masked_softmax(np.zeros((0, 0)), everything(0, 0))[0].shape == (0, 0)


@pytest.mark.parametrize("row_masked", [False, True])
def test_the_gradient_against_finite_differences(row_masked: bool) -> None:
    rng = np.random.default_rng(0)
    scores, mask, d_weights = rng.normal(size=(2, 4, 5)), rng.random((4, 5)) < 0.7, rng.normal(size=(2, 4, 5))
    mask[1] = not row_masked
    found = softmax_backward(d_weights, masked_softmax(scores, mask)[0])
    wanted = np.zeros_like(scores)
    for place in np.ndindex(scores.shape):
        step = np.zeros_like(scores)
        step[place] = 1e-6
        up, down = (masked_softmax(scores + s, mask)[0] for s in (step, -step))
        wanted[place] = ((up - down) * d_weights).sum() / 2e-6
    np.testing.assert_allclose(found, wanted, atol=1e-8)
    assert (found[:, ~mask] == 0).all()
