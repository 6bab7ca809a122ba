"""The colour scales. Safe for colour-blind eyes and grey print, since lightness alone orders the values.

The weights' scale ends in a middle blue, so that black digits are legible (contrast 4.5 or more) on every cell: on a scale
that goes on to dark, such as cividis, no single colour of digits is, and plotly's automatic choice fails in the middle.
"""

from __future__ import annotations

from dataclasses import dataclass

WEIGHTS = (
    "#fdfdf3", "#f1f7df", "#dff0d0", "#c6e6c6", "#a8dac1", "#8acdc4", "#6dbdc8", "#52abc9", "#3d99c4", "#2f88ba",
)  # fmt: skip
"""At equal steps from 0 to the largest value."""

DIFFERENCES = ("#4a94c7", "#8fbfdd", "#c9dfec", "#f7f7f7", "#f9cdb5", "#ef9f7c", "#dd6f52")
"""At equal steps; the middle is no difference, blue: the hand table has more, red: the computed one."""

DIGITS = "#000000"

WEIGHTS_DARK = (
    "#15181d", "#15212b", "#162b3a", "#173549", "#193f58", "#1c4a68", "#205577", "#256086", "#2a6b94", "#3076a2",
)  # fmt: skip
"""The same on a dark page: no weight has the page's own colour, and white digits are legible on all of it."""
DIFFERENCES_DARK = ("#2f7ab0", "#25597f", "#1c384e", "#15181d", "#4a2a22", "#7d3d2a", "#b24d2e")
DIGITS_DARK = "#ffffff"


@dataclass(frozen=True)
class Palette:
    """The scales for a page, and the colour of the digits on them."""

    weights: tuple[str, ...] = WEIGHTS
    differences: tuple[str, ...] = DIFFERENCES
    digits: str = DIGITS


LIGHT = Palette()
DARK = Palette(WEIGHTS_DARK, DIFFERENCES_DARK, DIGITS_DARK)

EMPTY_CELL = "rgba(128,128,128,0.25)"
EMPTY_TEXT = "rgb(124,124,124)"
"""On an empty cell of either theme its contrast is 3 or more."""


def plotly_scale(colours: tuple[str, ...]) -> list[list[float | str]]:
    """As plotly wants it: pairs of a position from 0 to 1 and a colour."""
    return [[i / (len(colours) - 1), colour] for i, colour in enumerate(colours)]
