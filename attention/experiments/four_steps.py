"""The four steps of attention for one query, in digits that multiply out when they are checked by hand.

Vectors are rounded to 3 digits, scores to 4, exponentials to 5 and weights to 4; from there on the arithmetic is exact on the
digits shown (decimal), and each step says what the unrounded numbers gave.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from attention.types import Floats, Trace

VECTOR, SCORE, EXP, WEIGHT = 3, 4, 5, 4


def rounded(value: float, digits: int) -> Decimal:
    """The number to so many decimals, without a negative zero."""
    return Decimal(f"{float(value):.{digits}f}") + 0


@dataclass(frozen=True)
class Scoring:
    """Step 1 for query i and key j: q, k (d_k) and their products term by term; `total` is their sum, `scaled` is that times
    the trace's factor; `exact` the unrounded scaled score."""

    q: tuple[Decimal, ...]
    k: tuple[Decimal, ...]
    products: tuple[Decimal, ...]
    total: Decimal
    scaled: Decimal
    exact: float


@dataclass(frozen=True)
class Share:
    """Step 2 for one key: its score, the score minus the row's largest, exp of that, and the weight. None where masked."""

    key: int
    score: Decimal
    shifted: Decimal
    exp: Decimal
    weight: Decimal
    exact: float


@dataclass(frozen=True)
class Normalising:
    """Step 2 for the row: the shares of the keys that may be attended to, and the sum of their exponentials."""

    shares: tuple[Share, ...]
    total: Decimal


@dataclass(frozen=True)
class Mixing:
    """Step 3 for a few dimensions of V: for each key its weight, v and their products; `sums` are the output."""

    keys: tuple[int, ...]
    weights: tuple[Decimal, ...]
    values: tuple[tuple[Decimal, ...], ...]
    products: tuple[tuple[Decimal, ...], ...]
    sums: tuple[Decimal, ...]
    exact: tuple[float, ...]


def scoring(trace: Trace, i: int, j: int) -> Scoring:
    """Step 1: q·k, term by term, scaled."""
    q, k = (tuple(rounded(x, VECTOR) for x in vector) for vector in (trace.Q[i], trace.K[j]))
    products = tuple(a * b for a, b in zip(q, k, strict=True))
    total = sum(products, Decimal(0))
    scaled = rounded(float(total) * trace.factor, SCORE)
    return Scoring(q, k, products, total, scaled, float(trace.scaled[i, j]))


def normalising(trace: Trace, i: int) -> Normalising | None:
    """Step 2: softmax of row i; None where the whole row is masked."""
    keys = [int(j) for j in np.flatnonzero(trace.mask[i])]
    if not keys:
        return None
    scores = {j: rounded(trace.scaled[i, j], SCORE) for j in keys}
    top = max(scores.values())
    exps = {j: rounded(math.exp(scores[j] - top), EXP) for j in keys}
    total = sum(exps.values(), Decimal(0))
    return Normalising(
        tuple(
            Share(
                j,
                scores[j],
                scores[j] - top,
                exps[j],
                rounded(float(exps[j] / total), WEIGHT),
                float(trace.weights[i, j]),
            )
            for j in keys
        ),
        total,
    )


def mixing(trace: Trace, i: int, dimensions: Sequence[int]) -> Mixing:
    """Step 3: Σ weight·v over the keys of row i, for the given dimensions of V; the weights are those that step 2 shows."""
    row = normalising(trace, i)
    shares = row.shares if row else ()
    keys, weights = tuple(s.key for s in shares), tuple(s.weight for s in shares)
    values = tuple(tuple(rounded(trace.V[j, d], VECTOR) for d in dimensions) for j in keys)
    products = tuple(tuple(w * v for v in row) for w, row in zip(weights, values, strict=True))
    sums = tuple(sum((row[c] for row in products), Decimal(0)) for c in range(len(dimensions)))
    return Mixing(keys, weights, values, products, sums, tuple(float(trace.output[i, d]) for d in dimensions))


def times_even(trace: Trace, i: int) -> Floats:
    """Each weight of row i as a multiple of an even share, (n,): an even row gives each key that it may attend to the same.
    Zeros where the whole row is masked."""
    return np.asarray(trace.weights[i] * int(trace.mask[i].sum()))


def resemblance(trace: Trace, i: int) -> tuple[Floats, Floats]:
    """Step 4: cosine of v_i and of the output of word i with each word's value vector, two of (n,), −1 to 1."""
    return cosines(trace.V[i], trace.V), cosines(trace.output[i], trace.V)


def cosines(vector: Floats, rows: Floats) -> Floats:
    """Cosine of `vector` (d) with each of `rows` (n, d); 0 where one of them is zero."""
    lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(vector)
    return np.asarray(rows @ vector / np.where(lengths > 0, lengths, 1.0))


def entropy(weights: Floats) -> Floats:
    """Entropy of each row in nats: (…, n) → (…). 0 where all weight is on one word; ln n where it is even."""
    return np.asarray(-(weights * np.log(np.where(weights > 0, weights, 1.0))).sum(axis=-1))
