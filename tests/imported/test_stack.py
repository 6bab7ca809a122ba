"""Imported arrays: sums checked, limits held, tables picked."""

from __future__ import annotations

import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from attention.core.rollout import rollout
from attention.errors import ImportRefused
from attention.imported import stack as stacks
from attention.imported.pieces import line_of, number_pieces
from attention.imported.stack import MAX_PIECES, Imported, Pick, Stack, pick_table, stack_of, ways
from attention.types import Floats

SEED = "我喜欢"


def weights(layers: int = 3, heads: int = 2, n: int = 3, seed: int = 0) -> Floats:
    return np.random.default_rng(seed).dirichlet(np.ones(n), (layers, heads, n))


def made(array: Any = None) -> Stack:
    array = weights() if array is None else array
    return stack_of("self", array, number_pieces(array.shape[2]), number_pieces(array.shape[3]))


def problem(array: Floats) -> str:
    with pytest.raises(ImportRefused) as caught:
        made(array)
    return str(caught.value.problem)


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
    assert problem(np.broadcast_to(0.5, (1, 1, MAX_PIECES + 1, 2))) == "pieces"
    monkeypatch.setattr(stacks, "MAX_CELLS", 17)
    assert problem(weights(1, 2, 3)) == "cells"


def test_more_heads_than_any_model_has_are_refused() -> None:
    assert problem(np.broadcast_to(1.0, (2, stacks.MAX_HEADS // 2 + 1, 1, 1))) == "heads"
    assert made(np.broadcast_to(1.0, (2, stacks.MAX_HEADS // 2, 1, 1))).softmax


def test_checking_short_rows_makes_no_second_copy_of_all() -> None:
    array = np.ones((1, 4_000, 500, 1), dtype=np.float32)
    array[0, -1, -1] = 0.5
    tracemalloc.start()
    sums = made(array).sums
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (sums.smallest, sums.largest, sums.bad, sums.rows) == (0.5, 1.0, 1, 2_000_000)
    assert peak < 4 * array.nbytes / 3 + 2_000_000


def test_empty_axes_are_refused() -> None:
    assert problem(np.zeros((0, 1, 2, 2))) == "shape"


def test_names_that_are_not_as_many_as_the_weights_are_refused() -> None:
    with pytest.raises(ImportRefused) as caught:
        stack_of("self", weights(), number_pieces(3), number_pieces(4))
    assert caught.value.problem == "tokens"
    assert (caught.value.found, caught.value.wanted) == ("3 × 4", "3 × 3")


def test_a_model_that_looks_back_only_is_known_by_its_weights() -> None:
    lower = np.tril(weights())
    assert made(lower / lower.sum(axis=-1, keepdims=True)).kind == "causal"
    assert made().kind == "self"


# Picking


def test_a_head_a_layers_mean_all_and_rollout() -> None:
    array = weights()
    stack = made(array)
    assert pick_table(stack, Pick("head", 2, 1)) == pytest.approx(array[2, 1])
    assert pick_table(stack, Pick("layer", 1)) == pytest.approx(array[1].mean(axis=0))
    assert pick_table(stack, Pick("all")) == pytest.approx(array.mean(axis=(0, 1)))
    assert pick_table(stack, Pick("rollout", 1)) == pytest.approx(
        rollout([layer.mean(axis=0) for layer in array[:2]]), abs=1e-6
    )


def test_a_pick_stays_inside_a_smaller_model() -> None:
    assert Pick("head", 11, 11).inside(made()) == Pick("head", 2, 1)
    assert pick_table(made(), Pick("head", 11, 11)).shape == (3, 3)


def test_between_different_words_there_is_no_rollout() -> None:
    stack = stack_of("cross", weights(n=3)[:, :, :2], number_pieces(2), number_pieces(3))
    assert "rollout" not in ways(stack)
    assert "rollout" in ways(made())
    same_size = stack_of("cross", weights(), line_of(list(SEED)), line_of(list("去公园")))
    assert "rollout" not in ways(same_size)


def test_the_part_that_is_asked_for_or_the_first() -> None:
    one, other = made(), stack_of("cross", weights(), line_of(list(SEED)), line_of(list("去公园")))
    held = Imported("x", "file", (one, other))
    assert held.stack("cross") is other
    assert held.stack("") is one


# Rows that were rounded


def softmax_rows(width: int, sharpness: float, seed: int) -> Floats:
    scores = np.random.default_rng(seed).normal(size=(1, 2, 9, width)) * sharpness
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return shares / shares.sum(axis=-1, keepdims=True)


@given(st.integers(2, 256), st.integers(2, 6), st.floats(0.5, 8), st.integers(0, 999), st.sampled_from(["f8", "f4"]))
def test_a_softmax_rounded_to_a_few_digits_is_one(width: int, digits: int, sharp: float, seed: int, kind: str) -> None:
    rounded = np.round(softmax_rows(width, sharp, seed).astype(kind), digits)
    assume(rounded.any())  # of 256 equal shares two digits leave nothing
    found = made(rounded)
    assert found.softmax
    np.testing.assert_array_equal(found.weights, rounded.astype(np.float32))  # shown as they are


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
@pytest.mark.parametrize("width", [2, 30, 500])
def test_a_softmax_in_few_bits_is_one(kind: str, width: int) -> None:
    bits = softmax_rows(width, 2, 0).astype("<f4").view(np.uint32)
    short = ((bits + 0x8000) & 0xFFFF0000).view(np.float32)
    assert made(short if kind == "bfloat16" else softmax_rows(width, 2, 0).astype("f2")).softmax


@given(st.integers(4, 9), st.integers(5, 60), st.sampled_from([None, 1, 2, 3]), st.integers(0, 9999))
def test_random_numbers_are_no_attention(rows: int, width: int, digits: int | None, seed: int) -> None:
    array = np.random.default_rng(seed).random((1, 1, rows, width))
    assert problem(array if digits is None else np.round(array, digits)) == "sums"


def test_the_tolerance_is_half_a_unit_for_each_number() -> None:
    thirds = np.full((1, 1, 3, 3), 0.333)
    assert made(thirds).sums.tolerance == pytest.approx(2**-8 + 3 * 0.0005)
    assert made(thirds).sums.decimals == 3
    thirds[0, 0, 0, 0] = 0.32
    assert made(thirds).sums.bad == 1


def test_marks_of_0_and_1_are_not_rounded_shares() -> None:
    assert made(np.eye(3)[None, None]).sums.tolerance < 0.005
    ones = np.zeros((1, 1, 40, 40))
    ones[..., :2] = 1
    assert problem(ones) == "sums"


def test_rows_cut_out_of_a_larger_table_are_taken_and_said_to_be_no_softmax() -> None:
    stack = made(weights(n=5)[:, :, :3, 1:4])
    assert not stack.softmax
    assert stack.sums.bad > 0
