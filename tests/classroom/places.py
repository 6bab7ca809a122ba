"""The three places that keep rooms, for tests that run on all of them; a clock that a test can turn."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from attention.classroom.places import MEMORY
from attention.types import Floats

ALL = ("memory", "sqlite", "postgres")
DATABASES = ("sqlite", "postgres")
WORDS = "我 喜欢 在 周末".split()


@dataclass
class Clock:
    """now: what it says; steady: how long it has run. Setting it moves only the first, time both."""

    now: float = 1_000_000.0
    steady: float = 0.0

    def __call__(self) -> float:
        return self.now

    def hand(self) -> float:
        return self.steady

    def passes(self, seconds: float) -> None:
        self.now += seconds
        self.steady += seconds


def address_of(kind: str, request: pytest.FixtureRequest, folder: Path) -> str:
    """The setting that names an empty place of this kind; the test is skipped where there is no PostgreSQL."""
    if kind == "postgres":
        return str(request.getfixturevalue("postgres"))
    return MEMORY if kind == "memory" else f"sqlite:///{folder / 'rooms.sqlite'}"


def cells(value: float = 0.5, n: int = len(WORDS)) -> Floats:
    """A table with one value everywhere but on the diagonal."""
    values = np.full((n, n), value)
    np.fill_diagonal(values, np.nan)
    return values


def student(i: int = 0) -> str:
    return f"{i:032x}"
