"""Who has come, and into which room: by a link, by a typed code, or with a secret that this browser keeps."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import streamlit as st

from attention.errors import AttentionError, RoomUnknown, StoreError
from attention.store.keys import new_student
from attention.store.places import room_days
from attention.store.rooms import Room
from attention.store.store import Store
from pages.ui import cache, markup, state
from pages.ui.frame import said
from pages.ui.sentence import sentence_box, word_chips
from pages.ui.widgets.pocket import Found, found_in, pocket

POCKET = "pocket"
FOUND = "pocket_found"
KEYS = "room_keys"
FORGET = "rooms_forgotten"
SEEN = "room_seen"
STUDENT = "student"
CODE_BOX = "room_code"


@dataclass(frozen=True)
class Visit:
    """room: None while the browser has not yet said who comes; secret: the teacher's, None for a student."""

    room: Room | None
    student: str
    secret: str | None = field(default=None, repr=False)


def visit() -> Visit | None:
    """The visitor's place; None for one who is in no room."""
    if code := state.room_link():
        enter(code)
    found = browser_pocket()
    code = state.room()
    if code is None:
        return None
    if found is None:
        return Visit(None, student())
    secret = keys().get(code)
    try:
        room = guarded_room(code, secret)
    except RoomUnknown as error:
        drop_key(code) if secret else state.enter_room(None)
        state.notify(error)
        st.rerun()
    except StoreError as error:
        told(error)
        return Visit(seen(code), student(), secret)
    state.keep(SEEN, room)
    return Visit(room, student(), secret)


def guarded_room(code: str, secret: str | None) -> Room:
    """The room as it is now; the secret is checked at every look."""
    return store().steer(code, secret, address=state.client_address()) if secret else store().room(code)


def seen(code: str) -> Room | None:
    """The room as it was when the store could last be reached."""
    room = state.value(SEEN)
    return room if isinstance(room, Room) and room.code == code else None


def store() -> Store:
    return cache.store()


def attempt(action: Callable[..., Any], *arguments: Any) -> bool:
    """Do it; an error is told at the top of the page. Whether it went well."""
    try:
        action(*arguments)
    except AttentionError as error:
        told(error)
        return False
    return True


def told(error: AttentionError) -> None:
    """Say it to the visitor; of a store that fails, the server's log has the reason."""
    if isinstance(error, StoreError):
        logging.getLogger("attention_table").error("store error=%s reason=%s", type(error).__name__, str(error))
    if str(error) not in map(str, state.value(state.NOTICES, [])):
        state.notify(error)


# The browser's memory


def browser_pocket() -> Found | None:
    """What the browser has said; None before its first answer."""
    take_pocket()
    known, forget = state.value(FOUND), state.value(FORGET, ())
    found = pocket(room=state.room(), keep=own_keys(), known=known, forget=forget, key=POCKET, on_found=take_pocket)
    if (
        known is None and found is not None
    ):  # a new session of a browser that has spoken before, after a lost connection
        state.keep(FOUND, known := found)
    return known


def take_pocket() -> None:
    """Remember in the session what the browser has said: the component's own state goes with the page."""
    if not (found := found_in(state.value(POCKET))):
        return
    state.keep(FOUND, found)
    state.keep(FORGET, tuple(code for code in state.value(FORGET, ()) if code in found.keys))


def student() -> str:
    """The browser's id, or one of the session where the browser has not said any."""
    if found := state.value(FOUND):
        return str(found.student)
    if not state.value(STUDENT):
        state.keep(STUDENT, new_student())
    return str(state.value(STUDENT))


def own_keys() -> dict[str, str]:
    """Secrets of the rooms that were opened in this session."""
    return dict(state.value(KEYS, {}))


def keys() -> dict[str, str]:
    """All secrets that this visitor has, by code."""
    found = state.value(FOUND)
    known = {**(found.keys if found else {}), **own_keys()}
    return {code: key for code, key in known.items() if code not in state.value(FORGET, ())}


def drop_key(code: str) -> None:
    """Forget a secret, here and in the browser."""
    state.keep(KEYS, {known: key for known, key in own_keys().items() if known != code})
    state.keep(FORGET, (*state.value(FORGET, ()), code))


# Ways in and out


def enter(typed: str) -> None:
    """Into the room of this code, if there is one."""

    def find() -> None:
        room = store().find(typed, address=state.client_address())
        state.enter_room(room.code)
        state.keep(SEEN, room)

    attempt(find)


def open_room() -> None:
    """A room for the sentence on the board; its secret goes into the session and from there into the browser."""

    def make() -> None:
        opened = store().open_room(state.board().words, address=state.client_address())
        state.keep(KEYS, {**own_keys(), opened.room.code: opened.secret})
        state.enter_room(opened.room.code)

    attempt(make)


def leave() -> None:
    state.enter_room(None)


def forget(code: str) -> None:
    drop_key(code)
    leave()


def entrances() -> None:
    """For one who is in no room: open one, or enter one."""
    written = sentence_box()
    if written:
        word_chips()
    left, right = st.columns(2, gap="large")
    with left, st.container(key="open_room"):
        st.html(markup.heading(said("open.room.title")) + markup.paragraph(said("open.room.text")))
        st.button(said("open.room"), key="open_the_room", type="primary", disabled=not written, on_click=open_room)
        own_rooms()
    with right, st.container(key="enter_room"):
        st.html(markup.heading(said("enter.title")))
        with st.form("enter_form", border=False):
            st.text_input(said("enter.label"), key=CODE_BOX, max_chars=20, autocomplete="off")
            st.form_submit_button(said("enter.go"), on_click=lambda: enter(state.value(CODE_BOX, "")))


def own_rooms() -> None:
    """The rooms whose secrets this browser keeps."""
    if not keys():
        return
    st.html(markup.heading(said("mine.title")))
    with st.container(key="own_rooms", horizontal=True):
        for code in keys():
            st.button(said("mine.go", code=code), key=f"room_{code}", on_click=state.enter_room, args=(code,))


def privacy() -> None:
    """What is kept, and for how long."""
    try:
        days = room_days()
    except StoreError:
        return
    with st.container(key="privacy"):
        st.html(
            markup.heading(said("privacy.title")) + markup.paragraph(said("privacy.text", days=f"{days:g}"), "lead")
        )
