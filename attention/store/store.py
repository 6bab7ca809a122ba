"""The rules of the classroom: who may see, send and steer what, over any place that keeps rooms.

A room is found by its code. Whoever has the code may send one table and correct it until the room is closed; whoever has the
teacher's secret may see all tables, hide one, show their mean to all, close, export and delete. The secret is checked here, at
every call. Wrong codes and secrets are counted by address, over all processes that share the database: beyond MOST_WRONG in ten
minutes even the right code is answered as a wrong one is, so that guessing 244 million codes is of no use.
"""

from __future__ import annotations

import hmac
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy.typing as npt

from attention.errors import NotShown, RoomClosed, RoomFull, RoomInputError, RoomsTooMany, RoomUnknown, StoreBusy
from attention.store.backend import Backend
from attention.store.keys import SECRET, STUDENT, digest, network, new_code, new_secret, tidy_code
from attention.store.rooms import Room, Sent, checked_table, checked_words, packed, sent_of

MOST_TABLES = 300
"""In a room: nobody fills the disk through one code."""
MOST_WRONG = 100
"""Wrong codes of one address in WRONG_SPAN: a class behind one address may mistype, a machine gets nowhere."""
WRONG_SPAN = 600.0
MOST_OPENED = 60
"""Rooms of one address in OPENED_SPAN."""
OPENED_SPAN = 3600.0
TIDY_SPAN = 3600.0
"""Seconds between two looks for old rooms."""
DAY = 86_400.0
CODES_TRIED = 20


@dataclass(frozen=True)
class Opened:
    """A new room and the secret that steers it, which is told only once."""

    room: Room
    secret: str = field(repr=False)


