"""Why rows sum to 1 and columns do not, and what temperature does to a row."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.core import masked_softmax
from attention.experiments.four_steps import entropy
from attention.experiments.recompute import attend_again
from attention.types import Floats, Mask, Trace


def by_columns(trace: Trace) -> Floats:
    """(n, n): softmax down each column of the same scores instead of along each row."""
    return masked_softmax(trace.scaled.T, trace.mask.T)[0].T


@dataclass(frozen=True)
class Heat:
    """Means over the rows that may attend to anything: entropy in nats, largest weight."""

    entropy: float
    top: float


def heat(trace: Trace, factor: float) -> Heat:
    """With the scores multiplied by this factor."""
    open_rows = attend_again(trace, factor=factor).weights[trace.mask.any(axis=1)]
    if not len(open_rows):
        return Heat(0.0, 0.0)
    return Heat(float(entropy(open_rows).mean()), float(open_rows.max(axis=1).mean()))


def most_entropy(mask: Mask) -> float:
    """The mean entropy in nats of even rows: ln of the number of True in each row of the mask (n, n), averaged."""
    allowed = mask.sum(axis=1)
    return float(np.log(allowed[allowed > 0]).mean()) if (allowed > 0).any() else 0.0
