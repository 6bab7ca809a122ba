"""Scaled dot-product attention, forward and backward, in the order of the paper (Vaswani et al. 2017, equation 1).

    Q = X·W_Q    K = X·W_K    V = X·W_V
    weights = softmax(Q·Kᵀ / √d_k)    output = weights·V

Every function takes one head, W (d_model, d_k), or several at once, W (h, d_model, d_k). `attend` also takes b sentences of one
length at once: X (b, n, d_model) for one head, X (b, 1, n, d_model) for several; b then stands in front of every shape.
"""

from __future__ import annotations

import numpy as np

from attention.core.softmax import masked_softmax, softmax_backward
from attention.errors import ShapeError
from attention.types import Floats, Mask, Switches, Trace


def attend(
    X: Floats,
    W_Q: Floats,
    W_K: Floats,
    W_V: Floats,
    *,
    factor: float | None = None,
    mask: Mask | None = None,
) -> Trace:
    """X (n, d_model), W_Q and W_K (d_model, d_k), W_V (d_model, d_v) → Trace with weights (n, n) and output (n, d_v).

    factor: what the scores are multiplied by; None: 1/√d_k, as in the paper. A smaller one flattens a row, a larger one
    sharpens it (`Switches.factor`). mask (n, n): True = may attend; None: every word may attend to every word.
    Raises ShapeError if the matrices do not fit together.
    """
    check_shapes(X, W_Q, W_K, W_V)
    mask = np.ones((X.shape[-2], X.shape[-2]), dtype=bool) if mask is None else mask
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    factor = Switches().factor(Q.shape[-1]) if factor is None else factor
    scores = Q @ np.swapaxes(K, -1, -2)
    scaled = scores * factor
    weights, masked = masked_softmax(scaled, mask)
    output = weights @ V
    return Trace(X, W_Q, W_K, W_V, Q, K, V, scores, scaled, masked, weights, output, mask, factor)


def attend_backward(trace: Trace, d_weights: Floats) -> tuple[Floats, Floats, Floats]:
    """Gradients of a loss on the weights: ∂L/∂weights (n, n) → ∂L/∂W_Q, ∂L/∂W_K (d_model, d_k), ∂L/∂X (n, d_model).

    The trace is the cache of the forward pass. With several heads, ∂L/∂X is the sum over them.
    """
    d_scores = softmax_backward(d_weights, trace.weights) * trace.factor
    d_Q = d_scores @ trace.K
    d_K = np.swapaxes(d_scores, -1, -2) @ trace.Q
    d_X = d_Q @ np.swapaxes(trace.W_Q, -1, -2) + d_K @ np.swapaxes(trace.W_K, -1, -2)
    return trace.X.T @ d_Q, trace.X.T @ d_K, d_X.reshape(-1, *trace.X.shape).sum(axis=0)


def check_shapes(X: Floats, W_Q: Floats, W_K: Floats, W_V: Floats) -> None:
    """Raise ShapeError, naming the matrix, unless the products of attention exist.

    X (…, n, d_model), W_Q and W_K (…, d_model, d_k), W_V (…, d_model, d_v).
    """
    if X.ndim < 2 or X.ndim == W_Q.ndim == 3:
        raise ShapeError("X", found=X.shape, wanted="(words, d_model)")
    for name, W in (("W_Q", W_Q), ("W_K", W_K), ("W_V", W_V)):
        if W.ndim not in (2, 3) or W.shape[-2] != X.shape[-1]:
            raise ShapeError(name, found=W.shape, wanted=f"({X.shape[-1]}, any)")
    if W_Q.shape != W_K.shape:
        raise ShapeError("W_K", found=W_K.shape, wanted=f"{W_Q.shape}, as W_Q")
