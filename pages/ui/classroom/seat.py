"""A student's seat: the sentence, one's own table, and the class's mean once the teacher shows it."""

from __future__ import annotations

import streamlit as st

from attention.errors import AttentionError, NotShown, RoomUnknown, StoreError
from attention.figures.colours import WEIGHTS
from attention.store.rooms import Room
from attention.types import HandTable
from pages.ui import cache, markup, state
from pages.ui.classroom.door import leave, store, told
from pages.ui.classroom.overview import overview
from pages.ui.frame import said, sentence_for
from pages.ui.widgets.phone_table import Receipt, phone_table, sent_in

EVERY = 4.0
"""Seconds between two looks at the room."""
TABLE = "phone_table"
RECEIPT = "phone_receipt"
LABELS = (
    "title", "rows", "row", "chip", "cell", "open", "type", "type.cell", "rest", "previous", "next", "send", "again",
    "hint", "draft", "changed", "sending", "slow", "sent", "kept", "closed", "refused",
)  # fmt: skip


def seat(room: Room, student: str) -> None:
    """All that a student sees: nothing of the others before the teacher shows it."""
    take_table(room, student)
    st.html(markup.heading(said("seat.title", code=room.code)) + markup.paragraph(said("seat.lead"), "lead"))
    labels = {name: said(f"phone.{name}") for name in LABELS}
    with st.container(key="phone"):
        state_of_it = phone_table(
            room.code, room.words, own_table(room, student), receipt=state.value(RECEIPT), closed=room.closed,
            labels=labels, scale=WEIGHTS, key=TABLE, on_send=lambda: taken(room, student),
        )  # fmt: skip
    if take_table(room, student, state_of_it):
        st.rerun()
    watch(room)
    result(room)
    st.button(said("seat.leave"), key="seat_leave", on_click=leave)


def take_table(room: Room, student: str, sent_state: object = None) -> bool:
    """Keep a table that has been sent and not been answered yet; what becomes of it goes back with the receipt."""
    sent = sent_in(sent_state or state.value(TABLE))
    if sent is None or sent.code != room.code or ((receipt := state.value(RECEIPT)) and receipt.answers(sent)):
        return False
    try:
        store().send(room.code, student, sent.values)
        state.keep(RECEIPT, Receipt(sent.client, sent.serial))
    except AttentionError as error:
        if isinstance(error, StoreError):
            told(error)
        state.keep(RECEIPT, Receipt(sent.client, sent.serial, sentence_for(error)))
    return True


def taken(room: Room, student: str) -> None:
    """A callback: before anything is drawn."""
    take_table(room, student)


def own_table(room: Room, student: str) -> HandTable | None:
    """What this student has sent, for a browser that does not remember it."""
    try:
        own = store().own(room.code, student)
    except (StoreError, RoomUnknown):
        return None
    return own.table if own else None


@st.fragment(run_every=EVERY)
def watch(room: Room) -> None:
    """Looks whether the teacher has closed the room or shows the result; the page is drawn anew only then."""
    try:
        now = store().room(room.code)
    except RoomUnknown:
        st.rerun()
    except StoreError as error:
        st.caption(markup.unmarked(said("seat.stale", error=sentence_for(error))))
        return
    shown_anew = now.shown and now.revision != room.revision
    if (now.closed, now.shown) != (room.closed, room.shown) or shown_anew:
        st.rerun()


def result(room: Room) -> None:
    """The class's mean beside what is computed, once it is shown."""
    if not room.shown:
        st.html(markup.paragraph(said("seat.wait"), "lead"))
        return
    try:
        tables = cache.class_tables(room.code, room.revision, None)
    except (StoreError, NotShown) as error:
        told(error)
        return
    overview(room, tables)
