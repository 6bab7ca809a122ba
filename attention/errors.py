"""Everything that this package raises on purpose.

What an error has to say stands in typed attributes. A page says it in the visitor's language: the name of the class, or for
files and imports the problem, is the key of the sentence, and the attributes fill its gaps. `str()` is English, for logs and
the command line.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import ClassVar


class FileProblem(StrEnum):
    """What is wrong with a file; its sentence is "file.<problem>"."""

    DAMAGED = auto()
    UNPACKED = auto()
    MEMORY = auto()
    MISSING = auto()
    LARGE = auto()
    ENCODING = auto()
    WORKBOOK = auto()
    LOST = auto()
    CSV = auto()
    JSON = auto()
    KIND = auto()
    EMPTY = auto()
    WORD = auto()
    WORDS = auto()
    MANY = auto()
    LONG = auto()
    ROWS = auto()
    CELLS = auto()
    VALUE = auto()
    MARK = auto()
    SUM = auto()
    MASK = auto()


class ImportProblem(StrEnum):
    """Why attention from outside cannot be used; its sentence is "import.<problem>"."""

    DAMAGED = auto()
    UNPACKED = auto()
    MEMORY = auto()
    LARGE = auto()
    MEMBERS = auto()
    KIND = auto()
    PICKLE = auto()
    TORCH = auto()
    BFLOAT = auto()
    WORKBOOK = auto()
    NONE = auto()
    SEVERAL = auto()
    SHAPE = auto()
    RAGGED = auto()
    STEPS = auto()
    DTYPE = auto()
    NAN = auto()
    NEGATIVE = auto()
    SUMS = auto()
    DROPOUT = auto()
    ROWS = auto()
    ZEROS = auto()
    CELLS = auto()
    HEADS = auto()
    PIECES = auto()
    TOKENS = auto()
    NAMES = auto()
    NAME = auto()
    WORDS = auto()
    FULL = auto()
    NOTHING = auto()
    OTHER_WORDS = auto()
    TWO_SIDED = auto()
    NOT_INSTALLED = auto()
    MODEL_NAME = auto()
    MODEL_MISSING = auto()
    WEIGHTS = auto()
    MODEL_LARGE = auto()
    MODEL = auto()
    OUTSIDE = auto()
    MODEL_FILES = auto()
    SIZES = auto()
    NO_ATTENTION = auto()
    LONG = auto()
    EMPTY = auto()
    TARGET = auto()


class AttentionError(Exception):
    """Base class."""

    message: ClassVar[str] = ""
    """In English; the attributes fill its gaps."""

    def __str__(self) -> str:
        return self.message.format(**vars(self))


class TextError(AttentionError):
    """The text or its cut cannot be used."""


class EmptyText(TextError):
    """No visible character was given."""

    message = "the text has no visible character"


@dataclass(eq=False)
class BadCut(TextError):
    """A merge or split at a place where the words do not allow it. reason: in English."""

    reason: str
    message = "{reason}"


@dataclass(eq=False)
class BlankBetween(BadCut):
    """Two words that only the blank between them keeps apart, like New and York, were to become one."""

    left: str
    right: str


@dataclass(eq=False)
class ShapeError(AttentionError):
    """Arrays do not fit together."""

    name: str
    found: object
    wanted: object
    message = "{name} has shape {found}, wanted {wanted}"


@dataclass(eq=False)
class HandTableError(AttentionError):
    """A hand table that cannot be used. reason: in English."""

    reason: str = ""
    message = "{reason}"


@dataclass(eq=False, kw_only=True)
class HandValueError(HandTableError):
    """A cell's value is neither a number from 0 to 1 nor '-'. value: as it was written; row, column: from 1, where known."""

    value: str
    row: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        place = "" if self.row is None else f" in row {self.row}, column {self.column}"
        return f"{self.value!r}{place} is neither 0 to 1 nor '-'"


class NothingFilled(HandTableError):
    """No row of the hand table prefers any key, so there is nothing to fit."""

    message = "the hand table is not filled in: in each of its rows all values are the same"


@dataclass(eq=False)
class ExampleError(AttentionError):
    """An example file cannot be read. reason: in English."""

    name: str
    reason: str
    message = "{name}: {reason}"


@dataclass(eq=False)
class WeightsError(AttentionError):
    """A weight file is missing, damaged, or not what its card describes. reason: in English."""

    name: str
    reason: str
    message = "weights {name}: {reason}"


class FitError(AttentionError):
    """Fitting cannot go on."""


@dataclass(eq=False)
class Diverged(FitError):
    """The loss is no longer a finite number."""

    step: int
    message = "the loss is not finite at step {step}"


