"""When a process says that it is ready: to who asks, and to systemd."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tests.deploy.processes import PATIENCE, ROOT
from tools.postgres import free_port

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="systemd's socket is one of Unix"),
]


def asked(port: int) -> int | None:
    """The status of the answer; None where nobody answers."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5) as answer:
            return answer.status
    except urllib.error.HTTPError as answer:
        return answer.code
    except OSError:
        return None


@pytest.mark.parametrize("abstract", [False, True])
def test_it_is_ready_when_the_port_is_open_and_not_before(abstract: bool, tmp_path: Path) -> None:
    port, name = free_port(), f"{tmp_path}/notify"
    if abstract and sys.platform != "linux":
        pytest.skip("only Linux has such addresses")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind("\0" + name if abstract else name)
        systemd.settimeout(PATIENCE)
        assert asked(port) is None
        environment = {**os.environ, "NOTIFY_SOCKET": "@" + name if abstract else name}
        command = [sys.executable, "-m", "deploy.server", "--port", str(port)]
        quiet = subprocess.DEVNULL
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=quiet, stderr=quiet) as process:
            try:
                assert systemd.recv(100) == b"READY=1"
                assert asked(port) == 200
                process.send_signal(signal.SIGTERM)
                assert systemd.recv(100) == b"STOPPING=1"
                assert process.wait(timeout=PATIENCE) in (0, -signal.SIGTERM)
                assert asked(port) is None
            finally:
                process.kill()


def test_who_asks_before_it_has_started_or_after_it_was_told_to_stop_is_refused() -> None:
    from starlette.applications import Starlette
    from starlette.testclient import TestClient
    from uvicorn import Config

    from deploy import ready

    client = TestClient(Starlette(routes=ready.routes()))
    assert client.get("/ready").status_code == 503
    ready._ready.set()
    assert (client.get("/ready").status_code, client.get("/ready").text) == (200, "ready\n")
    ready.AnnouncedServer(Config(app=Starlette())).handle_exit(signal.SIGTERM, None)
    assert client.get("/ready").status_code == 503
