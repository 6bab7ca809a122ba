"""What all visitors of a process have imported: together so many bytes at most; who comes when it is full is told so.

A visitor has a ticket, which is kept in the session and nowhere else: when the session goes, the ticket goes, and so does
what is kept for it. A visitor who has merely lost the connection keeps the place until somebody else needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from attention.errors import ImportProblem, ImportRefused
from attention.imported.files import ImportedFile
from attention.imported.stack import Imported

MAX_SHELF_BYTES = 210_000_000
"""Bytes: two imports of 24 layers × 16 heads × 256 × 256 weights, or the same one for a whole class."""


@dataclass(eq=False)
class Ticket:
    """session: the visitor's, by the name that the server gives it."""

    session: str


@dataclass(frozen=True, eq=False)
class Held:
    """One visitor's import; of a file also what it holds beside the chosen sentence, and the digest of its bytes."""

    imported: Imported
    found: ImportedFile | None = None
    digest: bytes = b""

    def arrays(self) -> Iterable[npt.NDArray[Any]]:
        """Every array of weights: (L, H, q, k) of the stacks, (L, B, H, q, k) of the file."""
        yield from (stack.weights for stack in self.imported.stacks)
        yield from self.found.arrays.values() if self.found else ()


class Shelf:
    """Safe to use from several threads. there: whether a visitor is connected, by session."""

    def __init__(self, there: Callable[[str], bool], most: int = MAX_SHELF_BYTES) -> None:
        self.there, self.most = there, most
        self._lock = Lock()
        self._kept: WeakKeyDictionary[Ticket, Held] = WeakKeyDictionary()

    def get(self, ticket: Ticket | None) -> Held | None:
        """What is kept for the ticket."""
        with self._lock:
            return self._kept.get(ticket) if ticket else None

    def of_file(self, digest: bytes) -> ImportedFile | None:
        """What this file holds, if somebody keeps it already."""
        with self._lock:
            return next((held.found for held in self._kept.values() if held.digest == digest and held.found), None)

    def put(self, ticket: Ticket, held: Held | None) -> None:
        """Replace what the ticket had. Raises ImportRefused if there is no room; then the old import stays."""
        with self._lock:
            if held is None:
                self._kept.pop(ticket, None)
                return
            others = [(one, its) for one, its in self._kept.items() if one is not ticket]
            if size(held, *(its for _, its in others)) > self.most:
                others = [(one, its) for one, its in others if self.there(one.session)]
            if size(held, *(its for _, its in others)) > self.most:
                raise ImportRefused(
                    ImportProblem.FULL, name=held.imported.name, found=f"{size(held):,}", wanted=f"{self.most:,}"
                )
            self._kept = WeakKeyDictionary([*others, (ticket, held)])


def size(*held: Held) -> int:
    """Bytes in memory; an array that several share, or see a part of, counts once and whole, as do a file's texts."""
    owners = {id(owner): owner for one in held for owner in map(owner_of, one.arrays())}
    texts = {id(one.found.texts): one.found.text_bytes for one in held if one.found}
    return sum(memoryview(owner).nbytes for owner in owners.values()) + sum(texts.values())


def owner_of(array: Any) -> Any:
    """The owner of the memory that the array is a view of: another array, or the bytes of a file."""
    while isinstance(array, np.ndarray) and array.base is not None:
        array = array.base
    return array