@dataclass(eq=False)
class TypedError(AttentionError):
    """A typed matrix has too many words or a number out of range."""

    name: str
    limit: float
    message = "typed {name} is beyond {limit:g}"


@dataclass(eq=False)
class SourceError(AttentionError):
    """There is no such source of weights. known: those that there are."""

    name: str
    known: Collection[str]

    def __str__(self) -> str:
        return f"the source {self.name!r} is not there; there are: {', '.join(self.known)}"


@dataclass(eq=False)
class TemperatureError(AttentionError):
    """A temperature outside the limits, or no number."""

    found: float
    least: float
    most: float
    message = "the temperature {found:g} is not a number from {least:g} to {most:g}"


class FileError(AttentionError):
    """A file cannot be read. reason: in English; line and column (from 1) where they are known: of a table the row of the file
    and the cell in it, of other text the character; found: what stands there."""

    def __init__(
        self,
        name: str,
        reason: str,
        *,
        problem: FileProblem = FileProblem.DAMAGED,
        line: int | None = None,
        column: int | None = None,
        found: object = "",
    ) -> None:
        self.name, self.reason, self.problem = name, reason, problem
        self.line, self.column = line, column
        self.found = shortened(str(found), 20)

    def __str__(self) -> str:
        places = (("line", self.line), ("column", self.column))
        return f"file {self.name}{''.join(f', {key} {n}' for key, n in places if n is not None)}: {self.reason}"


class ImportRefused(AttentionError):
    """Attention from outside cannot be used. name: of the file, array or model; found: what is there; wanted: what should be."""

    message = "import, {problem}: {name} has {found}, wanted {wanted}"

    def __init__(self, problem: ImportProblem, *, name: object = "", found: object = "", wanted: object = "") -> None:
        self.problem = problem
        self.name, self.found, self.wanted = str(name)[:80], str(found)[:120], str(wanted)[:120]


def shortened(text: str, most: int) -> str:
    """The beginning of a text, with a sign where some of it is left out."""
    return text if len(text) <= most else f"{text[:most]}…"


@dataclass(eq=False)
class LinkError(AttentionError):
    """The state in a link cannot be read. reason: in English."""

    reason: str
    message = "link: {reason}"


class LinkCut(LinkError):
    """The end of the link is missing: it was cut off on its way."""


class RoomError(AttentionError):
    """Something that a classroom does not allow."""


@dataclass(eq=False)
class RoomUnknown(RoomError):
    """There is no room of this code, as far as the store knows. wait: seconds to let pass before this is told; many wrong codes
    from one address make it grow."""

    wait: float = 0.0
    message = "no such room"


class SecretWrong(RoomError):
    """The room is there, and this secret does not steer it."""

    message = "the secret does not steer this room"


class RoomClosed(RoomError):
    """The room takes no more tables."""

    message = "the room is closed"


@dataclass(eq=False)
class RoomFull(RoomError):
    """The room holds as many tables as it may, or so large ones. most: how many."""

    most: int
    message = "the room holds {most} tables"


@dataclass(eq=False)
class SeatsTooMany(RoomError):
    """One session has sent the tables of as many students of a room as it may. most: how many."""

    most: int
    message = "{most} students of one session"


@dataclass(eq=False)
class RoomsTooMany(RoomError):
    """One session has opened too many rooms within an hour, or all rooms there may be are in use. most: how many."""

    most: int
    message = "{most} rooms are enough"


class NotShown(RoomError):
    """The class's tables and votes are the teacher's alone, until they are shown."""

    message = "the tables are not shown yet"


class VoteOver(RoomError):
    """The class does not vote on this question any more."""

    message = "the vote is over"


@dataclass(eq=False)
class RoomInputError(RoomError):
    """Words or a table that no room takes. reason: in English."""

    reason: str
    message = "not for a room: {reason}"


@dataclass(eq=False)
class StoreError(AttentionError):
    """The rooms cannot be reached. reason: in English, for logs; it may name places of the server."""

    reason: str = ""
    message = "store: {reason}"


class StoreAddressError(StoreError):
    """The setting that says where the rooms are kept cannot be used."""


class StoreUnavailable(StoreError):
    """The database is not there, or is none, or cannot be written to."""


class StoreBusy(StoreError):
    """Others have kept the database locked for longer than we wait."""


class StoreFull(StoreError):
    """The database's disk is full."""


@dataclass(eq=False, kw_only=True)
class StoreCrowded(StoreError):
    """All rooms together hold as much as they may, and this one holds more than its share. most: MB."""

    most: int
    message = "store: the tables of all rooms are {most} MB"


@dataclass(eq=False, kw_only=True)
class StoreTooNew(StoreError):
    """A newer version of this product has written the database. found, known: versions of its schema."""

    found: int
    known: int
    message = "store: the schema has version {found}, this product knows {known}"
