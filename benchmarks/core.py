"""Attention of 8 heads in attention.core, beside PyTorch's own multi-head attention: CPU time of one thread.

Both work in float64 on the same numbers and return the weights of every head. The core returns all that leads to them as well
(Q, K, V, scores, scaled, masked), for the page of the four steps.
"""

# ruff: noqa: E402 (numpy reads the number of threads when it is imported)

from __future__ import annotations

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import importlib.util

import numpy as np

from attention.core import attend
from attention.types import frozen
from benchmarks import Result
from benchmarks.timing import cpu_ms

SIZES = (16, 128, 512)
HEADS, D_K = 8, 64


def compared(n: int) -> Result:
    import torch

    torch.set_num_threads(1)
    rng = np.random.default_rng(0)
    d_model = HEADS * D_K
    X = frozen(rng.normal(size=(n, d_model)))
    # Read-only, as the sources hand them over: what cannot change need not be copied into the trace.
    W_Q, W_K, W_V = (frozen(rng.normal(size=(HEADS, d_model, D_K)) * d_model**-0.5) for _ in range(3))
    theirs = torch.nn.MultiheadAttention(d_model, HEADS, bias=False, batch_first=True, dtype=torch.float64).eval()
    joined = np.concatenate([W.transpose(1, 0, 2).reshape(d_model, d_model).T for W in (W_Q, W_K, W_V)])
    with torch.inference_mode():
        theirs.in_proj_weight.copy_(torch.from_numpy(joined))
        given = torch.from_numpy(X.copy())[None]
        weights = theirs(given, given, given, average_attn_weights=False)[1][0].numpy()
        apart = float(np.abs(attend(X, W_Q, W_K, W_V).weights - weights).max())
        other = cpu_ms(lambda: theirs(given, given, given, average_attn_weights=False))
    ours = cpu_ms(lambda: attend(X, W_Q, W_K, W_V))
    note = (
        f"{ours:.2f} ms and {other:.2f} ms (its output projection included); largest difference of a weight {apart:.0e}"
    )
    return Result(f"{n} words, {HEADS} heads, d_k {D_K}: time of PyTorch's", f"{ours / other:.2f} times", "", note)


def measure() -> list[Result]:
    if importlib.util.find_spec("torch") is None:
        return [Result("not measured", "–", "", "PyTorch is not installed")]
    return [compared(n) for n in SIZES]
