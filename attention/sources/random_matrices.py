"""随机: untrained matrices. X from the words' characters and positions, W_Q, W_K, W_V from the seed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from attention.core import attend
from attention.models.untrained import embed, random_matrices
from attention.sources.source import Request, Source, by_length, masks_for
from attention.sources.table import AttentionTable
from attention.types import Floats, Origin, frozen


def matrices_of(request: Request) -> list[tuple[Floats, Floats, Floats]]:
    """W_Q, W_K, W_V, each (d_model, d_k), of each head."""
    return [random_matrices(seed=request.seed * 1000 + head) for head in range(request.heads)]


def random_table(request: Request) -> AttentionTable:
    """The table of matrices that nobody trained."""
    X = embed(request.words)
    heads = tuple(request.attended(X, *matrices) for matrices in matrices_of(request))
    return request.table(Origin(RANDOM.name, {"seed": request.seed}), heads)


def random_batch(requests: Sequence[Request]) -> list[AttentionTable]:
    """b requests of n words: X (b, 1, n, d_model) through the matrices (h, d_model, d_k) of all heads."""
    first = requests[0]
    W_Q, W_K, W_V = (np.stack(matrices) for matrices in zip(*matrices_of(first), strict=True))
    X = np.stack([embed(request.words) for request in requests])[:, None]
    factor, mask = first.switches.factor(W_Q.shape[-1]), masks_for(requests)[:, None]
    tables = frozen(attend(X, W_Q, W_K, W_V, factor=factor, mask=mask).weights.mean(axis=1))  # (b, n, n)
    origin = Origin(RANDOM.name, {"seed": first.seed})
    return [request.table(origin, weights=table) for request, table in zip(requests, tables, strict=True)]


RANDOM = Source("random", random_table, "untrained matrices", many=partial(by_length, random_batch), seeded=True)
