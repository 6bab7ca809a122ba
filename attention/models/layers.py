"""The layers of the shipped models: pure functions over named arrays, batch first.

b: sentences (or hypotheses) at once, n and m: places of a sentence, d: d_model, h: heads, d_k = d / h, all in float32.
`p` holds a layer's own arrays by the names that they have in the paper: W_Q, W_1, gain … Nothing is kept between calls. A
sentence's numbers do not depend on what else is in its batch: x @ W with x (b, n, d) is one product for each sentence.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from attention.core import masked_softmax
from attention.types import Floats, Mask, Switches

Floats32: TypeAlias = npt.NDArray[np.float32]
Parameters: TypeAlias = Mapping[str, Floats32]
KeysValues: TypeAlias = tuple[Floats32, Floats32]
"""K and V, both (b, h, n, d_k)."""

UNMASKED: Mask = np.array(True)
"""A mask that forbids nothing."""


def subset(arrays: Parameters, *, prefix: str = "", suffix: str = "") -> dict[str, Floats32]:
    """The arrays, of whatever shape, whose names begin with `prefix` and end with `suffix`, by what is between."""
    return {
        name.removeprefix(prefix).removesuffix(suffix): array
        for name, array in arrays.items()
        if name.startswith(prefix) and name.endswith(suffix)
    }


def norm(x: Floats32, p: Parameters, *, epsilon: float = 1e-5) -> Floats32:
    """LayerNorm over the last axis: (b, n, d) → (b, n, d). Source: Ba et al. 2016."""
    x = x - x.mean(axis=-1, keepdims=True)  # (b, n, d)
    variance = (x * x).mean(axis=-1, keepdims=True)  # (b, n, 1)
    return np.asarray(x / np.sqrt(variance + np.float32(epsilon)) * p["gain"] + p["bias"])  # (b, n, d)


def affine(x: Floats32, p: Parameters, name: str) -> Floats32:
    """x through W_name, plus b_name where the layer has one: (b, n, d) → (b, n, the width of W)."""
    product = x @ p[f"W_{name}"]
    return product + p[f"b_{name}"] if f"b_{name}" in p else product


def gelu(x: Floats32) -> Floats32:
    """x·Φ(x), Φ the normal distribution: (b, n, d) → (b, n, d), within 1e-6 of the exact one.

    Sources: Hendrycks & Gimpel 2016; the error function by Abramowitz & Stegun 1964, formula 7.1.26.
    """
    z = np.abs(x) * np.float32(math.sqrt(0.5))
    t = 1 / (1 + np.float32(0.3275911) * z)
    tail = np.zeros_like(t)
    for factor in (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592):
        tail += np.float32(factor)
        tail *= t
    half = np.float32(0.5) * tail * np.exp(-z * z)  # Φ(−|x|)
    return np.asarray(x * np.where(x < 0, half, 1 - half))


def feed(x: Floats32, p: Parameters) -> Floats32:
    """x plus its norm, each place by itself, through two matrices with relu between: (b, n, d) → (b, n, d).

    Source: Vaswani et al. 2017, section 3.3.
    """
    hidden = np.maximum(affine(norm(x, p), p, "1"), 0)  # (b, n, d_ff)
    return np.asarray(x + affine(hidden, p, "2"))  # (b, n, d)


def convolution(x: Floats32, p: Parameters) -> Floats32:
    """Each place with its two neighbours, zeros beyond the ends, then relu: (b, n, d) → (b, n, d)."""
    b, n, d = x.shape
    three = np.zeros((b, n, 3, d), dtype=x.dtype)
    three[:, 1:, 0], three[:, :, 1], three[:, :-1, 2] = x[:, :-1], x, x[:, 1:]
    return np.maximum(three.reshape(b, n, 3 * d) @ p["W"] + p["b"], 0)  # (b, n, d)


def split_heads(x: Floats32, heads: int) -> Floats32:
    """The columns divided among the heads: (b, n, d) → (b, h, n, d_k)."""
    return x.reshape(*x.shape[:2], heads, -1).swapaxes(1, 2)


def keys_values(x: Floats32, p: Parameters, heads: int) -> KeysValues:
    """x (b, n, d) → K and V (b, h, n, d_k)."""
    return split_heads(affine(x, p, "K"), heads), split_heads(affine(x, p, "V"), heads)


def multi_head(
    x: Floats32, K: Floats32, V: Floats32, p: Parameters, mask: Mask = UNMASKED
) -> tuple[Floats32, Floats32]:
    """Multi-head attention: x (b, m, d), K and V (b, h, n, d_k) → output (b, m, d), weights (b, h, m, n).

    mask (m, n): True = may attend. Source: Vaswani et al. 2017, section 3.2.2.
    """
    Q = split_heads(affine(x, p, "Q"), K.shape[1])  # (b, h, m, d_k)
    Q = Q * np.float32(
        Switches().factor(Q.shape[-1])
    )  # divided here, where it is cheapest: Q·Kᵀ then are the scaled scores
    weights = cast(Floats32, masked_softmax(cast(Floats, Q @ K.swapaxes(-1, -2)), mask)[0])  # (b, h, m, n)
    mixed = (weights @ V).swapaxes(1, 2).reshape(x.shape)  # (b, m, d)
    return affine(mixed, p, "O"), weights


class Block(NamedTuple):
    """The arrays of one layer of an encoder or a decoder; an encoder's has none for cross-attention."""

    self_attention: Parameters
    cross_attention: Parameters
    feed: Parameters

    @classmethod
    def of(cls, arrays: Parameters, name: str) -> Block:
        """The arrays whose names begin with `name`, in their shapes."""
        p = subset(arrays, prefix=f"{name}_")
        return cls(subset(p, prefix="self_"), subset(p, prefix="cross_"), {**p, **subset(p, prefix="feed_")})


