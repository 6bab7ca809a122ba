"""Rooms in the process's memory: the twin of the database, for tests and for a trial; gone when the process ends."""

from __future__ import annotations

import secrets
from collections import Counter
from dataclasses import dataclass, field, replace
from threading import RLock

from attention.classroom.backend import Added, Outcome
from attention.classroom.rooms import Limits, Room, Row, too_large


@dataclass
class MemoryBackend:
    _rooms: dict[str, Room] = field(default_factory=dict)
    _rows: dict[str, dict[str, Row]] = field(default_factory=dict)
    _tries: dict[str, tuple[float, int]] = field(default_factory=dict)
    _read: float | None = None
    _salt: str = field(default_factory=secrets.token_hex)
    _lock: RLock = field(default_factory=RLock)

    def add_room(self, room: Room, *, most: int, unused_before: float) -> Added:
        with self._lock:
            if room.code in self._rooms:
                return "taken"
            if len(self._rooms) >= most:
                unused = [one for one in self._rooms.values() if not one.revision]
                made = Counter(one.maker for one in unused)
                old = [one for one in unused if one.opened < unused_before]
                if not old:
                    return "full"
                self.remove(max(old, key=lambda one: (made[one.maker], one.opened)).code)
            self._rooms[room.code], self._rows[room.code] = room, {}
            return "added"

    def room(self, code: str) -> Room | None:
        return self._rooms.get(code)

    def put_table(self, code: str, student: str, cells: str, *, now: float, maker: str, limits: Limits) -> Outcome:
        with self._lock:
            room, rows = self._rooms.get(code), self._rows.get(code, {})
            if room is None:
                return "missing"
            if room.closed:
                return "closed"
            old = rows.get(student)
            own = sum(row.maker == maker for row in rows.values())
            first = bool(maker) and not own
            if old is None and not first and sum(not row.hidden for row in rows.values()) >= limits.tables:
                return "full"
            if old is None and maker and own >= limits.of_one:
                return "many"
            growth = len(cells) - (len(old.cells) if old else 0)
            hidden = sum(len(row.cells) for row in rows.values() if row.hidden)
            if refusal := too_large(room.bytes, growth, hidden, sum(one.bytes for one in self._rooms.values()), limits):
                return refusal
            if old:
                rows[student] = replace(old, cells=cells, sent=now)
            else:
                number = max((row.number for row in rows.values()), default=0) + 1
                rows[student] = Row(number, student, cells, False, now, maker)
            self._changed(replace(room, bytes=room.bytes + growth), now)
            return "kept"

    def rows(self, code: str) -> list[Row]:
        with self._lock:
            return sorted(self._rows.get(code, {}).values(), key=lambda row: row.number)

    def row(self, code: str, student: str) -> Row | None:
        return self._rows.get(code, {}).get(student)

    def set_room(self, code: str, *, now: float, closed: bool | None = None, shown: bool | None = None) -> bool:
        with self._lock:
            room = self._rooms.get(code)
            if room is None:
                return False
            room = replace(room, closed=room.closed if closed is None else closed)
            self._changed(replace(room, shown=room.shown if shown is None else shown), now)
            return True

    def set_hidden(self, code: str, number: int, hidden: bool, *, now: float) -> bool:
        with self._lock:
            row = next((row for row in self.rows(code) if row.number == number), None)
            if row is None:
                return False
            self._rows[code][row.student] = replace(row, hidden=hidden)
            self._changed(self._rooms[code], now)
            return True

    def touch(self, code: str, *, now: float) -> None:
        with self._lock:
            if room := self._rooms.get(code):
                self._rooms[code] = replace(room, touched=now)

    def remove(self, code: str) -> bool:
        with self._lock:
            self._rows.pop(code, None)
            return self._rooms.pop(code, None) is not None

    def tries(self, key: str, *, since: float) -> int:
        began, count = self._tries.get(key, (since, 0))
        return count if began > since else 0

    def count_try(self, key: str, *, now: float, since: float) -> int:
        with self._lock:
            began, count = self._tries.get(key, (since, 0))
            self._tries[key] = (began, count + 1) if began > since else (now, 1)
            return self._tries[key][1]

    def reading(self, now: float) -> float | None:
        with self._lock:
            last, self._read = self._read, now
            return last

    def sweep(self, *, now: float, rooms_before: float, tries_before: float, marked_before: float | None) -> int:
        with self._lock:
            gone = []
            for code, room in self._rooms.items():
                anew = room.expired is None or marked_before is None
                mark = None if room.touched >= rooms_before else now if anew else room.expired
                self._rooms[code] = replace(room, expired=mark)
                if mark is not None and marked_before is not None and mark < marked_before:
                    gone.append(code)
            for code in gone:
                self.remove(code)
            self._tries = {key: tried for key, tried in self._tries.items() if tries_before <= tried[0] <= now}
            return len(gone)

    def salt(self) -> str:
        return self._salt

    def close(self) -> None:
        """Nothing is open."""

    def _changed(self, room: Room, now: float) -> None:
        self._rooms[room.code] = replace(room, revision=room.revision + 1, touched=now)
