"""A fitting that is watched: how far it goes, what it remembers, and what it says of itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attention.hand.examples import examples
from attention.train import FitSettings, Run, change_when_reversed, fit_to_end, objective_for, sampled
from attention.train.run import MAX_FRAME_CELLS, MAX_FRAMES, frame_numbers
from attention.types import Switches

SEED = examples()[0].table
QUICK = FitSettings(steps=60)


def run_of(**changes: object) -> Run:
    run = Run(SEED, replace(QUICK, **changes))  # type: ignore[arg-type]
    run.advance(10**6)
    return run


def test_little_by_little_is_the_same_as_at_once() -> None:
    slow = Run(SEED, QUICK)
    for _ in range(60):
        slow.advance(1)
    at_once = fit_to_end(
        slow.last.X, objective_for(SEED, factor=Switches().factor(16)), QUICK, np.random.default_rng(0)
    )
    assert (slow.number, slow.finished) == (60, True)
    assert slow.last.loss == at_once.loss == run_of().last.loss


def test_it_stops_at_the_wished_step_and_in_time() -> None:
    run = Run(SEED, QUICK)
    run.advance(1000, seconds=0)
    assert run.number == 1
    run.advance(1000)
    assert run.number == 60
    run.advance(1)
    assert run.number == 60


def test_it_remembers_each_loss_and_some_tables() -> None:
    run = run_of()
    assert len(run.losses) == 61
    assert [frame.loss for frame in run.frames] == [run.losses[frame.number] for frame in run.frames]
    assert (run.frames[0].number, run.frames[-1].number) == (0, 60)
    assert run.previous is not None
    assert run.previous.number == 59


@pytest.mark.parametrize(("steps", "n"), [(10, 7), (500, 7), (5000, 50), (500, 256)])
def test_a_film_has_its_first_and_last_step_and_is_not_too_long(steps: int, n: int) -> None:
    numbers = frame_numbers(steps, n)
    assert {0, steps} <= numbers
    assert len(numbers) <= MAX_FRAMES
    assert len(numbers) * n * n <= max(MAX_FRAME_CELLS, 6 * n * n)


def test_too_high_a_rate_is_called_diverging_and_no_number_is_lost() -> None:
    run = run_of(learning_rate=1e9, optimiser="sgd")
    assert run.diverging
    assert np.isfinite(run.losses).all()
    assert np.isfinite(run.last.table).all()
    assert not run_of().diverging


def test_one_dimension_cannot_hold_the_table() -> None:
    assert run_of(d_k=1, steps=500).gap > 0.1 > 0.01 > run_of(steps=500).gap


def test_order_means_nothing_until_positions_are_added() -> None:
    assert change_when_reversed(run_of(positions=False)) < 1e-12
    assert change_when_reversed(run_of()) > 0.05


def test_a_curve_keeps_its_ends() -> None:
    points = sampled([float(i) for i in range(1000)], most=50)
    assert (points[0], points[-1], len(points)) == ((0, 0.0), (999, 999.0), 50)
    assert sampled([1.0]) == [(0, 1.0)]


def test_what_is_kept_is_where_the_run_stands() -> None:
    run = run_of(heads=2)
    kept = run.fitted()
    assert (kept.steps, kept.words, kept.loss) == (60, SEED.words, run.losses[-1])
    assert kept.W_Q.shape == (2, 32, 16)