class Store:
    """backend: where it is kept. days: after so many without a touch a room is deleted. clock: seconds since 1970."""

    def __init__(self, backend: Backend, *, days: float = 30.0, clock: Callable[[], float] = time.time) -> None:
        self._backend, self._days, self._clock = backend, days, clock
        self._salt = backend.salt()
        self._tidied = -TIDY_SPAN
        self.tidy()

    @property
    def days(self) -> float:
        return self._days

    # Whoever comes

    def open_room(self, words: Sequence[str], *, address: str | None = None) -> Opened:
        """A new room for these words. Raises RoomInputError, RoomsTooMany."""
        self.tidy()
        checked, now = checked_words(words), self._clock()
        key = self._tries_key("open", address)
        if self._backend.count_try(key, now=now, since=now - OPENED_SPAN) > MOST_OPENED:
            raise RoomsTooMany(MOST_OPENED)
        secret = new_secret()
        for _ in range(CODES_TRIED):
            room = Room(new_code(), checked, digest(secret), opened=now, touched=now)
            if self._backend.add_room(room):
                return Opened(room, secret)
        raise StoreBusy("every code that was tried is taken")

    def find(self, typed: str, *, address: str | None = None) -> Room:
        """The room of a code that somebody typed or opened. Raises RoomUnknown, the same for every reason."""
        self.tidy()
        code = tidy_code(typed)
        return self._guarded(code and self._living(code), self._tries_key("code", address))

    def room(self, code: str) -> Room:
        """A room whose code this visitor is known to have. Raises RoomUnknown where it has been deleted."""
        if room := self._living(code):
            return room
        raise RoomUnknown

    def send(self, code: str, student: str, values: npt.ArrayLike) -> None:
        """Keep the student's table, in place of an earlier one. When this returns, it is kept for good.

        values (n, n): 0 to 1, None or NaN where open. Raises RoomInputError, RoomClosed, RoomFull, RoomUnknown, StoreError.
        """
        room = self.room(code)
        cells = packed(checked_table(room.words, values))
        outcome = self._backend.put_table(
            code, student_digest(code, student), cells, now=self._clock(), most=MOST_TABLES
        )
        if outcome == "missing":
            raise RoomUnknown
        if outcome == "closed":
            raise RoomClosed
        if outcome == "full":
            raise RoomFull(MOST_TABLES)

    def own(self, code: str, student: str) -> Sent | None:
        """The student's own table as it was last sent; None where nothing was sent."""
        room = self.room(code)
        row = self._backend.row(code, student_digest(code, student))
        return sent_of(room, row) if row else None

    def shown_tables(self, code: str) -> tuple[Sent, ...]:
        """The tables that are not hidden, for the class's mean. Raises NotShown before the teacher shows them."""
        room = self.room(code)
        if not room.shown:
            raise NotShown
        return tuple(sent_of(room, row) for row in self._backend.rows(code) if not row.hidden)

    # Whoever has the secret

    def steer(self, code: str, secret: str, *, address: str | None = None) -> Room:
        """The room, for the teacher. Raises RoomUnknown, the same for a wrong code and a wrong secret."""
        room = self._guarded(self._opened_by(code, secret), self._tries_key("secret", address, code))
        if self._clock() - room.touched > DAY:
            self._backend.touch(code, now=self._clock())
        return room

    def tables(self, code: str, secret: str) -> tuple[Sent, ...]:
        """All tables, the hidden ones too, by their number."""
        room = self._require(code, secret)
        return tuple(sent_of(room, row) for row in self._backend.rows(code))

    def hide(self, code: str, secret: str, number: int, hidden: bool = True) -> None:
        """Leave one table out of the mean, or take it back in; its student does not see that."""
        self._require(code, secret)
        self._backend.set_hidden(code, number, hidden, now=self._clock())

    def show(self, code: str, secret: str, shown: bool = True) -> None:
        """Let all see the class's mean, or no longer."""
        self._require(code, secret)
        self._backend.set_room(code, shown=shown, now=self._clock())

    def close_room(self, code: str, secret: str, closed: bool = True) -> None:
        """No more tables are taken, or again."""
        self._require(code, secret)
        self._backend.set_room(code, closed=closed, now=self._clock())

    def delete(self, code: str, secret: str) -> None:
        """The room and all its tables are gone for good."""
        self._require(code, secret)
        self._backend.remove(code)

    # Upkeep

    def tidy(self) -> int:
        """At most once an hour: delete rooms that nobody has touched for `days`, and old counts; how many rooms."""
        now = self._clock()
        if now - self._tidied < TIDY_SPAN:
            return 0
        self._tidied = now
        return self._backend.sweep(rooms_before=now - self._days * DAY, tries_before=now - OPENED_SPAN)

    def close(self) -> None:
        self._backend.close()

    def _living(self, code: str) -> Room | None:
        """The room, unless it is past its days: it is gone then, although not yet deleted."""
        room = self._backend.room(code)
        return room if room and room.touched >= self._clock() - self._days * DAY else None

    def _opened_by(self, code: str, secret: str) -> Room | None:
        tidy = tidy_code(code)
        room = self._living(tidy) if tidy and SECRET.fullmatch(secret) else None
        return room if room and hmac.compare_digest(room.lock, digest(secret)) else None

    def _require(self, code: str, secret: str) -> Room:
        if room := self._opened_by(code, secret):
            return room
        raise RoomUnknown

    def _guarded(self, room: Room | str | None, key: str) -> Room:
        """The room, unless `key` has been wrong too often; a wrong try is counted. Beyond the limit nothing is counted, so that
        not even the time of the answer tells right from wrong."""
        now = self._clock()
        since = now - WRONG_SPAN
        wrong = self._backend.tries(key, since=since)
        if wrong < MOST_WRONG and isinstance(room, Room):
            return room
        if wrong < MOST_WRONG:
            self._backend.count_try(key, now=now, since=since)
        raise RoomUnknown

    def _tries_key(self, kind: str, address: str | None, code: str = "") -> str:
        """Of an address only a salted digest is kept, and that for an hour."""
        return digest(self._salt, kind, network(address), code)


def student_digest(code: str, student: str) -> str:
    """What is kept of a student's id: it cannot be led back to the id, and is another one in every room."""
    if not STUDENT.fullmatch(student):
        raise RoomInputError("student")
    return digest(code, student)
