"""The rules of the classroom: who may see, send and steer what.

A room is found by its code. Anyone with the code may send one table and correct it until the room is closed; anyone with the
teacher's secret may see all tables, hide one, reveal rows of them to all, ask for votes, close, export and delete. The
secret is checked here, at every call.

No limit may keep others out, since they cannot be told from whoever reaches it. Wrong codes are counted by address, and a whole
school has one: they are answered later and later, while a right one always enters at once. Wrong secrets are not counted, for
nobody guesses 128 bits. Rooms and tables are limited by session, and altogether so that what is in use stays.
"""

from __future__ import annotations

import hmac
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import numpy.typing as npt

from attention.classroom.keys import SECRET, STUDENT, address_network, digest, new_code, new_secret, tidy_code
from attention.classroom.rooms import (
    Limits,
    Revealed,
    Room,
    Sent,
    cells_json,
    checked_name,
    checked_table,
    checked_words,
    opened_rows,
    sent_of,
    weights_json,
)
from attention.classroom.sql import Outcome, SqlBackend
from attention.errors import (
    NotShown,
    RoomClosed,
    RoomFull,
    RoomInputError,
    RoomsTooMany,
    RoomUnknown,
    SeatsTooMany,
    SecretWrong,
    StoreBusy,
    StoreCrowded,
    VoteOver,
)

MB = 2**20
MAX_TABLES = 1000
"""In a room, hidden ones not counted: nobody fills the disk through one code, and a teacher can make place. Beyond them each
session's first table is still taken: whoever fills a room keeps nobody out."""
MAX_OF_ONE = 8
"""Tables of one session in a room: pupils who take turns at one computer."""
MAX_VOTES = 20 * MAX_TABLES
"""In a room, on all its questions; beyond them each session's first vote on a question is still taken."""
MAX_SCENE = 100
MAX_ROOM_BYTES = 32 * MB
"""A class of 60 with 256 words each, of four digits each, needs 27 MB; at 7 words it needs 13 KB."""
MAX_STORE_BYTES = 1024 * MB
SHARE = MB // 4
"""What a room may hold however full the database is: 60 tables of 28 words."""
FREE_WRONG = 10
"""Wrong codes of one address in WRONG_SPAN that are answered at once."""
MAX_WRONG = 100
"""From so many on the answer takes longest, and is no longer counted."""
LONGEST_WAIT = 4.0
"""Seconds until a wrong code is answered."""
WRONG_SPAN = 600.0
MAX_OPENED = 30
"""Rooms of one session in OPENED_SPAN."""
OPENED_SPAN = 3600.0
MAX_STORED_ROOMS = 10_000
"""In the database. Beyond, one that was opened UNUSED_SPAN ago and never used gives way."""
UNUSED_SPAN = 300.0
TIDY_SPAN = 3600.0
"""Seconds between two looks for old rooms."""
DAY = 86_400.0
CODES_TRIED = 20


@dataclass(frozen=True)
class NewRoom:
    """A new room and the secret that controls it, which is shown only once."""

    room: Room
    secret: str = field(repr=False)


