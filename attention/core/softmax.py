"""Softmax over a row, masked, and its gradient. Source: "Attention Is All You Need" (Vaswani et al. 2017), section 3.2.1."""

from __future__ import annotations

import numpy as np

from attention.types import Floats, Mask


def masked_softmax(scores: Floats, mask: Mask) -> tuple[Floats, Floats]:
    """Weights of each row, and the scores as they were used: (…, n_q, n_k) → two of (…, n_q, n_k).

    Where `mask` is False the score becomes −inf and the weight 0. The row's maximum is subtracted first, so that scores of ±10⁴
    do not overflow. A row in which nothing may be attended to is all zeros.
    """
    masked = np.where(mask, scores, -np.inf)
    top = masked.max(axis=-1, keepdims=True, initial=np.finfo(masked.dtype).min)  # −inf − top is −inf, never NaN
    exps = np.exp(masked - top)
    total = exps.sum(axis=-1, keepdims=True)  # 1 or more, since exp(top − top) = 1; or 0
    return exps / np.maximum(total, 1), masked


def softmax(scores: Floats) -> Floats:
    """Weights of each row, nothing masked: (…, n_q, n_k) or (n,), in the same shape."""
    return masked_softmax(scores, np.ones(scores.shape, dtype=bool))[0]


def share_rows(values: Floats) -> Floats:
    """Each row of (…, n_q, n_k) divided by its sum, so that it adds up to 1; a row of zeros stays."""
    sums = values.sum(axis=-1, keepdims=True)
    return np.asarray(values / np.where(sums > 0, sums, 1.0))


def softmax_backward(d_weights: Floats, weights: Floats) -> Floats:
    """Gradient with respect to the scores: ∂L/∂s = w ⊙ (∂L/∂w − Σ ∂L/∂w·w), all (…, n_q, n_k). Masked cells get 0."""
    return weights * (d_weights - (d_weights * weights).sum(axis=-1, keepdims=True))
