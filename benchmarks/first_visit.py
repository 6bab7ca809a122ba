"""From the start of a process to the first heatmap in a fresh Chromium, a second visitor after it, and the bytes that each loads.

Two ways to serve, each a process of its own: `streamlit run app.py`, and deploy/server.py, which is warm before it answers and
sends scripts compressed. Files of Python that are compiled and pages of the disk that are cached make the first start of all
slower than the next; so each is started once before it counts.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from benchmarks import Result
from benchmarks.browser import ROOT, chromium, wait_for
from tools.postgres import free_port

SERVERS = {
    "streamlit run": ("-m", "streamlit", "run", "app.py", "--server.headless", "true", "--server.port"),
    "deploy.server": ("-m", "deploy.server", "--port"),
}
HEATMAP = ".st-key-computed .heatmaplayer image"


@contextmanager
def started(arguments: tuple[str, ...]) -> Iterator[tuple[str, float]]:
    """The address of a new process, and when it was started (monotonic seconds)."""
    port = free_port()
    begin = time.monotonic()
    command = [sys.executable, *arguments, str(port)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(url := f"http://127.0.0.1:{port}", server)
            yield url, begin
        finally:
            server.terminate()


def visit(browser: Any, url: str, begin: float | None = None) -> tuple[float, float]:
    """Seconds until the heatmap stands, from `begin` or from the click; megabytes on the way, without the websocket's."""
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720})
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    loaded: list[int] = []
    wire.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    begin = time.monotonic() if begin is None else begin
    page.goto(url)
    page.wait_for_selector(HEATMAP, timeout=60_000)
    took = time.monotonic() - begin
    page.wait_for_timeout(1000)
    context.close()
    return took, sum(loaded) / 1e6


def measure() -> list[Result]:
    rows = []
    with chromium() as browser:
        for name, arguments in SERVERS.items():
            with started(arguments) as (url, _):
                visit(browser, url)
            with started(arguments) as (url, begin):
                answers = time.monotonic() - begin
                first, megabytes = visit(browser, url, begin)
                second, _ = visit(browser, url)
            note = f"answers after {answers:.1f} s; a second visitor {second:.2f} s; {megabytes:.1f} MB loaded"
            rows.append(Result(f"{name}: process start to first heatmap", f"{first:.1f} s", "", note))
    return rows
