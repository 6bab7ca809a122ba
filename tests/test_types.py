"""The data that flows is checked once, when it is made, and cannot be changed afterwards."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from attention.errors import BadCut, HandTableError, HandValueError, TemperatureError
from attention.types import TEMPERATURES, HandTable, Switches, Tokens, frozen

EVEN = np.full((2, 2), 0.5)


def test_words_are_pieces_of_the_text_blanks_aside() -> None:
    tokens = Tokens("我 去公园", ((0, 1), (2, 3), (3, 5)))
    assert tokens.words == ("我", "去", "公园")
    assert len(tokens) == 3


@pytest.mark.parametrize(
    "spans",
    [
        ((0, 1),),  # 去 is missing
        ((0, 1), (0, 1), (1, 2)),  # twice the same
        ((1, 2), (0, 1)),  # not in order
        ((0, 1), (1, 1), (1, 2)),  # an empty word
        ((0, 2), (1, 2)),  # one over the other
    ],
)
def test_words_that_are_not_the_text_are_refused(spans: tuple[tuple[int, int], ...]) -> None:
    with pytest.raises(BadCut):
        Tokens("我去", spans)


def test_a_hand_table_considers_what_has_a_value_even_zero() -> None:
    hand = HandTable(("我", "去"), np.array([[np.nan, 0], [1, np.nan]]))
    assert hand.considered.tolist() == [[False, True], [True, False]]
    assert len(hand) == 2


@pytest.mark.parametrize("value", [1.01, -0.1, np.inf, -np.inf])
def test_a_hand_value_outside_0_to_1_is_refused_with_its_place(value: float) -> None:
    values = np.full((2, 2), 0.1)
    values[1, 0] = value
    with pytest.raises(HandValueError) as caught:
        HandTable(("我", "去"), values)
    assert (caught.value.row, caught.value.column) == (2, 1)


@pytest.mark.parametrize("shape", [(1, 2), (3, 3), (2,)])
def test_a_hand_table_of_another_size_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(HandTableError):
        HandTable(("我", "去"), np.full(shape, 0.1))


def test_what_was_given_can_change_without_the_table_changing() -> None:
    values = np.full((2, 2), 0.1)
    hand, view = HandTable(("我", "去"), values), HandTable(("我",), values[:1, :1])
    values[0, 0] = 0.9
    assert hand.values[0, 0] == view.values[0, 0] == 0.1


def test_a_table_cannot_be_changed() -> None:
    hand = HandTable(("我", "去"), EVEN.copy())
    with pytest.raises(ValueError, match="read-only"):
        hand.values[0, 0] = 1
    with pytest.raises(FrozenInstanceError):
        hand.words = ()  # type: ignore[misc]


def test_tables_can_be_compared_and_used_as_keys() -> None:
    one, other = HandTable(("我", "去"), EVEN.copy()), HandTable(("我", "去"), EVEN.copy())
    assert one == one
    assert one != other  # their arrays have no single truth: this used to raise
    assert len({one, other}) == 2


def test_what_is_read_only_already_is_not_copied() -> None:
    array = frozen([1.0, 2.0])
    assert frozen(array) is array


# Switches


@pytest.mark.parametrize("temperature", [-1.0, 0.0, 0.0999, 5.001, 1e9, np.nan, np.inf, -np.inf])
def test_a_temperature_outside_the_limits_is_refused(temperature: float) -> None:
    with pytest.raises(TemperatureError) as caught:
        Switches(temperature=temperature)
    assert (caught.value.least, caught.value.most) == (0.1, 5.0)


def test_the_limits_themselves_are_temperatures() -> None:
    assert [Switches(temperature=t).temperature for t in TEMPERATURES] == [0.1, 5.0]


def test_the_factor_is_one_over_root_and_temperature() -> None:
    assert Switches(temperature=2.0).factor(16) == 1 / 4 / 2
    assert Switches(scale=False, temperature=4.0).factor(16) == 0.25
    assert Switches().factor(1) == Switches(scale=False).factor(99) == 1
