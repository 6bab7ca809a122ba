"""A real browser and real Streamlit servers for the tests in this folder.

browser    of tests/conftest.py
serve      serve("script.py") starts the app (once a session) and gives its address; NAME="value" sets its environment
log_of     log_of(address): what that server has written so far
page       a new page, 1280×720; fails the test if the page raised a script error, asked for another host or shows a fault of ours
phone      the same as a phone: 390×844, touch
tab        another name of `page`
address    of the app itself, started once

All pages share one browser profile, and all phones another, so that the app's scripts are fetched only once; what a test has left
in the browser's store is taken out.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="browser tests skipped: playwright is not installed")

from tests.e2e.visit import listen
from tools.postgres import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # s for a server to answer
LOGS: dict[str, Path] = {}
"""What each server writes, by its address."""
FORGET = "() => { try { localStorage.clear(); sessionStorage.clear(); } catch { } }"
"""A page without an address has no store."""


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., str]]:
    running: dict[Any, tuple[subprocess.Popen[bytes], str]] = {}

    def start(script: str | Path, **environment: str) -> str:
        path = (Path(__file__).parent / "scripts" / script).resolve()
        one = (path, *environment.items())
        if one not in running:
            log = tmp_path_factory.mktemp("server") / f"{path.stem}.log"
            running[one] = started(path, log, environment)
            LOGS[running[one][1]] = log
        return running[one][1]

    yield start
    for process, _ in running.values():
        process.terminate()
    for process, _ in running.values():
        process.wait(timeout=60)


@pytest.fixture(scope="session")
def log_of() -> Callable[[str], str]:
    return lambda address: LOGS[address].read_text(encoding="utf-8", errors="replace")


def started(
    script: Path, log: Path, environment: Mapping[str, str], port: int = 0
) -> tuple[subprocess.Popen[bytes], str]:
    """A server of the app that answers, and its address; port 0: any that is free."""
    port = port or free_port()
    options = {
        "server.headless": "true",
        "server.address": "127.0.0.1",
        "server.port": str(port),
        "server.fileWatcherType": "none",
        "browser.gatherUsageStats": "false",
    }
    flags = [part for name, value in options.items() for part in (f"--{name}", value)]
    command = [sys.executable, "-m", "streamlit", "run", str(script), *flags]
    with log.open("ab") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), **environment}, stdout=out, stderr=out
        )
    url = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).close()
            return process, url
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise RuntimeError(f"{script.name} did not start:\n{log.read_text(errors='replace')[-2000:]}")


def _watched(context: Any) -> Iterator[Any]:
    page = context.new_page()
    listen(page)
    faults: list[str] = []

    def dismiss(dialog: Any) -> None:
        faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    page.on("pageerror", lambda error: faults.append(f"script error: {error}"))
    page.on("dialog", dismiss)
    page.on("request", lambda request: None if _local(request.url) else faults.append(f"asked for {request.url}"))
    yield page
    faults += [f"broken: {text}" for text in page.locator("[class*=st-key-fault_]").all_inner_texts()]
    page.evaluate(FORGET)
    page.close()
    context.clear_cookies()
    assert not faults


def _local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:"))


@pytest.fixture(scope="session")
def address(serve: Callable[[str | Path], str]) -> str:
    return serve(ROOT / "app.py")


@pytest.fixture(scope="session")
def desk(browser: Any) -> Iterator[Any]:
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720})
    yield context
    context.close()


@pytest.fixture(scope="session")
def pocket(browser: Any) -> Iterator[Any]:
    context = browser.new_context(
        locale="zh-CN", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True
    )
    yield context
    context.close()


@pytest.fixture
def page(desk: Any) -> Iterator[Any]:
    yield from _watched(desk)


@pytest.fixture
def phone(pocket: Any) -> Iterator[Any]:
    yield from _watched(pocket)


@pytest.fixture
def tab(page: Any) -> Any:
    return page
