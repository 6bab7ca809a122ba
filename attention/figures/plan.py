"""What a heatmap will show, decided before it is drawn: which labels, turned or not, with or without digits, how high.

Why these limits: in a browser the labels and the texts of the cells cost time, the cells do not.
"""

from __future__ import annotations

import html
import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from attention.words.characters import grapheme_cuts

PAGE, HALF, THIRD = 916, 450, 294
"""Pixels across a page, and across its columns, in a window 1280 wide; what is planned for them scrolls in a narrower one."""
MAX_WORDS_SIDE_BY_SIDE = 12
"""Up to this many words two tables may stand side by side, if each has room enough."""
MAX_WORDS_WITH_DIGITS = 40
"""Up to this many words the cells carry their digits, if they fit; the browser takes long over the texts of more."""
MAX_DIGITS_WIDE = 25
"""The same on paper, in a web page and in a picture, whose cells have a width of their own."""
MAX_TICKS = 40
"""Up to this many words each has its label, if they fit; drawing more takes the time."""
MAX_HORIZONTAL = 12
"""Up to this many columns the labels stand horizontally, if they fit."""
LONGEST_LABEL = 10
"""Characters of a word that a tick shows."""
LINE = 1.2
"""Height of a label, in font sizes."""
GROWN_ROW = 1.35
"""Height of a row that a figure grows to have."""
PLAIN, SIGNED = 2.0, 2.55
"""Width of 0.00 and of −0.00, in font sizes."""
SIDE, EDGE, ABOVE = 12, 4, 12
"""Pixels beside and above the labels, and at the other edges."""
CORNER = 3.4
"""Room at the least for the rows' labels, in font sizes."""
CORNER_NAMES = 4.9
"""Width of the names of both axes above the rows' labels, in sizes of their own font: "Query\\Key" is the widest."""


@dataclass(frozen=True)
class AxisPlan:
    """positions: where ticks stand (from 1); labels: their texts; names: the text of every position, for hovering."""

    positions: tuple[int, ...]
    labels: tuple[str, ...]
    names: tuple[str, ...]
    width: float
    """Of the longest label, in characters: a Chinese one counts 1, a Latin one 0.6."""
    every: int
    """One word in so many has a label."""


@dataclass(frozen=True)
class HeatmapPlan:
    """turned: column labels stand upright because there is no room for them side by side. height: of the whole figure, in pixels;
    width: the pixels that it needs for its labels and digits not to run into each other. digit_size: of the digits, in pixels."""

    rows: AxisPlan
    cols: AxisPlan
    digits: bool
    turned: bool
    height: int
    width: int
    digit_size: int

    @property
    def every(self) -> int:
        """One word in so many has a label on one of the axes at least; 1: all have."""
        return max(self.rows.every, self.cols.every)


def literal(word: str) -> str:
    """A word escaped so that plotly shows it literally; $x$ would be mathematics only if a page loaded MathJax."""
    return html.escape(word, quote=False)


def short_label(word: str) -> str:
    """The beginning of a long word, never cut inside a character that consists of several code points."""
    if len(word) <= LONGEST_LABEL:
        return word
    cuts = [0, *grapheme_cuts(word)]
    return word[: max(cut for cut in cuts if cut < LONGEST_LABEL)] + "…"


def visible_width(word: str) -> float:
    """Width of a word in characters: a Chinese one counts 1, a Latin one 0.6."""
    return sum(1.0 if unicodedata.east_asian_width(c) in "WF" else 0.6 for c in word)


def plan_axis(words: Sequence[str], line: float = math.inf) -> AxisPlan:
    """The labels of an axis. line: how many of them there is room for."""
    every = max(math.ceil(len(words) / MAX_TICKS), math.ceil(len(words) / max(line, 1)), 1)
    positions = tuple(range(1, len(words) + 1, every))
    shown = [short_label(words[p - 1]) for p in positions]
    names = tuple(literal(word) for word in words)
    return AxisPlan(positions, tuple(map(literal, shown)), names, max(map(visible_width, shown), default=1), every)


def plan_heatmap(
    rows: Sequence[str],
    cols: Sequence[str],
    *,
    digits: bool,
    height: int,
    font_size: int = 14,
    room: float = HALF,
    signed: bool = False,
) -> HeatmapPlan:
    """The plan for a heatmap of these words.

    digits: wanted; granted if they fit at a legible size. height: of the usual figure; more words make it higher, so that each
    has its row. room: the available width in pixels. signed: the digits have a minus sign.
    """
    left = left_margin(plan_axis(rows), font_size)
    inner = max(room - left - EDGE, font_size)
    cell = inner / max(len(cols), 1)
    across = plan_axis(cols, inner / (LINE * font_size))
    turned = is_turned(len(cols), across.width) or across.width * font_size + 2 > cell
    top = ABOVE + font_size * (across.width if turned else 1)
    most = 60 * font_size if room >= PAGE else 1.6 * height
    grown = max(height, min(most, top + EDGE + GROWN_ROW * font_size * len(rows)))
    down = plan_axis(rows, (grown - top - EDGE) / (LINE * font_size))
    em = SIGNED if signed else PLAIN
    size = min(font_size, (cell - 2) / em, (grown - top - EDGE) / max(len(rows), 1) / LINE)
    few = max(len(rows), len(cols)) <= MAX_WORDS_WITH_DIGITS
    granted = digits and few and size >= least_digits(font_size)
    needed = max(
        LINE * font_size / across.every if turned else across.width * font_size + 2,
        int(size) * em + 2 if granted else 0,
    )
    return HeatmapPlan(down, across, granted, turned, round(grown), round(left + EDGE + len(cols) * needed), int(size))


def margins(plan: HeatmapPlan, font_size: int) -> tuple[int, int]:
    """Pixels left of the cells and above them."""
    above = plan.cols.width * font_size if plan.turned else font_size
    return round(left_margin(plan.rows, font_size)), round(ABOVE + above)


def left_margin(rows: AxisPlan, font_size: int) -> float:
    """Pixels left of the cells: the rows' labels, or the names of the axes where these are wider."""
    return max(SIDE + max(rows.width, CORNER) * font_size, CORNER_NAMES * corner_size(font_size) + EDGE)


def corner_size(font_size: int) -> int:
    """Of the names of both axes, in pixels, beside labels of `font_size`."""
    return max(10, font_size - 3)


def is_turned(columns: int, width: float) -> bool:
    """Whether so many labels, `width` characters each, no longer fit side by side horizontally and are turned."""
    return columns > MAX_HORIZONTAL or columns * width > 3 * MAX_HORIZONTAL


def least_digits(font_size: int) -> int:
    """The smallest size, in pixels, of digits that can be read beside labels of `font_size`."""
    return max(8, round(0.65 * font_size))


def fits_beside(words: Sequence[str], *, digits: bool, height: int, font_size: int = 14) -> bool:
    """Whether two tables of these words fit side by side with nothing left out."""
    half = plan_heatmap(words, words, digits=digits, height=height, font_size=font_size, signed=True)
    return len(words) <= MAX_WORDS_SIDE_BY_SIDE and half.every == 1 and half.digits == digits
