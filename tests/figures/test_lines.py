"""Curves: the range is the one that was asked for, no two look alike, and a name is text."""

from __future__ import annotations

from typing import Any

import pytest

from attention.figures.lines import COLOURS, DASH_STYLES, POINT_SYMBOLS, Line, lines_figure
from tests.contrast import contrast

PAPER, INK = "#fcfcfa", "#15181d"


def drawn(*names: str, **options: Any) -> dict[str, Any]:
    lines = [Line(name, (1, 10, 100), (0.1, 0.5, 0.9)) for name in names]
    figure = lines_figure(lines, x_title="x", y_title="y", y_range=(0.01, 1.0), **options)
    return figure.to_plotly_json()


def test_no_two_curves_share_colour_dash_or_mark() -> None:
    looks = [(d["line"]["color"], d["line"]["dash"], d["marker"]["symbol"]) for d in drawn(*"abcdef")["data"]]
    for part in zip(*looks, strict=True):
        assert len(set(part)) == 6
    assert len(COLOURS) == len(DASH_STYLES) == len(POINT_SYMBOLS) == 6


@pytest.mark.parametrize("ground", [PAPER, INK])
def test_the_first_curves_stand_out_in_both_themes(ground: str) -> None:
    assert min(contrast(colour, ground) for colour in COLOURS[:3]) >= 3


def test_the_range_is_fixed_also_on_a_logarithmic_axis() -> None:
    plain, log = (drawn("a", y_log=y_log)["layout"]["yaxis"] for y_log in (False, True))
    assert list(plain["range"]) == [0.01, 1.0]
    assert list(log["range"]) == [-2.0, 0.0]
    assert log["type"] == "log"


def test_the_mark_stands_where_it_is_asked_for() -> None:
    (shape,) = drawn("a", here=7)["layout"]["shapes"]
    assert (shape["x0"], shape["x1"], shape["yref"], shape["y0"], shape["y1"]) == (7, 7, "paper", 0, 1)
    assert "shapes" not in drawn("a")["layout"]


def test_a_name_is_text() -> None:
    assert drawn("<b>x</b>")["data"][0]["name"] == "&lt;b&gt;x&lt;/b&gt;"
