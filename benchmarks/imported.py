"""Attention of a whole model on the page 真实模型: bytes and time to show one head, beside BertViz's one HTML of the same arrays.

The file lies on the server when the clock starts; a click picks the next head, and the clock runs in the page until the heatmap
holds its numbers. BertViz, installed into a folder that is thrown away, writes all heads into one HTML; the browser's time for
it is that of loading the document alone, since the scripts that would draw it come from a CDN, which nothing here may ask.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from benchmarks import Result
from benchmarks.browser import chromium, served

SIZES = ((12, 12, 64), (24, 16, 256))
"""Layers, heads, pieces."""
BERTVIZ_SIZE = SIZES[0]
CLICKS = 7
TEXT = "我喜欢在周末去公园散步"
BERTVIZ = "bertviz==1.4.1"
WRITE = """
import sys, time
import numpy as np, torch
from bertviz import head_view
arrays = torch.from_numpy(np.load(sys.argv[1])["attention"])
names = [str(i) for i in range(arrays.shape[-1])]
start = time.perf_counter()
html = head_view(tuple(layer[None] for layer in arrays), names, html_action="return")
print(time.perf_counter() - start)
open(sys.argv[2], "w", encoding="utf8").write("<!doctype html><meta charset=utf-8>" + html.data)
"""
CLOCK = """
() => {
  const chart = document.querySelector(".st-key-model_table .js-plotly-plot");
  const first = () => document.querySelector(".st-key-model_table .js-plotly-plot")?._fullData?.[0]?.z?.[0]?.[0];
  const before = first(), start = performance.now();
  document.querySelector(".st-key-import_pick_head [data-testid=stNumberInputStepUp]").click();
  return new Promise((done) => {
    const shown = () => first() !== undefined && first() !== before;
    const look = () => shown() ? done(performance.now() - start) : requestAnimationFrame(look);
    requestAnimationFrame(look);
  });
}
"""


def arrays_of(layers: int, heads: int, n: int) -> bytes:
    """An .npz with random attention of this size, and names of its pieces."""
    weights = np.random.default_rng(0).dirichlet(np.ones(n) / 10, (layers, heads, n)).astype(np.float32)
    file = io.BytesIO()
    np.savez(file, attention=weights, tokens=np.array(list(TEXT * 40)[:n]))
    return file.getvalue()


class Page:
    """The page with the file on it; counts what the server sends."""

    def __init__(self, browser: Any, url: str, data: bytes) -> None:
        self.received = 0
        self.page = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 900}).new_page()
        self.page.on("websocket", lambda socket: socket.on("framereceived", self.count))
        self.page.goto(url)
        self.page.locator(".st-key-menu").get_by_role("link", name="真实模型", exact=True).click()
        box = self.page.locator(".st-key-bring input[type=file]").first
        self.rest()
        with tempfile.TemporaryDirectory() as folder:
            (path := Path(folder) / "attention.reading.npz").write_bytes(data)
            box.set_input_files(path)
            self.page.locator(".st-key-model_table .heatmaplayer image").wait_for(timeout=120_000)
        self.rest()

    def count(self, frame: str | bytes) -> None:
        self.received += len(frame)

    def rest(self) -> None:
        self.page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=120_000)
        self.page.wait_for_timeout(500)

    def next_head(self) -> tuple[float, int]:
        """Milliseconds from the click to the new table, and bytes received for it."""
        self.received = 0
        spent = float(self.page.evaluate(CLOCK))
        self.rest()
        return spent, self.received


def ours(browser: Any, url: str, size: tuple[int, int, int], data: bytes) -> Result:
    page = Page(browser, url, data)
    clicks = [page.next_head() for _ in range(CLICKS)]
    page.page.context.close()
    spent, sent = median(t for t, _ in clicks), median(n for _, n in clicks)
    note = f"{sent:,.0f} bytes for a head; the file has {len(data):,}"
    return Result(f"another head of {named(size)}", f"{spent:.0f} ms", "500 ms", note)


def named(size: tuple[int, int, int]) -> str:
    layers, heads, n = size
    return f"{layers} layers × {heads} heads × {n} pieces"


def bertviz(browser: Any, data: bytes) -> Result:
    """Its HTML for the same arrays: made, and loaded by the browser; or why that could not be done."""
    name = f"BertViz's HTML for {named(BERTVIZ_SIZE)}"
    with tempfile.TemporaryDirectory() as folder:
        made = written(Path(folder), data)
        if isinstance(made, str):
            return Result(name, "not measured", "", made)
        page = browser.new_context(offline=True).new_page()
        start = time.perf_counter()
        page.goto((Path(folder) / "all.html").as_uri(), wait_until="domcontentloaded", timeout=120_000)
        loaded = time.perf_counter() - start
        page.context.close()
        size = (Path(folder) / "all.html").stat().st_size
    return Result(name, f"{size:,} bytes", "", f"{made:.1f} s to make, {loaded:.1f} s to load without drawing")


def written(folder: Path, data: bytes) -> float | str:
    """Seconds that BertViz took to make all.html in the folder, or what went wrong."""
    (folder / "attention.reading.npz").write_bytes(data)
    target = folder / "packages"
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--target", str(target)]
    for packages in (["--no-deps", BERTVIZ], ["ipython"]):
        if subprocess.run([*pip, *packages], capture_output=True, check=False).returncode:
            return "bertviz cannot be installed here"
    command = [sys.executable, "-c", WRITE, str(folder / "attention.reading.npz"), str(folder / "all.html")]
    run = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": str(target)}
    )
    return float(run.stdout) if not run.returncode else (run.stderr.strip().splitlines() or ["bertviz failed"])[-1]


def measure() -> list[Result]:
    with chromium() as browser:
        with served("app.py") as url:
            results = [ours(browser, url, size, arrays_of(*size)) for size in SIZES]
        return [*results, bertviz(browser, arrays_of(*BERTVIZ_SIZE))]
