"""What is revealed of a room: rows of the class's mean and of what is computed only then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from attention.classroom.room_file import together_of
from attention.classroom.rooms import Revealed, Room, Sent
from attention.classroom.store import Store
from attention.hand.consensus import consensus
from attention.hand.table import target_rows
from attention.limits.remembered import remembered
from attention.types import Floats
from pages.ui.classroom.door import attempt
from pages.ui.classroom.overview import computed_in_room
from pages.ui.frame import state
from pages.ui.frame.cache import room_store

ROW = "wall_row"
"""Under this key: the room and the row that its wall shows largest."""


def reveal_rows(room: Room, secret: str, tables: Sequence[Sent], rows: Iterable[int]) -> None:
    """Compute, and let everyone see these rows; none: cover all again."""
    wanted = list(rows)

    def act() -> None:
        model = computed_in_room(room.words, together_of(room, tables).mean).weights if wanted else None
        shown = {} if model is None else {i: np.clip(model[i], 0, 1).tolist() for i in wanted}
        room_store().reveal(room.code, secret, shown)

    if attempt(act) and wanted:
        look_at(room, wanted[0])


def look_at(room: Room, row: int) -> None:
    state.keep(ROW, (room.code, row))


def row_looked_at(room: Room, revealed: Revealed) -> int:
    """The row that the wall shows largest: the one that was asked for, else the last."""
    code, row = state.value(ROW, ("", 0))
    return row if code == room.code and row in revealed.model else max(revealed.model)


def revealed_in(code: str, revision: int) -> Revealed:
    """At a revision, read once for a whole class. Raises NotShown, StoreError."""
    return read_revealed(room_store(), code, revision)


@remembered(most=32_000_000)
def read_revealed(store: Store, code: str, revision: int) -> Revealed:
    return store.revealed(code)


def class_shares(room: Room, revealed: Revealed) -> Floats:
    """(n, n): the rows of the class's mean, each as shares of its sum; 0 in a row that nobody has filled in."""
    return target_rows(consensus(room.words, revealed.tables).mean)


def results(room: Room) -> list[dict[str, Any]]:
    """What the phones show of the rows that are revealed; nothing before. Raises NotShown, StoreError."""
    return results_of(room_store(), room.code, room.revision, room.words) if room.shown else []


@remembered(most=32_000_000)
def results_of(store: Store, code: str, revision: int, words: tuple[str, ...]) -> list[dict[str, Any]]:
    revealed = read_revealed(store, code, revision)
    mean = target_rows(consensus(words, revealed.tables).mean)
    return [
        {"query": query, "mean": np.round(mean[query], 3).tolist(), "model": np.round(model, 3).tolist()}
        for query, model in revealed.model.items()
    ]
