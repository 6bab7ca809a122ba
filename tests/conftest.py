"""Hypothesis without its deadline: the first example may wait for jieba's dictionary, and a busy machine is no fault. `make fast`
takes its profile "quick", a quarter of the cases.

browser     the browser that tools/browser.py finds, one for the session; the tests are skipped by name where there is none
postgres    the address of an empty database on a real PostgreSQL server, one server a session; skipped where there is none

A test that asks for a browser, a database, servers of the app, an image of it or PyTorch's models is slow by that: nobody
has to mark it.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tools import browser as browsers
from tools.postgres import NONE_FOUND, find, serving

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's threads and pytest's processes would wait for each other

settings.register_profile("patient", deadline=None)
settings.register_profile("quick", deadline=None, max_examples=25)
settings.load_profile("patient")

SLOW = {
    "browser",
    "sqlite",
    "postgres",
    "address",
    "served",
    "asked",
    "image",
    "pair",
    "program",
    "made_models",
    "torch",
}


UNREAD = re.compile(r"tests/(e2e|fuzz|recipes/test_train_\w+\.py)$")
"""Where all is slow, and already to import it takes its time."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only quick tests are asked for."""
    return True if config.option.markexpr == "not slow" and UNREAD.search(collection_path.as_posix()) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if SLOW & asked_for(item):
            item.add_marker("slow")


def asked_for(item: pytest.Item) -> set[str]:
    """The fixtures that a test asks for, also those that it is given by name as a parameter."""
    call = getattr(item, "callspec", None)
    parameters = call.params.values() if call else ()
    return {*getattr(item, "fixturenames", ()), *(value for value in parameters if isinstance(value, str))}


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    reason = "browser tests skipped: playwright is not installed"
    playwright_api = pytest.importorskip("playwright.sync_api", reason=reason)
    if not (path := browsers.find()):
        pytest.skip(browsers.NONE_FOUND)
    with playwright_api.sync_playwright() as playwright:
        arguments = [*browsers.launch_arguments(), "--disable-gpu"]
        chromium = playwright.chromium.launch(executable_path=path, args=arguments)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def torch() -> Any:
    """PyTorch, to compare with."""
    return pytest.importorskip("torch")


@pytest.fixture(scope="session")
def made_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with tiny models of the Hugging Face kind."""
    pytest.importorskip("torch").set_num_threads(1)  # as in the app; two wait for each other on a busy machine
    pytest.importorskip("transformers")
    from tests.imported.models import MAKERS

    root = tmp_path_factory.mktemp("models")
    for name, make in MAKERS.items():
        make(root / name)
    return root


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    if not (programs := find()):
        pytest.skip(NONE_FOUND)
    pytest.importorskip("psycopg", reason="tests with PostgreSQL skipped: psycopg is not installed")
    with serving(programs) as address:
        yield address


@pytest.fixture
def postgres(postgres_server: str) -> str:
    """Emptied, since to make a database takes ten times as long; whoever is still in it is shown out."""
    import psycopg

    with psycopg.connect(f"{postgres_server}/postgres", autocommit=True) as connection:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
        connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return f"{postgres_server}/postgres"
