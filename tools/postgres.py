"""A PostgreSQL server for the tests of the classroom's store: finds one, brings one, starts one.

    python -m tools.postgres            install what is missing, print what the tests will use
    python -m tools.postgres --find     install nothing, only say what is there

In this order: the folder $TEST_POSTGRES; /usr/lib/postgresql/*/bin, where Debian puts it (installed through apt-get where that
is allowed without asking); initdb on the path. Without it the tests that need it are skipped, and the rest still runs.

`serving` starts a server of our own in a new temporary folder, on a free port of loopback, and removes both at the end. It
never touches a server that is already there, such as the one that Debian's package sets up.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tools.browser import apt_install, is_root, main

DEBIAN = Path("/usr/lib/postgresql")
NONE_FOUND = (
    "no PostgreSQL found, so the tests that want it are skipped; "
    "install postgresql, or name its programs: TEST_POSTGRES=/path/to/bin"
)
USERS = ("postgres", "nobody")
"""Whom the server runs as where we are root: it refuses to run as root."""
OWNER = "classroom"
PATIENCE = 60
"""Seconds for a server to start."""


def find() -> Path | None:
    """The folder with initdb and postgres, the newest; None where there is none. Starts and installs nothing."""
    if named := os.environ.get("TEST_POSTGRES"):
        return whole(Path(named))
    versions = sorted(DEBIAN.glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    folders = [*versions, *([Path(on_path).resolve().parent] if on_path else [])]
    return next((found for folder in folders if (found := whole(folder))), None)


def whole(folder: Path) -> Path | None:
    return folder if all((folder / name).is_file() for name in ("initdb", "postgres", "pg_isready")) else None


def bring() -> Path | None:
    """Install PostgreSQL if need be and possible, and return what `find` returns then."""
    if not find() and not os.environ.get("TEST_POSTGRES"):
        apt_install("postgresql")
    return find()


@contextmanager
def serving(programs: Path) -> Iterator[str]:
    """The address of a fresh server, without a database's name: postgresql://classroom@127.0.0.1:PORT.

    Whatever is in it is thrown away, so it flushes nothing to the disk.
    """
    folder = Path(tempfile.mkdtemp(prefix="attention-postgres-"))
    who = other_user(folder)
    data, port = folder / "data", free_port()
    settings = {
        "port": port,
        "listen_addresses": "127.0.0.1",
        "unix_socket_directories": "",
        "fsync": "off",
        "max_connections": 60,
        "shared_buffers": "16MB",
    }
    flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    making: list[str | Path] = [
        programs / "initdb",
        "-D",
        data,
        *f"-U {OWNER} -A trust -E UTF8 --no-locale --no-sync".split(),
    ]
    try:
        subprocess.run(making, check=True, capture_output=True, cwd=folder, **who)
        with (folder / "log").open("wb") as log:
            server = subprocess.Popen(
                [programs / "postgres", "-D", data, *flags], stdout=log, stderr=log, cwd=folder, **who
            )
        try:
            wait_for(programs, port, server, folder / "log")
            yield f"postgresql://{OWNER}@127.0.0.1:{port}"
        finally:
            server.send_signal(signal.SIGINT)  # drops its clients and ends
            server.wait(timeout=PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def other_user(folder: Path) -> dict[str, Any]:
    """How to start a program as somebody other than root, to whom the folder is given; nothing where we are not root."""
    if not is_root():
        return {}
    import pwd  # Windows has none

    known = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam(next(name for name in USERS if name in known))
    os.chown(folder, user.pw_uid, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(programs: Path, port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    asking = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    deadline = time.monotonic() + PATIENCE
    while server.poll() is None and time.monotonic() < deadline:
        if subprocess.run(asking, check=False).returncode == 0:
            return
        time.sleep(0.05)
    raise RuntimeError(f"PostgreSQL did not start:\n{log.read_text(errors='replace')[-2000:]}")


if __name__ == "__main__":
    main(__doc__, find, bring, NONE_FOUND)
