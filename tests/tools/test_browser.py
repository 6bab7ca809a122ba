"""Finding a browser: which one is taken, and what is left alone."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tools import browser

DEBIAN = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n'
UBUNTU = 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian\n'
MINT = 'NAME="Linux Mint"\nID=linuxmint\nID_LIKE="ubuntu debian"\n'
RASPBIAN = 'ID=raspbian\nID_LIKE="debian"\n'
FEDORA = "ID=fedora\n"


def program(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("release", "expected"), [(DEBIAN, True), (RASPBIAN, True), (UBUNTU, False), (MINT, False), (FEDORA, False)]
)
def test_only_debian_has_chromium_in_apt(tmp_path: Path, release: str, expected: bool) -> None:
    path = tmp_path / "os-release"
    path.write_text(release, encoding="utf-8")
    assert browser.is_debian(path) is expected


def test_no_release_file_is_not_debian(tmp_path: Path) -> None:
    assert not browser.is_debian(tmp_path / "none")


@pytest.mark.skipif(os.name == "nt", reason="programs on Windows are known by their ending")
def test_chromium_comes_before_chrome_and_edge(tmp_path: Path) -> None:
    edge, chrome = program(tmp_path, "microsoft-edge"), program(tmp_path, "google-chrome")
    assert list(browser.installed({"PATH": str(tmp_path)}))[:2] == [chrome, edge]
    chromium = program(tmp_path, "chromium")
    assert next(iter(browser.installed({"PATH": str(tmp_path)}))) == chromium


def test_windows_folders_are_looked_into(tmp_path: Path) -> None:
    assert tmp_path / "Google/Chrome/Application/chrome.exe" in browser.installed({"PROGRAMFILES": str(tmp_path)})


@pytest.mark.skipif(os.name == "nt", reason="programs on Windows are known by their ending")
def test_a_named_browser_is_taken_and_nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "run", lambda *_, **__: pytest.fail("nothing may be run"))
    monkeypatch.setenv("TEST_BROWSER", str(program(tmp_path, "mine")))
    assert browser.bring() == str(tmp_path / "mine")
    monkeypatch.setenv("TEST_BROWSER", str(tmp_path / "none"))
    assert browser.bring() is None


def test_apt_is_asked_first_and_playwright_last(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.delenv("TEST_BROWSER", raising=False)
    monkeypatch.setattr(browser, "install_debian_packages", lambda: asked.append("apt"))
    monkeypatch.setattr(browser, "installed", lambda _: asked.append("installed") or [])
    monkeypatch.setattr(browser, "playwright_browser", lambda: asked.append("cached"))
    monkeypatch.setattr(browser, "download_from_playwright", lambda: asked.append("download") or False)
    assert browser.bring() is None
    assert asked == ["apt", "installed", "cached", "download"]


def test_without_sudo_apt_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(browser, "is_debian", lambda _: True)
    monkeypatch.setattr(browser, "is_root", lambda: False)
    monkeypatch.setattr(browser, "missing_packages", lambda: ["chromium"])
    monkeypatch.setattr(shutil, "which", lambda name, **_: f"/usr/bin/{name}")
    monkeypatch.setattr(browser, "run", lambda command, **_: commands.append(command) or False)
    browser.install_debian_packages()
    assert commands == [["sudo", "-n", "true"]]


def test_as_root_the_sandbox_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(browser, "is_root", lambda: True)
    assert "--no-sandbox" in browser.launch_arguments()
    monkeypatch.setattr(browser, "is_root", lambda: False)
    assert "--no-sandbox" not in browser.launch_arguments()


def test_a_failing_command_is_told_and_not_raised(capsys: pytest.CaptureFixture[str]) -> None:
    assert not browser.run(["no-such-command-here"], seconds=5)
    assert "no-such-command-here" in capsys.readouterr().out
