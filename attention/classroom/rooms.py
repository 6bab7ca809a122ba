"""What a room is, what it holds, and what it takes: every input is checked here, whatever the page has checked before."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from attention.errors import AttentionError, RoomInputError
from attention.reading.values import numbers
from attention.types import HandTable
from attention.words.characters import clean
from attention.words.segment import MAX_CHARACTERS, MAX_WORDS

VOTE_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}", re.ASCII)
DECIMALS = 4
"""Decimals kept of a value; a person types two."""


@dataclass(frozen=True)
class Limits:
    """What one room may hold: tables that are not hidden, beyond which only a maker's first is taken; tables of one maker; bytes
    of those not hidden. And of all rooms together: bytes; beyond them a room takes only what keeps it within its `share`."""

    tables: int
    of_one: int
    room_bytes: int
    bytes: int
    share: int


@dataclass(frozen=True)
class Room:
    """lock: the digest of the teacher's secret; revision: grows with every change of the room or one of its tables;
    opened, touched: seconds since 1970. maker: a digest of the session that opened it; bytes: of its tables; expired: when it was
    first seen to be past its days. shown: rows are revealed. question: what the class votes on, "" for nothing; counted: its
    votes are shown. scene: of the lesson, from 0; -1: none. next: the code of the room where the class goes on; "" for none."""

    code: str
    words: tuple[str, ...]
    lock: str = field(repr=False)
    closed: bool = False
    shown: bool = False
    revision: int = 0
    opened: float = 0.0
    touched: float = 0.0
    maker: str = field(default="", repr=False)
    bytes: int = 0
    expired: float | None = None
    question: str = ""
    counted: bool = False
    scene: int = -1
    next: str = ""


@dataclass(frozen=True)
class Row:
    """A table as it is kept. student: a digest; cells: JSON, as `cells_json` writes it; hidden: the teacher leaves it out; maker:
    a digest of the session that first sent it."""

    number: int
    student: str = field(repr=False)
    cells: str = field(repr=False)
    hidden: bool
    sent: float
    maker: str = field(default="", repr=False)


@dataclass(frozen=True, eq=False)
class Sent:
    """A student's table: values from 0 to 1, NaN where the student left a cell open. number: its place in the room, from 1."""

    number: int
    table: HandTable
    hidden: bool
    sent: float


@dataclass(frozen=True, eq=False)
class Revealed:
    """What all may see. model: by query, the weights (n,) that were computed for its row; tables: those that are not hidden,
    every other row of them open."""

    model: Mapping[int, tuple[float, ...]]
    tables: tuple[HandTable, ...]


def checked_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a room. Raises RoomInputError unless they are visible, without blanks, and not too many."""
    if not 2 <= len(words) <= MAX_WORDS:
        raise RoomInputError(f"{len(words)} words")
    for word in words:
        if not isinstance(word, str) or not word or word != "".join(clean(word).text.split()):
            raise RoomInputError("a word that is none")
    if (length := sum(map(len, words))) > MAX_CHARACTERS:
        raise RoomInputError(f"{length} characters")
    return tuple(words)


def checked_table(words: Sequence[str], values: npt.ArrayLike) -> HandTable:
    """A table for these words: (n, n) numbers from 0 to 1, NaN or None where open, the diagonal open, not all of it open.

    Raises RoomInputError for anything else.
    """
    try:
        cells = values if isinstance(values, np.ndarray) else numbers(values, nulls=True)
        given = HandTable(tuple(words), cells.astype(np.float64))
        table = HandTable(given.words, np.round(given.values, DECIMALS))
    except (AttentionError, TypeError, ValueError, OverflowError, RecursionError) as error:
        raise RoomInputError(f"no table: {type(error).__name__}") from error
    if table.considered.diagonal().any():
        raise RoomInputError("a value on the diagonal")
    if not table.considered.any():
        raise RoomInputError("an empty table")
    return table


def checked_name(name: str) -> str:
    """The name of a question or an answer. Raises RoomInputError."""
    if not isinstance(name, str) or not VOTE_NAME.fullmatch(name):
        raise RoomInputError("no name of a question or an answer")
    return name


def weights_json(words: Sequence[str], query: int, weights: Sequence[float]) -> str:
    """One row of a computed table, (n,), as JSON. Raises RoomInputError where it is none of these words."""
    row = np.asarray(weights, dtype=np.float64)
    if not 0 <= query < len(words) or row.shape != (len(words),) or not ((row >= 0) & (row <= 1)).all():
        raise RoomInputError("no row of a table")
    return json.dumps(np.round(row, DECIMALS).tolist(), separators=(",", ":"))


def opened_rows(table: HandTable, rows: Collection[int]) -> HandTable:
    """The table with all but these rows left open."""
    values = np.full_like(table.values, np.nan)
    for i in rows:
        values[i] = table.values[i]
    return HandTable(table.words, values)


def cells_json(table: HandTable) -> str:
    """The table's values as JSON: n rows of n, null where open. ASCII: as many bytes as characters."""
    cells = [[None if value != value else value for value in row] for row in table.values.tolist()]
    return json.dumps(cells, separators=(",", ":"))


def table_from_cells(words: tuple[str, ...], cells: str) -> HandTable:
    """The table whose values `cells_json` wrote."""
    return HandTable(words, np.array(json.loads(cells), dtype=np.float64))


def sent_of(room: Room, row: Row) -> Sent:
    """A student's table from its row in the database."""
    return Sent(row.number, table_from_cells(room.words, row.cells), row.hidden, row.sent)
