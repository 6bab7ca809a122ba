"""Which Chinese word an English word stands for: a soft alignment learned from the pairs alone.

The first model of Brown et al. (1993), p(e|z), with a prior for the diagonal (Dyer et al. 2013), by expectation maximisation in
both directions; what both believe in is kept (Liang et al. 2006): the product of the two posteriors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Pair = tuple[Sequence[str], Sequence[str]]


@dataclass(frozen=True)
class Cells:
    """Every cell (i, j) of every pair's table, one after the other: which words stand there, and where.

    kind: index of the (Chinese, English) word types. pair: which pair. row, column: running number of the Chinese word and
    of the English word over all pairs. off: |i/n − j/m|, how far from the diagonal.
    """

    kind: npt.NDArray[np.int64]
    row: npt.NDArray[np.int64]
    column: npt.NDArray[np.int64]
    off: Floats
    chinese_of_kind: npt.NDArray[np.int64]
    english_of_kind: npt.NDArray[np.int64]
    bounds: npt.NDArray[np.int64]


def cells(pairs: Sequence[Pair]) -> Cells:
    """The tables of all pairs as one list of cells."""
    chinese, english = ({w: k for k, w in enumerate(sorted({w for p in pairs for w in p[side]}))} for side in (0, 1))
    columns: list[list[npt.NDArray[np.int64]]] = [[], [], [], []]
    off, bounds, rows_done, columns_done = [], [0], 0, 0
    for zh, en in pairs:
        n, m = len(zh), len(en)
        z, e = np.array([chinese[w] for w in zh]), np.array([english[w] for w in en])
        i, j = np.repeat(np.arange(n), m), np.tile(np.arange(m), n)
        for into, values in zip(columns, (z[i], e[j], rows_done + i, columns_done + j), strict=True):
            into.append(values)
        off.append(np.abs((i + 0.5) / n - (j + 0.5) / m))
        bounds.append(bounds[-1] + n * m)
        rows_done, columns_done = rows_done + n, columns_done + m
    z, e, row, column = (np.concatenate(c) for c in columns)
    both, kind = np.unique(z * len(english) + e, return_inverse=True)
    return Cells(kind, row, column, np.concatenate(off), both // len(english), both % len(english), np.array(bounds))


def posteriors(
    found: Cells, *, of: npt.NDArray[np.int64], given: npt.NDArray[np.int64], place: npt.NDArray[np.int64], rounds: int,
    sharpness: float, nothing: float,
) -> Floats:  # fmt: skip
    """Probability of each cell that the word at `place` comes from the cell's other word; a share comes from nothing.

    of, given: word types of each kind, translated and translated from. place: running number of the translated word.
    """
    words = int(of.max()) + 1
    t = np.full(len(of), 1.0 / words)
    empty = np.full(words, 1.0 / words)
    prior = np.exp(-sharpness * found.off)
    prior /= np.bincount(place, prior)[place]
    word_at = np.zeros(int(place.max()) + 1, dtype=np.int64)
    word_at[place] = of[found.kind]
    for k in range(rounds):
        weight = t[found.kind] * (prior if k >= 2 else 1 / np.bincount(place)[place])
        from_nothing = nothing * empty[word_at]
        total = np.bincount(place, weight, len(word_at)) * (1 - nothing) + from_nothing
        found_in = weight * (1 - nothing) / total[place]
        counts = np.bincount(found.kind, found_in, len(of)) + 1e-4
        t = counts / np.bincount(given, counts)[given]
        empty = np.bincount(word_at, from_nothing / total, words) + 1e-3
        empty /= empty.sum()
    return np.asarray(found_in)


def align(
    pairs: Sequence[Pair], *, rounds: int = 6, sharpness: float = 2.0, nothing: float = 0.2
) -> list[npt.NDArray[np.float32]]:
    """For each pair a table (n Chinese, m English) of how surely two words belong together, 0 to 1."""
    found = cells(pairs)
    z, e = found.chinese_of_kind, found.english_of_kind
    options: dict[str, Any] = {"rounds": rounds, "sharpness": sharpness, "nothing": nothing}
    to_english = posteriors(found, of=e, given=z, place=found.column, **options)
    to_chinese = posteriors(found, of=z, given=e, place=found.row, **options)
    both = np.sqrt(to_english * to_chinese).astype(np.float32)
    tables = zip(found.bounds, found.bounds[1:], pairs, strict=False)
    return [both[a:b].reshape(len(zh), len(en)) for a, b, (zh, en) in tables]
