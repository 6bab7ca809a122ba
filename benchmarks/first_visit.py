"""A first visit in a fresh Chromium: from the click to the first heatmap, and what is loaded, against the bare page in the same
run; from the start of the process to the first heatmap, and the processor time that it takes.

Two ways to serve, each a process of its own: `streamlit run app.py`, and deploy/server.py, which is warm before it answers and
sends scripts compressed; for the bare page `streamlit run`. Files of Python that are compiled and pages of the disk that are
cached make the first start of all slower than the next; so each is started once before it counts. Visits alternate.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any

from benchmarks import Result
from benchmarks.browser import chromium, running
from benchmarks.load import BARE, Server

RUN = ("-m", "streamlit", "run", "{}", "--server.headless", "true", "--server.port")
SERVERS = {
    "bare page": tuple(part.format(BARE) for part in RUN),
    "streamlit run": tuple(part.format("app.py") for part in RUN),
    "deploy.server": ("-m", "deploy.server", "--port"),
}
HEATMAP = ".heatmaplayer image"
WORDS = "?text=我喜欢在周末去公园散步"
"""With a text the bare page begins with a heatmap; the app begins with this sentence anyway."""
VISITS = 5


@contextmanager
def started(arguments: tuple[str, ...]) -> Iterator[tuple[Server, float]]:
    """A new process, and when it was started (monotonic seconds)."""
    begin = time.monotonic()
    with running(*arguments) as (url, server):
        yield Server(url, [server]), begin


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
    if url.endswith(WORDS):
        page.wait_for_selector(HEATMAP, timeout=60_000)
    took = time.monotonic() - begin
    page.wait_for_timeout(1000)
    context.close()
    return took, sum(loaded) / 1e6


def measure() -> list[Result]:
    rows = []
    with chromium() as browser, ExitStack() as stack:
        servers: dict[str, Server] = {}
        for name, arguments in SERVERS.items():
            with started(arguments) as (server, _):
                visit(browser, server.url + WORDS)
            servers[name], begin = stack.enter_context(started(arguments))
            first, _ = visit(browser, servers[name].url + WORDS, begin)
            busy = servers[name].busy()
            rows.append(
                Result(
                    f"{name}: process start to first heatmap",
                    f"{busy:.1f} s of processor time",
                    "≤ 2.5 s",
                    f"{first:.1f} s",
                )
            )
        rounds = [{name: visit(browser, server.url + WORDS) for name, server in servers.items()} for _ in range(VISITS)]
        _, alone = visit(browser, servers["bare page"].url)  # Streamlit, without plotly
    took = {name: median(one[name][0] for one in rounds) for name in servers}
    bare = took.pop("bare page")
    for name, seconds in took.items():
        loaded = rounds[0][name][1]
        floor = f"by the bare page {rounds[0]['bare page'][1]:.1f}, without a heatmap {alone:.1f}"
        note = f"{seconds:.2f} and {bare:.2f} s; {loaded:.1f} MB loaded, {floor}"
        rows.append(
            Result(f"{name}: click to first heatmap, of the bare page's", f"{seconds / bare:.2f} ×", "≤ 1.5", note)
        )
    return rows
