"""Attention before any training: vectors made from a word's own characters, matrices from a seed.

The same words and the same seed give the same numbers on every machine and in every run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from attention.types import Floats, frozen

D_MODEL = 32
D_K = 16


def embed(words: Sequence[str], d_model: int = D_MODEL, *, seed: int = 0, positions: bool = True) -> Floats:
    """X (n, d_model): for each word the mean of its characters' vectors, scaled to unit variance, plus its position.

    Equal words have equal vectors until positions are added.
    """
    X = np.array([word_vector(word, d_model, seed) for word in words]).reshape(len(words), d_model)
    return X + position_vectors(len(words), d_model, seed) if positions else X


def word_vector(word: str, d_model: int, seed: int) -> Floats:
    """(d_model,), about standard normal whatever the word's length."""
    vectors = [seeded_vector(f"{seed}:{character}", d_model) for character in word]
    return np.asarray(np.sum(vectors, axis=0) / np.sqrt(len(vectors)))


@lru_cache(maxsize=2_000)
def seeded_vector(key: str, d_model: int) -> Floats:
    """(d_model,), standard normal and read-only; the same for the same key. 2,000 of 1,024 numbers have 16 MB."""
    number = int.from_bytes(hashlib.blake2b(key.encode("utf8", "surrogatepass"), digest_size=16).digest(), "big")
    return frozen(np.random.Generator(np.random.PCG64(number)).standard_normal(d_model))


def position_vectors(n: int, d_model: int, seed: int = 0) -> Floats:
    """(n, d_model), standard normal: a vector for each position, as a model that learns its positions begins with.

    Not the sinusoids of the Transformer paper: in them neighbouring positions are so alike that hand tables with repeated words
    could not be fitted in a few hundred steps (16 of 16 random ones missed their floor by more than 0.01; with these, none).
    """
    return np.array([seeded_vector(f"{seed}@{i}", d_model) for i in range(n)]).reshape(n, d_model)


def random_matrices(d_model: int = D_MODEL, d_k: int = D_K, *, seed: int = 0) -> tuple[Floats, Floats, Floats]:
    """W_Q, W_K, W_V, each (d_model, d_k), entries of variance 1/d_model, so that q and k have about unit variance."""
    rng = np.random.Generator(np.random.PCG64(seed))
    W = rng.standard_normal((3, d_model, d_k)) / np.sqrt(d_model)
    return W[0], W[1], W[2]
