"""Digits are legible on every cell, and lightness alone orders the values."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from attention.figures.colours import DARK, DIFFERENCES, LIGHT, WEIGHTS, Palette, plotly_scale
from pages.ui.frame.page import PAGE_COLOURS
from tests.contrast import contrast, luminance

SCALES = pytest.mark.parametrize("scale", [WEIGHTS, DIFFERENCES], ids=["weights", "differences"])
CONFIG = Path(__file__).parents[2] / ".streamlit" / "config.toml"
ROUNDING = 0.003
"""Of a colour to whole steps of 1/255."""


def between(scale: tuple[str, ...], steps: int = 64) -> Iterator[str]:
    """The colours of the scale as plotly mixes them: evenly in red, green and blue between two neighbours."""
    for a, b in pairwise(scale):
        for k in range(steps + 1):
            parts = ((int(a[i : i + 2], 16) * (steps - k) + int(b[i : i + 2], 16) * k) / steps for i in (1, 3, 5))
            yield "#" + "".join(f"{round(part):02x}" for part in parts)


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_digits_are_legible_on_every_colour(palette: Palette) -> None:
    for scale in (palette.weights, palette.differences):
        assert min(contrast(colour, palette.digits) for colour in between(scale)) >= 4.5


def test_on_a_dark_page_none_is_the_pages_colour_and_more_is_always_lighter() -> None:
    lights = [luminance(colour) for colour in between(DARK.weights)]
    assert all(a <= b + ROUNDING for a, b in pairwise(lights))
    assert all(luminance(b) > luminance(a) * 1.03 for a, b in pairwise(DARK.weights))
    page = tomllib.loads(CONFIG.read_text(encoding="utf8"))["theme"]["dark"]["backgroundColor"]
    assert DARK.weights[0] == page == PAGE_COLOURS[True]
    middle = len(DARK.differences) // 2
    assert DARK.differences[middle] == page
    sides = [luminance(colour) for colour in DARK.differences]
    assert sides[: middle + 1] == sorted(sides[: middle + 1], reverse=True)
    assert sides[middle:] == sorted(sides[middle:])


def test_a_larger_weight_is_always_darker() -> None:
    lights = [luminance(colour) for colour in between(WEIGHTS)]
    assert all(a >= b - ROUNDING for a, b in pairwise(lights))
    assert all(luminance(a) > luminance(b) * 1.03 for a, b in pairwise(WEIGHTS))


def test_a_larger_difference_is_darker_on_both_sides_and_none_is_the_lightest() -> None:
    lights = [luminance(colour) for colour in between(DIFFERENCES)]
    middle = lights.index(max(lights))
    assert abs(middle - len(lights) // 2) <= 1
    assert all(a <= b + ROUNDING for a, b in pairwise(lights[: middle + 1]))
    assert all(a >= b - ROUNDING for a, b in pairwise(lights[middle:]))


def test_the_two_sides_differ_in_more_than_red_and_green() -> None:
    """The blue part tells them apart, which colour-blind eyes of the usual kinds see."""
    low, high = (int(DIFFERENCES[i][5:], 16) for i in (0, -1))
    assert low - high > 100


@SCALES
def test_plotly_gets_the_colours_at_equal_steps_from_0_to_1(scale: tuple[str, ...]) -> None:
    pairs = plotly_scale(scale)
    assert (pairs[0], pairs[-1]) == ([0, scale[0]], [1, scale[-1]])
    assert [colour for _, colour in pairs] == list(scale)
    assert [place for place, _ in pairs] == pytest.approx([i / (len(scale) - 1) for i in range(len(scale))])


@pytest.mark.parametrize(
    ("a", "b", "ratio"),
    [("#000000", "#ffffff", 21), ("#777777", "#ffffff", 4.48), ("#ff0000", "#ffffff", 4.0), ("#123456", "#123456", 1)],
)
def test_the_contrast_is_that_of_the_standard(a: str, b: str, ratio: float) -> None:
    assert contrast(a, b) == contrast(b, a) == pytest.approx(ratio, abs=0.005)
