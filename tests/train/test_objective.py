"""The loss, its floor, and every gradient against finite differences and against the core's own chain."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.core import attend, attend_backward, attention_mask, masked_softmax
from attention.errors import NothingFilled
from attention.hand.compare import compare
from attention.hand.examples import examples
from attention.hand.table import blank_table, target_rows
from attention.train import Objective, backward, backward_X, forward, objective_for
from attention.types import Floats, HandTable, Switches
from tests.core.gradients import numerical_gradient

NAN = math.nan
SEED = examples()[0].table
D_MODEL, D_K = 6, 3
USUAL = Switches().factor(D_K)
CASES: list[dict[str, Any]] = [
    {},
    {"factor": 1.0},
    {"factor": 0.3},
    {"mask": attention_mask(5, causal=True)},
    {"mask": attention_mask(5, causal=True, diagonal=False), "factor": 0.3},
]


def table(seed: int = 0, n: int = 5) -> HandTable:
    """With dashes off the diagonal, zeros, and a row of dashes."""
    rng = np.random.default_rng(seed)
    values = rng.choice([0.0, 0.1, 0.5, 0.9, NAN], size=(n, n), p=[0.1, 0.3, 0.2, 0.2, 0.2])
    np.fill_diagonal(values, NAN)
    values[n - 1] = NAN
    return HandTable(tuple("我你他去了园"[:n]), values)


def problem(case: dict[str, Any], heads: int, seed: int = 0) -> tuple[Floats, Floats, Floats, Objective]:
    rng = np.random.default_rng(seed)
    X, W_Q, W_K = (rng.normal(size=s) for s in ((5, D_MODEL), (heads, D_MODEL, D_K), (heads, D_MODEL, D_K)))
    return X, W_Q, W_K, objective_for(table(seed), **{"factor": USUAL, **case})


@pytest.mark.parametrize("heads", [1, 2, 3])
@pytest.mark.parametrize("case", CASES)
def test_the_gradients_against_finite_differences(case: dict[str, Any], heads: int) -> None:
    X, W_Q, W_K, objective = problem(case, heads)
    _, cache = forward(X, W_Q, W_K, objective)
    d_W_Q, d_W_K, d_scores = backward(cache, objective)
    found = (d_W_Q, d_W_K, backward_X(cache, d_scores))
    for array, gradient in zip((W_Q, W_K, X), found, strict=True):
        wanted = numerical_gradient(lambda: forward(X, W_Q, W_K, objective)[0], array)
        np.testing.assert_allclose(gradient, wanted, atol=1e-7)
        assert np.abs(gradient).max() > 1e-3


@pytest.mark.parametrize("heads", [1, 2, 3])
@pytest.mark.parametrize("case", CASES)
def test_the_short_way_equals_the_chain_through_the_core(case: dict[str, Any], heads: int) -> None:
    X, W_Q, W_K, objective = problem(case, heads)
    trace = attend(X, W_Q, W_K, W_K, mask=objective.mask, factor=case.get("factor", USUAL))
    loss, cache = forward(X, W_Q, W_K, objective)
    np.testing.assert_allclose(cache.weights, trace.weights, atol=1e-12)
    mean = trace.weights.mean(axis=0)
    asked = objective.target > 0
    assert loss == pytest.approx(-(objective.target[asked] * np.log(mean[asked])).sum() / objective.asked)
    d_table = -np.divide(objective.target, mean, out=np.zeros_like(mean), where=asked) / objective.asked
    d_W_Q, d_W_K, d_scores = backward(cache, objective)
    chain = attend_backward(trace, np.broadcast_to(d_table / heads, trace.weights.shape))
    for short, long in zip((d_W_Q, d_W_K, backward_X(cache, d_scores)), chain, strict=True):
        np.testing.assert_allclose(short, long, atol=1e-12)


@given(st.integers(0, 10**6), st.integers(1, 3), st.sampled_from(CASES), st.sampled_from([1.0, 40.0]))
def test_the_softmax_with_its_mask_prepared_is_that_of_the_core(
    seed: int, heads: int, case: dict[str, Any], size: float
) -> None:
    X, W_Q, W_K, objective = problem(case, heads, seed)
    X = X * size  # to scores beyond ±1e4
    weights = forward(X, W_Q, W_K, objective)[1].weights
    scores = (X @ W_Q) @ np.swapaxes(X @ W_K, 1, 2) * objective.factor
    np.testing.assert_allclose(weights, masked_softmax(scores, objective.mask)[0], atol=1e-12)


def test_the_target_is_the_normalised_hand_table_and_dashes_are_masked() -> None:
    objective = objective_for(SEED, factor=Switches().factor(16))
    np.testing.assert_array_equal(objective.target, target_rows(SEED))
    np.testing.assert_array_equal(objective.mask, ~np.eye(7, dtype=bool))
    assert objective.asked == 7
    assert objective.factor == pytest.approx(0.25)
    assert objective_for(SEED, factor=Switches(scale=False, temperature=0.5).factor(16)).factor == pytest.approx(2)


def test_the_floor_is_the_mean_entropy_of_the_rows_that_ask() -> None:
    hand = HandTable(("我", "去", "了"), np.array([[0.1, 0.45, 0.45], [1, NAN, 0], [NAN, NAN, NAN]]))
    objective = objective_for(hand, factor=Switches().factor(4))
    assert objective.asked == 2
    assert objective.floor == pytest.approx((0.1 * math.log(10) + 0.9 * math.log(1 / 0.45)) / 2)


def test_a_row_that_nobody_filled_in_asks_for_nothing() -> None:
    hand = HandTable(("我", "去", "了"), np.array([[NAN, 0.1, 0.1], [0.9, NAN, 0.1], [0.1, 0.1, NAN]]))
    objective = objective_for(hand, factor=Switches().factor(4))
    np.testing.assert_allclose(objective.target, [[0.0] * 3, [0.9, 0.0, 0.1], [0.0] * 3])
    np.testing.assert_array_equal(objective.mask, hand.considered)
    with pytest.raises(NothingFilled):
        objective_for(blank_table(hand.words), factor=Switches().factor(4))


@given(st.integers(0, 10**6), st.integers(1, 3))
def test_no_loss_is_below_the_floor_and_the_rest_is_the_divergence(seed: int, heads: int) -> None:
    X, W_Q, W_K, objective = problem({}, heads, seed)
    loss, cache = forward(X, W_Q, W_K, objective)
    assert loss >= objective.floor - 1e-12
    agreement = compare(cache.table, table(seed))
    if agreement.kl is not None:
        assert loss - objective.floor == pytest.approx(agreement.kl, abs=1e-9)


def test_the_gradient_vanishes_at_the_target() -> None:
    """Scores that are the logarithms of the target: nothing is left to learn."""
    hand = HandTable(("我", "去", "了"), np.array([[0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6]]))
    objective = objective_for(hand, factor=Switches().factor(3))
    W_K = np.log(objective.target).T[None] / objective.factor
    loss, cache = forward(np.eye(3), np.eye(3)[None], W_K, objective)
    assert loss == pytest.approx(objective.floor)
    assert max(np.abs(gradient).max() for gradient in backward(cache, objective)) < 1e-12


@pytest.mark.parametrize("heads", [1, 3])
def test_rows_that_ask_for_nothing_cost_nothing_and_teach_nothing(heads: int) -> None:
    """All '-', all 0, all the same: their queries have no gradient. Where all rows are such, there is nothing to fit."""
    X, W_Q, W_K, _ = problem({}, heads)
    words, even = tuple("我你他去了"), [np.full(5, NAN), np.zeros(5), np.full(5, 0.1)]
    objective = objective_for(HandTable(words, np.stack([[0.9, 0.1, 0.1, 0.1, 0.1], *even, even[0]])), factor=USUAL)
    loss, cache = forward(X, W_Q, W_K, objective)
    assert (objective.asked, bool(objective.target[1:].any())) == (1, False)
    assert np.isfinite([loss, *(np.abs(gradient).max() for gradient in backward(cache, objective))]).all()
    for values in even:
        with pytest.raises(NothingFilled):
            objective_for(HandTable(words, np.stack([values] * 5)), factor=USUAL)


@pytest.mark.parametrize("heads", [1, 2])
def test_a_weight_of_nothing_where_something_is_asked_has_a_finite_loss_and_gradient(heads: int) -> None:
    hand = HandTable(("我", "去"), np.array([[0.9, 0.1], [0.1, 0.9]]))
    objective = objective_for(hand, factor=1.0)
    W = np.broadcast_to(np.array([[0.0, 60], [60, 0]]), (heads, 2, 2))
    loss, cache = forward(np.eye(2), W, W, objective)
    assert cache.table.min() == 0
    assert math.isfinite(loss)
    assert loss > 60
    assert all(np.isfinite(gradient).all() for gradient in backward(cache, objective))


def test_the_whole_against_pytorch(torch: Any) -> None:
    for case in CASES:
        for heads in (1, 3):
            X, W_Q, W_K, objective = problem(case, heads)
            tensors = [torch.tensor(array, requires_grad=True) for array in (X, W_Q, W_K)]
            mask, target = torch.tensor(objective.mask), torch.tensor(objective.target)
            scores = (tensors[0] @ tensors[1]) @ (tensors[0] @ tensors[2]).transpose(1, 2) * objective.factor
            mean = torch.softmax(scores.masked_fill(~mask, -1e30), dim=-1).mean(dim=0)
            loss = -(target * torch.log(torch.where(target > 0, mean, 1.0))).sum() / objective.asked
            loss.backward()
            ours, cache = forward(X, W_Q, W_K, objective)
            d_W_Q, d_W_K, d_scores = backward(cache, objective)
            assert ours == pytest.approx(loss.item())
            for tensor, found in zip(tensors, (backward_X(cache, d_scores), d_W_Q, d_W_K), strict=True):
                np.testing.assert_allclose(found, tensor.grad.numpy(), atol=1e-12)
