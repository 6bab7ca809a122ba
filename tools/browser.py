"""A browser for the browser tests: finds one, and as a command also brings one.

    python tools/browser.py            install what is missing, print the browser that the tests will use
    python tools/browser.py --find     install nothing, only say what is there

In this order: $TEST_BROWSER; Debian's chromium (installed through apt-get where that is allowed without asking); an
installed Chromium, Chrome or Edge; Playwright's own download. Without any of them the browser tests are skipped, and the
rest still runs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

COMMANDS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "msedge",
)
MAC_APPS = (
    "Chromium.app/Contents/MacOS/Chromium",
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
WINDOWS_PROGRAMS = (
    "Chromium/Application/chrome.exe",
    "Google/Chrome/Application/chrome.exe",
    "Microsoft/Edge/Application/msedge.exe",
)
NONE_FOUND = (
    "no browser found, so the browser tests are skipped; "
    "install Chromium, Chrome or Edge, or name one: TEST_BROWSER=/path/to/it"
)
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
"""A test browser asks for the app's pages and for nothing else."""

APT_SECONDS = 600
DOWNLOAD_SECONDS = 300


def launch_arguments() -> list[str]:
    """Arguments for a headless start; as root Chromium runs without its sandbox or not at all."""
    return [*QUIET, "--no-sandbox"] if is_root() else list(QUIET)


def find() -> str | None:
    """The path of the browser that the tests use, or None. Starts and installs nothing."""
    named = os.environ.get("TEST_BROWSER")
    if named:
        return shutil.which(named)
    return next((str(path) for path in installed(os.environ) if path.is_file()), None) or playwright_browser()


def installed(environment: Mapping[str, str]) -> Iterable[Path]:
    """Where a browser may lie, best first: on the path, then where macOS and Windows put programs."""
    search = environment.get("PATH", "")
    yield from (Path(found) for name in COMMANDS if (found := shutil.which(name, path=search)))
    if sys.platform == "darwin":
        folders = Path("/Applications"), Path.home() / "Applications"
        yield from (folder / app for folder in folders for app in MAC_APPS)
    for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        if folder := environment.get(variable):
            yield from (Path(folder) / program for program in WINDOWS_PROGRAMS)


def playwright_browser() -> str | None:
    """Playwright's own Chromium, where it has been downloaded."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).is_file() else None


def bring() -> str | None:
    """Install a browser if need be and possible, and return what `find` returns then."""
    if os.environ.get("TEST_BROWSER"):
        return find()
    install_debian_packages()
    return find() or (find() if download_from_playwright() else None)


def install_debian_packages() -> None:
    """Debian's Chromium and one Chinese font."""
    if is_debian(Path("/etc/os-release")):
        apt_install(*missing_packages())


def apt_install(*packages: str) -> None:
    """Through apt-get where there is one, as root or by a sudo that asks nothing; else nothing happens."""
    sudo = [] if is_root() else ["sudo", "-n"]
    allowed = not sudo or (shutil.which("sudo") and run([*sudo, "true"], seconds=10))
    if not packages or not shutil.which("apt-get") or not allowed:
        return
    say(f"installing {' and '.join(packages)} through apt-get")
    apt_get = [*sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-y"]
    installation = [*apt_get, "install", "--no-install-recommends", *packages]
    if not (run([*apt_get, "update"], seconds=APT_SECONDS) and run(installation, seconds=APT_SECONDS)):
        say("apt-get could not install it")


def missing_packages() -> list[str]:
    """The Debian packages that are not there: the browser, and a font unless some font draws Chinese."""
    browser = [] if shutil.which("chromium") else ["chromium"]
    font = [] if draws_chinese() else ["fonts-wqy-microhei"]
    return browser + font


def draws_chinese() -> bool:
    """Whether some installed font has Chinese characters."""
    if not shutil.which("fc-list"):
        return False
    return bool(subprocess.run(["fc-list", ":lang=zh"], capture_output=True, check=False).stdout.strip())


def is_debian(release: Path) -> bool:
    """Debian or a near relative. Not Ubuntu: its package of that name holds no browser."""
    if not release.is_file():
        return False
    lines = (line.partition("=") for line in release.read_text(encoding="utf-8").splitlines())
    fields = {key: value.strip('"').split() for key, _, value in lines}
    family = [*fields.get("ID", []), *fields.get("ID_LIKE", [])]
    return "debian" in family and "ubuntu" not in family


def download_from_playwright() -> bool:
    """Playwright's own Chromium; False where its server is out of reach."""
    say("no browser is installed: trying Playwright's own download")
    return run([sys.executable, "-m", "playwright", "install", "chromium"], seconds=DOWNLOAD_SECONDS)


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def run(command: list[str], *, seconds: int) -> bool:
    """Whether the command ended well within its time. What it prints is shown only when it fails."""
    try:
        subprocess.run(command, check=True, timeout=seconds, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except subprocess.TimeoutExpired:
        say(f"{command[0]} took more than {seconds} seconds")
    except (subprocess.CalledProcessError, OSError) as error:
        say(str(getattr(error, "stderr", None) or error).strip()[-500:])
    else:
        return True
    return False


def say(text: str) -> None:
    print(f"tools: {text}", flush=True)


def main(about: str | None, find: Callable[[], object], bring: Callable[[], object], none_found: str) -> None:
    """The command. Ends well also where there is nothing: then the tests that need it are skipped by name."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--find", action="store_true", help="install nothing")
    say(str((find() if parser.parse_args().find else bring()) or none_found))


if __name__ == "__main__":
    main(__doc__, find, bring, NONE_FOUND)
