"""What a heatmap will show, decided before it is drawn: which ticks, how turned, digits or not, how high.

Why these limits: in a browser the tick labels and the cells' texts cost the time, not the cells.
"""

from __future__ import annotations

import html
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from attention.text import grapheme_cuts

MOST_DIGITS = 18
"""Up to this many words the cells carry their digits; in half a page's width those of more would run into each other."""
MOST_DIGITS_WIDE = 25
"""The same in a page's full width, or on paper."""
MOST_TICKS = 31
"""Up to this many words each has its label; the labels of more would overlap, and drawing them takes the time."""
MOST_HORIZONTAL = 12
"""Up to this many columns the labels stand horizontally."""
LONGEST_LABEL = 10
"""Characters of a word that a tick shows."""


@dataclass(frozen=True)
class AxisPlan:
    """positions: where ticks stand (from 1); labels: their texts; names: the text of every position, for hovering."""

    positions: tuple[int, ...]
    labels: tuple[str, ...]
    names: tuple[str, ...]
    width: float
    """Of the longest label, in characters: a Chinese one counts 1, a Latin one 0.6."""


@dataclass(frozen=True)
class HeatmapPlan:
    rows: AxisPlan
    cols: AxisPlan
    digits: bool
    turned: bool
    """Column labels stand upright because there is no room for them side by side."""
    height: int
    """Of the whole figure, in pixels."""


def literal(word: str) -> str:
    """A word as plotly will show it literally: its pseudo-HTML escaped. ($x$ is mathematics only where a page loads MathJax.)"""
    return html.escape(word, quote=False)


def shortened(word: str) -> str:
    """A long word's beginning, never cut inside a character that is written with several code points."""
    if len(word) <= LONGEST_LABEL:
        return word
    cuts = [0, *grapheme_cuts(word)]
    return word[: max(cut for cut in cuts if cut < LONGEST_LABEL)] + "…"


def visible_width(word: str) -> float:
    return sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.6 for c in word)


def plan_axis(words: Sequence[str]) -> AxisPlan:
    every = math.ceil(len(words) / MOST_TICKS) or 1
    positions = tuple(range(1, len(words) + 1, every))
    shown = [shortened(words[p - 1]) for p in positions]
    names = tuple(literal(word) for word in words)
    return AxisPlan(positions, tuple(map(literal, shown)), names, max(map(visible_width, shown), default=1))


def plan_heatmap(rows: Sequence[str], cols: Sequence[str], *, digits: bool, height: int) -> HeatmapPlan:
    """digits: wished for; granted up to 25 words. height: of the usual figure; more words make it higher, to 1.6 times."""
    n = max(len(rows), len(cols))
    across = plan_axis(cols)
    turned = len(cols) > MOST_HORIZONTAL or len(cols) * across.width > 3 * MOST_HORIZONTAL
    grown = height * min(1.6, max(1.0, n / 15))
    return HeatmapPlan(plan_axis(rows), across, digits and n <= MOST_DIGITS, turned, round(grown))
