"""Are queries and keys interchangeable? The scores are (they transpose), the softmax table is not.

    (X·W_K)·(X·W_Q)ᵀ = ((X·W_Q)·(X·W_K)ᵀ)ᵀ

but softmax divides each row by its own sum, and a transposed table has other rows.
"""

from __future__ import annotations

import numpy as np

from attention.experiments.recompute import attend_again
from attention.types import Floats, Mask, Trace


def swapped(trace: Trace) -> Trace:
    """The trace with W_Q and W_K exchanged."""
    return attend_again(trace, W_Q=trace.W_K, W_K=trace.W_Q)


def tied(trace: Trace) -> Trace:
    """The trace with W_K := W_Q, so that Q = K and the scores are those of each vector with the others."""
    return attend_again(trace, W_K=trace.W_Q)


def largest_gap(a: Floats, b: Floats, mask: Mask | None = None) -> float:
    """The largest |a − b| of two (n, n), over the cells where the mask is True; 0 if there is none."""
    gap = np.abs(a - b)
    return float((gap if mask is None else gap[mask]).max(initial=0.0))


def lopsidedness(values: Floats, mask: Mask | None = None) -> float:
    """How far (n, n) is from symmetric: the largest |a_ij − a_ji|, over pairs of which both cells may be attended to."""
    return largest_gap(values, values.T, None if mask is None else mask & mask.T)


def most_lopsided(values: Floats, mask: Mask) -> tuple[int, int] | None:
    """The pair i, j with the largest a_ij − a_ji > 0 in (n, n), both cells unmasked; None if all pairs are equal."""
    gap = np.where(mask & mask.T, values - values.T, 0.0)
    if gap.size == 0 or gap.max() <= 0:
        return None
    i, j = np.unravel_index(int(gap.argmax()), gap.shape)
    return int(i), int(j)
