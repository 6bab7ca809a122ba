"""Pairs of sentences to try, from assets/texts/why-pairs.json, and how alike one word is in both."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from attention.assets import TEXTS_FOLDER
from attention.errors import FileError
from attention.experiments.four_steps import cosines
from attention.types import Floats, Trace


@dataclass(frozen=True)
class Pair:
    """Two sentences, the word to look at in each, and by language ("zh", "en") a title and what to look for.

    links: where the second sentence translates the first, pairs of words that translate each other.
    """

    sentences: tuple[str, str]
    looked_at: tuple[str, str]
    title: Mapping[str, str]
    text: Mapping[str, str]
    links: tuple[tuple[str, str], ...] = ()


@functools.cache
def pairs(path: Path = TEXTS_FOLDER / "why-pairs.json") -> tuple[Pair, ...]:
    """All pairs in the order of the file; read once. Raises FileError if it cannot be read."""
    try:
        found = tuple(pair(row) for row in json.loads(path.read_text(encoding="utf8")))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise FileError(path.name, str(error)) from error
    if not found:
        raise FileError(path.name, "no pairs in it")
    return found


def pair(row: object) -> Pair:
    """One row: sentences, words and each of links are lists of two texts, title and text have both languages."""
    if not isinstance(row, dict):
        raise ValueError(f"{row!r} is not a pair")
    links = row.get("links", [])
    if not isinstance(links, list):
        raise ValueError(f"{links!r} is not a list")
    sentences, words = two(row["sentences"]), two(row["words"])
    found = Pair(sentences, words, both(row["title"]), both(row["text"]), tuple(map(two, links)))
    if not all(pair[k] in sentences[k] for pair in (words, *found.links) for k in (0, 1)):
        raise ValueError(f"not all of {(words, *found.links)} are in {sentences}")
    return found


def two(texts: object) -> tuple[str, str]:
    """A list of two texts as a tuple. Raises ValueError."""
    if not (isinstance(texts, list) and len(texts) == 2 and all(isinstance(text, str) and text for text in texts)):
        raise ValueError(f"{texts!r} is not a pair of texts")
    return texts[0], texts[1]


def both(texts: object) -> Mapping[str, str]:
    """A text in both languages. Raises ValueError."""
    if not (isinstance(texts, dict) and all(isinstance(texts.get(language), str) for language in ("zh", "en"))):
        raise ValueError(f"{texts!r} does not have both languages")
    return texts


def position_of(words: Sequence[str], looked_at: str) -> int:
    """Position of the word in the cut; else of the word that contains it, if jieba cut differently; else of the last word."""
    exact = (i for i, word in enumerate(words) if word == looked_at)
    around = (i for i, word in enumerate(words) if looked_at in word)
    return next(exact, next(around, len(words) - 1))


@dataclass(frozen=True)
class Alike:
    """Cosines, −1 to 1, of one word in two sentences: its vector x, its value v, and the output of its row."""

    x: float
    v: float
    output: float


def alike(a: Trace, i: int, b: Trace, j: int) -> Alike:
    """Word i of sentence a against word j of sentence b, both through the same matrices."""
    return Alike(cosine(a.X[i], b.X[j]), cosine(a.V[i], b.V[j]), cosine(a.output[i], b.output[j]))


def cosine(a: Floats, b: Floats) -> float:
    """Cosine of two vectors (d,)."""
    return float(cosines(a, b[None])[0])
