"""Fitting W_Q and W_K to a hand table, one step at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from attention.errors import Diverged
from attention.train.objective import Forward, Objective, backward, backward_X, forward
from attention.train.optimisers import OPTIMISERS, Update
from attention.types import Floats, Switches

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

    def __post_init__(self) -> None:
        Switches(self.scale, self.temperature)  # raises TemperatureError

    @property
    def factor(self) -> float:
        """What the scores are multiplied by."""
        return Switches(self.scale, self.temperature).factor(self.d_k)

    def update(self) -> Update:
        """The optimiser, as a function."""
        extra = {"decay": self.momentum} if self.optimiser == "momentum" else {}
        return OPTIMISERS[self.optimiser](self.learning_rate, **extra)


@dataclass(frozen=True)
class Step:
    """The state after `number` updates: the loss in nats and the matrices that give it, with their gradients.

    W_Q, W_K, d_W_Q, d_W_K: (h, d_model, d_k); X (n, d_model); d_scores (h, n, n), ∂loss/∂(q·k); table (n, n), the mean of the
    heads' weights (h, n, n).
    """

    number: int
    loss: float
    W_Q: Floats
    W_K: Floats
    d_W_Q: Floats
    d_W_K: Floats
    X: Floats
    d_scores: Floats
    cache: Forward

    @property
    def scores(self) -> Floats:
        """(h, n, n): q·k of each head, not yet scaled."""
        return np.asarray(self.cache.Q @ self.cache.K.transpose(0, 2, 1))

    @property
    def table(self) -> Floats:
        """(n, n): the mean of the heads' weights."""
        return self.cache.table

    @property
    def weights(self) -> Floats:
        """(h, n, n): the weights of each head."""
        return self.cache.weights


@dataclass(frozen=True)
class Fitted:
    """What fitting gave: W_Q, W_K (h, d_model, d_k) after `steps` updates; loss and floor in nats; the words of the table."""

    settings: FitSettings
    W_Q: Floats
    W_K: Floats
    steps: int
    loss: float
    floor: float
    words: tuple[str, ...]


def fit(X: Floats, objective: Objective, settings: FitSettings, rng: np.random.Generator) -> Iterator[Step]:
    """Yield step 0 (the random matrices), then one step after each update, without end; the caller stops.

    X (n, d_model). Entries of W_Q and W_K start with variance 1/d_model. Raises Diverged when the loss or a parameter is no
    longer finite: the step before it was the last good one.
    """
    shape = (2, settings.heads, X.shape[1], settings.d_k)
    theta = rng.standard_normal(math.prod(shape)) / np.sqrt(X.shape[1])
    if settings.train_X:
        theta = np.concatenate([theta, X.ravel()])
    update, state, number = settings.update(), None, 0
    while True:
        step, gradient = evaluate(theta, X, shape, objective, number, train_X=settings.train_X)
        yield step
        with np.errstate(over="ignore", invalid="ignore"):
            state, theta = update(state, theta, gradient)
        number += 1


def evaluate(
    theta: Floats, X: Floats, shape: tuple[int, int, int, int], objective: Objective, number: int, *, train_X: bool
) -> tuple[Step, Floats]:
    """The step at the parameters theta (p,): W_Q and W_K of `shape` (2, h, d_model, d_k), then X where it is trained too;
    and the gradient (p,). Raises Diverged if the loss is not finite."""
    size = math.prod(shape)
    W = theta[:size].reshape(shape)
    X = theta[size:].reshape(X.shape) if train_X else X
    with np.errstate(over="ignore", invalid="ignore"):
        loss, cache = forward(X, W[0], W[1], objective)
        if not math.isfinite(loss):
            raise Diverged(number)
        d_W_Q, d_W_K, d_scores = backward(cache, objective)
        parts = [d_W_Q.ravel(), d_W_K.ravel()] + ([backward_X(cache, d_scores).ravel()] if train_X else [])
        return Step(number, loss, W[0], W[1], d_W_Q, d_W_K, X, d_scores, cache), np.concatenate(parts)


def fit_to_end(X: Floats, objective: Objective, settings: FitSettings, rng: np.random.Generator) -> Step:
    """The step after `settings.steps` updates. X (n, d_model)."""
    steps = fit(X, objective, settings, rng)
    return next(step for step in steps if step.number == settings.steps)
