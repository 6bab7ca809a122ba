"""Many hand tables of the same words → what they say together: their mean, their spread, and where they disagree.

A cell that somebody left open does not count: mean and spread are over those who filled it in.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention.errors import ShapeError
from attention.types import Floats, HandTable, frozen

MUCH, NOTHING = 0.7, 0.3
"""From and up to where a value says that two words have much, or nothing, to do with each other."""


@dataclass(frozen=True, eq=False)
class Consensus:
    """mean: NaN where nobody filled in; spread (n, n): standard deviation, NaN where fewer than two did; counts (n, n): how
    many did; lowest, highest (n, n); tables: how many there are."""

    mean: HandTable
    spread: Floats
    counts: npt.NDArray[np.int64]
    lowest: Floats
    highest: Floats
    tables: int

    def __post_init__(self) -> None:
        for name in ("spread", "lowest", "highest"):
            object.__setattr__(self, name, frozen(getattr(self, name)))
        object.__setattr__(self, "counts", frozen(self.counts, np.int64))


@dataclass(frozen=True)
class Dispute:
    """A row in which the class disagrees: the mean spread of its cells, and its most disputed cell."""

    query: int
    spread: float
    key: int
    mean: float
    lowest: float
    highest: float


@dataclass(frozen=True)
class Split:
    """A cell on which the class is divided: how many say that the words have much to do with each other, something, nothing."""

    query: int
    key: int
    much: int
    some: int
    nothing: int


def most_divided(tables: Sequence[HandTable], rows: Iterable[int]) -> Split | None:
    """Among the cells of these rows the one with most on the smaller of both sides; None where no cell has two sides.

    Of several the one on which fewest are undecided, then the first.
    """
    if not tables:
        return None
    values = np.array([table.values for table in tables])
    much, nothing = ((values >= MUCH).sum(axis=0), (values <= NOTHING).sum(axis=0))
    some = ((values > NOTHING) & (values < MUCH)).sum(axis=0)
    cells = [(i, j) for i in rows for j in range(len(tables[0])) if min(much[i, j], nothing[i, j])]
    if not cells:
        return None
    best = min(cells, key=lambda cell: (-min(much[cell], nothing[cell]), some[cell]))
    return Split(*best, int(much[best]), int(some[best]), int(nothing[best]))


def consensus(words: Sequence[str], tables: Sequence[HandTable]) -> Consensus:
    """The tables, (n, n) each and all for these words, taken together. Raises ShapeError for a table of other words."""
    if any(table.words != tuple(words) for table in tables):
        raise ShapeError("a table's words", found="others", wanted=f"those of the room, {len(words)}")
    n = len(words)
    values = np.array([table.values for table in tables]).reshape(-1, n, n)
    filled = ~np.isnan(values)
    counts = filled.sum(axis=0)
    mean = over(np.where(filled, values, 0.0).sum(axis=0), counts, at_least=1)
    square = np.where(filled, (values - mean) ** 2, 0.0).sum(axis=0)
    lowest = np.where(counts > 0, np.where(filled, values, np.inf).min(axis=0, initial=np.inf), np.nan)
    highest = np.where(counts > 0, np.where(filled, values, -np.inf).max(axis=0, initial=-np.inf), np.nan)
    spread = np.sqrt(over(square, counts, at_least=2))
    return Consensus(HandTable(tuple(words), mean), spread, counts, lowest, highest, len(tables))


def over(sums: Floats, counts: npt.NDArray[np.int64], *, at_least: int) -> Floats:
    """sums / counts, (n, n); NaN where there are fewer than `at_least`."""
    return np.asarray(np.where(counts >= at_least, sums / np.maximum(counts, 1), np.nan))


def disputes(together: Consensus, *, most: int = 3) -> tuple[Dispute, ...]:
    """The rows in which the class disagrees most, the worst first; rows on which all agree are left out."""
    found = []
    for query, row in enumerate(together.spread):
        if np.isnan(row).all() or np.nanmax(row) < 1e-9:
            continue
        key = int(np.nanargmax(row))
        cell = (float(m[query, key]) for m in (together.mean.values, together.lowest, together.highest))
        found.append(Dispute(query, float(np.nanmean(row)), key, *cell))
    return tuple(sorted(found, key=lambda dispute: -dispute.spread)[:most])
