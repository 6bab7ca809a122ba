"""A server of the app for the tests in this folder.

served    one process of deploy/server.py, started once a file
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.deploy.processes import Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served") / "log") as found:
        yield found
