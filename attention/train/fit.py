"""Fitting W_Q and W_K to a hand table, one step at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attention.errors import Diverged
from attention.train.objective import Forward, Objective, backward, backward_X, forward
from attention.train.optimisers import OPTIMISERS, Update
from attention.types import Floats

OptimiserName = Literal["adam", "momentum", "sgd"]


@dataclass(frozen=True)
class FitSettings:
    """How to fit. heads share d_k: each has its own W of (d_model, d_k)."""

    d_model: int = 32
    d_k: int = 16
    heads: int = 1
    learning_rate: float = 0.03
    steps: int = 500
    optimiser: OptimiserName = "adam"
    momentum: float = 0.9
    seed: int = 0
    positions: bool = True
    scale: bool = True
    temperature: float = 1.0
    train_X: bool = False

    def update(self) -> Update:
        extra = {"decay": self.momentum} if self.optimiser == "momentum" else {}
        return OPTIMISERS[self.optimiser](self.learning_rate, **extra)


@dataclass(frozen=True)
class Step:
    """The state after `number` updates: the loss in nats and the matrices that give it, with their gradients.

    W_Q, W_K, d_W_Q, d_W_K: (h, d_model, d_k); X (n, d_model); table (n, n), the mean of the heads' weights (h, n, n).
    """

    number: int
    loss: float
    W_Q: Floats
    W_K: Floats
    d_W_Q: Floats
    d_W_K: Floats
    X: Floats
    cache: Forward

    @property
    def table(self) -> Floats:
        return self.cache.table

    @property
    def weights(self) -> Floats:
        return self.cache.weights


def fit(X: Floats, objective: Objective, settings: FitSettings, rng: np.random.Generator) -> Iterator[Step]:
    """Yield step 0 (the random matrices), then one step after each update, without end; the caller stops.

    X (n, d_model). Entries of W_Q and W_K start with variance 1/d_model. Raises Diverged when the loss or a parameter is no
    longer finite: the step before it was the last good one.
    """
    d_model, shape = X.shape[1], (2, settings.heads, X.shape[1], settings.d_k)
    theta = rng.standard_normal(shape).ravel() / np.sqrt(d_model)
    size = theta.size
    if settings.train_X:
        theta = np.concatenate([theta, X.ravel()])
    update, state, number = settings.update(), None, 0
    while True:
        W = theta[:size].reshape(shape)
        if settings.train_X:
            X = theta[size:].reshape(X.shape)
        with np.errstate(over="ignore", invalid="ignore"):
            loss, cache = forward(X, W[0], W[1], objective)
            if not np.isfinite(loss):
                raise Diverged(number)
            d_W_Q, d_W_K, d_scores = backward(cache, objective)
            yield Step(number, loss, W[0], W[1], d_W_Q, d_W_K, X, cache)
            parts = [d_W_Q.ravel(), d_W_K.ravel()]
            if settings.train_X:
                parts.append(backward_X(cache, d_scores).ravel())
            state, theta = update(state, theta, np.concatenate(parts))
        number += 1


def fit_to_end(X: Floats, objective: Objective, settings: FitSettings, rng: np.random.Generator) -> Step:
    """The step after `settings.steps` updates."""
    steps = fit(X, objective, settings, rng)
    return next(step for step in steps if step.number == settings.steps)
