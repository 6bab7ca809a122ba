"""Fitting: repeatable, comes close to the floor, says so when it breaks."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention.hand.examples import examples
from attention.models.untrained import embed
from attention.sources.fitted_matrices import fit_hand
from attention.train import FitSettings, Step, fit, fit_to_end, objective_for
from attention.types import HandTable, Switches

SEED = examples()[0].table
SETTINGS = FitSettings()
NAN = np.nan


def hand_table(seed: int, *, repeat: bool) -> HandTable:
    """3 to 12 words; values of one digit, with zeros, dashes and now and then a row of dashes."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(3, 13))
    values = rng.random((n, n)).round(1)
    values[rng.random((n, n)) < 0.2] = 0
    values[rng.random((n, n)) < 0.15] = NAN
    np.fill_diagonal(values, NAN)
    if rng.random() < 0.3:
        values[rng.integers(n)] = NAN
    values[0, 1:3] = 0.2, 0.8  # one row at least says something
    return HandTable(tuple(rng.choice(list("我你他公园散步去在喜周末了学校"), n, replace=repeat)), values)


def steps(hand: HandTable = SEED, seed: int = 0, **options: Any) -> Any:
    settings = replace(SETTINGS, **options)
    objective = objective_for(hand, factor=settings.factor)
    X = embed(hand.words, settings.d_model, positions=settings.positions)
    return fit(X, objective, settings, np.random.default_rng(seed))


def last(count: int, **options: Any) -> Step:
    return next(islice(steps(**options), count, None))


def finite(step: Step) -> bool:
    arrays = (step.W_Q, step.W_K, step.d_W_Q, step.d_W_K, step.X, step.table)
    return np.isfinite(step.loss) and all(np.isfinite(array).all() for array in arrays)


def test_the_same_seed_gives_the_same_fitting_and_another_one_another() -> None:
    one, again, other = last(40), last(40), last(40, seed=1)
    assert one.loss == again.loss
    np.testing.assert_array_equal(one.W_Q, again.W_Q)
    assert np.abs(one.W_Q - other.W_Q).max() > 0.01


def test_steps_are_counted_from_the_random_matrices_on() -> None:
    first = list(islice(steps(), 4))
    assert [step.number for step in first] == [0, 1, 2, 3]
    assert np.std(first[0].W_Q) == pytest.approx(1 / np.sqrt(32), rel=0.15)


def test_a_step_later_on_does_not_change_an_earlier_one() -> None:
    run = steps(train_X=True)
    first = next(run)
    kept = [array.copy() for array in (first.W_Q, first.d_W_Q, first.X, first.table)]
    next(run), next(run)
    for array, before in zip((first.W_Q, first.d_W_Q, first.X, first.table), kept, strict=True):
        np.testing.assert_array_equal(array, before)


@pytest.mark.parametrize("optimiser", ["sgd", "momentum", "adam"])
def test_a_step_follows_from_the_gradients_that_stand_beside_it(optimiser: str) -> None:
    first, second = islice(steps(optimiser=optimiser, learning_rate=0.01), 2)
    moved = second.W_K - first.W_K
    if optimiser == "adam":
        np.testing.assert_allclose(moved, -0.01 * np.sign(first.d_W_K), rtol=0.05)
    else:
        np.testing.assert_allclose(moved, -0.01 * first.d_W_K)


@pytest.mark.parametrize(
    "options", [{}, {"heads": 3, "d_k": 6}, {"train_X": True}, {"scale": False}, {"positions": False}]
)
def test_it_learns_whatever_the_settings(options: dict[str, Any]) -> None:
    floor = objective_for(SEED, factor=Switches().factor(16)).floor
    assert last(200, **options).loss - floor < 0.05 < last(0, **options).loss - floor


@pytest.mark.parametrize(("optimiser", "rate"), [("sgd", 0.3), ("momentum", 0.1)])
def test_the_other_optimisers_learn_too(optimiser: str, rate: float) -> None:
    assert (
        last(300, optimiser=optimiser, learning_rate=rate).loss
        - objective_for(SEED, factor=Switches().factor(16)).floor
        < 0.001
    )


def test_the_momentum_is_that_of_the_settings() -> None:
    one, other = (last(3, optimiser="momentum", momentum=m).W_Q for m in (0.0, 0.9))
    np.testing.assert_array_equal(one, last(3, optimiser="sgd").W_Q)
    assert np.abs(one - other).max() > 1e-5


def test_X_moves_only_where_it_is_trained() -> None:
    X = embed(SEED.words)
    np.testing.assert_array_equal(last(5).X, X)
    assert np.abs(last(5, train_X=True).X - X).max() > 0.01


def test_equal_words_without_positions_cannot_be_told_apart() -> None:
    hand = HandTable(("去", "了", "去"), np.array([[NAN, 0.9, 0.1], [0.9, NAN, 0.1], [0.1, 0.1, NAN]]))
    W = last(50, hand=hand, positions=False)
    np.testing.assert_array_equal(W.X[0], W.X[2])
    assert W.table[1, 0] == pytest.approx(W.table[1, 2])


def test_the_end_is_the_step_of_the_settings() -> None:
    settings = replace(SETTINGS, steps=7)
    end = fit_to_end(
        embed(SEED.words), objective_for(SEED, factor=Switches().factor(16)), settings, np.random.default_rng(0)
    )
    assert end.number == 7
    assert end.loss == last(7).loss


# How close


def gap(hand: HandTable) -> float:
    fitted = fit_hand(hand)
    return fitted.loss - fitted.floor


def test_the_seed_sentence_is_learned_to_the_last_digit() -> None:
    assert gap(SEED) < 1e-6


@given(st.integers(0, 10**6))
@settings(max_examples=20)
def test_any_table_of_different_words_is_learned_to_a_hundredth_of_a_nat(seed: int) -> None:
    assert gap(hand_table(seed, repeat=False)) < 0.01


def test_tables_with_repeated_words_are_learned_too() -> None:
    """Equal words have equal vectors: only their positions tell their rows apart."""
    gaps = np.array([gap(hand_table(seed, repeat=True)) for seed in range(20)])
    assert gaps.max() < 0.01
