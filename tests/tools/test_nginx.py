"""Finding nginx, and putting the shipped configuration elsewhere without changing what it says."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tools import nginx


def test_a_named_program_is_taken_and_nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nginx, "apt_install", lambda *_: pytest.fail("nothing may be installed"))
    monkeypatch.setenv("TEST_NGINX", str(tmp_path / "none"))
    assert nginx.bring() is None
    mine = tmp_path / "nginx"
    mine.write_text("#!/bin/sh\n", encoding="utf-8")
    mine.chmod(0o755)
    monkeypatch.setenv("TEST_NGINX", str(mine))
    assert nginx.bring() == mine


@pytest.mark.skipif(os.name == "nt", reason="programs on Windows are known by their ending")
def test_debians_place_is_looked_into_although_users_have_it_not_on_their_path(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.delenv("TEST_NGINX", raising=False)
    monkeypatch.setattr(shutil, "which", lambda name, path=None: asked.append(f"{name} {path}"))
    assert nginx.find() is None
    assert "/usr/sbin" in asked[0]


def test_only_places_change() -> None:
    shipped = nginx.SHIPPED.read_text(encoding="utf-8").splitlines()
    ours = nginx.rendered(Path("/tmp/somewhere"), 8123).splitlines()
    changed = [(one.strip(), other.strip()) for one, other in zip(shipped, ours, strict=True) if one != other]
    assert len(changed) == 4
    assert ("listen 80;", "listen 127.0.0.1:8123;") in changed
    assert not [line for line in ours if "/var/" in line]


def test_a_place_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "nginx.conf"
    other.write_text("server { listen 443; }", encoding="utf-8")
    monkeypatch.setattr(nginx, "SHIPPED", other)
    with pytest.raises(RuntimeError, match="listen 80"):
        nginx.rendered(tmp_path, 8123)
