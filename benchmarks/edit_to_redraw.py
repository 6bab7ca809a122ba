"""From a typed edit to the redrawn tables in Chromium, against the floor: a bare page with one text box and one heatmap.

Both servers run at the same time, and edits alternate between them, so that whatever else this machine does hits both. An
edit replaces the sentence's first character by one keystroke; the clock runs in the page, from the keystroke's input event
to the first frame in which the table carries the new word. The rest that the live text box waits for (300 ms) is part of
both; the ratio is given with it and without it.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from attention.words.segment import cut
from benchmarks import Result
from benchmarks.browser import chromium, served

SIZES = {7: 1.25, 30: 1.2, 200: 1.2}
"""Words, and the ratio to be reached."""
EDITS = 20
WARM_UP = 3
REST = 300
"""Milliseconds that the text box waits for the next keystroke: `live="300ms"`."""
FIRSTS = "我你他她它谁您咱俺爸妈爷奶哥姐弟妹叔王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许"
STORY = (
    "我喜欢在周末去公园散步，朋友们常常带着孩子一起来。天气好的时候，大家坐在湖边的草地上吃水果，看老人下棋、打太极拳。"
    "太阳下山以前，我们骑自行车回家，路上买一点新鲜的蔬菜和面包，晚上一起做饭、听音乐、聊明天的计划。"
)

CLOCK = """
(charts) => {
  const box = document.querySelector(".stTextInput input");
  const first = (chart, axis) => document.querySelector(`${chart} .${axis}tick text`)?.textContent;
  const roots = (key) => [...document.querySelectorAll(`${key} *`)].map((e) => e.shadowRoot);
  const grid = (key) => roots(key).find((root) => root?.querySelector(".grid"));
  const shows = (chart, word) => document.querySelector(`${chart} .js-plotly-plot`)
    ? ["x", "y"].every((axis) => first(chart, axis) === word) && document.querySelector(`${chart} .heatmaplayer image`)
    : grid(chart)?.querySelector(".side .word")?.textContent === word;
  window.redraw = new Promise((done, fail) => box.addEventListener("input", () => {
    setTimeout(() => fail(new Error("no redraw within a minute")), 60_000);
    const start = performance.now(), times = {}, word = [...box.value][0];
    const look = (now) => {
      for (const chart of charts) if (!(chart in times) && shows(chart, word)) times[chart] = performance.now() - start;
      if (Object.keys(times).length < charts.length) requestAnimationFrame(look);
      else done(charts.map((chart) => times[chart]));
    };
    requestAnimationFrame(look);
  }, { once: true }));
}
"""


class Visit:
    """A page with a text box, and the tables that follow it."""

    def __init__(self, browser: Any, url: str, charts: list[str]) -> None:
        self.charts = charts
        self.page = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720}).new_page()
        self.page.goto(url)
        self.box = self.page.locator(".stTextInput input").first
        self.box.wait_for(timeout=60_000)

    def open(self, text: str) -> None:
        """Another sentence; returns when the page is at rest."""
        self.box.fill(text)
        for chart in self.charts:
            label = self.page.locator(f"{chart} .xtick text, {chart} .side .word").first
            label.filter(has_text=text[0]).wait_for(timeout=60_000)
        self.rest()
        if (cover := self.page.locator(".st-key-lift button")).count():
            cover.click()
            cover.wait_for(state="detached")
            self.rest()

    def rest(self) -> None:
        self.page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        self.page.wait_for_timeout(REST)

    def edit(self, first: str) -> list[float]:
        """Type `first` over the first character: milliseconds until each table shows it."""
        self.page.bring_to_front()
        self.box.press("Home")
        self.box.press("Shift+ArrowRight")
        self.page.evaluate(CLOCK, self.charts)
        self.page.keyboard.insert_text(first)
        times: list[float] = self.page.evaluate("window.redraw")
        self.rest()
        return times


def sentence(n: int) -> str:
    """A text that jieba cuts into n words."""
    text = STORY * 5
    return next(text[:end] for end in range(n, len(text)) if len(cut(text[:end]).tokens.words) == n)


def firsts(text: str, n: int) -> list[str]:
    """Characters that may open the text without changing the number of its words."""
    return [first for first in FIRSTS if len(cut(first + text[1:]).tokens.words) == n]


def alternate(app: Visit, floor: Visit, n: int) -> tuple[list[list[float]], list[list[float]]]:
    """The times of both, edit by edit."""
    text = sentence(n)
    app.open(text)
    floor.open(text[:n])
    pairs = [(app.edit(first), floor.edit(first)) for first in firsts(text, n)[1 : EDITS + WARM_UP + 1]]
    return [a for a, _ in pairs[WARM_UP:]], [f for _, f in pairs[WARM_UP:]]


def results(n: int, app: list[list[float]], floor: list[list[float]]) -> list[Result]:
    base = median(times[0] for times in floor)
    rows = []
    for name, pick in (("computed heatmap", lambda times: times[0]), ("both tables", max)):
        took = median(map(pick, app))
        note = f"{took:.0f} ms, floor {base:.0f} ms; without the {REST} ms rest {(took - REST) / (base - REST):.2f}"
        rows.append(Result(f"{n} words, {name}", f"{took / base:.2f}", f"{SIZES[n]}", note))
    return rows


def measure() -> list[Result]:
    with chromium() as browser, served("app.py") as app_url, served("benchmarks/bare_page.py") as floor_url:
        app = Visit(browser, app_url, [".st-key-computed", ".st-key-hand"])
        floor = Visit(browser, floor_url, [".st-key-chart"])
        return [row for n in SIZES for row in results(n, *alternate(app, floor, n))]


if __name__ == "__main__":
    for row in measure():
        print(f"{row.name}: {row.value} (aim {row.aim}; {row.note})")
