"""requirements-models.txt: pinned, installed as pinned, and all that is brought along is in it."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]


def pins(name: str) -> list[Requirement]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [Requirement(line) for line in lines if re.match(r"[A-Za-z]", line)]


MODELS, APP = pins("requirements-models.txt"), pins("requirements.txt")


def test_every_requirement_is_pinned_and_installed_as_pinned() -> None:
    pytest.importorskip("transformers")
    assert [pin.name for pin in MODELS if [one.operator for one in pin.specifier] != ["=="]] == []
    assert [p.name for p in MODELS if not p.specifier.contains(metadata.version(p.name).partition("+")[0])] == []


def test_all_that_a_package_brings_along_is_pinned() -> None:
    pytest.importorskip("transformers")
    wanted = [Requirement(line) for pin in MODELS for line in metadata.requires(pin.name) or []]
    needed = {canonicalize_name(one.name) for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})}
    assert needed - {canonicalize_name(pin.name) for pin in MODELS + APP} == set()
