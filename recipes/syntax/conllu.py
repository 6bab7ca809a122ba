"""Reading CoNLL-U, the format of Universal Dependencies (https://universaldependencies.org/format.html)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from recipes.syntax.trees import ROOT, Tree

SURVIVOR = {"著": "着"}
"""The aspect particle is often left behind when traditional characters are converted; alone it is never 著."""


def read(path: Path, *, convert: Callable[[str], str] | None = None) -> list[Tree]:
    """All sentences of a file. Comments, multiword tokens (1-2) and empty nodes (1.1) are passed over."""
    text = path.read_text(encoding="utf8")
    return [parse(block, path.stem, convert) for block in re.split(r"\n\s*\n", text.strip()) if has_words(block)]


def has_words(block: str) -> bool:
    return any(re.match(r"\d+\t", line) for line in block.splitlines())


def parse(block: str, source: str, convert: Callable[[str], str] | None = None) -> Tree:
    """One sentence; its source is the name of its file."""
    rows = list(word_rows(block))
    place = {row[0]: i for i, row in enumerate(rows)} | {"0": ROOT}
    if lost := [row[1] for row in rows if row[6] not in place]:
        raise ValueError(f"{source}: {lost[0]} hangs on no word of its sentence:\n{block}")
    words = tuple(SURVIVOR.get(word, word) for word in converted([row[1] for row in rows], convert))
    heads = tuple(place[row[6]] for row in rows)
    relations = tuple(row[7].split(":")[0] for row in rows)
    return Tree(words, heads, relations, tuple(row[3] for row in rows), source)


def word_rows(block: str) -> Iterator[list[str]]:
    for line in block.splitlines():
        columns = line.split("\t")
        if columns[0].isdigit():
            yield columns


def converted(words: list[str], convert: Callable[[str], str] | None) -> list[str]:
    """Words with other characters, converted as one text (which is more exact) where that keeps its length."""
    if convert is None:
        return words
    text = convert("".join(words))
    if len(text) != sum(map(len, words)):
        return [convert(word) for word in words]
    characters = iter(text)
    return ["".join(next(characters) for _ in word) for word in words]


def simplifier() -> Callable[[str], str]:
    """Traditional → simplified characters with OpenCC (as the app does); imported only when it is asked for."""
    from opencc import OpenCC

    convert: Callable[[str], str] = OpenCC("t2s").convert
    return convert
