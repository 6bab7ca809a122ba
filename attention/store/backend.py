"""What the rules ask of a place that keeps rooms. sql.py and memory.py do it; the same tests run on both.

Each call is one transaction: it happens whole or not at all, also when the process is killed in its middle, and once it has
returned it lasts. Calls of several threads and processes may cross.
"""

from __future__ import annotations

from typing import Literal, Protocol

from attention.store.rooms import Room, Row

Outcome = Literal["kept", "closed", "missing", "full"]


class Backend(Protocol):
    def add_room(self, room: Room) -> bool:
        """Keep a new room; False where its code is taken."""

    def room(self, code: str) -> Room | None: ...

    def put_table(self, code: str, student: str, cells: str, *, now: float, most: int) -> Outcome:
        """Keep the student's table, in place of an earlier one, unless the room is closed or holds `most` already."""

    def rows(self, code: str) -> list[Row]:
        """The tables of a room, by their number."""

    def row(self, code: str, student: str) -> Row | None: ...

    def set_room(self, code: str, *, now: float, closed: bool | None = None, shown: bool | None = None) -> bool:
        """Change what is given and touch the room; False where it is not there."""

    def set_hidden(self, code: str, number: int, hidden: bool, *, now: float) -> bool: ...

    def touch(self, code: str, *, now: float) -> None:
        """Somebody still uses the room; its revision stays."""

    def remove(self, code: str) -> bool:
        """Delete the room and all its tables."""

    def tries(self, key: str, *, since: float) -> int:
        """How often `key` was counted in a span that began after `since`."""

    def count_try(self, key: str, *, now: float, since: float) -> int:
        """Count once more, or begin a new span where the last one began before `since`; the count."""

    def sweep(self, *, rooms_before: float, tries_before: float) -> int:
        """Delete rooms not touched since, and old counts; how many rooms."""

    def salt(self) -> str:
        """Random characters of this place's own, for digests that nobody can look up."""

    def close(self) -> None: ...
