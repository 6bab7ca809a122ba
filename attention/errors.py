"""Everything that this package raises on purpose.

    AttentionError
    ├── TextError
    │   ├── EmptyText          nothing to cut
    │   └── BadCut             a merge or split that the words do not allow
    ├── ShapeError             arrays that do not fit together
    ├── HandTableError
    │   ├── HandValueError     a cell's value that is neither 0 to 1 nor '-'
    │   └── NothingFilled      a table in which no row prefers any key: nothing to fit
    ├── ExampleError           an example file that cannot be read
    ├── WeightsError           a weight file that is missing, damaged or not the one its card describes
    ├── FitError
    │   └── Diverged           the loss is no longer a number
    ├── SourceError            a source of weights that there is not
    ├── TemperatureError       a temperature that no switch can be set to
    ├── TypedError             a typed matrix with too many words or numbers out of range
    ├── FileError              a file that cannot be read
    ├── ImportRefused          attention from a file or a model that cannot be used, or not with this sentence
    ├── LinkError              a link whose state cannot be read
    │   └── LinkCut            a link whose end is missing
    ├── RoomError
    │   ├── RoomUnknown        there is no room of this code
    │   ├── SecretWrong        there is one, and this secret does not steer it
    │   ├── RoomClosed         it takes no more tables
    │   ├── RoomFull           it holds as many tables, or as large ones, as it may
    │   ├── SeatsTooMany       one session has sent tables of too many students
    │   ├── RoomsTooMany       one session has opened too many rooms, or there are too many altogether
    │   ├── NotShown           the teacher has not shown the class's tables yet
    │   └── RoomInputError     words or a table that no room takes
    └── StoreError
        ├── StoreAddressError  the setting that says where the rooms are kept
        ├── StoreUnavailable   a database that is not there or cannot be used
        ├── StoreBusy          a database that others keep locked
        ├── StoreFull          no room left on its disk
        ├── StoreCrowded       the tables of all rooms together are as large as they may be
        └── StoreTooNew        a database of a newer version of this product

Each error carries its data as attributes, for a page to say it in the visitor's language: the name of the class is the key
of the sentence, `data` fills its gaps.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class AttentionError(Exception):
    """Base class. `data` holds what the sentence for the visitor needs; `str()` is English, for logs."""

    def __init__(self, message: str, **data: Any) -> None:
        super().__init__(message)
        self.data = data


class TextError(AttentionError):
    """The text or its cut cannot be used."""


class EmptyText(TextError):
    """No visible character was given."""

    def __init__(self) -> None:
        super().__init__("the text has no visible character")


class BadCut(TextError):
    """A merge or split at a place where the words do not allow it."""


class ShapeError(AttentionError):
    """Arrays do not fit together. data: name, found, wanted."""

    def __init__(self, name: str, *, found: object, wanted: object) -> None:
        super().__init__(f"{name} has shape {found}, wanted {wanted}", name=name, found=str(found), wanted=str(wanted))


class HandTableError(AttentionError):
    """A hand table that cannot be used."""


class HandValueError(HandTableError):
    """A cell's value is neither a number from 0 to 1 nor '-'. data: value, and row and column (from 1) where known."""

    def __init__(self, value: object, *, row: int | None = None, column: int | None = None) -> None:
        place = "" if row is None else f" in row {row}, column {column}"
        super().__init__(f"{value!r}{place} is neither 0 to 1 nor '-'", value=str(value)[:20], row=row, column=column)


class NothingFilled(HandTableError):
    """No row of the hand table prefers any key, so there is nothing to fit."""

    def __init__(self) -> None:
        super().__init__("the hand table is not filled in: in each of its rows all values are the same")


class ExampleError(AttentionError):
    """An example file cannot be read. data: name."""


class WeightsError(AttentionError):
    """A weight file is missing, damaged, or not what its card describes. data: name, reason."""

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"weights {name}: {reason}", name=name, reason=reason)


class FitError(AttentionError):
    """Fitting cannot go on."""


class Diverged(FitError):
    """The loss is no longer a finite number. data: step."""

    def __init__(self, step: int) -> None:
        super().__init__(f"the loss is not finite at step {step}", step=step)


class TypedError(AttentionError):
    """A typed matrix has too many words or a number out of range. data: name, limit."""

    def __init__(self, *, name: str, limit: float) -> None:
        super().__init__(f"typed {name} is beyond {limit:g}", name=name, limit=f"{limit:g}")


class SourceError(AttentionError):
    """There is no such source of weights. data: name, known."""

    def __init__(self, name: str, known: Iterable[str]) -> None:
        known = ", ".join(known)
        super().__init__(f"the source {name!r} is not there; there are: {known}", name=name, known=known)


