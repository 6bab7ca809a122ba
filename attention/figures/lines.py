"""A few curves over one axis, told apart by colour, dash and symbol, for colour-blind readers and grey prints.

The colours are from the palette of Okabe and Ito (2008). The range of the y axis is given, never plotly's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

import plotly.graph_objects as go

from attention.figures.layout import FIXED, base_layout
from attention.figures.plan import literal

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
DASH_STYLES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
POINT_SYMBOLS = ("circle", "square", "diamond", "triangle-up", "x", "cross")
GRID = "rgba(128,128,128,0.25)"
FONT_SIZE = 13


@dataclass(frozen=True)
class Line:
    """One curve; x and y are as long as each other."""

    name: str
    x: Sequence[float]
    y: Sequence[float]


def lines_figure(
    lines: Sequence[Line],
    *,
    x_title: str,
    y_title: str,
    y_range: tuple[float, float],
    x_log: bool = False,
    y_log: bool = False,
    here: float | None = None,
    height: int = 300,
) -> go.Figure:
    """here: an x to be marked by a vertical line. y_range is in the values themselves, also on a logarithmic axis."""
    traces = [curve_trace(line, i) for i, line in enumerate(lines)]
    x = value_axis(x_title) | ({"type": "log", "dtick": 1} if x_log else {})
    y = value_axis(y_title) | {"range": list(y_range)}
    if y_log:
        y |= {"type": "log", "range": [log10(limit) for limit in y_range], "dtick": 1, "exponentformat": "power"}
    shapes = [] if here is None else [upright(here)]
    legend = {"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": FONT_SIZE}}  # never cut off
    margin = {"l": 72, "r": 8, "t": 44, "b": 44}
    layout = base_layout(height, FONT_SIZE, margin=margin, legend=legend, xaxis=x, yaxis=y, shapes=shapes)
    return go.Figure({"data": traces, "layout": layout})


def curve_trace(line: Line, i: int) -> dict[str, Any]:
    """Curve number i, with the colour, dash and symbol of that number."""
    colour = COLOURS[i % len(COLOURS)]
    return {
        "type": "scatter",
        "mode": "lines+markers" if len(line.x) <= 40 else "lines",
        "name": literal(line.name),
        "x": list(line.x),
        "y": list(line.y),
        "line": {"color": colour, "dash": DASH_STYLES[i % len(DASH_STYLES)], "width": 2},
        "marker": {"color": colour, "symbol": POINT_SYMBOLS[i % len(POINT_SYMBOLS)], "size": 7},
        "hovertemplate": "%{x:.6~g}: %{y:.3~g}<extra>%{fullData.name}</extra>",
    }


def value_axis(title: str) -> dict[str, Any]:
    """An axis of numbers."""
    return {
        "title": {"text": literal(title), "font": {"size": FONT_SIZE}, "standoff": 12},
        "tickfont": {"size": FONT_SIZE},
        "gridcolor": GRID,
        **FIXED,
    }


def upright(x: float) -> dict[str, Any]:
    """A vertical line at x."""
    line = {"color": "rgba(128,128,128,0.9)", "width": 1, "dash": "dot"}
    return {"type": "line", "x0": x, "x1": x, "yref": "paper", "y0": 0, "y1": 1, "line": line}
