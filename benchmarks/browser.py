"""Streamlit servers and a Chromium for benchmarks, all on this machine and closed at the end."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.browser import find, launch_arguments
from tools.postgres import free_port

ROOT = Path(__file__).parents[1]
PATIENCE = 60
"""Seconds for a server to answer."""


@contextmanager
def chromium() -> Iterator[Any]:
    """The browser that the tests use as well."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=[*launch_arguments(), "--disable-gpu"])
        yield browser
        browser.close()


@contextmanager
def running(*arguments: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """A new Python process with these arguments and then a free port, and its address once it answers."""
    command, port = [sys.executable, *arguments], free_port()
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    quiet = subprocess.DEVNULL
    with subprocess.Popen([*command, str(port)], cwd=ROOT, env=environment, stdout=quiet, stderr=quiet) as server:
        try:
            wait_for(url := f"http://127.0.0.1:{port}", server)
            yield url, server
        finally:
            server.terminate()


@contextmanager
def served(script: str) -> Iterator[str]:
    """The address of a server of its own for `script`, a path from the top of the repository; the app's own configuration."""
    with running("-m", "streamlit", "run", script, "--server.port") as (url, _):
        yield url


def wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"no answer from {url}")
