"""The main page's instrument in Chromium: from pointing at a word to the lit row, from a hand edit to the agreement.

A frame of the same browser on the same page, which only turns a colour, is what pointing is held against.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from benchmarks import Result
from benchmarks.browser import chromium, served
from benchmarks.edit_to_redraw import Visit, sentence

SIZES = (7, 30)
LIT = 32
"""Milliseconds that pointing may take: two frames."""
AGREEMENT = 150
"""Milliseconds that the agreement may take to follow an edit."""
POINTING = """
async () => {
  const hosts = [...document.querySelectorAll(".st-key-words *")].map((e) => e.shadowRoot);
  const chips = hosts.find((root) => root?.querySelector(".chip"));
  const frame = () => new Promise(requestAnimationFrame);
  const shown = async (act) => {
    await frame();
    const start = performance.now();
    act();
    document.body.getBoundingClientRect();
    await frame();
    return performance.now() - start;
  };
  const lit = [], bare = [], parts = [...chips.querySelectorAll(".chip")];
  for (let k = 0; k < 40; k++) {
    const over = new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" });
    lit.push(await shown(() => parts[k % parts.length].dispatchEvent(over)));
    bare.push(await shown(() => (document.body.style.outlineColor = k % 2 ? "red" : "blue")));
  }
  return [lit, bare];
}
"""
EDIT = """
() => {
  const told = document.querySelector(".st-key-agreement .told"), before = told.textContent, start = performance.now();
  window.moved = new Promise((done) => {
    const look = () => document.querySelector(".st-key-agreement .told")?.textContent === before
      ? requestAnimationFrame(look) : done(performance.now() - start);
    look();
  });
}
"""


def pointing(visit: Visit, n: int) -> Result:
    visit.open(sentence(n))
    lit, bare = visit.page.evaluate(POINTING)
    note = f"an empty frame {median(bare):.0f} ms; median of 40"
    return Result(f"{n} words, from pointing to the lit row", f"{median(lit):.0f} ms", f"{LIT} ms", note)


def hand_edits(page: Any, url: str) -> Result:
    """The first row's strongest cell, off and on again."""
    page.goto(url)
    cell = page.locator(".st-key-hand .row").nth(1).locator(".cell").nth(1)
    cell.wait_for(timeout=60_000)
    page.locator(".st-key-agreement .told").wait_for()
    times = []
    for value in ("0.05", "0.9") * 8:
        cell.click()
        page.wait_for_timeout(800)
        page.keyboard.type(value)
        page.evaluate(EDIT)
        page.keyboard.press("Enter")
        times.append(page.evaluate("window.moved"))
        page.wait_for_timeout(500)
    return Result("from an edit to the agreement", f"{median(times):.0f} ms", f"{AGREEMENT} ms", "median of 16")


def measure() -> list[Result]:
    with chromium() as browser, served("app.py") as url:
        visit = Visit(browser, url, [".st-key-computed", ".st-key-hand"])
        return [*(pointing(visit, n) for n in SIZES), hand_edits(visit.page, url)]


if __name__ == "__main__":
    for row in measure():
        print(f"{row.name}: {row.value} (aim {row.aim}; {row.note})")
