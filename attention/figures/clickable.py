"""Makes a heatmap clickable: plotly reports no clicks on its cells, so transparent squares lie over them."""

from __future__ import annotations

import plotly.graph_objects as go

from attention.figures.heatmap import HeatmapText


def choosable(figure: go.Figure, n_q: int, n_k: int, *, text: HeatmapText) -> go.Figure:
    """The heatmap with a square over each cell; a click on it reports customdata = [i, j], from 0. For small tables only."""
    cells = [(i, j) for i in range(n_q) for j in range(n_k)]
    z = figure.data[0].z
    figure.add_trace(
        {
            "type": "scatter",
            "mode": "markers",
            "x": [j + 1 for _, j in cells],
            "y": [i + 1 for i, _ in cells],
            "customdata": [[i, j, float(z[i][j])] for i, j in cells],
            "marker": {"symbol": "square", "size": 26, "opacity": 0},
            "unselected": {"marker": {"opacity": 0}},
            "selected": {"marker": {"opacity": 0}},
            "hovertemplate": text.hover.replace("%{z:", "%{customdata[2]:") + "<extra></extra>",
            "showlegend": False,
        }
    )
    return figure


def marked(figure: go.Figure, i: int, j: int) -> go.Figure:
    """The heatmap with a frame around row i and a thicker one around its cell j, positions from 0."""
    n_k = len(figure.data[0].x)
    line = {"color": "#b2182b", "width": 2}
    figure.add_shape({"type": "rect", "x0": 0.5, "x1": n_k + 0.5, "y0": i + 0.5, "y1": i + 1.5, "line": line})
    figure.add_shape(
        {"type": "rect", "x0": j + 0.5, "x1": j + 1.5, "y0": i + 0.5, "y1": i + 1.5, "line": line | {"width": 4}}
    )
    return figure
