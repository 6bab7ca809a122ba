"""Each layer beside its definition, place by place in float64; and a batch beside its sentences."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from attention.core import attend, attention_mask
from attention.models import layers
from attention.models.layers import Block, Floats32, Parameters

B, N, D, HEADS, D_FF = 3, 5, 8, 2, 6
RNG = np.random.default_rng(0)


def random(*shape: int) -> Floats32:
    return RNG.normal(size=shape).astype(np.float32)


def arrays(*, cross: bool = True) -> Parameters:
    parts = ("self", "cross") if cross else ("self",)
    found = {f"l_{part}_W_{name}": random(D, D) for part in parts for name in "QKVO"}
    found |= {f"l_{part}_{name}": random(D) for part in (*parts, "feed") for name in ("gain", "bias")}
    return found | {"l_W_1": random(D, D_FF), "l_b_1": random(D_FF), "l_W_2": random(D_FF, D), "l_b_2": random(D)}


P = Block.of({**arrays(), "lower_self_gain": random(D)}, "l")
X = random(B, N, D)
MEMORY = layers.keys_values(random(1, 4, D), P.cross_attention, HEADS)
CAUSAL = attention_mask(N, causal=True)


def close(found: Any, wanted: object) -> None:
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, np.asarray(wanted), rtol=0, atol=1e-5)


def test_subset_keeps_the_middle_of_a_name() -> None:
    a = random(1)
    assert layers.subset({"W_Q_head": a, "W_Q_other": a, "head": a}, suffix="_head") == {"W_Q": a}
    assert layers.subset({"in_gain": a, "W_in": a, "out_gain": a}, prefix="in_") == {"gain": a}


def test_a_block_has_its_own_arrays_by_the_names_of_the_paper() -> None:
    assert set(P.self_attention) == set(P.cross_attention) == {"W_Q", "W_K", "W_V", "W_O", "gain", "bias"}
    assert {"gain", "bias", "W_1", "b_1", "W_2", "b_2"} <= set(P.feed)
    assert Block.of(arrays(cross=False), "l").cross_attention == {}


def test_norm() -> None:
    rows, p = X.astype(float), P.self_attention
    spread = np.sqrt(rows.var(axis=-1, keepdims=True) + 1e-5)
    close(layers.norm(X, p), (rows - rows.mean(axis=-1, keepdims=True)) / spread * p["gain"] + p["bias"])


def test_norm_of_equal_numbers_is_the_bias_and_of_nearly_equal_ones_is_held_back() -> None:
    p = {"gain": np.ones(2, np.float32), "bias": np.array([1, 2], np.float32)}
    close(layers.norm(np.full((1, 1, 2), 7, np.float32), p), [[[1, 2]]])
    small = math.sqrt(1e-5)
    close(layers.norm(np.array([[[small, -small]]], np.float32), p), [[[1 + 0.5**0.5, 2 - 0.5**0.5]]])


def test_feed() -> None:
    for row, found in zip(layers.norm(X, P.feed)[1], (layers.feed(X, P.feed) - X)[1], strict=True):
        hidden = [max(0.0, float(row @ column) + b) for column, b in zip(P.feed["W_1"].T, P.feed["b_1"], strict=True)]
        close(found, hidden @ P.feed["W_2"] + P.feed["b_2"])


@pytest.mark.parametrize("n", [1, 2, N])
def test_convolution(n: int) -> None:
    p = {"W": random(3 * D, D), "b": random(D)}
    found = layers.convolution(X[:, :n], p)
    for k in range(B):
        for i in range(n):
            near = [X[k, j] if 0 <= j < n else np.zeros(D) for j in (i - 1, i, i + 1)]
            close(found[k, i], np.maximum(np.concatenate(near) @ p["W"] + p["b"], 0))


def test_heads_share_the_columns_in_order() -> None:
    parted = layers.split_heads(X, HEADS)
    assert parted.shape == (B, HEADS, N, D // HEADS)
    np.testing.assert_array_equal(parted[2, 1, 3], X[2, 3, 4:])


@pytest.mark.parametrize("mask", [layers.UNMASKED, CAUSAL])
def test_multi_head_attention_is_what_the_core_computes_head_by_head(mask: np.ndarray) -> None:
    K, V = layers.keys_values(X, P.self_attention, HEADS)
    output, weights = layers.multi_head(X, K, V, P.self_attention, mask)
    for k in range(B):
        mixed = []
        for head in range(HEADS):
            columns = slice(head * 4, head * 4 + 4)
            matrices = (P.self_attention[W][:, columns].astype(float) for W in ("W_Q", "W_K", "W_V"))
            trace = attend(X[k].astype(float), *matrices, mask=np.broadcast_to(mask, (N, N)))
            close(weights[k, head], trace.weights)
            mixed.append(trace.output)
        close(output[k] / 10, np.concatenate(mixed, axis=1) @ P.self_attention["W_O"] / 10)


def test_a_block_is_its_parts_one_after_the_other() -> None:
    found = layers.block(X, P, HEADS, mask=CAUSAL, memory=MEMORY)
    read = layers.norm(X, P.self_attention)
    output, own = layers.multi_head(read, *layers.keys_values(read, P.self_attention, HEADS), P.self_attention, CAUSAL)
    x = X + output
    output, cross = layers.multi_head(layers.norm(x, P.cross_attention), *MEMORY, P.cross_attention)
    np.testing.assert_array_equal(found.X, read)
    np.testing.assert_array_equal(found.self_weights, own)
    np.testing.assert_array_equal(found.cross_weights, cross)
    np.testing.assert_allclose(found.x, layers.feed(x + output, P.feed), rtol=1e-5)


def test_a_block_without_memory_has_no_cross_attention() -> None:
    found = layers.block(X, P, HEADS)
    assert found.cross_weights.shape == (B, HEADS, N, 0)
    np.testing.assert_allclose(found.self_weights.sum(axis=-1), 1, rtol=1e-5)
    assert found.self_weights.min() > 0, "without a mask every place is looked at"


def test_place_by_place_with_a_past_is_the_same_as_all_at_once() -> None:
    whole = layers.block(X, P, HEADS, mask=CAUSAL, memory=MEMORY)
    past = layers.block(X[:, :2], P, HEADS, mask=CAUSAL[:2, :2], memory=MEMORY).past
    for i in range(2, N):
        one = layers.block(X[:, i : i + 1], P, HEADS, past=past, memory=MEMORY)
        close(one.self_weights[:, :, 0], whole.self_weights[:, :, i, : i + 1])
        close(one.x / 10, whole.x[:, i : i + 1] / 10)
        past = one.past
    for found, wanted in zip(past, whole.past, strict=True):
        close(found, wanted)


def test_what_else_is_in_a_batch_makes_no_difference() -> None:
    together = layers.block(X, P, HEADS, memory=MEMORY)
    alone = layers.block(X[1:2], P, HEADS, memory=MEMORY)
    np.testing.assert_array_equal(together.x[1:2], alone.x)
    np.testing.assert_array_equal(together.self_weights[1:2], alone.self_weights)


def test_mean_vectors() -> None:
    E = random(6, D)
    close(layers.mean_vectors(E, [[4], [0, 5], [1, 1, 2]]), [E[4], (E[0] + E[5]) / 2, (2 * E[1] + E[2]) / 3])


def test_sinusoids_are_the_papers() -> None:
    found = layers.sinusoids(50, 8)
    assert found.shape == (50, 8)
    close(found[3, [0, 4]], [math.sin(3), math.cos(3)])
    close(found[7, [3, 7]], [math.sin(7 / 10000 ** (3 / 4)), math.cos(7 / 10000 ** (3 / 4))])
    np.testing.assert_array_equal(layers.sinusoids(10, 8, first=40), found[40:])


def test_log_softmax() -> None:
    logits = np.array([[[0, math.log(3), -np.inf], [1000, 1000, 0]]], np.float32)
    before = logits.copy()
    close(np.exp(layers.log_softmax(logits)), [[[0.25, 0.75, 0], [0.5, 0.5, 0]]])
    np.testing.assert_array_equal(logits, before)


def test_gelu_is_exact_to_a_millionth() -> None:
    x = np.linspace(-12, 12, 4001, dtype=np.float32)
    wanted = [value * (1 + math.erf(value / math.sqrt(2))) / 2 for value in x.astype(float)]
    found = layers.gelu(x)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-6)


def test_a_layer_may_have_a_bias_for_every_matrix() -> None:
    b = random(D)
    close(layers.affine(X, {**P.self_attention, "b_Q": b}, "Q"), X.astype(float) @ P.self_attention["W_Q"] + b)
    close(layers.affine(X, P.self_attention, "Q"), X.astype(float) @ P.self_attention["W_Q"])


def test_in_a_post_norm_block_each_part_is_added_before_its_norm() -> None:
    p = P.self_attention
    output, wanted = layers.multi_head(X, *layers.keys_values(X, p, HEADS), p)
    middle = layers.norm(X + output, p, epsilon=1e-12)
    hidden = layers.gelu(middle @ P.feed["W_1"] + P.feed["b_1"]) @ P.feed["W_2"] + P.feed["b_2"]
    found, weights = layers.post_norm_block(X, P, HEADS, epsilon=1e-12)
    close(weights, wanted)
    close(found, layers.norm(middle + hidden, P.feed, epsilon=1e-12))
