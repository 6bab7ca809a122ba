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
    scale: bool | None = None,
    temperature: float | None = None,
    mask: Mask | None = None,
) -> Trace:
    """The trace of one head computed anew; what is None stays as it was. scale: divide the scores by √d_k."""
    return attend(
        trace.X,
        trace.W_Q if W_Q is None else W_Q,
        trace.W_K if W_K is None else W_K,
        trace.W_V if W_V is None else W_V,
        scale=trace.scale != 1 if scale is None else scale,
        temperature=trace.temperature if temperature is None else temperature,
        mask=trace.mask if mask is None else mask,
    )
