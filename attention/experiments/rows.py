"""Why rows sum to 1 and columns do not, and what temperature does to a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention.core import masked_softmax
from attention.experiments.four_steps import entropy
from attention.experiments.recompute import attend_again
from attention.types import Floats, Trace


def by_columns(trace: Trace) -> Floats:
    """(n, n): softmax down each column of the same scores instead of along each row."""
    return masked_softmax(trace.scaled.T, trace.mask.T)[0].T


@dataclass(frozen=True)
class Heat:
    """At one temperature, means over the rows that may attend to anything: entropy in nats, largest weight."""

    temperature: float
    entropy: float
    top: float


def heat(trace: Trace, temperature: float) -> Heat:
    weights = attend_again(trace, temperature=temperature).weights
    open_rows = weights[trace.mask.any(axis=1)]
    if not len(open_rows):
        return Heat(temperature, 0.0, 0.0)
    return Heat(temperature, float(entropy(open_rows).mean()), float(open_rows.max(axis=1).mean()))


def heats(trace: Trace, temperatures: Sequence[float]) -> tuple[Heat, ...]:
    return tuple(heat(trace, t) for t in temperatures)


def most_entropy(trace: Trace) -> float:
    """The mean entropy in nats that even rows would have: ln of the number of words that a row may attend to."""
    allowed = trace.mask.sum(axis=1)
    return float(np.log(allowed[allowed > 0]).mean()) if (allowed > 0).any() else 0.0
