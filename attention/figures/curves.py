"""A table as links between two lines of words: the queries above, the keys below, the strongest weights of each row between.

The width and the opacity of a link are its weight. What is drawn is decided first (`plan_links`), then drawn (`links_figure`).
Both lines may hold different words, as in a cross attention. Words are the ticks of two axes: literal, in the page's own colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np
import plotly.graph_objects as go

from attention.figures.layout import base_layout, word_axis
from attention.figures.plan import literal, short_label, visible_width
from attention.types import Floats

STRONGEST = 3
"""Links drawn per row, unless another number is given."""
MAX_LINKS = 240
"""Links drawn in all, the strongest ones: more would hide each other, and take long to draw."""
MIN_LINK_WEIGHT = 0.005
"""A weight that would read 0.00 has no link."""
BETWEEN = 1.0
"""Space between two words of a line, in characters."""
MAX_LINK_WIDTH = 10.0
LINK = "#2f88ba"
CHOSEN = "#d55e00"
"""The chosen row's links; told apart from the others by their opacity as well (palette of Okabe and Ito, 2008)."""
QUIET, LOUD = 0.12, 0.6
"""If a row is chosen: the opacity of the other rows' links, and the lowest of its own."""


@dataclass(frozen=True)
class LinePlan:
    """One line of words: the text of each, the whole word for hovering, and the middle of each, in characters from the left."""

    labels: tuple[str, ...]
    names: tuple[str, ...]
    places: tuple[float, ...]


@dataclass(frozen=True)
class Link:
    """From query to key, positions from 0. width in pixels; chosen: whether it belongs to the chosen row."""

    query: int
    key: int
    weight: float
    width: float
    opacity: float
    chosen: bool


@dataclass(frozen=True)
class LinksPlan:
    """width: of both lines, in characters; left_out: strong links beyond MAX_LINKS; row: the chosen one."""

    queries: LinePlan
    keys: LinePlan
    links: tuple[Link, ...]
    width: float
    left_out: int
    row: int | None


@dataclass(frozen=True)
class LinksText:
    """The words around the words. hover: plotly's template; %{customdata[0]} the query, [2] the key, [1] and [3] their places."""

    query: str
    key: str
    hover: str


def plan_links(
    queries: Sequence[str],
    keys: Sequence[str],
    weights: Floats,
    *,
    most: int = STRONGEST,
    row: int | None = None,
    top: float = 1.0,
) -> LinksPlan:
    """weights (n_q, n_k), NaN where masked. most: links a row. row: the query to bring out. top: the widest link's weight."""
    natural = max(line_width(queries), line_width(keys), 1.0)
    links = strongest_links(weights, most, row, top)
    kept = sorted(
        sorted(links, key=lambda link: (not link.chosen, -link.weight))[:MAX_LINKS], key=lambda link: link.weight
    )
    return LinksPlan(
        plan_line(queries, natural), plan_line(keys, natural), tuple(sorted(kept, key=lambda link: link.chosen)),
        natural, len(links) - len(kept), row,
    )  # fmt: skip


def line_width(words: Sequence[str]) -> float:
    """Width of the words side by side, in characters."""
    return sum(visible_width(short_label(word)) + BETWEEN for word in words)


def plan_line(words: Sequence[str], width: float) -> LinePlan:
    """The words side by side; where they are shorter than `width`, spread over it."""
    widths = [visible_width(short_label(word)) + BETWEEN for word in words]
    spread = width / max(sum(widths), 1e-9)
    places = tuple((end - own / 2) * spread for own, end in zip(widths, accumulate(widths), strict=True))
    return LinePlan(tuple(literal(short_label(word)) for word in words), tuple(map(literal, words)), places)


def strongest_links(weights: Floats, most: int, row: int | None, top: float) -> list[Link]:
    """Links for the `most` strongest cells in each row of (n_q, n_k); of equal ones the first."""
    values = np.nan_to_num(np.asarray(weights, dtype=np.float64))
    order = np.argsort(-values, axis=1, kind="stable")[:, :most]
    return [
        link(i, int(j), float(values[i, j]), row, top)
        for i in range(len(values))
        for j in order[i]
        if values[i, j] >= MIN_LINK_WEIGHT
    ]


