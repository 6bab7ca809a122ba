"""A frame of the four steps' stage at 30 words in Chromium: from its callback until it has been drawn, median and 95 of 100."""

from __future__ import annotations

from statistics import quantiles
from typing import Any

from benchmarks import Result
from benchmarks.browser import chromium, served
from benchmarks.edit_to_redraw import sentence

WORDS = 30
STEPS = 4
AIM = "16 ms"
WATCH = """
const ask = window.requestAnimationFrame.bind(window), drawn = new MessageChannel();
window.frames_ms = [];
drawn.port1.onmessage = ({ data }) => window.frames_ms.push(performance.now() - data);
window.requestAnimationFrame = (act) => ask((time) => {
  drawn.port2.postMessage(performance.now());  // answered once the frame has been drawn
  act(time);
});
"""


def frames(page: Any, step: int) -> list[float]:
    """Milliseconds of each frame of one step."""
    page.evaluate("window.frames_ms = []")
    page.locator(".stage .tab").nth(step).click()
    page.wait_for_timeout(4500)
    found: list[float] = page.evaluate("window.frames_ms")
    return found


def measure() -> list[Result]:
    rows = []
    with chromium() as browser, served("app.py") as url:
        page = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720}).new_page()
        page.add_init_script(WATCH)
        page.goto(f"{url}/steps")
        page.locator(".stage svg").wait_for(timeout=60_000)
        page.get_by_role("textbox").first.fill(sentence(WORDS))
        page.locator(".st-key-words .chip").nth(WORDS - 1).wait_for(timeout=60_000)
        page.wait_for_timeout(5000)
        for step in range(STEPS):
            taken = quantiles(frames(page, step), n=20)
            note = f"95 of 100 within {taken[18]:.1f} ms"
            rows.append(Result(f"step {step + 1}, {WORDS} words", f"{taken[9]:.1f} ms", AIM, note))
    return rows
