"""The versions that a file names."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from attention.exchange import versions as module
from attention.exchange.versions import VERSION, package_versions, versions

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_the_version_is_that_of_the_project() -> None:
    assert tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"] == VERSION


def test_the_packages_are_those_that_are_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert versions()["numpy"] == metadata.version("numpy")
    monkeypatch.setattr(module, "PACKAGES", ("numpy", "no-such-package"))
    assert [name for name, _ in package_versions()] == ["numpy"]
