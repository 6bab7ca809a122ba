"""A fitting that is watched: how far it goes, what it remembers, and what it says of itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attention.hand.examples import examples
from attention.train import FitSettings, Run, change_when_reversed, fit_to_end, objective_for, with_curve
from attention.train.run import ENOUGH, MAX_CURVES, MAX_FRAME_CELLS, MAX_TRACED_WORDS, frame_numbers, sampled
from attention.types import HandTable, Switches

SEED = examples()[0].table
QUICK = FitSettings(steps=40)


def run_of(**changes: object) -> Run:
    run = Run(SEED, replace(QUICK, **changes))  # type: ignore[arg-type]
    run.advance(10**6)
    return run


def test_little_by_little_is_the_same_as_at_once() -> None:
    slow = Run(SEED, QUICK)
    for _ in range(40):
        slow.advance(1)
    at_once = fit_to_end(
        slow.last.X, objective_for(SEED, factor=Switches().factor(16)), QUICK, np.random.default_rng(0)
    )
    assert (slow.number, slow.finished) == (40, True)
    assert slow.last.loss == at_once.loss == run_of().last.loss


def test_it_stops_at_the_wished_step_and_in_time() -> None:
    run = Run(SEED, QUICK)
    run.advance(1000, seconds=0)
    assert run.number == 1
    run.advance(1000)
    assert run.number == 40
    run.advance(1)
    assert run.number == 40


def test_it_ends_where_the_table_is_learned_and_not_before() -> None:
    run = run_of(steps=500)
    gaps = [loss - run.objective.floor for loss in run.losses]
    assert run.finished
    assert run.learned
    assert gaps[-1] < ENOUGH <= min(gaps[:-1])
    assert run.number < 100
    run.advance(1)
    assert run.number == len(gaps) - 1


def test_it_remembers_each_loss_and_some_tables() -> None:
    run = run_of()
    assert len(run.losses) == 41
    assert [frame.loss for frame in run.film] == [run.losses[frame.number] for frame in run.film]
    assert [frame.number for frame in run.film] == [0, 1, 2, 3, 5, 8, 13, 21, 34, 40]


def test_the_film_of_a_run_on_its_way_has_its_last_step() -> None:
    run = Run(SEED, QUICK)
    run.advance(7)
    assert [frame.number for frame in run.film] == [0, 1, 2, 3, 5, 7]
    run.advance(1)
    assert [frame.number for frame in run.film] == [0, 1, 2, 3, 5, 8]


@pytest.mark.parametrize(("steps", "n", "heads"), [(10, 7, 1), (500, 7, 4), (5000, 50, 1), (500, 256, 1)])
def test_a_film_has_its_first_and_last_step_and_is_not_too_long(steps: int, n: int, heads: int) -> None:
    numbers = frame_numbers(steps, n, heads)
    assert {0, steps} <= numbers
    assert len(numbers) >= 6
    assert len(numbers) * n * n * heads <= max(MAX_FRAME_CELLS, 6 * n * n * heads)


@pytest.mark.parametrize("heads", [1, 2])
def test_what_goes_back_by_each_cell_adds_up_to_the_gradients(heads: int) -> None:
    run = Run(SEED, replace(QUICK, heads=heads))
    run.advance(4)
    traced, step, n = run.film[-1].traced, run.last, len(SEED)
    assert traced is not None
    Q, K = step.X @ step.W_Q, step.X @ step.W_K
    np.testing.assert_allclose(traced.scores, Q @ K.transpose(0, 2, 1))
    for h in range(heads):
        parts = [
            (np.outer(step.X[i], d * K[h, j]), np.outer(step.X[j], d * Q[h, i]))
            for i in range(n)
            for j in range(n)
            for d in [traced.d_scores[h, i, j]]
        ]
        for part, W, sizes in zip((0, 1), (traced.d_W_Q, traced.d_W_K), (traced.to_W_Q, traced.to_W_K), strict=True):
            np.testing.assert_allclose(sum(both[part] for both in parts), W[h], atol=1e-12)
            np.testing.assert_allclose(sizes[h].ravel(), [np.linalg.norm(both[part]) for both in parts], atol=1e-12)


def test_a_frame_knows_the_score_that_the_next_step_made() -> None:
    run = Run(SEED, QUICK)
    run.advance(3)
    assert run.film[-1].traced is not None
    assert run.film[-1].traced.after is None
    before = run.film[-1].number
    run.advance(1)
    frame = next(frame for frame in run.film if frame.number == before)
    assert frame.traced is not None
    np.testing.assert_array_equal(frame.traced.after, run.last.scores)


def test_the_way_back_is_kept_for_a_few_words_only() -> None:
    n = MAX_TRACED_WORDS + 1
    run = Run(HandTable(("词",) * n, np.where(np.eye(n, k=1) > 0, 0.9, 0.1)), QUICK)
    assert run.film[0].traced is None


def test_curves_are_kept_one_for_each_settings_the_latest_ones() -> None:
    runs = [run_of(d_k=d_k, steps=10) for d_k in (*range(1, MAX_CURVES + 2), MAX_CURVES)]
    curves = with_curve((), Run(SEED, QUICK))
    assert curves == ()
    for run in runs:
        curves = with_curve(curves, run)
    assert [curve.settings.d_k for curve in curves] == [2, 3, 4, 5, 6, 7]
    assert curves[0].losses == tuple(enumerate(runs[1].losses))


def test_too_high_a_rate_is_called_diverging_and_no_number_is_lost() -> None:
    run = run_of(learning_rate=1e9, optimiser="sgd")
    assert run.diverging
    assert np.isfinite(run.losses).all()
    assert np.isfinite(run.last.table).all()
    assert not run_of().diverging


def test_one_dimension_cannot_hold_the_table() -> None:
    assert run_of(d_k=1, steps=500).gap > 0.1


def test_order_means_nothing_until_positions_are_added() -> None:
    assert change_when_reversed(run_of(positions=False)) < 1e-12
    assert change_when_reversed(run_of()) > 0.05


def test_a_curve_keeps_its_ends() -> None:
    points = sampled([float(i) for i in range(1000)], most=50)
    assert (points[0], points[-1], len(points)) == ((0, 0.0), (999, 999.0), 50)
    assert [step for step, _ in points[:16]] == list(range(16))
    assert sampled([1.0]) == [(0, 1.0)]


def test_what_is_kept_is_where_the_run_stands() -> None:
    run = run_of(heads=2)
    kept = run.fitted()
    assert (kept.steps, kept.words, kept.loss) == (40, SEED.words, run.losses[-1])
    assert kept.W_Q.shape == (2, 32, 16)
