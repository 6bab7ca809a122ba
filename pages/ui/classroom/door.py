"""Who has come, and into which room: by a link, by a typed code, or with a secret that this browser keeps."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import streamlit as st

from attention.classroom.keys import MAX_TYPED_CODE, new_student
from attention.classroom.places import room_days
from attention.classroom.rooms import Room
from attention.errors import AttentionError, RoomUnknown, SecretWrong, StoreError
from pages.ui.frame import markup, state
from pages.ui.frame.cache import room_store
from pages.ui.frame.page import said, write_heading, write_paragraph
from pages.ui.parts.sentence import sentence_box, word_chips
from pages.ui.widgets.pocket import Found, found_in, pocket
from pages.ui.widgets.pulse import pulse

POCKET = "pocket"
FOUND = "pocket_found"
ROOM_KEYS = "room_keys"
FORGET = "rooms_forgotten"
REFUSED = "secrets_refused"
SEATS = "seats"
MAX_BUTTONS = 50
DOOR_INTERVAL = 4.0
"""Seconds between two tries to reach a store that is away."""
SEEN = "room_seen"
STUDENT_ID = "student"
CODE_BOX = "room_code"


@dataclass(frozen=True)
class Visit:
    """room: None while the browser has not yet said who comes; secret: the teacher's, None for a student."""

    room: Room | None = None
    secret: str | None = field(default=None, repr=False)


def visit() -> Visit | None:
    """The visitor's place; None for one who is in no room. What cannot be looked up now is neither right nor wrong."""
    if link := state.room_link():
        follow(link)
    found = browser_pocket()
    code = state.room()
    if code is None:
        return Visit() if state.room_link() else None
    if found is None:
        return Visit()
    try:
        room, secret = admitted(code)
    except RoomUnknown as error:
        state.enter_room(None)
        state.notify(error)
        st.rerun()
    except StoreError as error:
        tell_error(error, state.remark)
        return unasked(code)
    if room.next and not secret:
        state.enter_room(room.next)
        st.rerun()
    state.keep(SEEN, room)
    return Visit(room, secret)


def admitted(code: str) -> tuple[Room, str | None]:
    """The room as it is now, and the secret that steers it, if this visitor has it; it is checked at every look.

    Raises RoomUnknown, StoreError.
    """
    refusal = None
    for secret in secrets_to_try(code):
        try:
            room = room_store().steer(code, secret)
        except SecretWrong as error:
            refusal = error
            state.keep(REFUSED, (*state.value(REFUSED, ()), (code, secret)))
            state.keep(ROOM_KEYS, {known: key for known, key in own_keys().items() if (known, key) != (code, secret)})
            continue
        if own_keys().get(code) != secret:
            state.keep(ROOM_KEYS, {**own_keys(), code: secret})
            st.rerun()  # the pocket has been drawn already, and now has something to keep
        return room, secret
    if refusal:
        state.notify(refusal)
    return room_store().room(code), None


def unasked(code: str) -> Visit:
    """While the store is away, the room as it was last seen. Who has a secret that could not be tried is no student yet."""
    secret, room = own_keys().get(code), state.value(SEEN)
    known = room is not None and room.code == code and (secret or not secrets_to_try(code))
    return Visit(room if known else None, secret)


def class_taught() -> Visit | None:
    """On a page that nobody enters a room by: the one that this visitor steers, or where its class is now. None: there is
    none, or the store cannot be asked just now."""
    code = state.room()
    secret = own_keys().get(code or "")
    if not code or not secret:
        return None
    try:
        room = room_store().steer(code, secret)
    except AttentionError as error:
        if isinstance(error, StoreError):
            tell_error(error, state.remark)
        return None
    if room.next:
        enter_own(room.next, secret)
        return class_taught()
    return Visit(room, secret)


def attempt(action: Callable[..., Any], *arguments: Any) -> bool:
    """Do it; an error is told at the top of the page. Whether it went well."""
    try:
        action(*arguments)
    except AttentionError as error:
        tell_error(error)
        return False
    return True


def tell_error(error: AttentionError, tell: Callable[[AttentionError], None] = state.notify) -> None:
    """Say it to the visitor; of a store that fails, the server's log has the reason."""
    if isinstance(error, StoreError):
        logging.getLogger("attention_table").error("store error=%s reason=%s", type(error).__name__, str(error))
    tell(error)


# The browser's memory


def browser_pocket() -> Found | None:
    """What the browser has said; None before its first answer."""
    take_pocket()
    known = state.value(FOUND)
    found = pocket(
        room=state.room(), keep=own_keys(), refused=dict(state.value(REFUSED, ())), seats=state.value(SEATS, {}),
        known=known, forget=state.value(FORGET, ()), key=POCKET, on_found=take_pocket,
    )  # fmt: skip
    if known is None and found:  # a new session of a browser that has spoken before, after a lost connection
        state.keep(FOUND, found)
    return known or found


def take_pocket() -> None:
    """Remember in the session what the browser has said: the component's own state goes with the page."""
    found = found_in(state.value(POCKET))
    if not found or found == state.value(FOUND):
        return
    state.keep(FOUND, found)
    still_known = found.keys.keys() - found.offers.keys()
    state.keep(FORGET, tuple(code for code in state.value(FORGET, ()) if code in still_known))
    state.keep(REFUSED, tuple(pair for pair in state.value(REFUSED, ()) if pair not in found.offers.items()))


