"""Once more with one thing changed: nothing else moves."""

from __future__ import annotations

import numpy as np
import pytest

from attention.experiments.recompute import attend_again
from tests.experiments.traces import trace

before = trace()


def test_with_nothing_changed_every_array_is_the_same() -> None:
    again = attend_again(before)
    for name, value in vars(before).items():
        assert np.array_equal(getattr(again, name), value), name


@pytest.mark.parametrize(
    ("change", "weights_move"),
    [
        ({"W_V": np.eye(32)}, False),
        ({"W_Q": np.zeros((32, 16))}, True),
        ({"factor": 1.0}, True),
        ({"mask": np.ones((7, 7), dtype=bool)}, True),
    ],
)
def test_what_is_changed_is_what_moves(change: dict[str, object], weights_move: bool) -> None:
    again = attend_again(before, **change)
    assert np.array_equal(again.X, before.X)
    assert np.allclose(again.weights, before.weights) != weights_move


def test_an_undivided_trace_stays_undivided() -> None:
    plain = attend_again(before, factor=1.0)
    assert attend_again(plain).factor == 1
    assert np.allclose(attend_again(plain, factor=0.25).weights, before.weights)
