"""Attention forward and backward: against a naive loop, finite differences, and PyTorch where it is installed."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.core import attend, attend_backward, attention_mask
from attention.errors import ShapeError
from attention.types import Floats, Mask
from tests.core.gradients import numerical_gradient

OPTIONS: list[dict[str, Any]] = [
    {},
    {"factor": 1.0},
    {"factor": 2.5},
    {"factor": 0.2, "mask": attention_mask(4, diagonal=False)},
    {"mask": attention_mask(4, causal=True)},
    {"factor": 1.4, "mask": attention_mask(4, diagonal=False, causal=True)},
    {"mask": attention_mask(4, hidden=[2])},
]


def matrices(seed: int = 0, n: int = 4, d_model: int = 5, d_k: int = 3, d_v: int = 2, heads: int = 0) -> list[Floats]:
    """X, W_Q, W_K, W_V; with `heads`, W of so many heads at once."""
    rng = np.random.default_rng(seed)
    before = (heads,) if heads else ()
    return [rng.normal(size=shape) for shape in [(n, d_model), *((*before, d_model, d) for d in (d_k, d_k, d_v))]]


def naive(matrices: list[Floats], factor: float, mask: Mask) -> tuple[Floats, Floats]:
    """The definition, cell by cell: weights and output."""
    X, W_Q, W_K, W_V = matrices
    n, d_k = len(X), W_Q.shape[1]
    weights, output = np.zeros((n, n)), np.zeros((n, W_V.shape[1]))
    for i in range(n):
        allowed = [j for j in range(n) if mask[i, j]]
        exps = {}
        for j in allowed:
            score = sum(float(X[i] @ W_Q[:, k]) * float(X[j] @ W_K[:, k]) for k in range(d_k))
            exps[j] = math.exp(score * factor)
        for j in allowed:
            weights[i, j] = exps[j] / sum(exps.values())
            output[i] += weights[i, j] * (X[j] @ W_V)
    return weights, output


@given(
    seed=st.integers(0, 10**6),
    n=st.integers(1, 6),
    d_k=st.integers(1, 4),
    factor=st.floats(0.1, 3),
    causal=st.booleans(),
    diagonal=st.booleans(),
)
def test_against_a_naive_loop(seed: int, n: int, d_k: int, factor: float, causal: bool, diagonal: bool) -> None:
    given_matrices = matrices(seed, n, d_k=d_k)
    mask = attention_mask(n, causal=causal, diagonal=diagonal)
    trace = attend(*given_matrices, factor=factor, mask=mask)
    weights, output = naive(given_matrices, factor, mask)
    np.testing.assert_allclose(trace.weights, weights, atol=1e-10)
    np.testing.assert_allclose(trace.output, output, atol=1e-9)


@pytest.mark.parametrize("options", OPTIONS)
def test_every_step_of_the_trace_follows_from_the_one_before(options: dict[str, Any]) -> None:
    X, W_Q, W_K, W_V = matrices()
    t = attend(X, W_Q, W_K, W_V, **options)
    factor = options.get("factor", 1 / math.sqrt(3))
    np.testing.assert_allclose(t.Q, X @ W_Q)
    np.testing.assert_allclose(t.K, X @ W_K)
    np.testing.assert_allclose(t.V, X @ W_V)
    np.testing.assert_allclose(t.scores, t.Q @ t.K.T)
    np.testing.assert_allclose(t.scaled, t.scores * factor)
    np.testing.assert_array_equal(t.masked, np.where(t.mask, t.scaled, -np.inf))
    np.testing.assert_allclose(t.output, t.weights @ t.V)
    assert t.factor == pytest.approx(factor)


def test_unscaled_scores_of_ten_thousand_give_a_clean_table() -> None:
    X, W_Q, W_K, W_V = matrices()
    t = attend(X * 1e4, W_Q, W_K / 1e4, W_V, factor=2.0)
    assert np.abs(t.scaled).max() > 1e4
    np.testing.assert_allclose(t.weights.sum(axis=1), 1)


def test_a_smaller_factor_flattens_a_row_and_a_larger_one_sharpens_it() -> None:
    tops = [attend(*matrices(), factor=1 / t).weights.max(axis=1) for t in (0.5, 1, 2, 1e6)]
    assert all((sharper > flatter).all() for sharper, flatter in pairwise(tops))
    np.testing.assert_allclose(tops[-1], 0.25, atol=1e-4)


def test_swapping_queries_and_keys_transposes_the_scores_but_not_the_weights() -> None:
    X, W_Q, W_K, W_V = matrices()
    one, other = attend(X, W_Q, W_K, W_V), attend(X, W_K, W_Q, W_V)
    np.testing.assert_allclose(one.scores, other.scores.T)
    assert np.abs(one.weights - other.weights.T).max() > 0.05


def test_reordering_the_words_reorders_the_table_and_nothing_else() -> None:
    X, *W = matrices()
    order = [2, 0, 3, 1]
    np.testing.assert_allclose(attend(X[order], *W).weights, attend(X, *W).weights[np.ix_(order, order)])


@pytest.mark.parametrize("options", OPTIONS)
def test_several_heads_at_once_are_the_heads_one_by_one(options: dict[str, Any]) -> None:
    X, *W = matrices(heads=3)
    together = attend(X, *W, **options)
    d_weights = np.random.default_rng(1).normal(size=together.weights.shape)
    d_together = attend_backward(together, d_weights)
    d_X = np.zeros_like(X)
    for h in range(3):
        alone = attend(X, *(M[h] for M in W), **options)
        for name in ("Q", "K", "V", "scores", "masked", "weights", "output"):
            np.testing.assert_allclose(getattr(together, name)[h], getattr(alone, name), err_msg=name)
        d_W_Q, d_W_K, d_X_h = attend_backward(alone, d_weights[h])
        np.testing.assert_allclose(d_together[0][h], d_W_Q)
        np.testing.assert_allclose(d_together[1][h], d_W_K)
        d_X += d_X_h
    np.testing.assert_allclose(d_together[2], d_X)


@pytest.mark.parametrize("heads", [0, 1, 3])
@pytest.mark.parametrize("options", OPTIONS)
def test_the_gradients_against_finite_differences(options: dict[str, Any], heads: int) -> None:
    X, W_Q, W_K, W_V = matrices(heads=heads)
    trace = attend(X, W_Q, W_K, W_V, **options)
    d_weights = np.random.default_rng(1).normal(size=trace.weights.shape)

    def loss() -> float:
        return float((attend(X, W_Q, W_K, W_V, **options).weights * d_weights).sum())

    for array, found in zip((W_Q, W_K, X), attend_backward(trace, d_weights), strict=True):
        assert found.shape == array.shape
        np.testing.assert_allclose(found, numerical_gradient(loss, array), atol=1e-7)


def test_what_comes_in_is_left_alone_and_what_comes_out_is_read_only() -> None:
    given_matrices = matrices()
    before = [M.copy() for M in given_matrices]
    trace = attend(*given_matrices)
    given_matrices[0][0, 0] += 1
    assert trace.X[0, 0] == before[0][0, 0]
    for M, kept in zip(given_matrices[1:], before[1:], strict=True):
        np.testing.assert_array_equal(M, kept)
        assert M.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        trace.weights[0, 0] = 1


@pytest.mark.parametrize(
    ("place", "shape", "name"),
    [
        (0, (4,), "X"),
        (1, (6, 3), "W_Q"),
        (2, (6, 3), "W_K"),
        (2, (5, 2), "W_K"),
        (3, (4, 2), "W_V"),
        (3, (5,), "W_V"),
    ],
)
def test_matrices_that_do_not_fit_are_refused_by_name(place: int, shape: tuple[int, ...], name: str) -> None:
    wrong = matrices()
    wrong[place] = np.zeros(shape)
    with pytest.raises(ShapeError) as caught:
        attend(*wrong)
    assert caught.value.name == name


@pytest.mark.parametrize("heads", [0, 3])
def test_sentences_of_one_length_at_once(heads: int) -> None:
    X, *W = matrices(heads=heads)
    both = np.stack([X, X[::-1]])
    masks = np.stack([attention_mask(4, causal=True), attention_mask(4, hidden=[1])])
    axis = (slice(None), None) if heads else slice(None)
    found = attend(both[axis], *W, mask=masks[axis], factor=0.8)
    for i in range(2):
        alone = attend(both[i], *W, mask=masks[i], factor=0.8)
        np.testing.assert_allclose(found.weights[i], alone.weights, rtol=0, atol=1e-12)
        np.testing.assert_allclose(found.output[i], alone.output, rtol=0, atol=1e-12)
    assert attend(both[axis], *W).weights[i].sum() == pytest.approx(4 * max(heads, 1)), (
        "no mask: all may be attended to"
    )


def test_sentences_have_an_axis_of_their_own_beside_that_of_the_heads() -> None:
    X, *W = matrices(heads=2)
    with pytest.raises(ShapeError) as caught:
        attend(np.stack([X, X]), *W)
    assert caught.value.name == "X"


def test_the_whole_against_pytorch(torch: Any) -> None:
    for options in OPTIONS:
        X, W_Q, W_K, W_V = (torch.tensor(M, requires_grad=True) for M in matrices())
        mask = torch.tensor(options.get("mask", np.ones((4, 4), dtype=bool)))
        factor = options.get("factor", 1 / math.sqrt(3))
        scores = ((X @ W_Q) @ (X @ W_K).T * factor).masked_fill(~mask, -1e30)
        weights = torch.softmax(scores, dim=-1) * mask
        output = torch.nn.functional.scaled_dot_product_attention(
            X @ W_Q, X @ W_K, X @ W_V, attn_mask=mask, scale=factor
        )
        d_weights = np.random.default_rng(1).normal(size=(4, 4))
        (weights * torch.tensor(d_weights)).sum().backward()
        ours = attend(*matrices(), **options)
        np.testing.assert_allclose(ours.weights, weights.detach().numpy(), atol=1e-12)
        seen = mask.numpy().any(axis=1)
        np.testing.assert_allclose(ours.output[seen], output.detach().numpy()[seen], atol=1e-12)
        for found, tensor in zip(attend_backward(ours, d_weights), (W_Q, W_K, X), strict=True):
            np.testing.assert_allclose(found, tensor.grad.numpy(), atol=1e-12)
