"""Many sentences at once: the same tables as one by one, in less time.

Attention is computed for a whole batch, padded to its longest sentence and masked. The syntax model's network before it works
in float32, where padding would change the sixth digit (BLAS adds up in another order when a matrix has more rows); so there
sentences of one length are put on top of each other, and each keeps its own product. The weights are those of `compute` to 1e-12.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from attention.core import attention_mask, masked_softmax
from attention.errors import EmptyText
from attention.models.syntax import Floats32, SyntaxModel, normalised
from attention.models.untrained import embed, random_matrices
from attention.sources import (
    Computation,
    Request,
    compute,
    fit_hand,
    fitted_source,
    hidden_positions,
    mask_for,
    require_hand,
    syntax_model,
)
from attention.types import Floats, Mask, Origin, SourceName

MOST_CELLS = 50_000
"""Cells of a table, padding included, that one batch may have: what more would save, the memory eats."""


def compute_many(source: SourceName, requests: Sequence[Request]) -> list[Computation]:
    """What `source` says about the words of each request, in their order, without the heads: `heads` is empty.

    All else is as in `compute`. The requests have to agree in everything but their words (and, for 拟合, have one hand table).
    """
    if source not in BATCHED or not alike(requests):
        return [replace(compute(source, request), heads=()) for request in requests]
    found: list[Computation | None] = [None] * len(requests)
    for batch in batches([len(request.words) for request in requests]):
        for i, one in zip(batch, BATCHED[source]([requests[i] for i in batch]), strict=True):
            found[i] = one
    return [one for one in found if one is not None]


def alike(requests: Sequence[Request]) -> bool:
    """Whether the requests differ in nothing but their words."""
    first = requests[0] if requests else None
    return all(replace(request, words=()) == replace(first, words=()) for request in requests if first)


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions of sentences to compute together: alike in length, and no more than MOST_CELLS cells."""
    batch: list[int] = []
    for i in sorted(range(len(lengths)), key=lambda i: lengths[i]):
        if batch and (len(batch) + 1) * lengths[i] ** 2 > MOST_CELLS:
            yield batch
            batch = []
        batch.append(i)
    if batch:
        yield batch


def padded_weights(
    Xs: Sequence[Floats], W_Q: Floats, W_K: Floats, masks: Sequence[Mask], *, factor: float
) -> list[Floats]:
    """Xs: b times (n_i, d_model), each n_i its own; W_Q, W_K (h, d_model, d_k); masks (n_i, n_i) → weights (h, n_i, n_i).

    factor: what the scores are multiplied by. A padded row may attend to nothing, and nothing may attend to it.
    """
    b, n, lengths = len(Xs), max(map(len, Xs)), [len(X) for X in Xs]
    rows = np.concatenate(Xs)  # (Σ n_i, d_model): no product is wasted on padding
    mask = np.zeros((b, 1, n, n), dtype=bool)
    for i, own in enumerate(masks):
        mask[i, 0, : len(own), : len(own)] = own
    Q, K = padded(rows @ W_Q, lengths), padded(rows @ W_K, lengths)
    weights, _ = masked_softmax(Q @ np.swapaxes(K, -1, -2) * factor, mask)
    return [one[:, :length, :length] for one, length in zip(weights, lengths, strict=True)]


def padded(rows: Floats, lengths: Sequence[int]) -> Floats:
    """(h, Σ n_i, k) → (b, h, n, k), zeros behind each sentence's own rows."""
    room = np.zeros((len(lengths), rows.shape[0], max(lengths), rows.shape[2]))
    start = 0
    for i, length in enumerate(lengths):
        room[i, :, :length] = rows[:, start : start + length]
        start += length
    return room


def factor_of(request: Request, d_k: int) -> float:
    return (1 / math.sqrt(d_k) if request.switches.scale else 1.0) / request.switches.temperature


def computations(requests: Sequence[Request], weights: Sequence[Floats], origin: Origin) -> list[Computation]:
    """weights: for each request (h, n, n), of which the main table is the mean."""
    made = []
    for request, heads in zip(requests, weights, strict=True):
        hidden = set(hidden_positions(request.words, request.switches))
        shown = tuple(i for i in range(len(request.words)) if i not in hidden)
        mask = mask_for(request.words, request.switches)
        made.append(Computation(request.words, (), heads.mean(axis=0), mask, origin, shown))
    return made


def masks_of(requests: Sequence[Request]) -> list[Mask]:
    return [mask_for(request.words, request.switches) for request in requests]


