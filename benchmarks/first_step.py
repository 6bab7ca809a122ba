"""From opening the four steps to the first step on the screen in Chromium, against the floor: a bare page with one heatmap.

Both servers have had a visitor before; each visit has a fresh profile, and visits alternate between the two.
"""

from __future__ import annotations

import time
from statistics import median
from typing import Any

from benchmarks import Result
from benchmarks.browser import chromium, served
from benchmarks.edit_to_redraw import sentence

VISITS = 8
AIM = "1.3"
SELECTORS = (".st-key-steps_stage svg [role=button]", ".st-key-chart .heatmaplayer image")
"""A number of the first step, a heatmap: what is drawn."""


def opening(browser: Any, url: str, selector: str) -> float:
    """Seconds until the element is there."""
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720})
    page = context.new_page()
    begin = time.monotonic()
    page.goto(url)
    page.locator(selector).first.wait_for(state="attached", timeout=60_000)
    took = time.monotonic() - begin
    context.close()
    return took


def measure() -> list[Result]:
    with chromium() as browser, served("app.py") as app, served("benchmarks/bare_page.py") as floor:
        urls = f"{app}/steps", f"{floor}/?text={sentence(7)[:7]}"
        times = [[opening(browser, *one) for one in zip(urls, SELECTORS, strict=True)] for _ in range(VISITS + 1)][1:]
    step, bare = (median(column) for column in zip(*times, strict=True))
    return [Result("first step on the screen", f"{step / bare:.2f}", AIM, f"{step:.2f} s, floor {bare:.2f} s")]
