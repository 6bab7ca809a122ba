"""Values out of JSON: what is nearly a number is none."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from attention.reading import values

FAULTS = (TypeError, ValueError, OverflowError)


@pytest.mark.parametrize("value", [True, "0.5", None, [1], {}, math.nan, math.inf, 10**400, b"1", 1j])
def test_what_is_no_number(value: Any) -> None:
    with pytest.raises(FAULTS):
        values.number(value)
    with pytest.raises(FAULTS):
        values.numbers([[0, value]])


def test_what_is_one() -> None:
    assert [values.number(x) for x in (0, 1, -2, 0.5, 5e-324)] == [0, 1, -2, 0.5, 5e-324]
    np.testing.assert_array_equal(values.numbers([[0, None], [math.nan, 1]], nulls=True), [[0, np.nan], [np.nan, 1]])


@pytest.mark.parametrize(
    ("read", "value"),
    [(values.whole, 1.0), (values.whole, True), (values.truth, 1), (values.text, 1), (values.texts, "我去"), (values.texts, [1]),
     (values.fields, [["a", 1]]), (values.numbers, [[1], [1, 2]])],
)  # fmt: skip
def test_what_is_of_another_kind(read: Any, value: Any) -> None:
    with pytest.raises(FAULTS):
        read(value)
