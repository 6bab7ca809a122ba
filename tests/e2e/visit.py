"""What a visitor does in the app and sees there, found by role, label or the class that a container carries."""

from __future__ import annotations

import math
import re
import time
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

expect = pytest.importorskip("playwright.sync_api").expect
SEED_WORDS = "我 喜欢 在 周末 去 公园 散步".split()
PATIENCE = 60_000  # ms for whatever is waited for; a busy machine is no fault
expect.set_options(timeout=PATIENCE)
MATRIX = """place => {
    const chart = [...document.querySelectorAll(`${place} .js-plotly-plot`)].pop();
    const z = chart?.querySelector('.heatmaplayer') && chart._fullData?.[0]?.z;
    return z && Array.from(z, (row) => Array.from(row));
}"""
"""What the first trace of the place's picture holds; nothing while the picture is being exchanged."""


FOLDED = "[data-testid=stExpander] > details:not([open]) > summary"
STILL = """() => {
    const state = document.querySelector('[data-testid=stApp]')?.dataset.testScriptState;
    const charts = [...document.querySelectorAll('[data-testid=stPlotlyChart]')];
    const busy = state !== 'notRunning' || document.querySelector('[data-testid=stSkeleton], [data-stale=true]')
        || charts.some(chart => !chart.querySelector('.main-svg'));
    const parts = document.querySelectorAll('[data-testid=stMain], summary, button, .js-plotly-plot');
    const places = [...parts].flatMap(part => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height, part.scrollHeight];
    }).join();
    window.stillFor = !busy && window.stillAt === places ? (window.stillFor ?? 0) + 1 : 0;
    window.stillAt = window.stillFor < 3 ? places : '';  // whoever asks next looks anew
    return window.stillFor >= 3;
}"""
"""No run, no chart that is still to be drawn, nothing that Streamlit pales; and everything where it was three frames ago."""


class Talk:
    """What a page asks of its server, and whether that was answered. Between a click and its run the page looks idle.

    texts: what stood in the text boxes, as the server was last told.
    """

    def __init__(self, page: Any) -> None:
        self.waits, self._runs = False, False
        self.texts: set[str] = set()
        page.on("websocket", self._listen)

    def _listen(self, socket: Any) -> None:
        socket.on("framesent", self._sent)
        socket.on("framereceived", self._received)

    def _sent(self, frame: str | bytes) -> None:
        message = BackMsg.FromString(frame) if isinstance(frame, bytes) else BackMsg()
        if message.WhichOneof("type") == "rerun_script":
            self.waits, self._runs = True, False
            self.texts = {widget.string_value for widget in message.rerun_script.widget_states.widgets}

    def _received(self, frame: str | bytes) -> None:
        message = ForwardMsg.FromString(frame) if isinstance(frame, bytes) else ForwardMsg()
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._runs = True
        elif kind == "script_finished" and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            self.waits = self.waits and not self._runs


TALKS: WeakKeyDictionary[Any, Talk] = WeakKeyDictionary()
LOST = 15
"""Seconds after which a question counts as lost: one about a part of the page that is gone has no answer."""


def listen(page: Any) -> None:
    """Ask for it before the page is opened."""
    if page not in TALKS:
        TALKS[page] = Talk(page)
        page.set_default_timeout(PATIENCE)


