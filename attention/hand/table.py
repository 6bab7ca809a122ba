"""The hand-built table: making, editing and reading it. A value is 0 to 1, or '-' (NaN): not considered."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence

import numpy as np

from attention.core import row_ranges, share_rows
from attention.errors import HandValueError
from attention.types import Floats, HandTable, Mask
from attention.words.characters import common_beginning

Cell = tuple[int, int, float]
"""Row and column, from 0, and what goes there: 0 to 1, or NaN for '-'."""
UNRELATED = 0.1
"""What a cell holds until a person has thought about it."""

ALIKE = 1e-9
"""Values closer than this are the same: a mean of equal values is not always equal to them."""
DASH = re.compile("[‐‒–—―−ー]")
"""What stands for '-' after NFKC. A Chinese keyboard types —— for one."""
NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?)( ?%)?", re.ASCII)


def blank_table(words: Sequence[str]) -> HandTable:
    """A table to begin with: every pair 0.1, the diagonal '-'."""
    values = np.full((len(words), len(words)), UNRELATED)
    np.fill_diagonal(values, np.nan)
    return HandTable(tuple(words), values)


def parse_value(text: str, *, row: int | None = None, column: int | None = None) -> float:
    """The value that a person typed, or a spreadsheet wrote: 0 to 1, or NaN for '-'. The same rules as `parse` in values.js.

    Nothing at all is '-'. Full-width digits, points and dashes are accepted, a decimal comma, and 80% as 0.8.
    Raises HandValueError, which names row and column (from 1), for anything else.

    >>> [parse_value(text) for text in ("0.3", "．8", "80％", "0,5", "—")]
    [0.3, 0.8, 0.8, 0.5, nan]
    """
    plain = DASH.sub("-", unicodedata.normalize("NFKC", text)).strip().replace("。", ".")
    if not plain.strip("-"):
        return float("nan")
    number = NUMBER.fullmatch(plain.replace(",", ".") if "." not in plain else plain)
    value = float(number[1]) / (100 if number[2] else 1) if number else -1.0
    if not 0 <= value <= 1:
        raise HandValueError(value=text, row=row, column=column)
    return abs(value)  # -0 would be shown with its sign


def with_values(table: HandTable, cells: Iterable[Cell]) -> HandTable:
    """The table with these cells changed, one after the other."""
    return HandTable(table.words, with_cells(table.values, cells))


def with_cells(values: Floats, cells: Iterable[Cell]) -> Floats:
    """(n, m) with these cells changed, one after the other; cells outside it are ignored."""
    values = values.copy()
    for i, j, value in cells:
        if i < len(values) and j < values.shape[1]:
            values[i, j] = value
    return values


def symmetric(table: HandTable) -> HandTable:
    """The table with both cells of a pair set to their mean, or to the value of the one that is considered."""
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


def filled_rows(table: HandTable) -> Mask:
    """(n,), True for a row that says something: it prefers some keys to others.

    Where all of a row's cells are '-' or the same, nobody has filled it in, or it makes no difference that somebody did: there
    is nothing to compare, to draw or to fit.

    >>> filled_rows(blank_table("我你他")).any()
    np.False_
    """
    return row_ranges(table.values, table.considered) > ALIKE


def target_rows(table: HandTable, mask: Mask | None = None) -> Floats:
    """The distribution that each row asks for, (n, n): normalised over its considered cells inside `mask`, 0 elsewhere.

    A row that asks for nothing (all '-' or 0) is all zeros.
    """
    allowed = table.considered if mask is None else table.considered & mask
    return share_rows(np.where(allowed, np.nan_to_num(table.values), 0.0))


def carry(table: HandTable, words: Sequence[str], *, onto: HandTable | None = None) -> HandTable:
    """The table for a changed sentence: the values between words that stayed stay, new words start at 0.1 and '-'.

    Which words stayed is found by position and order, as in a text comparison, never by the text alone. onto: a table for
    just these words, from which new words take their values instead.
    """
    if tuple(words) == table.words:
        return table
    values = (onto or blank_table(words)).values.copy()
    old, new = matching_positions(table.words, words)
    values[np.ix_(new, new)] = table.values[np.ix_(old, old)]
    return HandTable(tuple(words), values)


def matching_positions(old: Sequence[str], new: Sequence[str]) -> tuple[list[int], list[int]]:
    """Positions of the words that stayed: in the old sentence and in the new one, in order.

    An edit in one place leaves the words before and behind it alone, so these are settled first: among repeated words difflib
    would rather take the longest run, wherever that stands.
    """
    before = common_beginning(old, new)
    after = common_beginning(old[before:][::-1], new[before:][::-1])
    a, b = len(old) - after, len(new) - after
    blocks = difflib.SequenceMatcher(a=old[before:a], b=new[before:b], autojunk=False).get_matching_blocks()
    inside = [(before + block.a + k, before + block.b + k) for block in blocks for k in range(block.size)]
    pairs = [
        *zip(range(before), range(before), strict=True),
        *inside,
        *zip(range(a, len(old)), range(b, len(new)), strict=True),
    ]
    return [i for i, _ in pairs], [j for _, j in pairs]
