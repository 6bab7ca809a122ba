"""The same attention once more, with one thing changed: what every experiment does."""

from __future__ import annotations

from typing import Any

from attention.core import attend
from attention.types import Trace


def attend_again(trace: Trace, **changed: Any) -> Trace:
    """Compute the trace of one head, weights (n, n), anew with some of the arguments of `attend` changed.

    changed: W_Q, W_K (d_model, d_k), W_V (d_model, d_v), factor or mask (n, n).
    """
    given = {name: getattr(trace, name) for name in ("X", "W_Q", "W_K", "W_V", "factor", "mask")}
    return attend(**given | changed)
