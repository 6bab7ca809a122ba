"""A computed table against a hand-built one, and the reading of a row.

Both sides are compared as distributions over the cells that the hand table considers: its rows are divided by their sum,
and so is what the computed row has on the same cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention.core import share_rows
from attention.hand.table import filled_rows, target_rows
from attention.types import Floats, HandTable

FLAT = 1.25
"""A row is flat when its largest weight is below this many times the weight of an even row."""
NEAR_TOP = 0.6
"""A key counts as one of the strongest from this share of the row's largest weight."""


@dataclass(frozen=True)
class RowAgreement:
    """top: the position where the computed row is strongest; agrees: whether the hand row is at its highest there;
    rho: Spearman's rank correlation of the two rows; kl: KL divergence of the hand row from the computed row, in nats.
    All None where a row has nothing to compare, such as a hand row that nobody has filled in (`filled_rows`). Between two
    computed tables agrees is None where the other row is even; rho is None where one of the rows has only one value."""

    top: int | None
    agrees: bool | None
    rho: float | None
    kl: float | None


NOTHING = RowAgreement(None, None, None, None)


@dataclass(frozen=True)
class Agreement:
    """rho and kl: means over the rows that have one (kl is inf where a related word is masked in the computed table).

    Ranks are compared within a row: a row is a distribution, and across rows the same 0.1 means different shares.
    """

    rows: tuple[RowAgreement, ...]
    rho: float | None
    kl: float | None

    @property
    def agreeing(self) -> int:
        """Rows whose strongest key is the hand table's."""
        return sum(row.agrees is True for row in self.rows)

    @property
    def compared(self) -> int:
        """Rows in which there is something to compare."""
        return sum(row.agrees is not None for row in self.rows)


@dataclass(frozen=True)
class RowReading:
    """What a row says: the strongest keys, strongest first, with their weights; flat: no key stands out."""

    query: int
    keys: tuple[tuple[int, float], ...]
    flat: bool


def comparable(weights: Floats, hand: HandTable) -> tuple[Floats, Floats]:
    """Computed and hand rows as distributions over the considered cells: two of (n, n)."""
    return share_rows(np.where(hand.considered, weights, 0.0)), target_rows(hand)


def compare(weights: Floats, hand: HandTable) -> Agreement:
    """How far the computed weights (n, n) agree with the hand table, row by row and as a whole."""
    computed, target = comparable(weights, hand)
    pairs = zip(computed, target, hand.values, filled_rows(hand), strict=True)
    rows = tuple(compare_row(c, t, v) if filled else NOTHING for c, t, v, filled in pairs)
    return Agreement(rows, mean_of([row.rho for row in rows]), mean_of([row.kl for row in rows]))


def mean_of(values: Sequence[float | None]) -> float | None:
    """The mean of the known values; None if there are none."""
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if known else None


def compare_row(computed: Floats, target: Floats, values: Floats) -> RowAgreement:
    """One row: computed and target distributions (n,) and the hand values (n,) with NaN where not considered."""
    if computed.sum() == 0 or target.sum() == 0:
        return NOTHING
    top, considered = int(np.argmax(computed)), ~np.isnan(values)
    rho = spearman(computed[considered], target[considered])
    agrees = bool(values[top] >= np.nanmax(values) - 1e-9) if np.ptp(values[considered]) > 0 else None
    return RowAgreement(top, agrees, rho, kl_divergence(target, computed))


def compare_tables(one: Floats, other: Floats) -> Agreement:
    """How far two tables of weights (n_q, n_k) agree; `other` takes the place of the hand table, all its cells considered."""
    rows = tuple(compare_row(c, t, t) for c, t in zip(share_rows(one), share_rows(other), strict=True))
    return Agreement(rows, mean_of([row.rho for row in rows]), mean_of([row.kl for row in rows]))


def kl_divergence(target: Floats, computed: Floats) -> float:
    """Σ t·log(t/c) in nats; inf where the target asks for a cell that has no weight."""
    asked = target > 0
    if (computed[asked] <= 0).any():
        return float("inf")
    return max(0.0, float((target[asked] * (np.log(target[asked]) - np.log(computed[asked]))).sum()))


def spearman(a: Floats, b: Floats) -> float | None:
    """Spearman's ρ of two lists (n,), ties to four digits sharing their mean rank; None if one is constant."""
    ranks = mean_ranks(a), mean_ranks(b)
    if len(a) < 2 or any(np.ptp(r) == 0 for r in ranks):
        return None
    return float(np.corrcoef(*ranks)[0, 1])


def mean_ranks(values: Floats) -> Floats:
    """Rank of each value (n,), from 1; values equal to four digits share the mean of their ranks.

    Four, because a fitted table repeats the hand table's ties only nearly, and the order within a tie is noise.
    """
    _, inverse, count = np.unique(np.round(values, 4), return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return np.asarray((last - (count - 1) / 2)[inverse])


def difference(weights: Floats, hand: HandTable) -> Floats:
    """Computed minus hand distribution, (n, n), −1 to 1; NaN where the hand table has '-' and in rows nobody has filled in."""
    computed, target = comparable(weights, hand)
    return np.asarray(np.where(hand.considered & filled_rows(hand)[:, None], computed - target, np.nan))


def read_row(weights: Floats, query: int, *, most: int = 3) -> RowReading | None:
    """The strongest keys of one row of weights (n, n) (or of hand values); None where the row is empty.

    `flat` is measured against an even row over the cells that are not NaN: a masked cell has to be.
    """
    row, count = np.nan_to_num(weights[query]), int((~np.isnan(weights[query])).sum())
    if row.sum() <= 0:
        return None
    order = [int(j) for j in np.argsort(-row, kind="stable")]
    top = row[order[0]]
    keys = tuple((j, float(row[j])) for j in order[:most] if row[j] >= NEAR_TOP * top)
    return RowReading(query, keys, flat=count > 1 and bool(top < FLAT * row.sum() / count))


def crossings(weights: Floats) -> int:
    """Pairs of rows (queries, n_q) whose strongest keys stand the other way round: how far two word orders differ.

    Each row is linked to its strongest key, the first of equal ones; rows of zeros have no link.

    >>> crossings(np.array([[0.9, 0.1], [0.2, 0.8]])), crossings(np.array([[0.1, 0.9], [0.8, 0.2]]))
    (0, 1)
    """
    strongest = weights.argmax(axis=1)[weights.sum(axis=1) > 0]
    return int(np.triu(strongest[:, None] > strongest[None, :]).sum())
