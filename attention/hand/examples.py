"""The example sentences with their hand tables, from assets/examples: one JSON file each, shown in the order of their names."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from attention.assets import EXAMPLES_FOLDER
from attention.errors import AttentionError, ExampleError
from attention.types import Floats, HandTable
from attention.words.english import join_words


@dataclass(frozen=True)
class HandTranslation:
    """What a person would say in English: words and marks, and which Chinese word each stands for, (English, Chinese) from 0."""

    words: tuple[str, ...]
    links: tuple[tuple[int, int], ...]

    @property
    def text(self) -> str:
        """The translation as it is written."""
        return join_words(self.words)

    def table(self, n: int) -> Floats:
        """(words, n): each English word's row shared out among its Chinese words; zeros for a word that has none."""
        values = np.zeros((len(self.words), n))
        values[tuple(zip(*self.links, strict=True))] = 1.0
        return values / np.maximum(values.sum(axis=1, keepdims=True), 1.0)


@dataclass(frozen=True)
class Example:
    """title: by language, "zh" and "en"."""

    name: str
    title: Mapping[str, str]
    table: HandTable
    english: HandTranslation | None = None

    @property
    def text(self) -> str:
        """The sentence."""
        return "".join(self.table.words)


def read_example(path: Path) -> Example:
    """One file: {"title": {"zh", "en"}, "words": […], "values": [[…]] with null for '-', and, where
    somebody wrote one, "english": {"words": […], "links": [[English, Chinese], …]}}. Raises ExampleError."""
    try:
        content = json.loads(path.read_text(encoding="utf8"))
        values = np.array(content["values"], dtype=np.float64)
        if not all(isinstance(word, str) and word for word in content["words"]):
            raise ValueError("a word is not text")
        table = HandTable(tuple(content["words"]), values)
        return Example(path.stem, dict(content["title"]), table, read_english(content.get("english"), len(table)))
    except (OSError, ValueError, KeyError, TypeError, AttentionError) as error:
        raise ExampleError(path.name, str(error)) from error


def read_english(content: Mapping[str, Any] | None, n: int) -> HandTranslation | None:
    """The translation of an example of n words, if it has one. Raises ValueError if a link points to no word."""
    if content is None:
        return None
    words, links = tuple(content["words"]), tuple((int(i), int(j)) for i, j in content["links"])
    if not all(isinstance(word, str) and word for word in words):
        raise ValueError("an English word is not text")
    if not links or not all(0 <= i < len(words) and 0 <= j < n for i, j in links):
        raise ValueError("a link points to no word")
    return HandTranslation(words, links)


@functools.cache
def examples(folder: Path = EXAMPLES_FOLDER) -> tuple[Example, ...]:
    """All examples; read once."""
    return tuple(read_example(path) for path in sorted(folder.glob("*.json")))


def example_for(words: Sequence[str]) -> HandTable | None:
    """The hand table of the example with just these words; None if there is none."""
    return next((example.table for example in examples() if example.table.words == tuple(words)), None)