def link(i: int, j: int, weight: float, row: int | None, top: float) -> Link:
    """A link whose width and opacity follow its weight."""
    share = min(weight / top, 1.0) if top > 0 else 0.0
    least = LOUD if row == i else 0.25
    opacity = QUIET if row is not None and row != i else least + (1 - least) * share
    return Link(i, j, weight, 1 + (MAX_LINK_WIDTH - 1) * share, opacity, row == i)


def links_figure(
    queries: Sequence[str],
    keys: Sequence[str],
    weights: Floats,
    *,
    text: LinksText,
    most: int = STRONGEST,
    row: int | None = None,
    top: float = 1.0,
    height: int = 300,
    font_size: int = 16,
    places: Sequence[int] | None = None,
) -> go.Figure:
    """Weights (n_q, n_k), NaN where masked. `figure_width` says how much room it wants.

    places: positions of the words in their sentence, from 0, where some of it are left out on both sides.
    """
    plan = plan_links(queries, keys, weights, most=most, row=row, top=top)
    places = range(max(len(queries), len(keys))) if places is None else places
    layout = base_layout(
        height,
        font_size,
        template="none",
        margin={"l": font_size, "r": font_size, "t": 3 * font_size, "b": 3 * font_size, "pad": 0},
        showlegend=False,
        xaxis=words_axis(plan.keys, plan.width, text.key, font_size) | {"side": "bottom"},
        xaxis2=words_axis(plan.queries, plan.width, text.query, font_size, bold=plan.row)
        | {"side": "top", "overlaying": "x"},
        yaxis={"visible": False, "range": [0, 1], "fixedrange": True, "automargin": False},
        shapes=[link_path(plan, link) for link in plan.links],
    )
    return go.Figure({"data": hover_points(plan, text, places), "layout": layout})


def figure_width(queries: Sequence[str], keys: Sequence[str], *, font_size: int = 16) -> int:
    """Pixels that the figure needs for its words not to run into each other."""
    return round(max(line_width(queries), line_width(keys), 1.0) * font_size) + 2 * font_size


def words_axis(line: LinePlan, width: float, title: str, font_size: int, *, bold: int | None = None) -> dict[str, Any]:
    """One line of words as an axis; bold: the position of the chosen word."""
    labels = [f"<b>{label}</b>" if i == bold else label for i, label in enumerate(line.labels)]
    name = {"text": literal(title), "standoff": 2, "font": {"size": max(11, font_size - 4)}}
    return word_axis(name, font_size, line.places, labels, (0, width)) | {"tickangle": 0}


def link_path(plan: LinksPlan, link: Link) -> dict[str, Any]:
    """A curve that leaves the query and reaches the key vertically."""
    above, below = plan.queries.places[link.query], plan.keys.places[link.key]
    return {
        "type": "path",
        "path": f"M {above:.2f},1 C {above:.2f},0.5 {below:.2f},0.5 {below:.2f},0",
        "line": {"color": CHOSEN if link.chosen else LINK, "width": round(link.width, 1)},
        "opacity": round(link.opacity, 2),
        "layer": "below",
    }


def hover_points(plan: LinksPlan, text: LinksText, places: Sequence[int]) -> list[dict[str, Any]]:
    """What hovering tells of a link, at three places on it; and an empty trace, for which plotly draws the upper axis."""
    spots = [(link, t) for link in plan.links for t in (0.15, 0.5, 0.85)]
    points = [on_curve(plan.queries.places[link.query], plan.keys.places[link.key], t) for link, t in spots]
    base = {"type": "scatter", "mode": "markers", "marker": {"opacity": 0, "size": 14}, "showlegend": False}
    named = [
        [plan.queries.names[x.query], places[x.query] + 1, plan.keys.names[x.key], places[x.key] + 1, x.weight]
        for x, _ in spots
    ]
    return [
        {
            **base,
            "x": [round(x, 2) for x, _ in points],
            "y": [round(y, 3) for _, y in points],
            "customdata": named,
            "hovertemplate": text.hover + "<extra></extra>",
        },
        {**base, "x": [0, plan.width], "y": [0, 1], "xaxis": "x2", "hoverinfo": "skip"},
    ]


def on_curve(above: float, below: float, t: float) -> tuple[float, float]:
    """The point of a `link_path` at t from 0 to 1."""
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3
    return above * (a + b) + below * (c + d), a + 0.5 * b + 0.5 * c