def random_many(requests: Sequence[Request]) -> list[Computation]:
    first = requests[0]
    heads = [random_matrices(seed=first.seed * 1000 + head) for head in range(first.heads)]
    W_Q, W_K = (np.stack([matrices[i] for matrices in heads]) for i in (0, 1))
    Xs = [embed(request.words) for request in requests]
    weights = padded_weights(Xs, W_Q, W_K, masks_of(requests), factor=factor_of(first, W_Q.shape[2]))
    return computations(requests, weights, Origin("random", {"seed": first.seed}))


def fitted_many(requests: Sequence[Request]) -> list[Computation]:
    """One fitting for all; each sentence by itself, since the fitting is what takes the time."""
    fitted = fit_hand(require_hand(requests[0]))
    return [replace(fitted_source(request, fitted), heads=()) for request in requests]


def syntax_many(requests: Sequence[Request]) -> list[Computation]:
    """The network runs once for each sentence, for its table and for the probability that two words are linked."""
    model = syntax_model()
    Xs = encoded(model, [request.words for request in requests])
    neighbours = matrices(model, "neighbours")
    factor = factor_of(requests[0], neighbours[0].shape[2])
    weights = padded_weights([X[1:] for X in Xs], *neighbours, masks_of(requests), factor=factor)
    made = computations(requests, weights, Origin("syntax", {}))
    return [
        replace(one, linked=linked, unseen=tuple(model.unseen(one.words)))
        for one, linked in zip(made, linked_many(model, Xs), strict=True)
    ]


def encoded(model: SyntaxModel, sentences: Sequence[Sequence[str]]) -> list[Floats]:
    """For each sentence what `SyntaxModel.encode` makes of it, (n_i + 1, d_model), in float64."""
    found: dict[int, Floats] = {}
    for length in {len(words) for words in sentences}:
        places = [i for i, words in enumerate(sentences) if len(words) == length]
        found |= zip(places, encode_alike(model, [sentences[i] for i in places]).astype(np.float64), strict=True)
    return [found[i] for i in range(len(sentences))]


def encode_alike(model: SyntaxModel, sentences: Sequence[Sequence[str]]) -> Floats32:
    """b sentences of n words → (b, n + 1, d_model), step by step as `SyntaxModel.encode`. Raises EmptyText as it does."""
    if not all(words and all(words) for words in sentences):
        raise EmptyText
    a, b = model.arrays, len(sentences)
    vectors = model._word_vectors([word for words in sentences for word in words]).reshape(b, len(sentences[0]), -1)
    x = np.concatenate([np.broadcast_to(a["start"], (b, 1, a["start"].shape[1])), vectors @ a["W_in"]], axis=1)
    x = normalised(x + model._positions(x.shape[1]), a["in_gain"], a["in_bias"])
    for layer in range(model.card["config"]["layers"]):
        y = normalised(x, a[f"gain_{layer}"], a[f"bias_{layer}"]) if layer else x
        nothing = np.zeros_like(y[:, :1])
        before, after = np.concatenate([nothing, y[:, :-1]], axis=1), np.concatenate([y[:, 1:], nothing], axis=1)
        three = np.concatenate([before, y, after], axis=2)
        x = x + np.maximum(three @ a[f"W_{layer}"] + a[f"b_{layer}"], 0)
    return normalised(x, a["out_gain"], a["out_bias"])


def matrices(model: SyntaxModel, head: str) -> tuple[Floats, Floats]:
    """W_Q and W_K of a head, each (1, d_model, d_k), in float64."""
    W_Q, W_K = (model.arrays[f"{name}_{head}"].astype(np.float64)[None] for name in ("W_Q", "W_K"))
    return W_Q, W_K


def linked_many(model: SyntaxModel, Xs: Sequence[Floats]) -> list[Floats]:
    """As `SyntaxModel.linked`, from what the network made of each sentence, the start symbol first."""
    W_Q, W_K = matrices(model, "head")
    masks = [attention_mask(len(X), diagonal=False) for X in Xs]
    weights = padded_weights(Xs, W_Q, W_K, masks, factor=1 / math.sqrt(W_Q.shape[2]))
    inner = [table[0, 1:, 1:] for table in weights]
    return [np.minimum(A + A.T, 1.0) for A in inner]


BATCHED: Mapping[SourceName, Callable[[Sequence[Request]], list[Computation]]] = {
    "syntax": syntax_many,
    "fitted": fitted_many,
    "random": random_many,
}
