"""nginx for the tests of deploy/: finds one, brings one, starts one with the shipped configuration.

    python -m tools.nginx            install what is missing, print what the tests will use
    python -m tools.nginx --find     install nothing, only say what is there

In this order: $TEST_NGINX; nginx on the path or in /usr/sbin (Debian's package, installed through apt-get where that is allowed
without asking). Without it the tests that need it are skipped, and the rest still runs.

`serving` starts an nginx of our own in a new temporary folder, on loopback, not as root, and removes the folder at the end. It
never touches one that is already there, such as the one that Debian's package sets up.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.servers import configuration
from tools.browser import apt_install, main
from tools.postgres import free_port, other_user

SHIPPED = Path(__file__).parents[1] / "deploy" / "nginx.conf"
NONE_FOUND = (
    "no nginx found, so the tests that want it are skipped; install nginx, or name it: TEST_NGINX=/path/to/nginx"
)
PATIENCE = 20
"""Seconds for nginx to start."""

AROUND = """
daemon off;
worker_processes 1;
pid {folder}/pid;
error_log {folder}/around.log;
events {{ worker_connections 1024; }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include attention.conf;
}}
"""
"""What Debian's own nginx.conf is to the shipped file, for a user who may write nowhere but here."""


@dataclass(frozen=True)
class Front:
    """A running nginx: its address, and the folder with its logs."""

    url: str
    folder: Path

    def log(self) -> str:
        """All that it has written, of whatever kind."""
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))


def find() -> Path | None:
    """The program, or None. Starts and installs nothing."""
    named = os.environ.get("TEST_NGINX")
    found = shutil.which(
        named or "nginx", path=None if named else f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"
    )
    return Path(found) if found else None


def bring() -> Path | None:
    """Install nginx if need be and possible, and return what `find` returns then."""
    if not find() and not os.environ.get("TEST_NGINX"):
        apt_install("nginx-light")
    return find()


def rendered(folder: Path, port: int) -> str:
    """The shipped configuration with other places: nothing else in it is changed."""
    text = SHIPPED.read_text(encoding="utf-8")
    for shipped, ours in (
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("/var/log/nginx/", f"{folder}/"),
        ("/var/cache/nginx/attention", f"{folder}/cache"),
    ):
        if shipped not in text:
            raise RuntimeError(f"{SHIPPED.name} has no {shipped!r} any more")
        text = text.replace(shipped, ours)
    return text


@contextmanager
def serving(program: Path, addresses: list[str]) -> Iterator[Front]:
    """nginx with the shipped configuration before the app's processes at these addresses, host:port each."""
    folder = Path(tempfile.mkdtemp(prefix="attention-nginx-"))
    who, port = other_user(folder), free_port()
    (folder / "attention.conf").write_text(rendered(folder, port), encoding="utf-8")
    (folder / "attention-servers.conf").write_text(configuration(addresses), encoding="utf-8")
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder), encoding="utf-8")
    places = {"-p": folder, "-c": folder / "nginx.conf", "-e": folder / "around.log"}
    command = [str(program), *(part for option, place in places.items() for part in (option, str(place)))]
    try:
        subprocess.run([*command, "-t"], check=True, capture_output=True, cwd=folder, **who)
        quiet = subprocess.DEVNULL
        server: subprocess.Popen[bytes] = subprocess.Popen(command, stdout=quiet, stderr=quiet, cwd=folder, **who)
        try:
            wait_for(f"http://127.0.0.1:{port}/_stcore/metrics", server, folder)
            yield Front(f"http://127.0.0.1:{port}", folder)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=PATIENCE)
    except subprocess.CalledProcessError as error:
        raise RuntimeError(
            f"nginx does not like the configuration:\n{error.stderr.decode(errors='replace')}"
        ) from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(url: str, server: subprocess.Popen[bytes], folder: Path) -> None:
    """Until nginx itself answers, whatever it says."""
    deadline = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < deadline:
        try:
            urllib.request.urlopen(url, timeout=2).close()
        except urllib.error.HTTPError as answer:
            answer.close()
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"nginx did not start:\n{(folder / 'around.log').read_text(errors='replace')[-2000:]}")


if __name__ == "__main__":
    main(__doc__, find, bring, NONE_FOUND)