class Store:
    """backend: where it is kept. days: after so many without a touch a room is deleted. clock: seconds since 1970, which somebody
    may set wrong; steady: seconds that nobody sets."""

    def __init__(
        self,
        backend: SqlBackend,
        *,
        days: float = 30.0,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._backend, self._days, self._clock, self._steady = backend, days, clock, steady
        self._salt = backend.salt()
        self._tidied: float | None = None
        self.tidy()

    @property
    def days(self) -> float:
        """Days after which an unused room is deleted."""
        return self._days

    # For everyone

    def open_room(self, words: Sequence[str], *, maker: str = "", secret: str = "") -> NewRoom:
        """A new room for these words. maker: what names a session; "" is not limited. secret: a new one without it.
        Raises RoomInputError, RoomsTooMany."""
        self.tidy()
        checked, now = checked_words(words), self._clock()
        known = digest(self._salt, "open", maker) if maker else ""
        if known and self._backend.count_try(known, now=now, since=now - OPENED_SPAN) > MAX_OPENED:
            raise RoomsTooMany(MAX_OPENED)
        secret = secret or new_secret()
        for _ in range(CODES_TRIED):
            room = Room(new_code(), checked, digest(secret), opened=now, touched=now, maker=known)
            added = self._backend.add_room(room, most=MAX_STORED_ROOMS, unused_before=now - UNUSED_SPAN)
            if added == "added":
                return NewRoom(room, secret)
            if added == "full":
                raise RoomsTooMany(MAX_STORED_ROOMS)
        raise StoreBusy("every code that was tried is taken")

    def find(self, typed: str, *, address: str | None = None) -> Room:
        """The room of a code that somebody typed or opened. Raises RoomUnknown; only what could be a code is counted."""
        self.tidy()
        code = tidy_code(typed)
        if code is None:
            raise RoomUnknown
        if room := self._backend.room(code):
            return room
        raise RoomUnknown(self._wait(address))

    def room(self, code: str) -> Room:
        """A room whose code this visitor is known to have. Raises RoomUnknown if it has been deleted."""
        if tidy_code(code) == code and (room := self._backend.room(code)):
            return room
        raise RoomUnknown

    def send(self, code: str, student: str, values: npt.ArrayLike, *, maker: str = "") -> None:
        """Keep the student's table, in place of an earlier one. Once this returns, it is stored for good.

        values (n, n): 0 to 1, None or NaN where open. maker: names a session; "" is not limited.
        Raises RoomInputError, RoomClosed, RoomFull, SeatsTooMany, RoomUnknown, StoreError.
        """
        room = self.room(code)
        cells = cells_json(checked_table(room.words, values))
        outcome = self._backend.put_table(
            code, student_digest(code, student), cells, now=self._clock(),
            maker=digest(self._salt, "send", code, maker) if maker else "",
            limits=Limits(MAX_TABLES, MAX_OF_ONE, MAX_ROOM_BYTES, MAX_STORE_BYTES, SHARE),
        )  # fmt: skip
        if outcome != "kept":
            refuse(outcome)

    def own(self, code: str, student: str) -> Sent | None:
        """The student's own table as last sent; None if nothing was sent."""
        room = self.room(code)
        row = self._backend.row(code, student_digest(code, student))
        return sent_of(room, row) if row else None

    def revealed(self, code: str) -> Revealed:
        """The rows that are shown, and nothing of any other. Raises NotShown before the teacher shows one."""
        room = self.room(code)
        model = {query: tuple(json.loads(weights)) for query, weights in self._backend.revealed(code).items()}
        if not room.shown or not model:
            raise NotShown
        sent = [sent_of(room, row) for row in self._backend.rows(code) if not row.hidden]
        return Revealed(model, tuple(opened_rows(one.table, model) for one in sent))

    def vote(self, code: str, student: str, question: str, answer: str, *, maker: str = "") -> None:
        """Keep the student's answer, in place of an earlier one, while the class votes on this question.

        maker: names a session; "" is not limited.
        Raises RoomInputError, VoteOver, RoomFull, SeatsTooMany, RoomUnknown, StoreError.
        """
        outcome = self._backend.put_vote(
            self.room(code).code, checked_name(question), student_digest(code, student), checked_name(answer),
            now=self._clock(), maker=digest(self._salt, "send", code, maker) if maker else "", most=MAX_VOTES,
            of_one=MAX_OF_ONE,
        )  # fmt: skip
        if outcome == "closed":
            raise VoteOver
        if outcome != "kept":
            refuse(outcome)

    def own_vote(self, code: str, student: str, question: str) -> str | None:
        """What this student has answered; None where nothing was."""
        return self._backend.vote(code, question, student_digest(code, student))

    def counted_votes(self, code: str) -> dict[str, int]:
        """How many gave each answer to the question that the class votes on. Raises NotShown before the teacher shows it."""
        room = self.room(code)
        if not room.counted:
            raise NotShown
        return self._backend.votes(code, room.question)

    # For those who have the secret

    def steer(self, code: str, secret: str) -> Room:
        """The room, for the teacher. Raises RoomUnknown if there is none, SecretWrong if another secret controls it."""
        room = self._require(code, secret)
        if self._clock() - room.touched > DAY:
            self._backend.touch(code, now=self._clock())
        return room

    def tables(self, code: str, secret: str) -> tuple[Sent, ...]:
        """All tables by their number, including hidden ones."""
        room = self._require(code, secret)
        return tuple(sent_of(room, row) for row in self._backend.rows(code))

    def hide(self, code: str, secret: str, number: int, hidden: bool = True) -> None:
        """Leave one table out of the mean, or take it back in; its student does not notice."""
        self._require(code, secret)
        self._backend.set_hidden(code, number, hidden, now=self._clock())

    def reveal(self, code: str, secret: str, model: Mapping[int, Sequence[float]]) -> None:
        """Let everyone see these rows of the class's tables, and beside them what was computed, by query (n,). Without a row,
        cover all again. Raises RoomInputError for what is no row of the room's words."""
        room = self._require(code, secret)
        rows = {query: weights_json(room.words, query, weights) for query, weights in model.items()}
        self._backend.reveal(code, rows, now=self._clock())

    def ask(self, code: str, secret: str, question: str = "", *, counted: bool = False) -> None:
        """Let the class vote on the question; counted: show how it has voted, and take no more votes. "": no vote is on."""
        self._require(code, secret)
        self._backend.set_room(code, question=question and checked_name(question), counted=counted, now=self._clock())

    def votes(self, code: str, secret: str, question: str) -> dict[str, int]:
        """How many have given each answer, shown or not."""
        self._require(code, secret)
        return self._backend.votes(code, question)

    def turn_to_scene(self, code: str, secret: str, scene: int) -> None:
        """Where the lesson is now, from 0; -1: it is over. A vote ends with its scene."""
        self._require(code, secret)
        scene = min(max(scene, -1), MAX_SCENE)
        self._backend.set_room(code, scene=scene, question="", counted=False, now=self._clock())

    def go_on(self, code: str, secret: str, words: Sequence[str], *, maker: str = "") -> Room:
        """The same class with another sentence: a room of its own, which the same secret steers and to which all follow; what was
        sent stays in this one. Raises RoomInputError, RoomsTooMany."""
        here = self._require(code, secret)
        room = self.open_room(words, maker=maker, secret=secret).room
        self._backend.set_room(room.code, scene=here.scene, now=self._clock())
        self._backend.set_room(code, next=room.code, closed=True, now=self._clock())
        return self.room(room.code)

    def close_room(self, code: str, secret: str, closed: bool = True) -> None:
        """Accept no more tables, or accept them again."""
        self._require(code, secret)
        self._backend.set_room(code, closed=closed, now=self._clock())

    def delete(self, code: str, secret: str) -> None:
        """Delete the room and all its tables for good."""
        self._require(code, secret)
        self._backend.remove(code)

    # Upkeep

    def tidy(self) -> int:
        """At most once an hour: delete rooms that nobody has touched for `days`, and old counts; how many rooms.

        A clock that has been set wrong deletes nothing: a room that is past its days is only marked, lives on, and goes a day
        later. A clock that jumps, by more than half of the days since anybody last looked, is not believed: the day begins anew.
        """
        if self._tidied is not None and self._steady() - self._tidied < TIDY_SPAN:
            return 0
        self._tidied, now = self._steady(), self._clock()
        last = self._backend.reading(now)
        believed = last is not None and 0 <= now - last <= self._days * DAY / 2
        return self._backend.sweep(
            now=now, rooms_before=now - self._days * DAY, tries_before=now - OPENED_SPAN,
            marked_before=now - DAY if believed else None,
        )  # fmt: skip

    def close(self) -> None:
        """Close the database."""
        self._backend.close()

    def _require(self, code: str, secret: str) -> Room:
        room = self.room(code)
        if SECRET.fullmatch(secret) and hmac.compare_digest(room.lock, digest(secret)):
            return room
        raise SecretWrong

    def _wait(self, address: str | None) -> float:
        """Count a wrong code; seconds until it shall be answered. Nobody waits here: the page does, in its visitor's own time."""
        now, key = self._clock(), self._tries_key("code", address)
        since = now - WRONG_SPAN
        wrong = self._backend.tries(key, since=since)
        if wrong < MAX_WRONG:
            wrong = self._backend.count_try(key, now=now, since=since)
        return LONGEST_WAIT * max(0, wrong - FREE_WRONG) / (MAX_WRONG - FREE_WRONG)

    def _tries_key(self, kind: str, address: str | None) -> str:
        """Of an address only a salted digest is kept, and that for an hour."""
        return digest(self._salt, kind, address_network(address))


def refuse(outcome: Outcome) -> NoReturn:
    """Raise the error for a table that was not kept."""
    if outcome == "closed":
        raise RoomClosed
    if outcome == "full":
        raise RoomFull(MAX_TABLES)
    if outcome == "many":
        raise SeatsTooMany(MAX_OF_ONE)
    if outcome == "crowded":
        raise StoreCrowded(most=MAX_STORE_BYTES // MB)
    raise RoomUnknown


def student_digest(code: str, student: str) -> str:
    """What is kept of a student's id: it cannot be traced back, and differs from room to room."""
    if not STUDENT.fullmatch(student):
        raise RoomInputError("no name of a student")
    return digest(code, student)
