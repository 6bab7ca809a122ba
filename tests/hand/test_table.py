"""The hand-built table: its rules, and what survives a change of the sentence."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import HandValueError
from attention.hand.examples import examples
from attention.hand.table import (
    blank_table,
    carry,
    filled_rows,
    matching_positions,
    normalised,
    parse_value,
    row_sums,
    symmetric,
    target_rows,
    with_values,
)
from attention.types import HandTable

TYPED = json.loads(Path(__file__).with_name("typed_values.json").read_text(encoding="utf8"))
"""What may be typed into a cell; values.js is tried on the same (tests/pages/widgets/values.test.js)."""
SEED = examples()[0].table
NAN = math.nan
WORDS = st.lists(st.sampled_from("我去了公园a"), max_size=9).map(tuple)


def numbered(words: str | tuple[str, ...]) -> HandTable:
    """Every cell has a value of its own, the diagonal too, so that it can be known again."""
    n = len(words)
    return HandTable(tuple(words), (np.arange(n * n).reshape(n, n) + 1) / (n * n + 1))


@st.composite
def hand_tables(draw: st.DrawFn, most: int = 6) -> HandTable:
    n = draw(st.integers(1, most))
    cells = st.sampled_from([NAN, 0.0, 0.1, 0.5, 0.9, 1.0]) | st.floats(0, 1)
    values = draw(st.lists(cells, min_size=n * n, max_size=n * n))
    return HandTable(tuple("我你他去了园"[:n]), np.array(values).reshape(n, n))


def test_a_table_to_begin_with() -> None:
    table = blank_table(["我", "去", "去"])
    np.testing.assert_array_equal(table.values, [[NAN, 0.1, 0.1], [0.1, NAN, 0.1], [0.1, 0.1, NAN]])


# What a person types


@pytest.mark.parametrize(("text", "value"), TYPED["numbers"].items())
def test_a_number_is_understood_as_keyboards_and_spreadsheets_write_it(text: str, value: float) -> None:
    assert parse_value(text) == pytest.approx(value, abs=1e-15)
    assert math.copysign(1, parse_value(text)) == 1  # -0 would be shown with its sign


@pytest.mark.parametrize("text", TYPED["dashes"])
def test_a_dash_of_any_keyboard_and_nothing_at_all_are_not_considered(text: str) -> None:
    assert math.isnan(parse_value(text))


@pytest.mark.parametrize("text", TYPED["refused"])
def test_anything_else_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(HandValueError) as caught:
        parse_value(text, row=2, column=3)
    assert (caught.value.value, caught.value.row, caught.value.column) == (text, 2, 3)


@given(st.text(max_size=12))
def test_whatever_is_typed_is_a_value_or_refused(text: str) -> None:
    try:
        value = parse_value(text)
    except HandValueError:
        return
    assert math.isnan(value) or 0 <= value <= 1


def test_one_cell_changes_and_the_old_table_stays() -> None:
    table = with_values(SEED, [(0, 1, 0.5)])
    assert (table.values[0, 1], SEED.values[0, 1]) == (0.5, 0.9)
    assert (np.nan_to_num(table.values) != np.nan_to_num(SEED.values)).sum() == 1


@pytest.mark.parametrize("value", [1.7, -0.3])
def test_a_cell_outside_0_to_1_is_refused(value: float) -> None:
    with pytest.raises(HandValueError):
        with_values(SEED, [(0, 1, value)])


# Symmetric, normalised, the rows as distributions


def test_symmetric_takes_the_mean_of_a_pair_or_the_one_value_it_has() -> None:
    table = HandTable(("我", "去", "了"), np.array([[NAN, 0.2, NAN], [0.6, 0.5, NAN], [0.3, NAN, 1]]))
    np.testing.assert_allclose(symmetric(table).values, [[NAN, 0.4, 0.3], [0.4, 0.5, NAN], [0.3, NAN, 1]])


@given(hand_tables())
def test_symmetric_is_symmetric_and_doing_it_twice_changes_nothing(table: HandTable) -> None:
    once = symmetric(table)
    np.testing.assert_array_equal(once.values, once.values.T)
    np.testing.assert_array_equal(symmetric(once).values, once.values)


def test_the_seed_table_is_symmetric_and_its_normalised_rows_are_not() -> None:
    np.testing.assert_array_equal(symmetric(SEED).values, SEED.values)
    rows = normalised(SEED).values
    assert np.nanmax(np.abs(rows - rows.T)) > 0.2


@given(hand_tables())
def test_normalised_rows_add_up_to_one_or_stay_zero(table: HandTable) -> None:
    before, after = row_sums(table), row_sums(normalised(table))
    np.testing.assert_allclose(after, before > 0, atol=1e-9)
    np.testing.assert_array_equal(normalised(table).considered, table.considered)


def test_row_sums_of_the_seed() -> None:
    np.testing.assert_allclose(row_sums(SEED), [1.4, 2.2, 1.4, 2.2, 1.4, 2.2, 3.0])


@given(hand_tables())
def test_target_rows_are_the_normalised_rows_with_zeros_for_dashes(table: HandTable) -> None:
    np.testing.assert_allclose(target_rows(table), np.nan_to_num(normalised(table).values), atol=1e-12)


@pytest.mark.parametrize(
    ("row", "filled"),
    [
        ([NAN, NAN, NAN], False),
        ([NAN, 0.1, 0.1], False),
        ([0.9, 0.9, 0.9], False),
        ([NAN, 0.9, NAN], False),
        ([0.0, 0.0, 0.0], False),
        ([0.1, 0.1 + 1e-16, 0.1 - 1e-16], False),
        ([NAN, 0.1, 0.2], True),
        ([0.0, 0.0, 1.0], True),
        ([0.5, 0.5, 0.5001], True),
    ],
)
def test_a_row_is_filled_in_where_it_prefers_some_key(row: list[float], filled: bool) -> None:
    table = HandTable(tuple("我你他"), np.array([row, [0.1, 0.9, NAN], [NAN] * 3]))
    assert filled_rows(table).tolist() == [filled, True, False]


def test_nothing_is_filled_in_in_a_table_to_begin_with() -> None:
    for n in (0, 1, 2, 7):
        assert filled_rows(blank_table("我" * n)).tolist() == [False] * n


def test_target_rows_inside_a_mask_are_shared_among_what_is_left() -> None:
    table = HandTable(("我", "去", "了"), np.array([[NAN, 0.2, 0.6], [0.5, NAN, 0.5], [0, 0, NAN]]))
    mask = np.array([[True, True, False], [False, True, True], [True, True, True]])
    np.testing.assert_allclose(target_rows(table, mask), [[0, 1, 0], [0, 0, 1], [0, 0, 0]])


# Carried over


def carried(old: str, new: str) -> tuple[HandTable, HandTable]:
    table = numbered(old)
    return table, carry(table, tuple(new))


def kept(table: HandTable, new: HandTable, pairs: dict[int, int]) -> bool:
    """Whether just the positions old → new keep their values; all other cells are as in a new table."""
    wanted = blank_table(new.words).values.copy()
    for i, a in pairs.items():
        for j, b in pairs.items():
            wanted[a, b] = table.values[i, j]
    return np.array_equal(new.values, wanted, equal_nan=True)


@pytest.mark.parametrize(
    ("old", "new", "pairs"),
    [
        ("我去园", "我去了园", {0: 0, 1: 1, 2: 3}),  # put in
        ("我去园", "我园", {0: 0, 2: 1}),  # taken out
        ("我去园", "我在园", {0: 0, 2: 2}),  # exchanged
        ("我去园", "也我去园", {0: 1, 1: 2, 2: 3}),  # in front
        ("我去园", "你在家", {}),  # all changed
        ("去了去了", "去了又去了", {0: 0, 1: 1, 2: 3, 3: 4}),  # repeated words stay in their place
        ("去了去了", "去了去在", {0: 0, 1: 1, 2: 2}),
        ("去了去了", "在了去了", {1: 1, 2: 2, 3: 3}),
        ("去园去园去园", "在去园去园", {2: 1, 3: 2, 4: 3, 5: 4}),  # the first two exchanged, not the last two
        ("去去去", "在去去", {1: 1, 2: 2}),
        ("我你他去了园", "我在他去也园", {0: 0, 2: 2, 3: 3, 5: 5}),  # in several places
    ],
)
def test_values_stay_with_the_words_that_stayed(old: str, new: str, pairs: dict[int, int]) -> None:
    table, result = carried(old, new)
    assert result.words == tuple(new)
    assert kept(table, result, pairs)


@given(WORDS, WORDS, WORDS, st.lists(st.sampled_from("新词外"), min_size=1, max_size=3).map(tuple))
def test_an_edit_in_one_place_leaves_all_words_before_and_behind_it_alone(
    head: tuple[str, ...], gone: tuple[str, ...], tail: tuple[str, ...], come: tuple[str, ...]
) -> None:
    table = numbered(head + gone + tail)
    before, shift = len(head), len(come) - len(gone)
    pairs = {i: i if i < before else i + shift for i in [*range(before), *range(before + len(gone), len(table))]}
    assert kept(table, carry(table, head + come + tail), pairs)


@given(WORDS, WORDS)
def test_positions_that_match_hold_equal_words_in_order(old: tuple[str, ...], new: tuple[str, ...]) -> None:
    before, after = matching_positions(old, new)
    assert [old[i] for i in before] == [new[j] for j in after]
    assert all(sorted(set(places)) == places for places in (before, after))


def test_the_same_words_keep_the_same_table() -> None:
    assert carry(SEED, list(SEED.words)) is SEED


def test_new_words_take_their_values_from_another_table_where_there_is_one() -> None:
    known = numbered("我去园")
    result = carry(HandTable(("我", "园"), np.full((2, 2), 0.5)), "我去园", onto=known)
    wanted = known.values.copy()
    wanted[np.ix_([0, 2], [0, 2])] = 0.5
    np.testing.assert_array_equal(result.values, wanted)
