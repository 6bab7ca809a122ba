"""The hand-built table: making, editing and reading it. A value is 0 to 1, or '-' (NaN): not considered."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Sequence

import numpy as np

from attention.errors import HandValueError
from attention.types import Floats, HandTable, Mask

UNRELATED = 0.1
"""What a cell holds until a person has thought about it."""

DASHES = frozenset("-–—−－")


def blank_table(words: Sequence[str]) -> HandTable:
    """A table to begin with: every pair 0.1, the diagonal '-'."""
    values = np.full((len(words), len(words)), UNRELATED)
    np.fill_diagonal(values, np.nan)
    return HandTable(tuple(words), values)


def parse_value(text: str, *, row: int | None = None, column: int | None = None) -> float:
    """What a person typed → 0 to 1, or NaN for '-'. Full-width digits and dots are understood.

    Raises HandValueError, which names row and column (from 1), for anything else.
    """
    plain = unicodedata.normalize("NFKC", text).strip().replace("。", ".")
    if plain in DASHES:
        return float("nan")
    try:
        value = float(plain)
    except ValueError:
        raise HandValueError(text, row=row, column=column) from None
    if not 0 <= value <= 1:
        raise HandValueError(text, row=row, column=column)
    return value


def with_value(table: HandTable, i: int, j: int, value: float) -> HandTable:
    """The table with one cell changed."""
    values = table.values.copy()
    values[i, j] = value
    return HandTable(table.words, values)


def symmetric(table: HandTable) -> HandTable:
    """Both cells of a pair get their mean; where only one of them is considered, both get its value."""
    both = np.stack([table.values, table.values.T])
    count = (~np.isnan(both)).sum(axis=0)
    total = np.nansum(both, axis=0)
    return HandTable(table.words, np.where(count > 0, total / np.maximum(count, 1), np.nan))


def normalised(table: HandTable) -> HandTable:
    """Each row divided by its sum, so that it adds up to 1 like a computed row; a row of zeros stays."""
    sums = row_sums(table)[:, None]
    return HandTable(table.words, np.minimum(table.values / np.where(sums > 0, sums, 1), 1.0))


def row_sums(table: HandTable) -> Floats:
    """Sum of each row's considered cells, (n,)."""
    return np.asarray(np.nansum(table.values, axis=1))


def target_rows(table: HandTable, mask: Mask | None = None) -> Floats:
    """The distribution that each row asks for, (n, n): normalised over its considered cells inside `mask`, 0 elsewhere.

    A row with nothing to ask for (all '-' or 0) is all zeros.
    """
    allowed = table.considered if mask is None else table.considered & mask
    values = np.where(allowed, np.nan_to_num(table.values), 0.0)
    sums = values.sum(axis=1, keepdims=True)
    return np.asarray(values / np.where(sums > 0, sums, 1.0))


def carry(table: HandTable, words: Sequence[str]) -> HandTable:
    """The table for a changed sentence: the values between words that stayed stay, new words start at 0.1 and '-'.

    Which words stayed is found by position and order, as in a text comparison, never by the text alone.
    """
    if tuple(words) == table.words:
        return table
    values = blank_table(words).values.copy()
    old, new = matching_positions(table.words, words)
    values[np.ix_(new, new)] = table.values[np.ix_(old, old)]
    return HandTable(tuple(words), values)


def matching_positions(old: Sequence[str], new: Sequence[str]) -> tuple[list[int], list[int]]:
    """Positions of the words that stayed: in the old sentence and in the new one, in order."""
    blocks = difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_matching_blocks()
    return (
        [block.a + k for block in blocks for k in range(block.size)],
        [block.b + k for block in blocks for k in range(block.size)],
    )
