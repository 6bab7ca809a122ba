"""What the browser itself remembers of classrooms: one random id a browser, and the teacher's secrets of the rooms opened here.

Nothing is drawn. The teacher's link carries the secret behind a "#": browsers send that part to no server, and it stands in no
log and no Referer. The script takes it from there, puts it into the browser's own store and cleans the address, which may be on
a projector.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from attention.store.keys import SECRET, STUDENT, tidy_code
from pages.ui.widgets.component import load_component

HASH = "teacher"
"""The teacher's link ends in #teacher=SECRET."""


@dataclass(frozen=True)
class Found:
    """student: the browser's id; keys: secrets by the code of their room."""

    student: str
    keys: Mapping[str, str] = field(default_factory=dict, repr=False)


def found_in(state: object) -> Found | None:
    """What the component has found, from its `state`; None before it has answered. Anything malformed is left out."""
    found = state.get("found") if isinstance(state, Mapping) else None
    if not isinstance(found, Mapping) or not STUDENT.fullmatch(str(found.get("student"))):
        return None
    keys = found.get("keys")
    pairs = keys.items() if isinstance(keys, Mapping) else ()
    return Found(found["student"], {code: key for code, key in pairs if is_key(code, key)})


def is_key(code: object, secret: object) -> bool:
    return (
        isinstance(code, str) and tidy_code(code) == code and isinstance(secret, str) and bool(SECRET.fullmatch(secret))
    )


def pocket(
    *,
    room: str | None,
    keep: Mapping[str, str],
    known: Found | None,
    forget: Sequence[str],
    key: str,
    on_found: Callable[[], None],
) -> Found | None:
    """Let the browser remember `keep` (secrets by code), forget rooms, and say what it has.

    room: whose secret it is that the address may end in. known: what it has said before; it speaks only when it has news.
    """
    told = None if known is None else {"student": known.student, "codes": sorted({*known.keys, *keep} - {*forget})}
    data = {"room": room, "keep": dict(keep), "known": told, "forget": list(forget), "hash": HASH}
    return found_in(_pocket(key=key, data=data, on_found_change=on_found))


def teacher_link(address: str, code: str, secret: str) -> str:
    """address: of the classroom's page."""
    return f"{address}?room={code}#{HASH}={secret}"


_pocket = load_component("pocket", styles="pocket")