def opened(page: Any, address: str, path: str = "") -> None:
    """Go to a page of the app, and wait for all of it."""
    listen(page)
    page.goto(f"{address}/{path}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(inside(page, "foot").get_by_role("button").last).to_be_visible()  # drawn last
    settled(page)


def settled(page: Any) -> None:
    """The server has answered whatever was asked, and nothing on the page moves any more: a click will not miss."""
    talk, deadline = TALKS.get(page), time.monotonic() + LOST
    page.wait_for_function(STILL)
    while talk and talk.waits and time.monotonic() < deadline:
        page.wait_for_function(STILL)


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
    """Type, and rest until the box has sent it."""
    if sentence(page).input_value() == text:
        return
    sentence(page).fill(text)
    deadline = time.monotonic() + LOST
    while text not in TALKS[page].texts and time.monotonic() < deadline:
        page.evaluate("new Promise(requestAnimationFrame)")


def has_words(page: Any, words: list[str]) -> None:
    expect(inside(page, "words").locator(".chip .word")).to_have_text(words)


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
        expect(inside(page, key).locator(".side .word")).to_have_text(words)
        return
    expect(chart(page, key).locator(".ytick text")).to_have_text(words)


def values(page: Any, key: str) -> list[list[float]]:
    """What the picture's first trace, or the hand table, holds: rows of numbers, NaN where a cell is empty."""
    if key == "hand":
        rows = page.wait_for_function(HAND).json_value()
        return [[math.nan if value is None else value for value in row] for row in rows]
    return picture_values(page, f".st-key-{key}")


def picture_values(page: Any, place: str) -> list[list[float]]:
    """What the first trace of this place's picture holds, once it is drawn."""
    found: list[list[float]] = page.wait_for_function(MATRIX, arg=place, timeout=PATIENCE).json_value()
    return found


def becomes(page: Any, key: str, i: int, j: int, value: float) -> None:
    """The cell gets this value in the picture, or in the hand table as the server has it."""
    if key == "hand":
        check = f"([i, j, value]) => Math.abs(({HAND})()?.[i]?.[j] - value) < 0.006"
        page.wait_for_function(check, arg=[i, j, value])
        return
    expect(chart(page, key)).to_be_visible()
    page.wait_for_function(
        """([key, i, j, value]) => {
            const chart = document.querySelector(`.st-key-${key} .js-plotly-plot`);
            const z = chart?._fullData?.[0]?.z?.[i]?.[j];
            return Math.abs(z - value) < 0.006;
        }""",
        arg=[key, i, j, value],
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
    settled(page)
    inside(page, "source").get_by_text(name, exact=True).click()


def switch(page: Any, key: str) -> None:
    settled(page)
    inside(page, key).locator("label").first.click()


def turn_to(page: Any, name: str) -> None:
    """By the menu, as a visitor does: the session goes on. In a lesson it is out of sight."""
    if (expand := page.get_by_test_id("stExpandSidebarButton")).is_visible():
        expand.click()
    inside(page, "menu").get_by_role("link", name=name, exact=True).click()
    expect(page.get_by_role("heading", level=1, name=name, exact=True)).to_be_visible()
    settled(page)


def english(page: Any) -> None:
    settled(page)
    page.get_by_role("radio", name="English").or_(button(page, "English")).first.click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    settled(page)


def button(page: Any, name: str) -> Any:
    return page.get_by_role("button", name=name, exact=True)


def press(page: Any, name: str) -> None:
    """A click on a button that nothing pushes away meanwhile."""
    settled(page)
    button(page, name).click()


def unfold(page: Any, title: str) -> None:
    """Open a folded part: only a means, so that no mouse has to hit it."""
    open_up(page, page.locator(FOLDED).filter(has=page.get_by_text(title, exact=True)).first.element_handle())


def unfold_all(page: Any) -> None:
    """Open every folded part, one after another, also those inside of others."""
    for _ in range(40):
        if not (folded := page.locator(FOLDED)).count():
            return
        open_up(page, folded.first.element_handle())
    raise AssertionError("there is always one more to unfold")


def open_up(page: Any, summary: Any) -> None:
    summary.dispatch_event("click")
    page.wait_for_function("s => !s.isConnected || s.parentElement.open", arg=summary)
    settled(page)


def agreement(page: Any) -> Any:
    """In how many rows the strongest words agree, as shown."""
    return inside(page, "hand").locator(".told")


def lift(page: Any) -> None:
    """Take the cover off the computed table."""
    button(page, "揭开").click()
    expect(inside(page, "curtain")).to_have_count(0)


def cells(table: Any) -> list[list[str]]:
    """The texts of an HTML table, row by row."""
    found: list[list[str]] = table.evaluate("t => [...t.rows].map(row => [...row.cells].map(cell => cell.textContent))")
    return found


def numbers(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", text)]
