"""The same attention once more, with one thing changed: what every experiment does."""

from __future__ import annotations

from attention.core import attend
from attention.types import Floats, Mask, Trace


def attend_again(
    trace: Trace,
    *,
    W_Q: Floats | None = None,
    W_K: Floats | None = None,
    W_V: Floats | None = None,
    factor: float | None = None,
    mask: Mask | None = None,
) -> Trace:
    """The trace of one head computed anew; what is None stays as it was. factor: what the scores are multiplied by."""
    return attend(
        trace.X,
        trace.W_Q if W_Q is None else W_Q,
        trace.W_K if W_K is None else W_K,
        trace.W_V if W_V is None else W_V,
        factor=trace.factor if factor is None else factor,
        mask=trace.mask if mask is None else mask,
    )