def student() -> str:
    """The browser's id, or one of the session where the browser has not said any."""
    if found := state.value(FOUND):
        return str(found.student)
    if not state.value(STUDENT_ID):
        state.keep(STUDENT_ID, new_student())
    return str(state.value(STUDENT_ID))


def own_keys() -> dict[str, str]:
    """Secrets that have opened their rooms in this session."""
    return dict(state.value(ROOM_KEYS, {}))


def keys() -> dict[str, str]:
    """All secrets that this visitor keeps, by code."""
    found = state.value(FOUND)
    known = {**(found.keys if found else {}), **own_keys()}
    return {code: key for code, key in known.items() if code not in state.value(FORGET, ())}


def secrets_to_try(code: str) -> list[str]:
    """Secrets that may steer the room, the surest first: one that has, that of a link, that of the browser."""
    found = state.value(FOUND) or Found("")
    forgotten = code in state.value(FORGET, ())
    known = (own_keys(), found.offers, {} if forgotten else found.keys)
    secrets = dict.fromkeys(secret for one in known if (secret := one.get(code)))
    return [secret for secret in secrets if (code, secret) not in state.value(REFUSED, ())]


def forget(code: str) -> None:
    """Leave the room, and forget its secret, here and in the browser, because the visitor says so."""
    leave()
    state.keep(ROOM_KEYS, {known: key for known, key in own_keys().items() if known != code})
    state.keep(FORGET, (*state.value(FORGET, ()), code))
    if found := state.value(FOUND):
        state.keep(FOUND, replace(found, offers={known: key for known, key in found.offers.items() if known != code}))


# Ways in and out


def enter_typed(typed: str) -> None:
    """Into the room of this code, if there is one."""
    attempt(find, typed)


def follow(link: str) -> None:
    """Into the room that the address names. While the store is away the link waits, and is not answered."""
    try:
        find(link)
    except StoreError as error:
        tell_error(error, state.remark)
        return
    except RoomUnknown as error:
        state.notify(error)
    state.room_link_answered(link)


def find(typed: str) -> None:
    """Into the room. Raises RoomUnknown, StoreError.

    Where many wrong codes have come from an address, one more waits for its answer, a few seconds at most. It is this visitor's
    own run that sleeps: it holds a thread, which their session has anyway, and neither a lock nor a connection to the database.
    """
    try:
        room = room_store().find(typed, address=state.client_address())
    except RoomUnknown as error:
        time.sleep(error.wait)
        raise
    state.enter_room(room.code)
    state.keep(SEEN, room)


def waiting() -> None:
    """What stands there until the browser has spoken, or the store can be asked: the page is drawn anew until then."""
    write_paragraph("classroom.wait")
    pulse(live=True, number=0, after=DOOR_INTERVAL, key="wait_pulse")
    st.button(said("room.leave"), key="wait_leave", on_click=leave)


def open_room() -> None:
    """A room for the sentence on the board; its secret goes into the session and from there into the browser."""

    def make() -> None:
        opened = room_store().open_room(state.board().words, maker=state.maker())
        enter_own(opened.room.code, opened.secret)

    attempt(make)


def enter_own(code: str, secret: str) -> None:
    """Into a room that this secret steers."""
    state.keep(ROOM_KEYS, {**own_keys(), code: secret})
    state.enter_room(code)


def leave() -> None:
    state.enter_room(None)
    if link := state.room_link():
        state.room_link_answered(link)


def entrances() -> None:
    """For one who is in no room: a student's code first, then what a teacher needs to open one."""
    with st.container(key="enter_room"):
        write_heading("enter.title")
        with st.form("enter_form", border=False):
            st.text_input(said("enter.label"), key=CODE_BOX, max_chars=MAX_TYPED_CODE, autocomplete="off")
            st.form_submit_button(
                said("enter.go"), type="primary", on_click=lambda: enter_typed(state.value(CODE_BOX, ""))
            )
    with st.container(key="open_room"):
        st.html(markup.heading(said("open.room.title")) + markup.paragraph(said("open.room.text"), "lead"))
        written = sentence_box()
        if written:
            word_chips()
        st.button(said("open.room"), key="open_the_room", disabled=not written, on_click=open_room)
        own_rooms()


def own_rooms() -> None:
    """The rooms whose secrets this browser keeps."""
    if not keys():
        return
    write_heading("mine.title")
    with st.container(key="own_rooms", horizontal=True):
        for code in [*keys()][-MAX_BUTTONS:]:
            st.button(said("room.title", code=code), key=f"room_{code}", on_click=enter_typed, args=(code,))


def privacy() -> None:
    """What is kept, and for how long: a line, and all of it in a fold."""
    try:
        days = f"{room_days():g}"
    except StoreError:
        return
    with st.container(key="privacy"):
        line, whole = (said(f"privacy.{name}", days=days) for name in ("line", "text"))
        st.html(markup.details(line, markup.paragraph(whole, "lead"), "lead"))
