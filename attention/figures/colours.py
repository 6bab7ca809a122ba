"""The colour scales. Safe for colour-blind eyes and grey print, since lightness alone orders the values.

The weights' scale ends in a middle blue, so that black digits are legible (contrast 4.5 or more) on every cell: on a scale
that goes on to dark, such as cividis, no single colour of digits is, and plotly's automatic choice fails in the middle.
"""

from __future__ import annotations

WEIGHTS = (
    "#fdfdf3", "#f1f7df", "#dff0d0", "#c6e6c6", "#a8dac1", "#8acdc4", "#6dbdc8", "#52abc9", "#3d99c4", "#2f88ba",
)  # fmt: skip
"""At equal steps from 0 to the largest value."""

DIFFERENCES = ("#4a94c7", "#8fbfdd", "#c9dfec", "#f7f7f7", "#f9cdb5", "#ef9f7c", "#dd6f52")
"""At equal steps; the middle is no difference, blue: the hand table has more, red: the computed one."""

DIGITS = "#000000"
EMPTY_CELL = "rgba(128,128,128,0.25)"
EMPTY_TEXT = "rgb(124,124,124)"
"""On an empty cell of either theme its contrast is 3 or more."""


def plotly_scale(colours: tuple[str, ...]) -> list[list[float | str]]:
    """As plotly wants it: pairs of a position from 0 to 1 and a colour."""
    return [[i / (len(colours) - 1), colour] for i, colour in enumerate(colours)]
