"""One fixed vector against looking back: how many words of a sentence can be recovered from d numbers.

Packing: each position has a vector of random signs; word vectors are multiplied by their position's signs and summed, as in
holographic reduced representations (Plate 1995), here with signs (Gayler 1998). Reading position i: multiply by its signs
again and take the word whose vector has the largest cosine with the result. The other words remain in it as noise, which grows
with their number.
Looking back: the signs of a position are its key and its query, the word's vector its value; attention brings the value back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from attention.core import softmax
from attention.limits.remembered import remembered
from attention.models.untrained import embed
from attention.types import Floats, Switches

DRAWS = 3
"""Random draws over which a curve is averaged."""


@dataclass(frozen=True, eq=False)
class Material:
    """X (n, d): the words' vectors; signs (n, d): +1 or −1 for each position."""

    words: tuple[str, ...]
    X: Floats
    signs: Floats

    def first(self, m: int) -> Material:
        """Only the first m words."""
        return Material(self.words[:m], self.X[:m], self.signs[:m])


@remembered(most=16_000_000)
def material(words: tuple[str, ...], d: int, seed: int = 0) -> Material:
    """Vectors and signs for the words; another seed draws other ones."""
    signs = np.random.default_rng(seed).choice([-1.0, 1.0], size=(len(words), d))
    return Material(words, embed(words, d, seed=seed, positions=False), signs)


def pack_sentence(m: Material) -> Floats:
    """The whole sentence as one vector (d,)."""
    return np.asarray((m.signs * m.X).sum(axis=0))


def read_packed(m: Material) -> tuple[str, ...]:
    """For each position the word recovered from the one vector."""
    return nearest(m, m.signs * pack_sentence(m))


def read_looking_back(m: Material) -> tuple[str, ...]:
    """For each position the word that attention brings back: queries and keys are the signs, values the words' vectors."""
    scores = m.signs @ m.signs.T * Switches().factor(m.signs.shape[1])
    return nearest(m, softmax(scores) @ m.X)


def nearest(m: Material, found: Floats) -> tuple[str, ...]:
    """found (n, d) → for each row the word of the sentence with the largest cosine."""
    unit = m.X / np.linalg.norm(m.X, axis=1, keepdims=True)
    return tuple(m.words[int(j)] for j in (found @ unit.T).argmax(axis=1))


def right(m: Material, read: Sequence[str]) -> int:
    """How many positions were recovered correctly."""
    return sum(a == b for a, b in zip(m.words, read, strict=True))


def shares(words: tuple[str, ...], d: int, lengths: Sequence[int]) -> tuple[list[float], list[float]]:
    """For the first m words, m in `lengths`: the share recovered from one vector, and by looking back."""
    drawn = [material(words, d, seed) for seed in range(DRAWS)]
    ways = (read_packed, read_looking_back)
    one, back = ([mean_share([m.first(k) for m in drawn], way) for k in lengths] for way in ways)
    return one, back


def mean_share(materials: Sequence[Material], way: Callable[[Material], Sequence[str]]) -> float:
    """The share of positions recovered correctly in one of the two ways, averaged over the draws."""
    return float(np.mean([right(m, way(m)) / len(m.words) for m in materials]))
