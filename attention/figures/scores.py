"""Scores between words: any numbers, with the words on both axes; white is 0, red above, blue below."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from attention.figures.colours import DIFFERENCES, plotly_scale
from attention.figures.heatmap import HeatmapText, draw
from attention.types import Floats


def scores_figure(
    words: Sequence[str],
    values: Floats,
    *,
    limit: float,
    text: HeatmapText | None = None,
    digits: bool = True,
    height: int = 380,
    font_size: int = 14,
) -> go.Figure:
    """Scores (n, n). The colours run from −limit to limit; give figures that are to be compared the same one."""
    limit = limit or 1.0
    scale = {"colorscale": plotly_scale(DIFFERENCES), "zmin": -limit, "zmax": limit}
    return draw(words, words, values, scale, "%{z:.1f}", text, digits=digits, height=height, font_size=font_size)
