"""Scores between words: any numbers, with the words on both axes; white is 0, red above, blue below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from attention.figures.colours import DIFFERENCES, plotly_scale
from attention.figures.heatmap import HeatmapText, heatmap_figure
from attention.types import Floats


def scores_figure(
    words: Sequence[str],
    values: Floats,
    *,
    limit: float,
    text: HeatmapText | None = None,
    **look: Any,
) -> go.Figure:
    """Scores (n, n). The colours run from −limit to limit; give figures that are to be compared the same one. look: as for
    `weights_figure`."""
    limit = limit or 1.0
    scale = {"colorscale": plotly_scale(DIFFERENCES), "zmin": -limit, "zmax": limit}
    return heatmap_figure(words, words, values, scale, text, digit_format="%{z:.1f}", signed=True, **look)
