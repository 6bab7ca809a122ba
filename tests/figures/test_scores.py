"""Scores: the same limit gives the same colours, and 0 is the middle of them."""

from __future__ import annotations

import numpy as np

from attention.figures.heatmap import HeatmapText, scores_figure

TEXT = HeatmapText("Query", "Key", "%{z:.1f}")


def test_the_colours_run_from_minus_to_plus_the_limit() -> None:
    cells = scores_figure(("a", "a"), np.array([[1.0, -2.0], [0.0, 3.0]]), limit=128.0, text=TEXT).data[0]
    assert (cells.zmin, cells.zmax) == (-128.0, 128.0)


def test_a_table_of_zeros_has_a_range_too() -> None:
    cells = scores_figure(("a",), np.zeros((1, 1)), limit=0.0, text=TEXT).data[0]
    assert cells.zmin < cells.zmax
