"""An attention table as a plotly heatmap: rows are queries, from above; columns are keys, labels above them.

Axes are numeric, with the words as tick texts: plotly would merge equal category labels, and read "2024" as a number.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import plotly.graph_objects as go

from attention.figures.colours import EMPTY_CELL, EMPTY_TEXT, LIGHT, Palette, plotly_scale
from attention.figures.layout import base_layout, word_axis
from attention.figures.plan import EDGE, HALF, AxisPlan, HeatmapPlan, corner_size, margins, plan_heatmap
from attention.types import Floats

DIFFERENCE_LIMITS = (0.5, 1.0)
"""Where the colours of differences may end: the first that holds all of them, so that small changes leave the colours alone."""
GAP = 1
CHECKED = False
"""Whether plotly checks each field of a figure, which takes ten times as long as to make it; tests/figures lets it."""


@dataclass(frozen=True)
class HeatmapText:
    """The words around the words. `hover` is plotly's template: %{y} the query, %{x} the key, %{y:d} and
    %{x:d} their places."""

    query: str
    key: str
    hover: str


def weights_figure(
    rows: Sequence[str],
    cols: Sequence[str],
    values: Floats,
    *,
    text: HeatmapText,
    top: float = 1.0,
    palette: Palette = LIGHT,
    **look: Any,
) -> go.Figure:
    """Values (n_q, n_k) from 0 to 1, NaN for a cell that is not considered or masked: grey, '-'.

    The colours run from 0 to `top`, whatever the values are: plotly's own range would turn equal weights into a contrast.
    look: digits, height, font_size and room, as `plan_heatmap` takes them.
    """
    scale = {"colorscale": plotly_scale(palette.weights), "zmin": 0, "zmax": top}
    return heatmap_figure(rows, cols, values, scale, text, digit_colour=palette.digits, **look)


def difference_figure(
    rows: Sequence[str],
    cols: Sequence[str],
    values: Floats,
    *,
    text: HeatmapText,
    palette: Palette = LIGHT,
    **look: Any,
) -> go.Figure:
    """Differences (n_q, n_k), NaN where not considered. The colours run as far as `difference_limit` on both sides. look: as for
    `weights_figure`."""
    limit = difference_limit(values)
    scale = {"colorscale": plotly_scale(palette.differences), "zmin": -limit, "zmax": limit}
    values = np.where(np.abs(values) < 0.005, 0.0, values)  # else "-0.00"
    return heatmap_figure(rows, cols, values, scale, text, signed=True, digit_colour=palette.digits, **look)


def scores_figure(
    words: Sequence[str],
    values: Floats,
    *,
    limit: float,
    text: HeatmapText,
    palette: Palette = LIGHT,
    **look: Any,
) -> go.Figure:
    """Scores (n, n). The colours run from −limit to limit; give figures that are to be compared the same one. look: as for
    `weights_figure`."""
    limit = limit or 1.0
    scale = {"colorscale": plotly_scale(palette.differences), "zmin": -limit, "zmax": limit}
    form: dict[str, Any] = {"digit_format": "%{z:.1f}", "digit_colour": palette.digits, "signed": True}
    return heatmap_figure(words, words, values, scale, text, **form, **look)


def difference_limit(*values: Floats) -> float:
    """Where the colours of these differences end, so that none lies beyond.

    >>> difference_limit(np.array([[0.1, -0.4], [np.nan, 0.5]])), difference_limit(np.array([-0.51]))
    (0.5, 1.0)
    """
    largest = max(float(np.abs(np.nan_to_num(some)).max(initial=0)) for some in values)
    return next((limit for limit in DIFFERENCE_LIMITS if largest <= limit), max(largest, DIFFERENCE_LIMITS[-1]))


def heatmap_figure(
    rows: Sequence[str],
    cols: Sequence[str],
    values: Floats,
    scale: dict[str, Any],
    text: HeatmapText,
    *,
    digit_format: str = "%{z:.2f}",
    digit_colour: str = LIGHT.digits,
    digits: bool = True,
    height: int = 380,
    font_size: int = 14,
    room: float = HALF,
    signed: bool = False,
) -> go.Figure:
    """values (n_q, n_k) with colours as in `scale`; the rest as `plan_heatmap` takes it."""
    plan = plan_heatmap(rows, cols, digits=digits, height=height, font_size=font_size, room=room, signed=signed)
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
        cells |= {"texttemplate": digit_format, "textfont": {"size": plan.digit_size, "color": digit_colour}}
    traces = [cells, *dashes(values, font_size)] if plan.digits else [cells]
    figure = {"data": traces, "layout": heatmap_layout(plan, text, font_size)}
    return go.Figure(figure) if CHECKED else PlainFigure(figure)


class PlainFigure(go.Figure):  # type: ignore[misc]
    """A figure as a dictionary, which plotly takes apart only where somebody asks for its parts: that takes ten times as long as
    all else that a figure costs until it is sent."""

    def __init__(self, plain: dict[str, Any]) -> None:
        self.__dict__["plain"] = plain

    def __getattr__(self, name: str) -> Any:
        """plotly's own fields, which are missing as long as it has not taken the figure apart."""
        if "plain" not in self.__dict__:
            raise AttributeError(name)
        super().__init__(self.__dict__.pop("plain"), _validate=False)
        return getattr(self, name)

    def to_dict(self) -> dict[str, Any]:
        """The same as plotly's own. What is in it is not to be changed."""
        if "plain" not in self.__dict__:
            return cast(dict[str, Any], super().to_dict())
        plain = self.__dict__["plain"]
        cells, *others = plain["data"]
        return {"data": [cells | {"z": bytes_of(cells["z"])}, *others], "layout": plain["layout"]}


