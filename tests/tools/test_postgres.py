"""Finding PostgreSQL and starting a server of our own: which one is taken, and what is left behind."""

from __future__ import annotations

import os
import socket
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tools import postgres


def programs(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name in ("initdb", "postgres", "pg_isready"):
        (folder / name).write_text("#!/bin/sh\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


def test_the_newest_of_debian_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "DEBIAN", tmp_path)
    monkeypatch.delenv("TEST_POSTGRES", raising=False)
    programs(tmp_path / "9.6" / "bin")
    newest = programs(tmp_path / "15" / "bin")
    (tmp_path / "16" / "bin").mkdir(parents=True)  # the client alone
    assert postgres.find() == newest


def test_a_named_one_is_taken_and_nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "apt_install", lambda *_: pytest.fail("nothing may be installed"))
    monkeypatch.setenv("TEST_POSTGRES", str(programs(tmp_path / "mine")))
    assert postgres.bring() == tmp_path / "mine"
    monkeypatch.setenv("TEST_POSTGRES", str(tmp_path / "none"))
    assert postgres.bring() is None


@pytest.mark.skipif(os.name == "nt", reason="programs on Windows are known by their ending")
def test_one_on_the_path_is_found_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres, "DEBIAN", tmp_path / "none")
    monkeypatch.delenv("TEST_POSTGRES", raising=False)
    monkeypatch.setenv("PATH", str(programs(tmp_path / "bin")))
    assert postgres.find() == tmp_path / "bin"


@pytest.mark.slow
def test_a_server_is_on_loopback_alone_and_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    if not (found := postgres.find()):
        pytest.skip(postgres.NONE_FOUND)
    made: list[str] = []
    make = tempfile.mkdtemp
    monkeypatch.setattr(tempfile, "mkdtemp", lambda **how: made.append(make(**how)) or made[-1])
    with postgres.serving(found) as address:
        parts = urlsplit(address)
        assert parts.hostname == "127.0.0.1"
        socket.create_connection(("127.0.0.1", parts.port or 0), timeout=5).close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", parts.port or 0), timeout=5)
    assert len(made) == 1
    assert not Path(made[0]).exists()
