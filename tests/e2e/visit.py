"""What a visitor does in the app and sees there, found by role, label or the class that a container carries."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api").expect
SEED_WORDS = "我 喜欢 在 周末 去 公园 散步".split()
PATIENCE = 60_000  # ms; a busy machine is no fault
MATRIX = """chart => Array.from(chart._fullData[0].z, row => Array.from(row))"""


def opened(page: Any, address: str, path: str = "") -> None:
    """Go to a page of the app, and wait for all of it."""
    page.goto(f"{address}/{path}", timeout=PATIENCE)
    expect(page.get_by_role("heading", level=1)).to_be_visible(timeout=PATIENCE)
    expect(inside(page, "foot").get_by_role("button").last).to_be_visible(timeout=PATIENCE)  # drawn last
    settled(page)


def settled(page: Any) -> None:
    """The server has answered whatever was asked."""
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=PATIENCE)


def frames(page: Any) -> list[bytes]:
    """All that the page sends to its server from now on; ask for it before the page is opened."""
    sent: list[bytes] = []

    def note(frame: str | bytes) -> None:
        sent.append(frame.encode() if isinstance(frame, str) else frame)

    page.on("websocket", lambda socket: socket.on("framesent", note))
    return sent


def inside(page: Any, key: str) -> Any:
    """The container that carries this key."""
    return page.locator(f".st-key-{key}")


def sentence(page: Any) -> Any:
    return inside(page, "sentence").get_by_role("textbox")


def type_in(page: Any, text: str) -> None:
    sentence(page).fill(text)


def has_words(page: Any, words: list[str]) -> None:
    expect(inside(page, "words").locator(".chip .word")).to_have_text(words, timeout=PATIENCE)


def chart(page: Any, key: str) -> Any:
    """The picture of a container; while it is exchanged, the old one may still stand before it."""
    return inside(page, key).locator(".js-plotly-plot").last


HAND = """() => {
    const hosts = [...document.querySelectorAll('.st-key-hand *')].map((element) => element.shadowRoot);
    const editor = hosts.map((root) => root?.querySelector('.editor')).find(Boolean)?.parentNode.widget;
    const shown = editor && !editor.edits.batches.length && editor.data.shown;
    return shown && shown.map((i) => shown.map((j) => editor.full[i][j]));
}"""
"""The hand table once the server has confirmed all edits; null where a cell is '-'."""


def has_rows(page: Any, key: str, words: list[str]) -> None:
    """The words at the rows of the picture or of the hand table, from above."""
    if key == "hand":
        expect(inside(page, key).locator(".side .word")).to_have_text(words, timeout=PATIENCE)
        return
    expect(chart(page, key).locator(".ytick text")).to_have_text(words, timeout=PATIENCE)


def values(page: Any, key: str) -> list[list[float]]:
    """What the picture's first trace, or the hand table, holds: rows of numbers, NaN where a cell is empty."""
    if key == "hand":
        rows = page.wait_for_function(HAND, timeout=PATIENCE).json_value()
        return [[math.nan if value is None else value for value in row] for row in rows]
    expect(chart(page, key).locator(".heatmaplayer")).to_be_attached(timeout=PATIENCE)
    found: list[list[float]] = chart(page, key).evaluate(MATRIX)
    return found


def becomes(page: Any, key: str, i: int, j: int, value: float) -> None:
    """The cell gets this value in the picture, or in the hand table as the server has it."""
    if key == "hand":
        check = f"([i, j, value]) => Math.abs(({HAND})()?.[i]?.[j] - value) < 0.006"
        page.wait_for_function(check, arg=[i, j, value], timeout=PATIENCE)
        return
    expect(chart(page, key)).to_be_visible(timeout=PATIENCE)
    page.wait_for_function(
        """([key, i, j, value]) => {
            const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
            const z = chart?._fullData?.[0]?.z?.[i]?.[j];
            return Math.abs(z - value) < 0.006;
        }""",
        arg=[key, i, j, value],
        timeout=PATIENCE,
    )


def hand_cell(page: Any, i: int, j: int) -> Any:
    """A cell of the hand table, positions from 0."""
    return inside(page, "hand").locator(".row").nth(i + 1).locator(".cell").nth(j)


def write(page: Any, i: int, j: int, text: str) -> None:
    """Type a value into the hand table."""
    hand_cell(page, i, j).click()
    page.keyboard.type(text)
    page.keyboard.press("Enter")


def source(page: Any, name: str) -> None:
    inside(page, "source").get_by_text(name, exact=True).click()


def switch(page: Any, key: str) -> None:
    inside(page, key).locator("label").first.click()


def turn_to(page: Any, name: str) -> None:
    """By the menu, as a visitor does: the session goes on."""
    inside(page, "menu").get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1, name=name, exact=True)).to_be_visible(timeout=PATIENCE)
    settled(page)


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def unfold(page: Any, title: str) -> None:
    page.get_by_test_id("stExpander").get_by_text(title, exact=True).click()


def agreement(page: Any) -> Any:
    """In how many rows the strongest words agree, as shown."""
    return inside(page, "agreement").locator(".told")


def lift(page: Any) -> None:
    """Take the cover off the computed table."""
    button(page, "揭开").click()
    expect(inside(page, "curtain")).to_have_count(0, timeout=PATIENCE)


def cells(table: Any) -> list[list[str]]:
    """The texts of an HTML table, row by row."""
    found: list[list[str]] = table.evaluate("t => [...t.rows].map(row => [...row.cells].map(cell => cell.textContent))")
    return found


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]
