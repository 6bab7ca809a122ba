"""What a class has built, as files: JSON with everything, CSV with one line a cell.

    format     "attention-table/room/1"
    code       of the room
    words      the sentence's words, in order: n texts
    opened     when, in UTC; closed, shown: true or false
    tables     one for each student: number, hidden, sent (UTC), values: n rows of n numbers, null where left open
    mean       n rows of n: over the tables that are not hidden, null where nobody filled in
    spread     n rows of n: standard deviation, null where fewer than two filled in
    counts     n rows of n: how many filled in
    versions   of this product, of Python and of the packages that the numbers depend on

Row = query, column = key. No file says who sent a table: nobody knows.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

import numpy as np

from attention.classroom.rooms import Room, Sent
from attention.exchange.table_csv import escape_cell
from attention.exchange.table_json import with_nulls
from attention.exchange.versions import versions
from attention.hand.consensus import Consensus, consensus
from attention.texts.files import LABELS
from attention.view import Language

ROOM_FORMAT = "attention-table/room/1"


def visible(tables: Sequence[Sent]) -> list[Sent]:
    """The tables that the teacher has not hidden."""
    return [sent for sent in tables if not sent.hidden]


def together_of(room: Room, tables: Sequence[Sent]) -> Consensus:
    """The mean and spread of the visible tables."""
    return consensus(room.words, [sent.table for sent in visible(tables)])


def room_json(room: Room, tables: Sequence[Sent]) -> bytes:
    """Everything about the room, as in the module's table."""
    together = together_of(room, tables)
    content = {
        "format": ROOM_FORMAT,
        "code": room.code,
        "words": list(room.words),
        "opened": moment(room.opened),
        "closed": room.closed,
        "shown": room.shown,
        "tables": [
            {
                "number": sent.number,
                "hidden": sent.hidden,
                "sent": moment(sent.sent),
                "values": with_nulls(sent.table.values),
            }
            for sent in tables
        ],
        "mean": with_nulls(together.mean.values),
        "spread": with_nulls(together.spread),
        "counts": together.counts.tolist(),
        "versions": versions(),
    }
    return (json.dumps(content, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def room_csv(room: Room, tables: Sequence[Sent], *, language: Language = "zh") -> bytes:
    """One line for each cell that somebody filled in; mean and standard deviation at the end."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(LABELS.under(language, "label.room").values())
    for sent in tables:
        writer.writerows(lines(room, str(sent.number), sent.hidden, sent.table.values))
    together = together_of(room, tables)
    for key, values in (("label.mean", together.mean.values), ("label.spread", together.spread)):
        writer.writerows(lines(room, LABELS.say(language, key), False, values))
    return file.getvalue().encode("utf-8-sig")


def lines(room: Room, name: str, hidden: bool, values: np.ndarray) -> Iterator[tuple[object, ...]]:
    """The CSV lines of one table, values (n, n)."""
    words = [escape_cell(word) for word in room.words]
    for i, j in np.argwhere(~np.isnan(values)).tolist():
        yield name, int(hidden), i + 1, words[i], j + 1, words[j], round(float(values[i, j]), 6)


def moment(seconds: float) -> str:
    """A time in UTC, to the second."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
