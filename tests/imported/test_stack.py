"""Imported arrays: sums checked, limits held, tables picked."""

from __future__ import annotations

import numpy as np
import pytest

from attention.core.rollout import rollout
from attention.errors import ImportRefused
from attention.imported import stack as stacks
from attention.imported.pieces import line_of, numbered
from attention.imported.stack import MOST_PIECES, Imported, Pick, Stack, picked, stack_of, ways
from attention.types import Floats

SEED = "我喜欢"


def weights(layers: int = 3, heads: int = 2, n: int = 3, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).dirichlet(np.ones(n), (layers, heads, n))


def made(array: Floats | None = None) -> Stack:
    array = weights() if array is None else array
    return stack_of("self", array, numbered(array.shape[2]), numbered(array.shape[3]))


def problem(array: Floats) -> str:
    with pytest.raises(ImportRefused) as caught:
        made(array)
    return str(caught.value.data["problem"])


def test_what_is_kept_is_float32_and_cannot_be_written_to() -> None:
    stack = made()
    assert stack.weights.dtype == np.float32
    assert not stack.weights.flags.writeable
    assert (stack.layers, stack.heads) == (3, 2)


def test_sums_are_checked_row_by_row() -> None:
    assert made().softmax
    array = weights()
    array[1, 0, 2] *= 1.01
    stack = made(array)
    assert not stack.softmax
    assert (stack.sums.bad, stack.sums.rows) == (1, 18)
    assert stack.sums.largest == pytest.approx(1.01)
    array[1, 0, 2] /= 1.01 * 1.0005
    assert made(array).softmax  # half-precision weights are off by as much


def test_a_row_of_zeros_is_masked_whole_and_no_fault() -> None:
    array = weights()
    array[0, 0, 0] = 0
    assert made(array).softmax


@pytest.mark.parametrize(("value", "name"), [(np.nan, "nan"), (np.inf, "nan"), (-0.1, "negative")])
def test_a_value_that_is_no_weight_is_refused(value: float, name: str) -> None:
    array = weights()
    array[2, 1, 0, 1] = value
    assert problem(array) == name


def test_nothing_but_zeros_is_refused() -> None:
    assert problem(np.zeros((1, 1, 2, 2))) == "zeros"


def test_too_large_is_refused_before_anything_is_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert problem(np.broadcast_to(0.5, (1, 1, MOST_PIECES + 1, 2))) == "pieces"
    monkeypatch.setattr(stacks, "MOST_CELLS", 17)
    assert problem(weights(1, 2, 3)) == "cells"


def test_empty_axes_are_refused() -> None:
    assert problem(np.zeros((0, 1, 2, 2))) == "shape"


def test_names_that_are_not_as_many_as_the_weights_are_refused() -> None:
    with pytest.raises(ImportRefused) as caught:
        stack_of("self", weights(), numbered(3), numbered(4))
    assert caught.value.data["problem"] == "tokens"
    assert (caught.value.data["found"], caught.value.data["wanted"]) == ("3 × 4", "3 × 3")


def test_a_model_that_looks_back_only_is_known_by_its_weights() -> None:
    lower = np.tril(weights())
    assert made(lower / lower.sum(axis=-1, keepdims=True)).kind == "causal"
    assert made().kind == "self"


# Picking


def test_a_head_a_layers_mean_all_and_rollout() -> None:
    array = weights()
    stack = made(array)
    assert picked(stack, Pick("head", 2, 1)) == pytest.approx(array[2, 1])
    assert picked(stack, Pick("layer", 1)) == pytest.approx(array[1].mean(axis=0))
    assert picked(stack, Pick("all")) == pytest.approx(array.mean(axis=(0, 1)))
    assert picked(stack, Pick("rollout", 1)) == pytest.approx(
        rollout([layer.mean(axis=0) for layer in array[:2]]), abs=1e-6
    )


def test_a_pick_stays_inside_a_smaller_model() -> None:
    assert Pick("head", 11, 11).inside(made()) == Pick("head", 2, 1)
    assert picked(made(), Pick("head", 11, 11)).shape == (3, 3)


def test_between_different_words_there_is_no_rollout() -> None:
    stack = stack_of("cross", weights(n=3)[:, :, :2], numbered(2), numbered(3))
    assert "rollout" not in ways(stack)
    assert "rollout" in ways(made())
    same_size = stack_of("cross", weights(), line_of(list(SEED)), line_of(list("去公园")))
    assert "rollout" not in ways(same_size)


def test_the_part_that_is_asked_for_or_the_first() -> None:
    one, other = made(), stack_of("cross", weights(), line_of(list(SEED)), line_of(list("去公园")))
    held = Imported("x", "file", (one, other))
    assert held.stack("cross") is other
    assert held.stack("") is one
