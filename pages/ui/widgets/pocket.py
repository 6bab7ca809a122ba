"""What the browser itself remembers of classrooms: one random id a browser, the teacher's secrets of the rooms opened here, and
which of the pupils who take turns at it sits in a room.

Nothing is drawn. The teacher's link carries the secret behind a "#": browsers send that part to no server, and it stands in no
log and no Referer. The script takes it from there and cleans the address, which may be on a projector. Until the server has
accepted it, it is only an offer, which lasts as long as the tab: what the browser keeps for the room is replaced by nothing that
has not opened it, and is deleted only where the visitor says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from attention.classroom.keys import SECRET, STUDENT, tidy_code
from attention.classroom.store import MAX_OF_ONE
from pages.ui.widgets.component import load_component

HASH = "teacher"
"""The teacher's link ends in #teacher=SECRET."""
MAX_ROOMS = 1000
"""So many rooms of one browser are known; it keeps more."""


@dataclass(frozen=True)
class Found:
    """student: the browser's id; by the code of their room: keys, secrets that the browser keeps; offers, secrets from links;
    seats, which of its pupils sits there, 0 where nobody has said to be another one. moment: tells one word from the next."""

    student: str
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    offers: Mapping[str, str] = field(default_factory=dict, repr=False)
    seats: Mapping[str, int] = field(default_factory=dict)
    moment: float = 0.0


def found_in(state: object) -> Found | None:
    """What the component has found, from its `state`; None before it has answered. Anything malformed is left out."""
    found = state.get("found") if isinstance(state, Mapping) else None
    if not isinstance(found, Mapping) or not STUDENT.fullmatch(str(found.get("student"))):
        return None
    keys, offers, seats = (by_code(found.get(name)) for name in ("keys", "offers", "seats"))
    moment = found.get("moment")
    return Found(
        found["student"],
        {code: key for code, key in keys.items() if is_secret(key)},
        {code: key for code, key in offers.items() if is_secret(key)},
        {code: seat for code, seat in seats.items() if type(seat) is int and 0 <= seat < MAX_OF_ONE},
        moment if isinstance(moment, int | float) else 0,
    )


def by_code(what: object) -> dict[str, Any]:
    """The newest of what a browser says by code: it may say anything."""
    pairs = list(what.items())[-MAX_ROOMS:] if isinstance(what, Mapping) else []
    return {code: kept for code, kept in pairs if isinstance(code, str) and tidy_code(code) == code}


def is_secret(what: object) -> bool:
    return isinstance(what, str) and bool(SECRET.fullmatch(what))


def pocket(
    *,
    room: str | None,
    keep: Mapping[str, str],
    refused: Mapping[str, str],
    seats: Mapping[str, int],
    known: Found | None,
    forget: Sequence[str],
    key: str,
    on_found: Callable[[], None],
) -> Found | None:
    """Let the browser remember `keep` (accepted secrets by code) and `seats`, forget rooms, and say what it has.

    room: whose secret it is that the address may end in. refused: offers that opened nothing. known: what it has said before; it
    speaks only when it has news.
    """
    told = None if known is None else {"student": known.student, "codes": sorted({*known.keys, *keep} - {*forget})}
    data = {
        "room": room, "keep": dict(keep), "refused": dict(refused), "seats": dict(seats), "known": told,
        "forget": list(forget), "hash": HASH,
    }  # fmt: skip
    return found_in(_pocket(key=key, data=data, on_found_change=on_found))


def teacher_link(address: str, code: str, secret: str) -> str:
    """address: of the classroom's page."""
    return f"{address}?room={code}#{HASH}={secret}"


_pocket = load_component("pocket")
