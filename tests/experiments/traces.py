"""A trace of the shape that the experiments get: a sentence's own vectors, random matrices, no diagonal."""

from __future__ import annotations

from attention.core import attend, attention_mask
from attention.models.untrained import embed, random_matrices
from attention.types import Trace

WORDS = tuple("我 喜欢 在 周末 去 公园 散步".split())


def trace(words: tuple[str, ...] = WORDS, *, seed: int = 0, diagonal: bool = False, causal: bool = False) -> Trace:
    mask = attention_mask(len(words), diagonal=diagonal, causal=causal)
    return attend(embed(words), *random_matrices(seed=seed), mask=mask)
