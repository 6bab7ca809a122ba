"""What fitting makes small: how far the computed rows are from the rows of the hand table.

loss = mean over rows of −Σ t·log w: t the hand row, normalised over its considered cells, w the computed row. It cannot fall
below its floor, the mean entropy of the rows t. With several heads w is the mean of their weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from attention.core import softmax_backward
from attention.errors import NothingFilled
from attention.hand.table import filled_rows, target_rows
from attention.types import Floats, HandTable, Mask

TINY = 1e-300


@dataclass(frozen=True)
class Objective:
    """target (n, n), rows summing to 1 or all zeros; mask (n, n), True = may attend; factor: what scores are multiplied by."""

    target: Floats
    mask: Mask
    factor: float

    @cached_property
    def asks(self) -> Floats:
        """(n, 1), 1 for a row that asks for something, 0 for one that does not count."""
        return (self.target.sum(axis=1, keepdims=True) > 0).astype(np.float64)

    @cached_property
    def asked(self) -> int:
        """How many rows ask for something."""
        return int(self.asks.sum())

    @cached_property
    def bias(self) -> Floats:
        """(n, n), added to the scores: −inf where a word may not be attended to; rows in which nothing may be, are 0."""
        return np.asarray(np.where(self.mask | ~self.mask.any(axis=1, keepdims=True), 0.0, -np.inf))

    @cached_property
    def alive(self) -> Floats:
        """(n, 1), 0 for a row in which nothing may be attended to: its weights are all zeros."""
        return np.asarray(self.mask.any(axis=1, keepdims=True), dtype=np.float64)

    @property
    def floor(self) -> float:
        """The smallest loss that any table can have, in nats: the mean entropy of the asked rows."""
        t = self.target
        return float(-(t * np.log(np.where(t > 0, t, 1.0))).sum() / max(self.asked, 1))


@dataclass(frozen=True)
class Forward:
    """What the forward pass hands to the backward: Q, K (h, n, d_k), weights (h, n, n), their mean (n, n)."""

    X: Floats
    W_Q: Floats
    W_K: Floats
    Q: Floats
    K: Floats
    weights: Floats
    table: Floats


def objective_for(hand: HandTable, *, factor: float, mask: Mask | None = None) -> Objective:
    """The objective of a hand table: only its considered cells, and only those inside `mask` (n, n), may be attended to.

    Rows that nobody has filled in ask for nothing. Raises NothingFilled if those are all.
    """
    allowed = hand.considered if mask is None else hand.considered & mask
    filled = filled_rows(hand)
    if not filled.any():
        raise NothingFilled
    return Objective(target_rows(hand, allowed & filled[:, None]), allowed, factor)


def forward(X: Floats, W_Q: Floats, W_K: Floats, objective: Objective) -> tuple[float, Forward]:
    """X (n, d_model), W_Q and W_K (h, d_model, d_k) → the loss in nats and the cache for `backward`.

    The softmax is that of core.masked_softmax with the mask prepared once, since this runs hundreds of times (a test holds
    the two equal).
    """
    Q, K = X @ W_Q, X @ W_K
    scores = Q @ K.transpose(0, 2, 1) * objective.factor + objective.bias
    exps = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exps * (objective.alive / exps.sum(axis=-1, keepdims=True))
    table = weights.mean(axis=0) if len(weights) > 1 else weights[0]
    loss = -(objective.target * np.log(np.maximum(table, TINY))).sum() / max(objective.asked, 1)
    return float(loss), Forward(X, W_Q, W_K, Q, K, weights, table)


def backward(cache: Forward, objective: Objective) -> tuple[Floats, Floats, Floats]:
    """∂loss/∂W_Q, ∂loss/∂W_K (h, d_model, d_k) and ∂loss/∂scores (h, n, n), from which ∂loss/∂X follows.

    For one head the gradient of softmax and cross-entropy together is weights − target, which needs no division.
    """
    rows = max(objective.asked, 1)
    if len(cache.weights) == 1:
        d_scores = (cache.weights - objective.target) * (objective.asks * (objective.factor / rows))
    else:
        d_table = -objective.target / np.maximum(cache.table, TINY) / (rows * len(cache.weights))
        d_scores = softmax_backward(d_table, cache.weights) * objective.factor
    return cache.X.T @ (d_scores @ cache.K), cache.X.T @ (d_scores.transpose(0, 2, 1) @ cache.Q), d_scores


def backward_X(cache: Forward, d_scores: Floats) -> Floats:
    """∂loss/∂X (n, d_model), summed over the heads."""
    d_Q, d_K = d_scores @ cache.K, d_scores.transpose(0, 2, 1) @ cache.Q
    return np.asarray((d_Q @ cache.W_Q.transpose(0, 2, 1) + d_K @ cache.W_K.transpose(0, 2, 1)).sum(axis=0))
