"""Why the scores are divided by √d_k: what random queries and keys do as d_k grows.

Source of the argument: "Attention Is All You Need" (Vaswani et al. 2017), section 3.2.1, footnote 4: where the entries of q and
k are independent with mean 0 and variance 1, q·k has variance d_k.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.core import softmax
from attention.experiments.four_steps import entropy
from attention.limits.remembered import remembered
from attention.types import Floats, Switches

WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
QUERIES = 8
"""Random queries to each draw of random keys."""
SPREAD_FIGURES = 400_000
"""About how many random numbers are drawn for a width."""


@dataclass(frozen=True)
class Spread:
    """Means over many random rows, each as (divided by √d_k, not divided). deviation: of the undivided scores;
    entropy in nats; top: the largest weight; slope: the mean of w·(1 − w), softmax's own derivative."""

    d_k: int
    deviation: float
    entropy: tuple[float, float]
    top: tuple[float, float]
    slope: tuple[float, float]


@remembered(most=1_000_000)
def spread(n: int, d_k: int, seed: int = 0) -> Spread:
    """Rows of n random keys of width d_k."""
    rng = np.random.default_rng((seed, n, d_k))
    draws = max(4, min(64, SPREAD_FIGURES // (n * d_k)))
    q = rng.standard_normal((draws, QUERIES, d_k))
    scores = q @ np.swapaxes(rng.standard_normal((draws, n, d_k)), 1, 2)
    divided, plain = softmax(scores * Switches().factor(d_k)), softmax(scores)
    return Spread(
        d_k,
        float(scores.std()),
        (float(entropy(divided).mean()), float(entropy(plain).mean())),
        (float(divided.max(axis=-1).mean()), float(plain.max(axis=-1).mean())),
        (float((divided * (1 - divided)).mean()), float((plain * (1 - plain)).mean())),
    )


def spreads(n: int) -> tuple[Spread, ...]:
    """One Spread for each of WIDTHS."""
    return tuple(spread(n, d_k) for d_k in WIDTHS)


def one_row(n: int, d_k: int, seed: int = 0) -> tuple[Floats, Floats, Floats]:
    """One random query against n random keys: scores, weights with and weights without the division, three of (n,).

    The same seed draws the same first dimensions whatever d_k is, so a row changes as dimensions are added to it.
    """
    rng = np.random.default_rng((seed, n))
    pairs = rng.standard_normal((d_k, n + 1))
    scores = pairs[:, 0] @ pairs[:, 1:]
    return scores, softmax(scores * Switches().factor(d_k)), softmax(scores)
