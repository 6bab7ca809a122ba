"""A class's tables taken together: mean and spread over those who filled a cell in, and where they disagree."""

from __future__ import annotations

import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from attention.errors import ShapeError
from attention.hand.consensus import Split, consensus, disputes, most_divided
from attention.types import HandTable

WORDS = ("甲", "乙", "丙")
CELLS = arrays.arrays(np.float64, (3, 3), elements=st.one_of(st.just(float("nan")), st.floats(0, 1)))


def table(*rows: list[float | None]) -> HandTable:
    return HandTable(WORDS, np.array(rows, dtype=float))


def test_the_mean_skips_what_somebody_left_open() -> None:
    together = consensus(
        WORDS,
        [
            table([None, 0.1, 0.9], [0.5, None, None], [None, None, None]),
            table([None, 0.9, None], [None, None, None], [None, None, None]),
            table([None, 0.2, 0.9], [None, None, None], [None, None, None]),
        ],
    )
    assert together.tables == 3
    assert together.mean.values[0, 1:] == pytest.approx([0.4, 0.9])
    assert together.mean.values[1, 0] == 0.5
    assert np.isnan(together.mean.values[2]).all()
    assert together.counts.tolist() == [[0, 3, 2], [1, 0, 0], [0, 0, 0]]
    assert together.spread[0, 1] == pytest.approx(statistics.pstdev([0.1, 0.9, 0.2]))
    assert together.spread[0, 2] == 0
    assert np.isnan(together.spread[1, 0]), "one alone has no spread"
    assert (together.lowest[0, 1], together.highest[0, 1]) == (0.1, 0.9)


def test_no_table_says_nothing() -> None:
    together = consensus(WORDS, [])
    assert together.tables == 0
    assert np.isnan(together.mean.values).all()
    assert disputes(together) == ()


@given(st.lists(CELLS, max_size=6))
def test_it_agrees_with_the_statistics_of_each_cell(tables: list[np.ndarray]) -> None:
    together = consensus(WORDS, [HandTable(WORDS, values) for values in tables])
    for i, j in np.ndindex(3, 3):
        known = [float(values[i, j]) for values in tables if not np.isnan(values[i, j])]
        mean, spread = together.mean.values[i, j], together.spread[i, j]
        assert (np.isnan(mean) and not known) or mean == pytest.approx(statistics.fmean(known), abs=1e-12)
        assert (np.isnan(spread) and len(known) < 2) or spread == pytest.approx(statistics.pstdev(known), abs=1e-7)


def test_ten_times_the_largest_value_has_a_mean_that_is_a_value() -> None:
    ones = table([None, 1.0, 0.1], [1.0, None, 0.1], [0.1, 0.1, None])
    assert consensus(WORDS, [ones] * 10).mean.values[0, 1] == 1.0


def test_the_most_disputed_row_comes_first_with_its_most_disputed_cell() -> None:
    together = consensus(
        WORDS,
        [
            table([None, 0.5, 0.5], [0.1, None, 0.4], [0.1, 0.9, None]),
            table([None, 0.5, 0.5], [0.1, None, 0.6], [0.9, 0.8, None]),
        ],
    )
    worst, second = disputes(together)
    assert (worst.query, worst.key, worst.lowest, worst.highest) == (2, 0, 0.1, 0.9)
    assert worst.mean == pytest.approx(0.5)
    assert worst.spread == pytest.approx((0.4 + 0.05) / 2)
    assert (second.query, second.key) == (1, 2)
    assert disputes(together, most=1) == (worst,)


def test_a_table_of_other_words_is_refused() -> None:
    with pytest.raises(ShapeError):
        consensus(("甲", "乙", "丁"), [table([None] * 3, [None] * 3, [None] * 3)])


def test_the_arrays_are_read_only() -> None:
    together = consensus(WORDS, [])
    for values in (together.spread, together.counts, together.lowest, together.highest):
        with pytest.raises(ValueError, match="read-only"):
            values[0, 0] = 1


def test_the_most_divided_cell_has_most_on_its_smaller_side() -> None:
    """Counted a second way: by hand."""
    tables = []
    for much, other in ((0.9, 0.9), (0.9, 0.1), (0.1, 0.1), (0.5, 0.1), (0.9, 0.1)):
        values = np.full((3, 3), np.nan)
        values[0, 1], values[2, 0] = much, other
        tables.append(HandTable(("a", "b", "c"), values))
    # (0, 1): 3 much, 1 some, 1 nothing; (2, 0): 1 much, 4 nothing: one on the smaller side each, fewer undecided in the latter
    assert most_divided(tables, range(3)) == Split(2, 0, 1, 0, 4)
    assert most_divided(tables, [0]) == Split(0, 1, 3, 1, 1), "nothing of another row"
    assert most_divided(tables[:1], range(3)) is None
    assert most_divided(tables, [1]) is None
    assert most_divided([], range(3)) is None
