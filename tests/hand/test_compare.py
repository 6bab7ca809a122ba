"""Agreement with the hand table in small cases worked out by hand, and the reading of a row."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.hand.compare import (
    Agreement,
    RowAgreement,
    compare,
    compare_tables,
    difference,
    kl_divergence,
    read_row,
    spearman,
)
from attention.hand.examples import examples
from attention.hand.table import blank_table, target_rows
from attention.types import Floats, HandTable

NAN = math.nan
SEED = examples()[0].table
LOG = math.log
NOTHING = RowAgreement(top=None, agrees=None, rho=None, kl=None)


def hand(values: list[list[float]]) -> HandTable:
    return HandTable(tuple("我你他去"[: len(values)]), np.array(values, dtype=float))


HAND = hand([[NAN, 0.9, 0.1], [0.5, NAN, 0.5], [0.2, 0.6, NAN]])
COMPUTED = np.array([[0.0, 0.8, 0.2], [0.25, 0.0, 0.75], [0.75, 0.25, 0.0]])


def test_a_small_case_by_hand() -> None:
    agreement = compare(COMPUTED, HAND)
    assert [row.top for row in agreement.rows] == [1, None, 0]
    assert [row.agrees for row in agreement.rows] == [True, None, False]  # row 2: the hand row prefers nothing
    wanted = [
        0.9 * LOG(0.9 / 0.8) + 0.1 * LOG(0.1 / 0.2),
        0.25 * LOG(0.25 / 0.75) + 0.75 * LOG(0.75 / 0.25),
    ]
    assert agreement.rows[1] == NOTHING
    assert [row.kl for row in agreement.rows if row.kl is not None] == pytest.approx(wanted)
    assert agreement.kl == pytest.approx(sum(wanted) / 2)
    assert (agreement.agreeing, agreement.compared) == (1, 2)
    assert [row.rho for row in agreement.rows] == [pytest.approx(1), None, pytest.approx(-1)]  # row 1 is a tie by hand
    assert agreement.rho == pytest.approx(0)


def test_ranks_are_compared_within_a_row() -> None:
    table = hand([[NAN, 0.6, 0.1, 0.3], [NAN] * 4, [NAN] * 4, [0.1, 0.1, 0.2, NAN]])
    weights = np.array([[0, 0.5, 0.3, 0.2], [0.25] * 4, [0.25] * 4, [0.2, 0.2, 0.6, 0]])
    agreement = compare(weights, table)
    # ranks 3 2 1 against 3 1 2: 1 − 6·(0 + 1 + 1)/(3·8) = 0.5
    assert [row.rho for row in agreement.rows] == [pytest.approx(0.5), None, None, pytest.approx(1)]
    assert agreement.rho == pytest.approx(0.75)


def test_the_hand_table_agrees_with_itself() -> None:
    agreement = compare(target_rows(SEED), SEED)
    assert (agreement.agreeing, agreement.compared) == (7, 7)
    assert agreement.rho == pytest.approx(1)
    assert agreement.kl == pytest.approx(0, abs=1e-12)
    assert np.nanmax(np.abs(difference(target_rows(SEED), SEED))) < 1e-12


def test_the_opposite_of_the_hand_table() -> None:
    table = hand([[NAN, 0.9, 0.1], [0.9, NAN, 0.1], [0.9, 0.1, NAN]])
    opposite = np.array([[0, 0.1, 0.9], [0.1, 0, 0.9], [0.1, 0.9, 0]])
    agreement = compare(opposite, table)
    assert agreement.agreeing == 0
    assert agreement.rho == pytest.approx(-1)


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
def test_the_diagonal_is_left_out_on_both_sides(share: float) -> None:
    with_diagonal = COMPUTED * (1 - share) + np.eye(3) * share
    one, other = compare(with_diagonal, HAND), compare(COMPUTED, HAND)
    assert [row.top for row in one.rows] == [row.top for row in other.rows]
    assert one.kl == pytest.approx(other.kl)
    assert one.rho == pytest.approx(other.rho)
    np.testing.assert_allclose(difference(with_diagonal, HAND), difference(COMPUTED, HAND), atol=1e-12)
    assert np.isnan(difference(with_diagonal, HAND).diagonal()).all()


def test_a_diagonal_that_the_hand_table_considers_counts() -> None:
    table = hand([[0.9, 0.1], [0.1, 0.9]])
    assert compare(np.eye(2), table).agreeing == 2
    assert not np.isnan(difference(np.eye(2), table)).any()


def test_a_table_that_nobody_filled_in_agrees_with_nothing() -> None:
    blank = blank_table(("我", "你", "他"))
    assert compare(COMPUTED, blank) == Agreement((NOTHING,) * 3, rho=None, kl=None)
    assert np.isnan(difference(COMPUTED, blank)).all()


def test_the_rows_that_nobody_filled_in_count_nothing_beside_those_that_somebody_did() -> None:
    table = hand([[NAN, 0.9, 0.1], [0.1, NAN, 0.1], [NAN, NAN, NAN]])
    agreement = compare(COMPUTED, table)
    assert agreement.rows[1:] == (NOTHING, NOTHING)
    assert (agreement.rho, agreement.kl) == (agreement.rows[0].rho, agreement.rows[0].kl)
    assert np.isnan(difference(COMPUTED, table)).tolist() == [[True, False, False], [True] * 3, [True] * 3]


def test_an_even_row_of_a_computed_table_is_data() -> None:
    agreement = compare_tables(np.array([[0.5, 0.5], [0.2, 0.8]]), np.full((2, 2), 0.5))
    assert [row.agrees for row in agreement.rows] == [None, None]
    assert agreement.rows[0].kl == pytest.approx(0)
    assert agreement.rows[1].kl == pytest.approx(0.5 * LOG(0.5 / 0.2) + 0.5 * LOG(0.5 / 0.8))


def test_where_a_related_word_is_masked_the_divergence_is_infinite() -> None:
    causal = np.array([[0, 0, 0], [1, 0, 0], [0.5, 0.5, 0]])
    agreement = compare(causal, hand([[NAN, 0.9, 0.1], [0.4, NAN, 0.6], [0.2, 0.6, NAN]]))
    assert agreement.rows[0] == NOTHING
    assert agreement.rows[1].kl == math.inf
    assert agreement.kl == math.inf
    assert agreement.compared == 2


def test_a_row_without_wishes_is_not_compared() -> None:
    table = hand([[NAN, NAN, NAN], [0, NAN, 0], [0.2, 0.6, NAN]])
    agreement = compare(COMPUTED, table)
    assert [row.agrees for row in agreement.rows] == [None, None, False]
    assert agreement.kl == agreement.rows[2].kl


def test_one_word_has_nothing_to_compare() -> None:
    assert compare(np.ones((1, 1)), hand([[NAN]])) == Agreement((NOTHING,), rho=None, kl=None)


def test_the_difference_is_computed_minus_hand() -> None:
    np.testing.assert_allclose(difference(COMPUTED, HAND), [[NAN, -0.1, 0.1], [NAN, NAN, NAN], [0.5, -0.5, NAN]])


# KL divergence and rank correlation


@given(st.integers(0, 10**6), st.integers(1, 8))
def test_the_divergence_is_positive_and_zero_only_for_equal_rows(seed: int, n: int) -> None:
    target, computed = np.random.default_rng(seed).dirichlet(np.ones(n), 2)
    assert kl_divergence(target, target) == pytest.approx(0, abs=1e-12)
    gap = kl_divergence(target, computed)
    assert gap >= 0.5 * np.abs(target - computed).sum() ** 2 - 1e-12  # Pinsker's inequality


def test_the_smallest_weight_does_not_overflow() -> None:
    assert kl_divergence(np.array([0.5, 0.5]), np.array([5e-324, 1.0])) == pytest.approx(371.5, abs=1)


def pandas_rho(a: Floats, b: Floats) -> float:
    table = pd.DataFrame({"a": a, "b": b}).round(4).corr(method="spearman")  # that of a Series needs scipy
    return float(table.to_numpy()[0, 1])


VALUES = st.lists(st.integers(0, 12).map(lambda k: k / 12), min_size=2, max_size=40)


@given(VALUES, st.integers(0, 10**6))
def test_the_rank_correlation_is_that_of_pandas(values: list[float], seed: int) -> None:
    a = np.array(values)
    b = np.random.default_rng(seed).permutation(a) + a / 2
    wanted = pandas_rho(a, b) if np.ptp(a) and np.ptp(b) else None
    found = spearman(a, b)
    assert (found is None) == (wanted is None)
    if found is not None:
        assert found == pytest.approx(wanted, abs=1e-9)


def test_the_rank_correlation_against_pandas_on_the_seed_sentence() -> None:
    weights = np.random.default_rng(5).dirichlet(np.ones(7), 7)
    off = ~np.eye(7, dtype=bool)
    for i, row in enumerate(compare(weights, SEED).rows):
        computed = weights[i, off[i]] / weights[i, off[i]].sum()
        assert row.rho == pytest.approx(pandas_rho(computed, SEED.values[i, off[i]]))


@pytest.mark.parametrize("a", [[0.1, 0.1, 0.1], [0.1, 0.1 + 1e-7, 0.1], [0.1]])
def test_a_side_with_only_one_value_has_no_rank_correlation(a: list[float]) -> None:
    assert spearman(np.array(a), np.arange(len(a)) / 4) is None


def test_noise_within_a_tie_does_not_count() -> None:
    tied = np.array([0.1, 0.1, 0.5, 0.5, 0.9])
    noise = np.array([1e-6, -1e-6, 2e-6, -2e-6, 0])
    assert spearman(tied + noise, tied) == pytest.approx(1)


# Readings


def keys(weights: Floats, query: int, **options: int) -> list[int]:
    reading = read_row(weights, query, **options)
    assert reading is not None
    return [j for j, _ in reading.keys]


def test_the_seed_table_is_read_right() -> None:
    read = {SEED.words[i]: [SEED.words[j] for j in keys(SEED.values, i)] for i in range(7)}
    assert read == {
        "我": ["喜欢"],
        "喜欢": ["我", "散步"],
        "在": ["周末"],
        "周末": ["在", "散步"],
        "去": ["公园"],
        "公园": ["去", "散步"],
        "散步": ["喜欢", "周末", "公园"],
    }
    assert not any(reading.flat for i in range(7) if (reading := read_row(SEED.values, i)))


def test_the_strongest_come_first_with_their_weights() -> None:
    reading = read_row(np.array([[0.0, 0.3, 0.0, 0.5, 0.2]]), 0)
    assert reading is not None
    assert reading.keys == ((3, 0.5), (1, 0.3))  # 0.2 is below 60 % of 0.5


def test_at_most_so_many_are_named() -> None:
    weights = np.array([[0.2, 0.2, 0.2, 0.2, 0.2, 0.0]])
    assert keys(weights, 0) == [0, 1, 2]
    assert keys(weights, 0, most=1) == [0]


@pytest.mark.parametrize(
    ("row", "flat"),
    [
        ([0.25, 0.25, 0.25, 0.25], True),
        ([0.3, 0.25, 0.25, 0.2], True),
        ([0.7, 0.1, 0.1, 0.1], False),
        ([0.5, 0.5, 0.0, 0.0], False),
        ([NAN, 0.5, 0.5, NAN], True),  # even over the cells that count
        ([NAN, 1.0, NAN, NAN], False),  # the only cell that may be looked at
        ([NAN, 0.34, 0.33, 0.33], True),
    ],
)
def test_a_row_in_which_no_word_stands_out_is_called_flat(row: list[float], flat: bool) -> None:
    reading = read_row(np.array([row]), 0)
    assert reading is not None
    assert reading.flat is flat


@pytest.mark.parametrize("row", [[0.0, 0.0], [NAN, NAN], [NAN, 0.0]])
def test_an_empty_row_has_no_reading(row: list[float]) -> None:
    assert read_row(np.array([row]), 0) is None


# Two tables of weights


def test_two_tables_agree_with_themselves() -> None:
    one = np.random.default_rng(0).dirichlet(np.ones(5), 4)
    agreement = compare_tables(one, one)
    assert (agreement.agreeing, agreement.compared) == (4, 4)
    assert agreement.rho == pytest.approx(1)
    assert agreement.kl == pytest.approx(0)


def test_the_other_table_takes_the_place_of_the_hand_table() -> None:
    one, other = (np.random.default_rng(seed).dirichlet(np.ones(5), 5) for seed in (1, 2))
    agreement, as_hand = compare_tables(one, other), compare(one, HandTable(tuple("一二三四五"), other))
    assert agreement.agreeing == as_hand.agreeing
    assert agreement.rho == pytest.approx(as_hand.rho)
    assert agreement.kl == pytest.approx(as_hand.kl)


def test_a_row_of_nothing_in_either_table_is_not_compared() -> None:
    one, other = np.array([[0.0, 0.0], [0.4, 0.6]]), np.array([[0.5, 0.5], [0.0, 0.0]])
    assert compare_tables(one, other).compared == 0
