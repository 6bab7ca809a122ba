"""What is remembered is bounded by its bytes, computed once, and forgotten in the order in which it was asked for."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event

import numpy as np
import pytest

from attention.experiments import bottleneck, far, scaling
from attention.limits.remembered import Remembered, remembered, size_of
from attention.sources import fitted_matrices
from pages.ui.classroom import poster
from pages.ui.frame import cache

BIG = 100_000


@dataclass(frozen=True)
class Pair:
    one: np.ndarray
    other: tuple[str, ...]


def zeros(n: int) -> np.ndarray:
    return np.zeros(n)


def test_a_size_is_that_of_the_arrays_inside() -> None:
    array = np.zeros(BIG)
    for value in (array, (array, array), [array, "a"], {"a": array}, Pair(array, ("a", "b")), array[:3]):
        assert array.nbytes <= size_of(value) <= array.nbytes + 2_000
    assert size_of("词" * BIG) >= 2 * BIG
    assert size_of((np.zeros(BIG), np.zeros(BIG))) >= 16 * BIG


def test_no_more_than_so_many_bytes_are_kept_and_the_oldest_goes() -> None:
    asked: list[int] = []

    @remembered(most=3 * 8 * BIG + 10_000)
    def made(n: int) -> np.ndarray:
        asked.append(n)
        return zeros(BIG + n)

    for n in (1, 2, 3, 1, 4):  # 2 has not been asked for longest
        made(n)
    assert made.bytes <= made.most
    for n in (1, 3, 4):
        made(n)
    assert asked == [1, 2, 3, 4]
    made(2)
    assert asked == [1, 2, 3, 4, 2]


def test_fifty_revisions_stay_below_the_limit() -> None:
    made = Remembered(lambda revision: tuple(zeros(BIG) for _ in range(12)), 20_000_000, lambda revision: revision)
    for revision in range(50):
        made(revision)
        assert made.bytes <= 20_000_000
    made.clear()
    assert made.bytes == 0


def test_many_small_things_count_as_well() -> None:
    made = Remembered(lambda text: None, 50_000, lambda text: text)
    for i in range(1_000):
        made(f"{i}" + "x" * 100)
    assert len(made._kept) < 100


def test_what_is_too_large_is_given_and_not_kept() -> None:
    made = Remembered(zeros, 1_000, lambda n: n)
    assert made(BIG).shape == (BIG,)
    assert made.bytes == 0


def test_an_error_is_not_remembered() -> None:
    answers = iter((ValueError("now not"), 7))

    @remembered(most=1_000)
    def made() -> int:
        answer = next(answers)
        if isinstance(answer, int):
            return answer
        raise answer

    with pytest.raises(ValueError, match="now not"):
        made()
    assert made() == made() == 7


def test_a_class_that_asks_at_once_is_computed_for_once() -> None:
    started, go, times = Event(), Event(), []

    @remembered(most=100_000)
    def slow(n: int) -> int:
        times.append(n)
        started.set()
        assert go.wait(30)
        return n

    with ThreadPoolExecutor(8) as pool:
        first = pool.submit(slow, 1)
        assert started.wait(30)
        others = [pool.submit(slow, 1) for _ in range(7)]
        go.set()
        assert [one.result(30) for one in (first, *others)] == [1] * 8
    assert times == [1]


def test_all_that_is_remembered_for_visitors_is_bounded_in_total() -> None:
    """As SECURITY.md says it."""
    found = [fitted_matrices.fit_hand, cache.translation_of, cache.encoder_memory, cache.tables_in, bottleneck.material]
    found += [far.weights_back, scaling.spread, poster.qr]
    assert all(isinstance(one, Remembered) for one in found)
    assert sum(one.most for one in found if isinstance(one, Remembered)) <= 132_000_000
