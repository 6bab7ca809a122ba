"""Server processes of the app for the tests in this folder, each on a free port of this machine."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.postgres import free_port

ROOT = Path(__file__).parents[2]
PATIENCE = 90  # s; a busy machine is no fault


@dataclass
class Served:
    """A running server. Its log is a file."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path

    def kill(self) -> None:
        """At once, without a word to anybody."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=PATIENCE)


@contextmanager
def serving(log: Path, port: int | None = None) -> Iterator[Served]:
    """The app as deploy/server.py starts it."""
    port = port or free_port()
    command = [sys.executable, "-m", "deploy.server", "--port", str(port)]
    with log.open("ab") as out:
        process = subprocess.Popen(command, cwd=ROOT, env={**os.environ}, stdout=out, stderr=out)
    served = Served(f"http://127.0.0.1:{port}", process, log)
    try:
        wait_for(f"{served.url}/ready", process, log)
        yield served
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                served.kill()


def wait_for(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"no answer from {url}:\n{log.read_text(errors='replace')[-2000:]}")
