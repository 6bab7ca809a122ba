"""What reading a file may cost, known before anything is built; and the one place where its faults become a refusal.

A refused file costs at most three times its own size and 64 MB: the file itself, twice as much for what is made of it, and SPARE.
"""

from __future__ import annotations

import json
import struct
import sys
import tokenize
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from attention.errors import AttentionError, FileProblem, ImportProblem

SPARE = 40_000_000
"""Bytes on top of twice a file's size: a small file may become so much."""

DAMAGE = (
    ValueError, TypeError, LookupError, ArithmeticError, SyntaxError, RecursionError, NotImplementedError, RuntimeError,
    EOFError, OSError, BufferError, UserWarning, struct.error, zlib.error, zipfile.BadZipFile, tokenize.TokenError,
)  # fmt: skip
"""What Python and numpy raise about a damaged file. A wrong name or attribute is a mistake of ours and passes through."""


Problem = TypeVar("Problem", FileProblem, ImportProblem, contravariant=True)


class Refuse(Protocol[Problem]):
    """Makes the error of the problem, what was found, and what is wanted."""

    def __call__(self, problem: Problem, *, found: str, wanted: str) -> AttentionError:
        """The error."""
        ...


class TooCostly(Exception):
    """More would be built than is allowed. found, wanted: bytes."""

    def __init__(self, found: int, wanted: int) -> None:
        super().__init__(f"{found:,} bytes, at most {wanted:,}")
        self.found, self.wanted = found, wanted


class Budget:
    """The bytes that may be built from a file of this size."""

    def __init__(self, size: int) -> None:
        self.wanted = self.left = 2 * size + SPARE

    def take(self, cost: int) -> None:
        """Call this before so many bytes are built. Raises TooCostly."""
        if cost > self.left:
            raise TooCostly(self.wanted - self.left + cost, self.wanted)
        self.left -= cost

    def json(self, text: str, parse_constant: Callable[[str], object] | None = None) -> Any:
        """The value that the text says. parse_constant: what becomes of NaN and Infinity.

        Raises TooCostly before it is built, and ValueError or RecursionError where it is no JSON.
        """
        self.take(json_cost(text))
        return json.loads(text, parse_constant=parse_constant)


@contextmanager
def refusing(problems: type[Problem], refuse: Refuse[Problem]) -> Iterator[None]:
    """A context in which whatever a damaged or costly file makes a library raise becomes one refusal; our own errors pass."""
    try:
        yield
    except TooCostly as error:
        raise refuse(problems.UNPACKED, found=f"{error.found:,}", wanted=f"{error.wanted:,}") from None
    except MemoryError:
        raise refuse(problems.MEMORY, found="", wanted="") from None
    except DAMAGE as error:
        raise refuse(problems.DAMAGED, found=type(error).__name__, wanted="") from error


def json_cost(text: str) -> int:
    """The bytes that the value of this JSON takes at most, by its punctuation: CPython's sizes, rounded up a little."""
    numbers = text.count(",") + text.count("[") + text.count(":")
    strings = text.count('"') // 2
    content = sys.getsizeof(text) if strings else 0
    return 44 * numbers + 80 * text.count("[") + 300 * text.count("{") + 72 * strings + 100 * text.count(":") + content
