"""Rooms in the process's memory: the twin of the database, for tests and for a trial; gone when the process ends."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field, replace
from threading import RLock

from attention.store.backend import Outcome
from attention.store.rooms import Room, Row


@dataclass
class MemoryBackend:
    _rooms: dict[str, Room] = field(default_factory=dict)
    _rows: dict[str, dict[str, Row]] = field(default_factory=dict)
    _tries: dict[str, tuple[float, int]] = field(default_factory=dict)
    _salt: str = field(default_factory=secrets.token_hex)
    _lock: RLock = field(default_factory=RLock)

    def add_room(self, room: Room) -> bool:
        with self._lock:
            if room.code in self._rooms:
                return False
            self._rooms[room.code], self._rows[room.code] = room, {}
            return True

    def room(self, code: str) -> Room | None:
        return self._rooms.get(code)

    def put_table(self, code: str, student: str, cells: str, *, now: float, most: int) -> Outcome:
        with self._lock:
            room, rows = self._rooms.get(code), self._rows.get(code, {})
            if room is None:
                return "missing"
            if room.closed:
                return "closed"
            old = rows.get(student)
            if old is None and len(rows) >= most:
                return "full"
            number = old.number if old else max((row.number for row in rows.values()), default=0) + 1
            rows[student] = Row(number, student, cells, old.hidden if old else False, now)
            self._changed(room, now)
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

    def sweep(self, *, rooms_before: float, tries_before: float) -> int:
        with self._lock:
            old = [code for code, room in self._rooms.items() if room.touched < rooms_before]
            for code in old:
                self.remove(code)
            self._tries = {key: tried for key, tried in self._tries.items() if tried[0] >= tries_before}
            return len(old)

    def salt(self) -> str:
        return self._salt

    def close(self) -> None:
        """Nothing is open."""

    def _changed(self, room: Room, now: float) -> None:
        self._rooms[room.code] = replace(room, revision=room.revision + 1, touched=now)
