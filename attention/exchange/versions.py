"""The version of this product, and of the packages that its numbers depend on: every JSON file names them."""

from __future__ import annotations

import platform
from functools import cache
from importlib import metadata

VERSION = "0.1.0"
"""As in pyproject.toml."""
PACKAGES = ("numpy", "jieba", "opencc", "regex")


@cache
def versions() -> dict[str, str]:
    """By name: attention-table, python, and each of PACKAGES that is installed."""
    return {"attention-table": VERSION, "python": platform.python_version(), **dict(package_versions())}


def package_versions() -> list[tuple[str, str]]:
    """Name and version of each of PACKAGES that is installed."""
    found = []
    for name in PACKAGES:
        try:
            found.append((name, metadata.version(name)))
        except metadata.PackageNotFoundError:
            continue
    return found
