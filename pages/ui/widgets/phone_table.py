"""A hand table for a phone: one query row at a time, cells for a finger, kept in the browser until it is sent.

Nothing goes to the server while one fills in: a room full of phones costs nothing then, and a lost network loses nothing. The
draft lies in the browser's own store, by the room's code. "Send" gives the whole table a serial number and puts it into the
component's state; that is state, not an event, so it comes again after a reconnection. The server answers with a receipt for
that number: kept, or the sentence that says why not. Until then the table counts as not sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from attention.classroom.store import MOST_OF_ONE
from attention.types import Floats, HandTable
from pages.ui.widgets.component import load_component

CYCLE = (0.1, 0.5, 0.9)
"""What a tap goes through; one more leaves the cell open again."""


@dataclass(frozen=True)
class SentTable:
    """A table as the browser sent it, unchecked but for its outline: values are rows of numbers and None. seat: which of the
    pupils who take turns at this browser has sent it; a table that comes late does not become the next one's."""

    client: str
    serial: int
    code: str
    values: list[Any]
    seat: int = 0


@dataclass(frozen=True)
class Receipt:
    """What became of a sent table. refused: the sentence that says why it was not kept."""

    client: str
    serial: int
    refused: str = ""

    def answers(self, sent: SentTable) -> bool:
        return (self.client, self.serial) == (sent.client, sent.serial)


def sent_in(state: object) -> SentTable | None:
    """The table in the component's `state` (what `st.session_state.get(key)` holds), if one was sent."""
    sent = state.get("sent") if isinstance(state, Mapping) else None
    if not isinstance(sent, Mapping):
        return None
    client, serial, code, values = (sent.get(name) for name in ("client", "serial", "code", "values"))
    seat = sent.get("seat", 0)
    if (
        not isinstance(client, str)
        or type(serial) is not int
        or not isinstance(code, str)
        or not isinstance(values, list)
        or type(seat) is not int
        or not 0 <= seat < MOST_OF_ONE
    ):
        return None
    return SentTable(client[:40], serial, code, values, seat)


def phone_table(
    code: str,
    words: Sequence[str],
    sent: HandTable | None,
    *,
    seat: int = 0,
    receipt: Receipt | None,
    closed: bool,
    labels: Mapping[str, str],
    scale: Sequence[str],
    key: str,
    on_send: Callable[[], None],
) -> object:
    """Draw it; returns the component's state, which a new session has only now.

    code: of the room. sent: what the server has of the student in this seat. labels: by name, their gaps in braces, as the
    script wants them. scale: colours for 0 to 1.
    """
    data = {
        "code": code,
        "words": list(words),
        "seat": seat,
        "sent": None if sent is None else rows(sent.values),
        "receipt": None if receipt is None else vars(receipt),
        "closed": closed,
        "labels": dict(labels),
        "scale": list(scale),
        "cycle": list(CYCLE),
    }
    return _phone_table(key=key, data=data, on_sent_change=on_send)


def rows(values: Floats) -> list[list[float | None]]:
    return [[None if value != value else value for value in row] for row in values.tolist()]


_phone_table = load_component("phone_table")