def bytes_of(values: Floats) -> dict[str, str]:
    """A table (n_q, n_k) as plotly sends it: its bytes."""
    shape = ", ".join(map(str, values.shape))
    return {"dtype": "f4", "bdata": b64encode(values.tobytes()).decode(), "shape": shape}


def meta(figure: go.Figure) -> dict[str, Any]:
    """What a page has to know of a heatmap: `width`, `every` and `digits` of its plan."""
    return cast(dict[str, Any], figure.to_dict()["layout"]["meta"])


def add_meta(figure: go.Figure, **more: Any) -> None:
    """Something else that the page's scripts have to know of it."""
    plain = vars(figure).get("plain")
    if plain is None:
        figure.layout.meta = {**meta(figure), **more}
    else:
        plain["layout"]["meta"] |= more


def at_places(figure: go.Figure, places: Sequence[int]) -> go.Figure:
    """The heatmap of words that are not all of their sentence: hovering says where they stand in it. places: from 0, of the rows
    and of the columns alike."""
    if list(places) != list(range(len(places))):
        cells = figure.data[0]
        hover = cells.hovertemplate.replace("%{y:d}", "%{customdata[0]}").replace("%{x:d}", "%{customdata[1]}")
        cells.update(customdata=[[[i + 1, j + 1] for j in places] for i in places], hovertemplate=hover)
    return figure


def dashes(values: Floats, font_size: int) -> list[dict[str, Any]]:
    """The '-' of the empty cells of (n_q, n_k), as text on top: a heatmap prints nothing for NaN."""
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


def heatmap_layout(plan: HeatmapPlan, text: HeatmapText, font_size: int) -> dict[str, Any]:
    """Fixed margins and angles: letting plotly measure them costs a second pass of drawing. meta: what a page has to know of the
    plan, to give the figure its room and to say what was left out.

    No template: plotly's own is twice the size of a small figure, and a page puts its theme over it anyway.
    """
    left, top = margins(plan, font_size)
    return base_layout(
        plan.height,
        font_size,
        template="none",
        meta={"width": plan.width, "every": plan.every, "digits": plan.digits},
        margin={"l": left, "r": EDGE, "t": top, "b": EDGE, "pad": 0},
        plot_bgcolor=EMPTY_CELL,
        showlegend=False,
        annotations=[corner_note(f"{text.query}\\{text.key}", font_size)],
        xaxis=axis(plan.cols, font_size) | {"side": "top", "tickangle": -90 if plan.turned else 0},
        yaxis=axis(plan.rows, font_size) | {"autorange": False, "range": [len(plan.rows.names) + 0.5, 0.5]},
    )


def corner_note(names: str, font_size: int) -> dict[str, Any]:
    """The names of the axes, where the labels of both begin."""
    return {
        "text": names,
        "font": {"size": corner_size(font_size)},
        "showarrow": False,
        "xref": "paper",
        "yref": "paper",
        "x": 0,
        "y": 1,
        "xanchor": "right",
        "yanchor": "bottom",
        "xshift": -2,
        "yshift": 1,
    }


def axis(plan: AxisPlan, font_size: int) -> dict[str, Any]:
    """`labelalias` gives hovering the word of a position that has no tick of its own."""
    limits = (0.5, len(plan.names) + 0.5)
    alias = {str(i): name for i, name in enumerate(plan.names, 1)}
    return word_axis({}, font_size, plan.positions, plan.labels, limits) | {"labelalias": alias}
