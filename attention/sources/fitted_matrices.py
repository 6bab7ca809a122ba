"""拟合: W_Q and W_K trained to the hand table, or those that a visitor kept. V is X through a random W_V: fitting the weights
says nothing about it."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np

from attention.limits.remembered import remembered
from attention.models.untrained import embed, random_matrices
from attention.sources.source import Request, Source
from attention.sources.table import AttentionTable
from attention.train import FitSettings, Fitted, fit, objective_for
from attention.types import HandTable, Origin


def fitting_steps(n: int, wished: int) -> int:
    """Fewer steps for long sentences, so that the answer still comes at once: the work per step grows with n²."""
    return min(wished, max(40, round(wished * (25 / max(n, 1)) ** 2)))


def by_values(hand: HandTable, settings: FitSettings | None = None) -> tuple[Any, ...]:
    """The key under which `fit_hand` is remembered: equal tables have equal values."""
    return hand.words, hand.values.tobytes(), settings


@remembered(most=16_000_000, key=by_values)
def fit_hand(hand: HandTable, settings: FitSettings | None = None) -> Fitted:
    """W_Q and W_K fitted to the hand table with the given settings; the same table gives the same matrices."""
    settings = settings or FitSettings()
    X = embed(hand.words, settings.d_model, seed=settings.seed, positions=settings.positions)
    objective = objective_for(hand, factor=settings.factor)
    steps = fit(X, objective, settings, np.random.default_rng(settings.seed))
    # The best one, not the last: Adam's steps do not shrink, so near the floor the loss jumps up again now and then.
    best = min(islice(steps, fitting_steps(len(hand), settings.steps) + 1), key=lambda step: step.loss)
    return Fitted(settings, best.W_Q, best.W_K, best.number, best.loss, objective.floor, hand.words)


def fitted_table(request: Request) -> AttentionTable:
    """The table of fitted matrices. Raises HandTableError if nothing was kept and there is no hand table; NothingFilled."""
    fitted: Fitted = request.given.get(FITTED.name) or fit_hand(request.needed_hand)
    settings = fitted.settings
    X = embed(request.words, settings.d_model, seed=settings.seed, positions=settings.positions)
    W_V = random_matrices(settings.d_model, settings.d_k, seed=settings.seed)[2]
    heads = tuple(request.attended(X, W_Q, W_K, W_V) for W_Q, W_K in zip(fitted.W_Q, fitted.W_K, strict=True))
    details: dict[str, str | int | float] = {"steps": fitted.steps, "loss": fitted.loss, "floor": fitted.floor}
    details |= {"seed": settings.seed, "trained_on": "".join(fitted.words)}
    return request.table(Origin(FITTED.name, details), heads)


FITTED = Source("fitted", fitted_table, "W_Q and W_K trained to the hand table", hand=True)
