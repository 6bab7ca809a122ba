"""Fetching axe-core: only the package that is meant is kept, and nothing is fetched twice."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from tools import axe


def package(folder: Path, content: bytes) -> Path:
    path = folder / "package.tgz"
    with tarfile.open(path, "w:gz") as files:
        member = tarfile.TarInfo("package/axe.min.js")
        member.size = len(content)
        files.addfile(member, io.BytesIO(content))
    return path


def test_another_package_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    axe.unpack(package(tmp_path, b"evil()"), tmp_path / "kept" / "axe.js")
    assert not (tmp_path / "kept").exists()
    assert "left alone" in capsys.readouterr().out


def test_the_right_package_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import base64
    import hashlib

    path = package(tmp_path, b"axe()")
    monkeypatch.setattr(axe, "SUM", base64.b64encode(hashlib.sha512(path.read_bytes()).digest()).decode())
    axe.unpack(path, tmp_path / "kept" / "axe.js")
    assert (tmp_path / "kept" / "axe.js").read_bytes() == b"axe()"


def test_what_is_there_is_not_fetched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(axe, "fetch", lambda _: pytest.fail("nothing may be fetched"))
    monkeypatch.setattr(axe, "FILE", tmp_path / "axe.js")
    monkeypatch.delenv("TEST_AXE", raising=False)
    (tmp_path / "axe.js").write_text("axe()")
    assert axe.bring() == tmp_path / "axe.js"


def test_a_named_file_is_taken_and_without_npm_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(axe, "fetch", lambda _: pytest.fail("nothing may be fetched"))
    monkeypatch.setenv("TEST_AXE", str(tmp_path / "none.js"))
    assert axe.bring() is None
    monkeypatch.delenv("TEST_AXE")
    monkeypatch.setattr(axe, "FILE", tmp_path / "none.js")
    monkeypatch.setattr(axe.shutil, "which", lambda _: None)
    assert axe.bring() is None
