"""What all figures share: no background of their own, nothing to drag; and an axis whose labels are words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

CLEAR = "rgba(0,0,0,0)"
FIXED = {"zeroline": False, "fixedrange": True}
UNMEASURED = {**FIXED, "ticks": "", "showgrid": False, "automargin": False}
"""An axis that plotly does not measure: that would cost a second pass of drawing."""


def base_layout(height: int, font_size: int, **more: Any) -> dict[str, Any]:
    """A layout with the given fields besides those that all figures share."""
    shared = {"plot_bgcolor": CLEAR, "paper_bgcolor": CLEAR, "dragmode": False, "hovermode": "closest"}
    return {"height": height, "font": {"size": font_size}, **shared, **more}


def word_axis(
    title: dict[str, Any], font_size: int, positions: Sequence[float], labels: Sequence[str], limits: Sequence[float]
) -> dict[str, Any]:
    """An axis from limits[0] to limits[1] with a label at each position.

    `ticklabeloverflow`: else plotly measures each label, to hide those beyond the edge; at 40 + 40 labels a third of the drawing.
    """
    ticks = {
        "tickmode": "array",
        "tickvals": list(positions),
        "ticktext": list(labels),
        "tickfont": {"size": font_size},
    }
    return {
        **UNMEASURED,
        **ticks,
        "type": "linear",
        "title": title,
        "ticklabeloverflow": "allow",
        "range": list(limits),
    }
