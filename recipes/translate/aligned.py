"""Hand-aligned pairs (recipes/data/alignments.txt) and the alignment error rate on them.

A sure link must be found, a possible one may be (Och & Ney 2003):
AER = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|), with S a part of P.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).parents[1] / "data" / "alignments.txt"

Links = frozenset[tuple[int, int]]


@dataclass(frozen=True)
class HandAligned:
    """Chinese words, English words and marks, and links (Chinese, English) counted from 0; possible holds the sure ones too."""

    chinese: tuple[str, ...]
    english: tuple[str, ...]
    sure: Links
    possible: Links


def read(path: Path = FILE) -> list[HandAligned]:
    """Three lines a pair, a blank line between. Raises ValueError where a link points at no word."""
    blocks = path.read_text(encoding="utf8").strip().split("\n\n")
    return [parse(block.split("\n"), number) for number, block in enumerate(blocks, 1)]


def parse(lines: Sequence[str], number: int) -> HandAligned:
    if len(lines) != 3:
        raise ValueError(f"pair {number}: wanted three lines, found {len(lines)}")
    chinese, english, marks = (tuple(line.split()) for line in lines)
    sure, possible = set(), set()
    for mark in marks:
        between = "?" if "?" in mark else "-"
        i, j = (int(place) - 1 for place in mark.split(between))
        if not (0 <= i < len(chinese) and 0 <= j < len(english)):
            raise ValueError(f"pair {number}: {mark} points at no word")
        possible.add((i, j))
        if between == "-":
            sure.add((i, j))
    return HandAligned(chinese, english, frozenset(sure), frozenset(possible))


def error_rate(found: Iterable[tuple[Links, HandAligned]]) -> float:
    """AER over all pairs together: 0 where every link is right."""
    right = wanted = 0
    for links, gold in found:
        right += len(links & gold.sure) + len(links & gold.possible)
        wanted += len(links) + len(gold.sure)
    return 1 - right / wanted
