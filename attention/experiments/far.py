"""Two words that belong together, and a sentence that grows between them: assets/texts/why-far.txt.

The first line names the two words; every line after it is a sentence with both of them.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path

from attention.assets import TEXTS_FOLDER
from attention.errors import FileError
from attention.limits.remembered import remembered
from attention.sources.registry import compute
from attention.sources.source import Request
from attention.sources.table import AttentionTable
from attention.types import Switches
from attention.words.segment import cut


@dataclass(frozen=True)
class Stretch:
    """One sentence, cut into words; first and last: the positions of the two words."""

    words: tuple[str, ...]
    first: int
    last: int

    @property
    def distance(self) -> int:
        """Words from the first to the last."""
        return self.last - self.first


@functools.cache
def stretches(path: Path = TEXTS_FOLDER / "why-far.txt") -> tuple[Stretch, ...]:
    """The sentences, nearest first. Lines whose cut has not both words are left out. Raises FileError if none is left."""
    try:
        lines = [line.strip() for line in path.read_text(encoding="utf8").splitlines()]
    except (OSError, ValueError) as error:
        raise FileError(path.name, str(error)) from error
    names, *sentences = [line for line in lines if line and not line.startswith("#")] or [""]
    found = [stretch(sentence, *names.split()) for sentence in sentences] if len(names.split()) == 2 else []
    kept = sorted((s for s in found if s), key=lambda s: s.distance)
    if not kept:
        raise FileError(path.name, "no sentence has both words")
    return tuple(kept)


def stretch(sentence: str, first: str, last: str) -> Stretch | None:
    """The sentence with the positions of the two words; None if the cut does not have them in this order."""
    words = cut(sentence).tokens.words
    if first not in words or last not in words:
        return None
    start, end = words.index(first), len(words) - 1 - words[::-1].index(last)
    return Stretch(words, start, end) if start < end else None


@remembered(most=1_000_000)
def weights_back(source: str, heads: tuple[str, ...], seed: int, switches: Switches) -> tuple[tuple[float, ...], ...]:
    """For each of the heads, the weight from the last word back to the first one, sentence by sentence."""
    found = [(s, compute(source, Request(s.words, seed=seed, switches=switches))) for s in stretches()]
    return tuple(tuple(weight_back(computed, head, s) for s, computed in found) for head in heads)


def weight_back(computed: AttentionTable, head: str, s: Stretch) -> float:
    """The weight from the last word back to the first one in a head."""
    weights = next(h.weights for h in computed.heads if h.name == head)
    return float(weights[s.last, s.first])