class TemperatureError(AttentionError):
    """A temperature outside the limits, or no number. data: found, least, most."""

    def __init__(self, found: float, least: float, most: float) -> None:
        super().__init__(
            f"the temperature {found:g} is not a number from {least:g} to {most:g}",
            found=f"{found:g}", least=f"{least:g}", most=f"{most:g}",
        )  # fmt: skip


class FileError(AttentionError):
    """A file cannot be read. data: name, reason (English); problem, the kind of fault in one word; line and column (from 1)
    where they are known: of a table the row of the file and the cell in it, of other text the character; found, what
    stands there."""

    def __init__(
        self,
        name: str,
        reason: str,
        *,
        problem: str = "damaged",
        line: int | None = None,
        column: int | None = None,
        found: str = "",
    ) -> None:
        place = "".join(f", {key} {n}" for key, n in (("line", line), ("column", column)) if n is not None)
        found = found if len(found) <= 20 else f"{found[:20]}…"
        super().__init__(
            f"file {name}{place}: {reason}",
            name=name,
            reason=reason,
            problem=problem,
            line=line,
            column=column,
            found=found,
        )


class ImportRefused(AttentionError):
    """Attention from outside cannot be used. data: problem, the kind of fault in one word; name, of the file, array or model;
    found, what is there; wanted, what should be."""

    def __init__(self, problem: str, *, name: object = "", found: object = "", wanted: object = "") -> None:
        short = {"name": str(name)[:80], "found": str(found)[:120], "wanted": str(wanted)[:120]}
        said = f"import, {problem}: {short['name']} has {short['found']}, wanted {short['wanted']}"
        super().__init__(said, problem=problem, **short)


class LinkError(AttentionError):
    """The state in a link cannot be read. data: reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"link: {reason}", reason=reason)


class LinkCut(LinkError):
    """The end of the link is missing: it was cut off on its way."""


class RoomError(AttentionError):
    """Something that a classroom does not allow."""


class RoomUnknown(RoomError):
    """There is no room of this code, as far as the store knows. data: wait, seconds to let pass before this is told; many wrong
    codes from one address make it grow."""

    def __init__(self, wait: float = 0.0) -> None:
        super().__init__("no such room", wait=wait)


class SecretWrong(RoomError):
    """The room is there, and this secret does not steer it."""

    def __init__(self) -> None:
        super().__init__("the secret does not steer this room")


class RoomClosed(RoomError):
    """The room takes no more tables."""

    def __init__(self) -> None:
        super().__init__("the room is closed")


class RoomFull(RoomError):
    """The room holds as many tables as it may, or so large ones. data: most, the number."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the room holds {most} tables", most=most)


class SeatsTooMany(RoomError):
    """One session has sent the tables of as many students of a room as it may. data: most."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} students of one session", most=most)


class RoomsTooMany(RoomError):
    """One session has opened too many rooms within an hour, or all rooms there may be are in use. data: most."""

    def __init__(self, most: int) -> None:
        super().__init__(f"{most} rooms are enough", most=most)


class NotShown(RoomError):
    """The class's tables are the teacher's alone, until they are shown."""

    def __init__(self) -> None:
        super().__init__("the tables are not shown yet")


class RoomInputError(RoomError):
    """Words or a table that no room takes. data: problem, the kind of fault in one word; found."""

    def __init__(self, problem: str, found: object = "") -> None:
        super().__init__(f"not for a room: {problem} {found!s}"[:200], problem=problem, found=str(found)[:20])


class StoreError(AttentionError):
    """The rooms cannot be reached. data: reason (English, for logs; it may name places of the server)."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"store: {reason}", reason=reason)


class StoreAddressError(StoreError):
    """The setting that says where the rooms are kept cannot be used."""


class StoreUnavailable(StoreError):
    """The database is not there, or is none, or cannot be written to."""


class StoreBusy(StoreError):
    """Others have kept the database locked for longer than we wait."""


class StoreFull(StoreError):
    """The database's disk is full."""


class StoreCrowded(StoreError):
    """All rooms together hold as much as they may, and this one holds more than its share. data: reason, most (MB)."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the tables of all rooms are {most} MB")
        self.data |= {"most": most}


class StoreTooNew(StoreError):
    """A newer version of this product has written the database. data: reason, found, known."""

    def __init__(self, *, found: int, known: int) -> None:
        super().__init__(f"the schema has version {found}, this product knows {known}")
        self.data |= {"found": found, "known": known}
