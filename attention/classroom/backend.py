"""What the rules ask of a place that keeps rooms. sql.py and memory.py do it; the same tests run on both.

Each call is one transaction: it happens whole or not at all, also when the process is killed in its middle, and once it has
returned it lasts. Calls of several threads and processes may cross.
"""

from __future__ import annotations

from typing import Literal, Protocol

from attention.classroom.rooms import Limits, Room, Row

Outcome = Literal["kept", "closed", "missing", "full", "many", "crowded"]
Added = Literal["added", "taken", "full"]


class Backend(Protocol):
    def add_room(self, room: Room, *, most: int, unused_before: float) -> Added:
        """Keep a new room, unless its code is taken. Where there are `most` already, one that was opened before `unused_before`
        and in which nothing has ever happened gives way: of the maker with most of such rooms, the newest. Never another."""

    def room(self, code: str) -> Room | None: ...

    def put_table(self, code: str, student: str, cells: str, *, now: float, maker: str, limits: Limits) -> Outcome:
        """Keep the student's table, in place of an earlier one, unless the room is closed or the limits are reached: "full" the
        room's, "many" the maker's (one without a name has none), "crowded" those of all rooms. The number of tables keeps out
        no maker's first one. Nothing is ever put out."""

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

    def reading(self, now: float) -> float | None:
        """Note what the clock says; what it said the last time, whichever process looked."""

    def sweep(self, *, now: float, rooms_before: float, tries_before: float, marked_before: float | None) -> int:
        """Mark the rooms not touched since `rooms_before` as expired now, unless they are already, and take the mark from those
        that are not; delete those marked before `marked_before`; None: delete none, and mark all of them anew. Old counts, and
        those from the future, are dropped. How many rooms were deleted."""

    def salt(self) -> str:
        """Random characters of this place's own, for digests that nobody can look up."""

    def close(self) -> None: ...
