"""An attention table as a plotly heatmap: rows are queries, from above; columns are keys, labels above them.

Axes are numeric, with the words as tick texts: plotly would merge equal category labels, and read "2024" as a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from attention.figures.colours import DIFFERENCES, DIGITS, EMPTY_CELL, EMPTY_TEXT, WEIGHTS, plotly_scale
from attention.figures.plan import AxisPlan, HeatmapPlan, plan_heatmap
from attention.types import Floats

DIFFERENCE_LIMIT = 0.5
GAP = 1


@dataclass(frozen=True)
class HeatmapText:
    """The words around the words. `hover` is plotly's template: %{y} the query, %{x} the key, %{y:d} their positions."""

    query: str = "查询"
    key: str = "键"
    hover: str = "查询 %{y}（第%{y:d}词）→ 键 %{x}（第%{x:d}词）：%{z:.2f}"


def weights_figure(
    rows: Sequence[str],
    cols: Sequence[str],
    values: Floats,
    *,
    text: HeatmapText | None = None,
    digits: bool = True,
    height: int = 380,
    font_size: int = 14,
    top: float = 1.0,
) -> go.Figure:
    """Values (n_q, n_k) from 0 to 1, NaN for a cell that is not considered or masked: grey, '-'.

    The colours run from 0 to `top`, whatever the values are: plotly's own range would turn equal weights into a contrast.
    """
    scale = {"colorscale": plotly_scale(WEIGHTS), "zmin": 0, "zmax": top}
    return draw(rows, cols, values, scale, "%{z:.2f}", text, digits=digits, height=height, font_size=font_size)


def difference_figure(
    rows: Sequence[str],
    cols: Sequence[str],
    values: Floats,
    *,
    text: HeatmapText | None = None,
    digits: bool = True,
    height: int = 380,
    font_size: int = 14,
) -> go.Figure:
    """Differences (n_q, n_k), NaN where not considered. The scale is fixed, −0.5 to 0.5; beyond, the end colours."""
    scale = {"colorscale": plotly_scale(DIFFERENCES), "zmin": -DIFFERENCE_LIMIT, "zmax": DIFFERENCE_LIMIT}
    values = np.where(np.abs(values) < 0.005, 0.0, values)  # else "-0.00"
    return draw(rows, cols, values, scale, "%{z:.2f}", text, digits=digits, height=height, font_size=font_size)


def draw(
    rows: Sequence[str],
    cols: Sequence[str],
    values: Floats,
    scale: dict[str, Any],
    digit_format: str,
    text: HeatmapText | None,
    *,
    digits: bool,
    height: int,
    font_size: int,
) -> go.Figure:
    text = text or HeatmapText()
    plan = plan_heatmap(rows, cols, digits=digits, height=height)
    cells: dict[str, Any] = {
        "type": "heatmap",
        "z": values.astype(np.float32),
        "x": list(range(1, len(cols) + 1)),
        "y": list(range(1, len(rows) + 1)),
        "hovertemplate": text.hover + "<extra></extra>",
        "hoverongaps": False,
        "showscale": False,
        "xgap": GAP if plan.digits else 0,
        "ygap": GAP if plan.digits else 0,
        **scale,
    }
    if plan.digits:
        cells |= {"texttemplate": digit_format, "textfont": {"size": digit_size(font_size, len(cols)), "color": DIGITS}}
    traces = [cells, *dashes(values, font_size)] if plan.digits else [cells]
    return go.Figure({"data": traces, "layout": layout(plan, text, font_size)})


def digit_size(font_size: int, columns: int) -> int:
    """So that four digits fit into a cell of half a page's width: up to 12 columns in full size."""
    return max(8, min(font_size, font_size * 12 // columns))


def dashes(values: Floats, font_size: int) -> list[dict[str, Any]]:
    """The '-' of the empty cells, as text over them: a heatmap prints nothing where the value is NaN."""
    empty = np.argwhere(np.isnan(values)) + 1
    if not len(empty):
        return []
    overlay = {"type": "scatter", "mode": "text", "text": "-", "hoverinfo": "skip", "showlegend": False}
    return [
        {
            **overlay,
            "x": empty[:, 1].tolist(),
            "y": empty[:, 0].tolist(),
            "textfont": {"size": font_size, "color": EMPTY_TEXT},
        }
    ]


def layout(plan: HeatmapPlan, text: HeatmapText, font_size: int) -> dict[str, Any]:
    """Fixed margins and angles: letting plotly measure them costs a second pass of drawing.

    No template: plotly's own is twice the size of a small figure, and a page puts its theme over it anyway.
    """
    left = 30 + plan.rows.width * font_size
    top = 34 + (plan.cols.width * font_size if plan.turned else font_size)
    return {
        "template": "none",
        "height": plan.height,
        "margin": {"l": round(left), "r": 4, "t": round(top), "b": 4, "pad": 0},
        "plot_bgcolor": EMPTY_CELL,
        "paper_bgcolor": "rgba(0,0,0,0)",
        "font": {"size": font_size},
        "dragmode": False,
        "hovermode": "closest",
        "showlegend": False,
        "xaxis": axis(plan.cols, text.key, font_size) | {"side": "top", "tickangle": -90 if plan.turned else 0},
        "yaxis": axis(plan.rows, text.query, font_size)
        | {"autorange": False, "range": [len(plan.rows.names) + 0.5, 0.5]},
    }


def axis(plan: AxisPlan, title: str, font_size: int) -> dict[str, Any]:
    """`labelalias` gives hovering the word of a position that has no tick of its own.

    `ticklabeloverflow`: else plotly measures each label, to hide those beyond the edge; at 40 + 40 labels a third of the drawing.
    """
    return {
        "type": "linear",
        "title": {"text": title, "standoff": 4, "font": {"size": max(11, font_size - 2)}},
        "tickmode": "array",
        "tickvals": list(plan.positions),
        "ticktext": list(plan.labels),
        "labelalias": {str(i): name for i, name in enumerate(plan.names, 1)},
        "tickfont": {"size": font_size},
        "ticks": "",
        "ticklabeloverflow": "allow",
        "range": [0.5, len(plan.names) + 0.5],
        "showgrid": False,
        "zeroline": False,
        "automargin": False,
        "fixedrange": True,
    }
