"""The files that are printed keep their shades also where the browser leaves backgrounds out, as all do unless asked."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from attention.exchange.cells import colour
from attention.exchange.html_page import html_page
from attention.exchange.html_table import SHADES
from attention.exchange.print_page import print_page
from attention.sources.table import AttentionTable
from tests.exchange.exports import seed_export


def fills(pdf: bytes) -> set[tuple[int, int, int]]:
    """The colours that areas of a PDF are filled with, 0 to 255."""
    found = set()
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, flags=re.DOTALL):
        try:
            text = zlib.decompress(stream)
        except zlib.error:
            continue
        for numbers in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) rg\b", text):
            red, green, blue = (round(255 * float(number)) for number in numbers)
            found.add((red, green, blue))
    return found


def rgb(shade: str) -> tuple[int, int, int]:
    numbers = (
        re.findall(r"\d+", shade) if shade.startswith("rgb") else [str(int(shade[i : i + 2], 16)) for i in (1, 3, 5)]
    )
    return int(numbers[0]), int(numbers[1]), int(numbers[2])


@pytest.mark.parametrize("write", [html_page, print_page])
def test_shades_are_printed_without_background_graphics(
    browser: Any, tmp_path: Path, write: Callable[[AttentionTable], bytes]
) -> None:
    file = tmp_path / "table.html"
    file.write_bytes(write(seed_export()))
    page = browser.new_page()
    page.goto(file.as_uri())
    printed = fills(page.pdf(print_background=False))
    page.close()
    for share in (0.9, 0.1):  # of the hand table
        wanted = rgb(colour(round(share * SHADES) / SHADES))
        assert any(max(abs(a - b) for a, b in zip(wanted, one, strict=True)) <= 2 for one in printed), share
