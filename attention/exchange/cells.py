"""Words, digits and colours of a table's cells, the same in every picture that we write ourselves as in those of plotly."""

from __future__ import annotations

import html
import math
import re

import numpy as np

from attention.figures.colours import WEIGHTS
from attention.types import Floats

FONTS = (
    '"PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", "Source Han Sans SC", '
    '"WenQuanYi Micro Hei", sans-serif'
)
"""Chinese fonts that systems bring along, as in .streamlit/config.toml."""
LATIN_FONTS = f'Arial, "Helvetica Neue", Roboto, "DejaVu Sans", {FONTS}'
"""For pinyin: some Chinese fonts lack ǎ, ǐ, ǒ."""

NOT_IN_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escaped(text: str) -> str:
    """Text escaped for HTML and XML, also inside quotes. Characters that XML does not allow become U+FFFD."""
    return html.escape(NOT_IN_XML.sub("\ufffd", text))


def clipped(text: str, most: int) -> str:
    """At most so many characters of a title, and "…" where there are more; files hold the whole text elsewhere."""
    return text if len(text) <= most else text[:most] + "…"


def scale_end(top: float) -> str:
    """The number at the end of the colour scale."""
    return "1" if top == 1 else f"{top:.2f}"


def shown_digits(value: float) -> str:
    """The value to two digits, or '-' for NaN."""
    return "-" if math.isnan(value) else f"{value:.2f}"


def shade_numbers(values: Floats, top: float, shades: int) -> list[list[int | None]]:
    """For each value (n, n) the number of its colour, 0 to `shades`, from 0 to `top`; None for NaN."""
    numbers = np.rint(np.clip(np.nan_to_num(values) / top, 0, 1) * shades).astype(int)
    return [
        [None if empty else number for number, empty in zip(*row, strict=True)]
        for row in zip(numbers.tolist(), np.isnan(values).tolist(), strict=True)
    ]


def colour(share: float) -> str:
    """#rrggbb at a share, 0 to 1, of the weights' scale; in between mixed as plotly does."""
    place = min(max(share, 0.0), 1.0) * (len(WEIGHTS) - 1)
    i = min(int(place), len(WEIGHTS) - 2)
    pairs = zip(bytes.fromhex(WEIGHTS[i][1:]), bytes.fromhex(WEIGHTS[i + 1][1:]), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * (place - i)):02x}" for a, b in pairs)
