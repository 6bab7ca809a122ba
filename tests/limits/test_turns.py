"""Long work takes turns, short work never waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np

from attention.hand.table import with_values
from attention.limits.turns import LONG, aside, turn
from attention.session.board import opening_board
from attention.train import FitSettings, Run


def together(work: Callable[[], None], number: int) -> None:
    threads = [threading.Thread(target=work) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def most_inside(words: int) -> int:
    """How many of five threads are inside at once."""
    inside, most, lock = 0, 0, threading.Lock()

    def work() -> None:
        nonlocal inside, most
        with turn(words):
            with lock:
                inside += 1
                most = max(most, inside)
            time.sleep(0.05)
            with lock:
                inside -= 1

    together(work, 5)
    return most


def test_one_long_sentence_at_a_time_and_any_number_of_short_ones() -> None:
    assert most_inside(LONG) == 1
    assert most_inside(LONG - 1) == 5


def test_who_has_the_turn_may_enter_another_and_gives_it_back_after_an_error() -> None:
    try:
        with turn(), turn(LONG):
            raise ValueError
    except ValueError:
        pass
    assert most_inside(LONG) == 1  # it would wait for ever


def test_who_waits_within_a_turn_lets_others_have_theirs_and_has_it_again_afterwards() -> None:
    most = []
    with turn(), turn(LONG):
        with aside():
            together(lambda: most.append(most_inside(LONG)), 1)
        other = threading.Thread(target=lambda: most.append(most_inside(LONG)))
        other.start()
        other.join(0.2)
        assert most == [1], "the other waits"
    other.join()
    assert most == [1, 1]


def test_who_has_no_turn_waits_without_one() -> None:
    with turn(LONG - 1), aside():
        assert most_inside(LONG) == 1


def test_runs_of_several_visitors_go_on_one_after_another_for_their_whole_time() -> None:
    """A run's time begins with its turn: ten of them take ten times as long, and none comes back with nothing."""
    runs = [Run(with_values_of(i), FitSettings(steps=100_000, learning_rate=1e-6)) for i in range(4)]
    waiting = iter(runs)
    start = time.monotonic()
    together(lambda: next(waiting).advance(100_000, seconds=0.1), 4)
    assert time.monotonic() - start >= 0.4
    assert min(run.number for run in runs) > 10


def with_values_of(i: int):
    hand = opening_board().hand
    assert not np.isnan(hand.values[0, 1])
    return with_values(hand, [(0, 1, i / 10)])
