"""Rooms in a database, through SQLAlchemy Core: a SQLite file, or PostgreSQL for several processes and machines.

Every change of a room or its tables first updates the room's row. That takes the row's lock (in SQLite the file's), so that of
two crossing calls one waits: a table cannot slip in behind "close", and numbers are given once.

Each call is one transaction: it happens whole or not at all, also when the process is killed in its middle, and once it has
returned it lasts. Calls of several threads and processes may cross.
"""

from __future__ import annotations

import json
import secrets
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Literal, cast

from sqlalchemy import Connection, Engine, RowMapping, case, delete, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from attention.classroom.faults import as_store_errors
from attention.classroom.rooms import Limits, Room, Row
from attention.classroom.schema import HAND_TABLES, REVEALS, ROOMS, STORE_SETTINGS, TRIES, VOTES, migrate
from attention.errors import StoreBusy

Outcome = Literal["kept", "closed", "missing", "full", "many", "crowded"]
Added = Literal["added", "taken", "full"]

SALT = "salt"
READING = "clock"


class SqlBackend:
    """The rooms of one database. engine: made by places.py, which says how SQLite and PostgreSQL are opened.

    patience: seconds that a call which writes waits for its turn among those of this process; None: the database queues them.
    SQLite does not: who finds it locked tries again and again, and of many at once some would never get in.
    """

    def __init__(self, engine: Engine, *, patience: float | None = None) -> None:
        self._engine, self._patience, self._turn = engine, patience, threading.Lock()
        try:
            self._prepare()
        except BaseException:
            engine.dispose()
            raise

    def _prepare(self) -> None:
        own_salt = self._insert(STORE_SETTINGS).values(name=SALT, value=secrets.token_hex()).on_conflict_do_nothing()
        with self._writing() as connection:
            migrate(connection)
            connection.execute(own_salt)

    def add_room(self, room: Room, *, most: int, unused_before: float) -> Added:
        """Keep a new room, unless its code is taken.

        Where there are `most` already, one that was opened before `unused_before` and in which nothing has ever happened gives
        way: of the maker with most of such rooms, the newest. Never another.
        """
        values = {**vars(room), "words": json.dumps(room.words, ensure_ascii=False)}
        with self._writing() as connection:
            if connection.execute(select(func.count()).select_from(ROOMS)).scalar_one() >= most:
                made = func.count().over(partition_by=ROOMS.c.maker).label("made")
                unused = select(ROOMS.c.code, ROOMS.c.opened, made).where(ROOMS.c.revision == 0).subquery()
                order = (unused.c.made.desc(), unused.c.opened.desc())
                one = select(unused.c.code).where(unused.c.opened < unused_before).order_by(*order).limit(1)
                if not connection.execute(delete(ROOMS).where(ROOMS.c.code.in_(one), ROOMS.c.revision == 0)).rowcount:
                    return "full"
            adding = self._insert(ROOMS).values(values).on_conflict_do_nothing().returning(ROOMS.c.code)
            if connection.execute(adding).first() is not None:  # rowcount is -1 with psycopg
                return "added"
            connection.rollback()
            return "taken"

    def room(self, code: str) -> Room | None:
        """The room of this code; None if there is none."""
        with self._reading() as connection:
            found = connection.execute(select(ROOMS).where(ROOMS.c.code == code)).mappings().first()
        return room_of(found) if found else None

    def put_table(self, code: str, student: str, cells: str, *, now: float, maker: str, limits: Limits) -> Outcome:
        """Keep the student's table, in place of an earlier one, unless the room is closed or the limits are reached.

        "full": the room's; "many": the maker's (one without a name has none); "crowded": those of all rooms. The number of tables
        keeps out no maker's first one. Nothing is ever put out.
        """
        with self._writing() as connection:
            if not self._changed(connection, code, now, ROOMS.c.closed.is_(False)):
                there = connection.execute(select(ROOMS.c.code).where(ROOMS.c.code == code)).first()
                return "closed" if there else "missing"
            own = (HAND_TABLES.c.room == code) & (HAND_TABLES.c.student == student)
            size = connection.execute(select(func.length(HAND_TABLES.c.cells)).where(own)).scalar()
            growth = len(cells) - (size or 0)
            refusal = refused(connection, code, None if size is not None else maker, growth, limits)
            if refusal:
                connection.rollback()
                return refusal
            connection.execute(update(ROOMS).where(ROOMS.c.code == code).values(bytes=ROOMS.c.bytes + growth))
            if size is not None:
                connection.execute(update(HAND_TABLES).where(own).values(cells=cells, sent=now))
                return "kept"
            last = select(func.coalesce(func.max(HAND_TABLES.c.number), 0)).where(HAND_TABLES.c.room == code)
            number = connection.execute(last).scalar_one() + 1
            row = {"room": code, "number": number, "student": student, "cells": cells, "hidden": False, "sent": now}
            connection.execute(insert(HAND_TABLES).values({**row, "maker": maker}))
            return "kept"

    def rows(self, code: str) -> list[Row]:
        """The tables of a room, by their number."""
        wanted = select(HAND_TABLES).where(HAND_TABLES.c.room == code).order_by(HAND_TABLES.c.number)
        with self._reading() as connection:
            return [row_of(found) for found in connection.execute(wanted).mappings()]

    def row(self, code: str, student: str) -> Row | None:
        """The student's table in a room; None if there is none."""
        wanted = select(HAND_TABLES).where(HAND_TABLES.c.room == code, HAND_TABLES.c.student == student)
        with self._reading() as connection:
            found = connection.execute(wanted).mappings().first()
        return row_of(found) if found else None

    def set_room(self, code: str, *, now: float, **changes: bool | int | str) -> bool:
        """Change what is given, by the names of Room, and touch the room; False where it is not there."""
        with self._writing() as connection:
            return self._changed(connection, code, now, **changes)

    def reveal(self, code: str, rows: Mapping[int, str], *, now: float) -> None:
        """Show these rows, by query their weights as JSON, beside those that are shown; without any, show nothing."""
        with self._writing() as connection:
            if not self._changed(connection, code, now, shown=bool(rows)):
                return
            if not rows:
                connection.execute(delete(REVEALS).where(REVEALS.c.room == code))
            for query, weights in rows.items():
                adding = self._insert(REVEALS).values(room=code, query=query, weights=weights)
                keys = [REVEALS.c.room, REVEALS.c.query]
                connection.execute(adding.on_conflict_do_update(index_elements=keys, set_={"weights": weights}))

    def revealed(self, code: str) -> dict[int, str]:
        """By query, the weights of the rows that are shown, as JSON."""
        wanted = select(REVEALS.c.query, REVEALS.c.weights).where(REVEALS.c.room == code).order_by(REVEALS.c.query)
        with self._reading() as connection:
            return {int(query): str(weights) for query, weights in connection.execute(wanted)}

    def put_vote(
        self, code: str, question: str, student: str, answer: str, *, now: float, maker: str, most: int, of_one: int
    ) -> Outcome:
        """Keep the student's answer, in place of an earlier one, while it is this question that the class votes on.

        "full": the room has `most` votes, beyond which only a maker's first one of a question is taken; "many": the maker has.
        """
        asked = (ROOMS.c.question == question, ROOMS.c.counted.is_(False))
        own = (VOTES.c.room == code) & (VOTES.c.question == question)
        with self._writing() as connection:
            if not self._changed(connection, code, now, *asked):
                there = connection.execute(select(ROOMS.c.code).where(ROOMS.c.code == code)).first()
                return "closed" if there else "missing"
            again = update(VOTES).where(own & (VOTES.c.student == student)).values(answer=answer)
            if connection.execute(again).rowcount:
                return "kept"
            count = select(func.count()).select_from(VOTES)
            others = connection.execute(count.where(own & (VOTES.c.maker == maker))).scalar_one() if maker else 0
            full = connection.execute(count.where(VOTES.c.room == code)).scalar_one() >= most
            if others >= of_one or (full and (others or not maker)):
                connection.rollback()
                return "many" if others >= of_one else "full"
            row = {"room": code, "question": question, "student": student, "answer": answer, "maker": maker}
            connection.execute(insert(VOTES).values(row))
            return "kept"

    def vote(self, code: str, question: str, student: str) -> str | None:
        """The student's answer; None where there is none."""
        own = (VOTES.c.room == code) & (VOTES.c.question == question) & (VOTES.c.student == student)
        with self._reading() as connection:
            found = connection.execute(select(VOTES.c.answer).where(own)).scalar()
        return None if found is None else str(found)

    def votes(self, code: str, question: str) -> dict[str, int]:
        """How many have given each answer."""
        wanted = select(VOTES.c.answer, func.count()).where(VOTES.c.room == code, VOTES.c.question == question)
        with self._reading() as connection:
            return {answer: int(count) for answer, count in connection.execute(wanted.group_by(VOTES.c.answer))}

    def set_hidden(self, code: str, number: int, hidden: bool, *, now: float) -> bool:
        """Hide a table or show it again; False where it is not there."""
        one = (HAND_TABLES.c.room == code) & (HAND_TABLES.c.number == number)
        with self._writing() as connection:
            self._changed(connection, code, now)
            return bool(connection.execute(update(HAND_TABLES).where(one).values(hidden=hidden)).rowcount)

    def touch(self, code: str, *, now: float) -> None:
        """Somebody still uses the room; its revision stays."""
        with self._writing() as connection:
            connection.execute(update(ROOMS).where(ROOMS.c.code == code).values(touched=now))

    def remove(self, code: str) -> bool:
        """Delete the room and all its tables."""
        with self._writing() as connection:  # the tables go with the room: ON DELETE CASCADE
            return bool(connection.execute(delete(ROOMS).where(ROOMS.c.code == code)).rowcount)

    def tries(self, key: str, *, since: float) -> int:
        """How often `key` was counted in a span that began after `since`."""
        wanted = select(TRIES.c.count).where(TRIES.c.key == key, TRIES.c.began > since)
        with self._reading() as connection:
            return int(connection.execute(wanted).scalar() or 0)

    def count_try(self, key: str, *, now: float, since: float) -> int:
        """Count once more, or begin a new span where the last one began before `since`; return the count."""
        over = TRIES.c.began <= since
        changes = {"began": case((over, now), else_=TRIES.c.began), "count": case((over, 1), else_=TRIES.c.count + 1)}
        first = self._insert(TRIES).values(key=key, began=now, count=1)
        counting = first.on_conflict_do_update(index_elements=[TRIES.c.key], set_=changes).returning(TRIES.c.count)
        with self._writing() as connection:
            return int(connection.execute(counting).scalar_one())

    def reading(self, now: float) -> float | None:
        """Note what the clock says; return what it said the last time, whichever process looked."""
        last = select(STORE_SETTINGS.c.value).where(STORE_SETTINGS.c.name == READING)
        noting = self._insert(STORE_SETTINGS).values(name=READING, value=repr(now))
        with self._writing() as connection:
            found = connection.execute(last).scalar()
            connection.execute(
                noting.on_conflict_do_update(index_elements=[STORE_SETTINGS.c.name], set_={"value": repr(now)})
            )
        return None if found is None else float(found)

    def sweep(self, *, now: float, rooms_before: float, tries_before: float, marked_before: float | None) -> int:
        """Mark rooms as expired, delete those that were marked long ago, and return how many were deleted.

        Marked are, as of now, the rooms not touched since `rooms_before`, unless they are already; the others lose their mark.
        Deleted are those marked before `marked_before`; None: none, and all are marked anew. Old counts of tries, and those from
        the future, are dropped.
        """
        old = ROOMS.c.touched < rooms_before
        unmarked = old if marked_before is None else old & ROOMS.c.expired.is_(None)
        with self._writing() as connection:
            connection.execute(delete(TRIES).where((TRIES.c.began < tries_before) | (TRIES.c.began > now)))
            connection.execute(update(ROOMS).where(~old, ROOMS.c.expired.is_not(None)).values(expired=None))
            connection.execute(update(ROOMS).where(unmarked).values(expired=now))
            if marked_before is None:
                return 0
            return connection.execute(delete(ROOMS).where(old, ROOMS.c.expired < marked_before)).rowcount

    def salt(self) -> str:
        """Random characters of this database's own, for digests that nobody can look up."""
        with self._reading() as connection:
            return str(
                connection.execute(select(STORE_SETTINGS.c.value).where(STORE_SETTINGS.c.name == SALT)).scalar_one()
            )

    def close(self) -> None:
        """Let all connections go."""
        self._engine.dispose()

    def _changed(self, connection: Connection, code: str, now: float, *only_if: Any, **changes: Any) -> bool:
        """Take the room's lock, and note that something in it changes; False where it is not there, or not as `only_if` says."""
        values = {"revision": ROOMS.c.revision + 1, "touched": now, **changes}
        return bool(connection.execute(update(ROOMS).where(ROOMS.c.code == code, *only_if).values(values)).rowcount)

    def _insert(self, table: Any) -> Any:
        """Each dialect has its own INSERT … ON CONFLICT."""
        return (postgresql if self._engine.dialect.name == "postgresql" else sqlite).insert(table)

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with as_store_errors(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        """A transaction that is committed, on the disk, when the block ends."""
        with as_store_errors(), self._own_turn(), self._engine.connect() as bare:
            connection = bare.execution_options(writes=True)  # SQLite asks for the file's lock at once: places.py
            with connection.begin():
                yield connection

    @contextmanager
    def _own_turn(self) -> Iterator[None]:
        if self._patience is not None and not self._turn.acquire(timeout=self._patience):
            raise StoreBusy("others write")
        try:
            yield
        finally:
            if self._patience is not None:
                self._turn.release()


def refused(
    connection: Connection, code: str, maker: str | None, growth: int, limits: Limits
) -> Literal["full", "many", "crowded"] | None:
    """Which limit a table would go beyond. maker: None for a table that is corrected; growth: in bytes."""
    counted = select(func.count()).where(HAND_TABLES.c.room == code)
    if maker is not None:
        own = connection.execute(counted.where(HAND_TABLES.c.maker == maker)).scalar_one()
        first = bool(maker) and not own
        if (
            not first
            and connection.execute(counted.where(HAND_TABLES.c.hidden.is_(False))).scalar_one() >= limits.tables
        ):
            return "full"
        if maker and own >= limits.of_one:
            return "many"
    size = connection.execute(select(ROOMS.c.bytes).where(ROOMS.c.code == code)).scalar_one() + growth
    if growth > 0 and size > limits.room_bytes:  # hidden tables make room for others, until they are as many again
        cells = select(func.sum(func.length(HAND_TABLES.c.cells))).where(
            HAND_TABLES.c.room == code, HAND_TABLES.c.hidden
        )
        if size > limits.room_bytes + min(int(connection.execute(cells).scalar() or 0), limits.room_bytes):
            return "full"
    if growth > 0 and size > limits.share:
        everything = connection.execute(select(func.sum(ROOMS.c.bytes))).scalar() or 0
        return "crowded" if int(everything) + growth > limits.bytes else None
    return None


def room_of(found: RowMapping) -> Room:
    """A room from its row."""
    return Room(**{**cast(dict[str, Any], found), "words": tuple(json.loads(found["words"]))})


def row_of(found: RowMapping) -> Row:
    """A student's table from its row."""
    return Row(**{name: value for name, value in found.items() if name != "room"})
