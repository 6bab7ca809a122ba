"""A server of the app for the tests in this folder.

served    one process of deploy/server.py, started once a file
program   nginx; without one the tests that want it are skipped by name
visitor   a browser's page
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.processes import Served, serving
from tools import nginx


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served") / "log") as found:
        yield found


@pytest.fixture(scope="module")
def program() -> Path:
    if not (found := nginx.find()):
        pytest.skip(nginx.NONE_FOUND)
    return found


@pytest.fixture
def visitor(browser: Any) -> Iterator[Any]:
    """A browser's page; nothing that it does may break the policy."""
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720})
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None)
    yield page
    context.close()
    assert complaints == []