class BlockOutput(NamedTuple):
    """What a block returns.

    X (b, m, d) is what its self-attention read, past K and V of all n places so far; the weights are (b, h, m, n) and
    (b, h, m, words), no words if there is no memory.
    """

    x: Floats32
    X: Floats32
    past: KeysValues
    self_weights: Floats32
    cross_weights: Floats32


def block(
    x: Floats32,
    p: Block,
    heads: int,
    *,
    mask: Mask = UNMASKED,
    past: KeysValues | None = None,
    memory: KeysValues | None = None,
) -> BlockOutput:
    """One layer, each part behind its norm and around it the residual connection: self-attention, cross-attention, feed-forward.

    x (b, m, d). past: K and V of the places before these, so that only the new ones are computed. mask (m, n), n of all places.
    memory: K and V of the encoder for cross-attention. Source: Xiong et al. 2020 (pre-norm).
    """
    X = norm(x, p.self_attention)  # (b, m, d)
    K, V = keys_values(X, p.self_attention, heads)  # (b, h, m, d_k)
    if past is not None:
        K, V = np.concatenate([past[0], K], axis=2), np.concatenate([past[1], V], axis=2)  # (b, h, n, d_k)
    output, self_weights = multi_head(X, K, V, p.self_attention, mask)
    x, cross_weights = x + output, self_weights[..., :0]
    if memory is not None:
        output, cross_weights = multi_head(norm(x, p.cross_attention), *memory, p.cross_attention)
        x = x + output
    return BlockOutput(feed(x, p.feed), X, (K, V), self_weights, cross_weights)


def post_norm_block(x: Floats32, p: Block, heads: int, *, epsilon: float) -> tuple[Floats32, Floats32]:
    """One layer of an encoder, each part before its norm, gelu in its feed-forward part: x (b, n, d) → x, weights (b, h, n, n).

    Sources: Vaswani et al. 2017 (post-norm); Devlin et al. 2018.
    """
    output, weights = multi_head(x, *keys_values(x, p.self_attention, heads), p.self_attention)
    x = norm(x + output, p.self_attention, epsilon=epsilon)
    output = affine(gelu(affine(x, p.feed, "1")), p.feed, "2")
    return norm(x + output, p.feed, epsilon=epsilon), weights


def mean_vectors(E: Floats32, rows: Sequence[Sequence[int]]) -> Floats32:
    """Indices into E (…, d), one list a word and none empty → the mean of each word's vectors, (words, d), all words at once."""
    starts = np.cumsum([0, *map(len, rows[:-1])])
    sums = np.add.reduceat(E[[i for row in rows for i in row]], starts, axis=0)  # (words, d)
    return np.asarray(sums / np.array([[len(row)] for row in rows], dtype=np.float32))


def sinusoids(n: int, d: int, *, first: int = 0) -> Floats32:
    """Vectors of n places from `first` on, (n, d): sines in the first half of the columns, cosines in the second.

    Source: Vaswani et al. 2017, section 3.5, where sines and cosines take turns.
    """
    angles = np.arange(first, first + n)[:, None] / 10000 ** (np.arange(d // 2) / (d // 2))  # (n, d / 2)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)


def log_softmax(logits: Floats32) -> Floats32:
    """Over the last axis: (b, m, units) → log probabilities (b, m, units)."""
    logits = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True)))
