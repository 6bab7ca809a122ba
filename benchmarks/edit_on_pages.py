"""On every page with a sentence box: from a typed edit until the page stops changing, against the floor; bytes of the edit.

The floor is a bare page with one text box and one heatmap (bare_page.py), edited in turn with each page, so that whatever else
this machine does hits both. An edit replaces the sentence's first character by one keystroke; the page has stopped changing at
the last mutation before half a second of quiet. The text box waits for 300 ms in both. Bytes: what the server sent over the
websocket for the edit.
"""

from __future__ import annotations

import math
from statistics import median
from typing import Any

from benchmarks import Result
from benchmarks.browser import chromium, served
from benchmarks.edit_to_redraw import firsts, sentence

PAGES = ("", "steps", "train", "heads", "why", "translate")
"""Addresses of the pages that have a sentence box."""
SIZES = (7, 30, 200)
EDITS = 5
WARM_UP = 1

STILL = """
() => {
  const box = document.querySelector(".stTextInput input"), app = document.querySelector("[data-testid=stApp]");
  window.still = new Promise((done, fail) => box.addEventListener("input", () => {
    const start = performance.now();
    let last = start, answered = false;
    setTimeout(() => fail(new Error(`not still: ${answered} ${app.dataset.testScriptState}`)), 15_000);
    const watch = new MutationObserver((changes) => {
      last = performance.now();
      answered ||= changes.some((change) => change.attributeName === "data-test-script-state");
    });
    watch.observe(app, { subtree: true, childList: true, attributes: true, characterData: true });
    const look = setInterval(() => {
      if (!answered || app.dataset.testScriptState !== "notRunning" || performance.now() - last < 500) return;
      clearInterval(look);
      watch.disconnect();
      done(last - start);
    }, 20);
  }, { once: true }));
}
"""


class Visit:
    """A page with a text box, and the bytes that come for it."""

    def __init__(self, browser: Any, url: str) -> None:
        self.bytes = 0
        self.page = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720}).new_page()
        self.page.on("websocket", lambda socket: socket.on("framereceived", self.count))
        self.page.goto(url)
        self.box = self.page.locator(".stTextInput input").first
        self.box.wait_for(timeout=60_000)

    def count(self, frame: str | bytes) -> None:
        self.bytes += len(frame)

    def open(self, text: str) -> None:
        self.box.fill(text)
        self.page.wait_for_timeout(2500)
        self.page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=60_000)

    def edit(self, first: str) -> tuple[float, int]:
        """Type `first` over the first character: milliseconds until the page is still, bytes received."""
        self.page.bring_to_front()
        self.box.press("Home")
        self.box.press("Shift+ArrowRight")
        self.page.evaluate(STILL)
        before = self.bytes
        self.page.keyboard.insert_text(first)
        try:
            took: float = self.page.evaluate("window.still")
        except Exception:  # the live box swallows a keystroke now and then, also that of the bare page: no time for it
            took = math.nan
        return took, self.bytes - before


def compared(name: str, n: int, page: Visit, floor: Visit) -> Result:
    text = sentence(n)
    page.open(text)
    floor.open(text[:n])
    both = [(page.edit(first), floor.edit(first)) for first in firsts(text, n)[1 : EDITS + WARM_UP + 1]][WARM_UP:]
    both = [pair for pair in both if not any(math.isnan(took) for took, _ in pair)]
    took, base = (median(pair[k][0] for pair in both) for k in (0, 1))
    sent, least = (median(pair[k][1] for pair in both) / 1024 for k in (0, 1))
    note = f"{took:.0f} ms, floor {base:.0f} ms; {sent:.0f} KB for the edit, floor {least:.0f} KB"
    return Result(f"{name or 'main page'}, {n} words", f"{took / base:.2f}", "", note)


def measure() -> list[Result]:
    rows = []
    with chromium() as browser, served("app.py") as app_url, served("benchmarks/bare_page.py") as floor_url:
        floor = Visit(browser, floor_url)
        for name in PAGES:
            page = Visit(browser, f"{app_url}/{name}")
            rows += [compared(name, n, page, floor) for n in SIZES]
            page.page.context.close()
    return rows
