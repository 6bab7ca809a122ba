"""What the Dockerfile and the units say, without Docker: what is copied is enough to run, and the parts know each other."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.processes import PATIENCE, ROOT
from tools.postgres import free_port

DEPLOY = ROOT / "deploy"
EVERY_PAGE = """
from functools import cache
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest
from pages.ui.frame.page import PAGES
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
app = AppTest.from_file("app.py", default_timeout=120).run()
for page in PAGES:
    app = app if page.file == "app.py" else app.switch_page(page.file).run()
    assert not app.exception, app.exception
    assert not app.error, [error.value for error in app.error]
print("all", len(PAGES))
"""


def instructions(name: str) -> list[tuple[str, str]]:
    """The Dockerfile's lines, keyword and rest; a line that goes on is one."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"))
    lines = [line.partition(" ") for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [(keyword, rest) for keyword, _, rest in lines if name in ("", keyword)]


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the Dockerfile copies."""
    folder = tmp_path_factory.mktemp("image")
    for _, rest in instructions("COPY"):
        *sources, to = shlex.split(rest)
        for source in sources:
            target = folder / to / Path(source).name if to.endswith("/") else folder / to
            target.parent.mkdir(parents=True, exist_ok=True)
            path = ROOT / source
            if path.is_dir():
                shutil.copytree(path, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(path, target)
    return folder


def test_what_is_copied_runs_every_page(image: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-c", EVERY_PAGE]
    done = subprocess.run(command, cwd=image, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.startswith("all ")


def test_the_image_starts_and_its_own_health_check_passes(image: Path) -> None:
    port = str(free_port())
    environment = dict(re.findall(r"(\w+)=(\S+)", " ".join(rest for _, rest in instructions("ENV"))))
    environment |= {"STREAMLIT_SERVER_PORT": port, "STREAMLIT_SERVER_ADDRESS": "127.0.0.1", "HOME": str(image)}
    start = [sys.executable, *command_of("CMD", instructions("CMD")[0][1])[1:]]
    check = [sys.executable, *command_of("HEALTHCHECK", instructions("HEALTHCHECK")[0][1])[1:]]
    with subprocess.Popen(
        start, cwd=image, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            deadline, healthy = time.monotonic() + PATIENCE, False
            while not healthy and server.poll() is None and time.monotonic() < deadline:
                healthy = subprocess.run(check, env=environment, capture_output=True, check=False).returncode == 0
        finally:
            server.terminate()
    assert healthy


def command_of(keyword: str, rest: str) -> list[str]:
    """The words of CMD ["a", "b"]."""
    words: list[str] = json.loads(rest[rest.index("[") :])
    assert words[0] == "python", keyword
    return words


def test_the_image_has_no_tests_and_no_history(image: Path) -> None:
    assert {path.name for path in image.iterdir()} == {
        *("app.py", "LICENSE", "assets", "attention", "deploy", "pages", ".streamlit"),
        *("requirements.txt", "requirements-postgres.txt"),
    }
    assert instructions("USER") == [("USER", "attention")]


@pytest.fixture
def compose() -> Any:
    yaml = pytest.importorskip("yaml", reason="compose.yaml is not read: PyYAML is not installed")
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))


def test_compose_names_what_nginx_and_the_store_expect(compose: Any) -> None:
    apps = {name: service for name, service in compose["services"].items() if name.startswith("app")}
    listed = re.findall(r"server (\S+?):(\d+)", (DEPLOY / "servers-compose.conf").read_text(encoding="utf-8"))
    assert set(listed) == {(name, service["environment"]["STREAMLIT_SERVER_PORT"]) for name, service in apps.items()}
    for service in apps.values():
        assert service["environment"]["ATTENTION_STORE"].startswith("postgresql://attention:")
        assert service["environment"]["FORWARDED_ALLOW_IPS"] == "*"  # safe only where nobody else reaches it:
        assert service["networks"] == ["inside"]
        assert "ports" not in service
        assert service["read_only"] is True
    assert compose["networks"]["inside"]["internal"] is True
    mounted = {volume.split(":")[0] for volume in compose["services"]["nginx"]["volumes"] if volume.startswith("./")}
    assert all((DEPLOY / name).is_file() for name in mounted)
    assert "ports" not in compose["services"]["postgres"]


def test_no_password_is_shipped() -> None:
    for path in DEPLOY.iterdir():
        if path.is_file():
            assert not re.search(r"(?i)password[=:]\s*[\w\"']+$", path.read_text(encoding="utf-8"), re.MULTILINE), (
                path.name
            )


@pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="the units are not checked: systemd-analyze is not installed"
)
def test_systemd_reads_the_unit(tmp_path: Path) -> None:
    unit = (
        (DEPLOY / "attention@.service")
        .read_text(encoding="utf-8")
        .replace("/opt/attention-table/.venv/bin/python", "/bin/true")
    )
    (tmp_path / "attention@.service").write_text(unit, encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / "attention@.service"], capture_output=True, text=True
    )
    assert "attention@" not in done.stderr, done.stderr
