"""A matrix of any numbers as a small heatmap: white is 0, red above, blue below; the largest absolute value ends the scale."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from attention.figures.colours import DIFFERENCES, DIGITS, plotly_scale
from attention.figures.layout import UNMEASURED, base_layout
from attention.figures.plan import literal
from attention.types import Floats

MAX_CELLS_WITH_DIGITS = 100
"""Up to this many cells have digits."""


def matrix_figure(values: Floats, *, rows: Sequence[str] = (), height: int = 240, font_size: int = 12) -> go.Figure:
    """Values (r, c). rows: names of the rows, such as the words; without them the rows are numbered. Numbers begin with 1.

    The scale runs from −m to m, m the largest absolute value: it is this figure's own, and the caption has to say so.
    """
    top = float(np.abs(values).max(initial=0)) or 1.0
    cells = {
        "type": "heatmap",
        "z": values.astype(np.float32),
        "x0": 1,
        "y0": 1,
        "colorscale": plotly_scale(DIFFERENCES),
        "zmin": -top,
        "zmax": top,
        "showscale": False,
        "hovertemplate": "[%{y}, %{x}] %{z:.3f}<extra></extra>",
    }
    if values.size <= MAX_CELLS_WITH_DIGITS:
        cells |= {
            "texttemplate": "%{z:.2f}", "textfont": {"color": DIGITS, "size": font_size}, "xgap": 1, "ygap": 1,
        }  # fmt: skip
    return go.Figure({"data": [cells], "layout": matrix_layout(values.shape, rows, height, font_size)})


def matrix_layout(shape: tuple[int, ...], rows: Sequence[str], height: int, font_size: int) -> dict[str, object]:
    """Margins and axes for a matrix of this shape."""
    names = {"tickmode": "array", "tickvals": list(range(1, len(rows) + 1)), "ticktext": [literal(row) for row in rows]}
    return base_layout(
        height,
        font_size,
        margin={"l": 16 + font_size * max((len(row) for row in rows), default=2), "r": 4, "t": 20, "b": 4},
        xaxis=UNMEASURED | {"side": "top", "dtick": max(1, shape[1] // 8)},
        yaxis=UNMEASURED
        | {"range": [shape[0] + 0.5, 0.5]}
        | (names if len(rows) else {"dtick": max(1, shape[0] // 8)}),
    )
