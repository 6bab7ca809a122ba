"""A student's seat: the cards of one's own table, votes, and what the teacher reveals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st

from attention.classroom.keys import seated
from attention.classroom.rooms import Room
from attention.classroom.store import MAX_OF_ONE
from attention.errors import AttentionError, NotShown, RoomUnknown, SeatsTooMany, StoreError
from attention.hand.table import with_cells
from attention.types import HandTable
from pages.ui.classroom import reveal
from pages.ui.classroom.door import FOUND, SEATS, leave, tell_error
from pages.ui.classroom.votes import QUESTIONS, vote_on_phone
from pages.ui.frame import markup, state
from pages.ui.frame.cache import room_store
from pages.ui.frame.page import labels_of, said, sentence_for, write_paragraph
from pages.ui.parts.show import palette
from pages.ui.widgets.grid_editor import new_edits, phone_editor

SEAT_INTERVAL = 1.0
"""Seconds between two looks at the room."""
PHONE_TABLE = "phone_table"
PHONE_RECEIPT = "phone_receipt"
"""Under this key: the editor's receipt, and why that table was not kept."""
NONE_SENT = ("", "")
OWN_TABLES = "own_tables"
RESULTS = "seat_results"
ASKING = "seat_asking"
SITTING = "seat_taken"


def seat(room: Room, student: str) -> None:
    """All that a student sees: nothing of the others before the teacher shows it.

    student: the browser's id. Pupils who take turns at it sit in seats of their own, and what one has sent stays.
    """
    number = seat_of(room.code)
    own_table(room, student, number)
    with st.container(key="seat_top", horizontal=True, vertical_alignment="center"):
        st.html(markup.heading(said("room.title", code=room.code)))
        st.button(said("room.leave"), key="seat_leave", type="tertiary", on_click=leave)
    whose(room, student, number)
    live_seat(room, student, number, is_asking(room.code))


@st.fragment(run_every=SEAT_INTERVAL)
def live_seat(room: Room, student: str, number: int, asking: bool) -> None:
    """The cards, or the vote, as the room is now: it looks every second, and draws nothing but this."""
    now, results = room, state.value(RESULTS, [])
    try:
        now = room_store().room(room.code)
        results = reveal.results(now)
    except RoomUnknown:
        st.rerun()
    except NotShown:
        results = []  # it has just been covered again
    except StoreError as error:
        st.caption(markup.unmarked(said("seat.stale", error=sentence_for(error))))
    if now.next or asking != is_asking(room.code):
        st.rerun()
    state.keep(RESULTS, results)
    if now.question in QUESTIONS:
        vote_on_phone(now, seated(student, number))
    else:
        cards(now, student, number, results)
    state.settle_part()


def cards(room: Room, student: str, number: int, results: Sequence[Mapping[str, Any]]) -> None:
    """The student's table; what is sent is kept before anything is drawn, and answered with it."""
    take_table(room, student)
    with st.container(key="phone"):
        receipt, refused = state.value(PHONE_RECEIPT, NONE_SENT)
        state_of_it = phone_editor(
            room.words, own_table(room, student, number), of=place(room.code, number), receipt=receipt, refused=refused,
            closed=room.closed, results=results, labels=labels_of("phone"), scale=palette().weights, key=PHONE_TABLE,
            on_edit=lambda: taken(room, student),
        )  # fmt: skip
    if take_table(room, student, state_of_it):
        st.rerun()


def take_table(room: Room, student: str, sent_state: object = None) -> bool:
    """Keep a table that has been sent and not been answered yet; what becomes of it goes back with the receipt."""
    edits = new_edits(sent_state or state.value(PHONE_TABLE), state.value(PHONE_RECEIPT, NONE_SENT)[0])
    seats = {place(room.code, number): number for number in range(MAX_OF_ONE)}
    if edits is None or not edits.batches or (batch := edits.batches[-1]).of not in seats:
        return False
    cells = [cell for one in edits.batches if (one.of, one.words) == (batch.of, batch.words) for cell in one.cells]
    values = with_cells(np.full((len(batch.words), len(batch.words)), np.nan), cells)
    try:
        room_store().send(room.code, seated(student, seats[batch.of]), values, maker=state.maker())
        remember_own(batch.of, HandTable(room.words, values))
        state.keep(PHONE_RECEIPT, (edits.receipt, ""))
        settle_whose(room.code)
    except AttentionError as error:
        if isinstance(error, StoreError):
            tell_error(error)
        state.keep(PHONE_RECEIPT, (edits.receipt, sentence_for(error)))
    return True


def place(code: str, number: int) -> str:
    """What the editor calls the table of this seat."""
    return f"{code}.{number}" if number else code


def taken(room: Room, student: str) -> None:
    """A callback: before anything is drawn."""
    take_table(room, student)


def own_table(room: Room, student: str, number: int) -> HandTable | None:
    """What the student in this seat has sent, for a browser that does not remember it: asked of the store once a session. Found
    at the first look of a session, it may be another pupil's: that is asked."""
    here, known = place(room.code, number), state.value(OWN_TABLES, {})
    if here not in known:
        try:
            sent = room_store().own(room.code, seated(student, number))
        except (StoreError, RoomUnknown):
            return None
        remember_own(here, sent.table if sent else None)
        if room.code not in state.value(ASKING, {}):
            state.keep(ASKING, {**state.value(ASKING, {}), room.code: sent is not None})
    own: HandTable | None = state.value(OWN_TABLES)[here]
    return own


def remember_own(place: str, table: HandTable | None) -> None:
    state.keep(OWN_TABLES, {**state.value(OWN_TABLES, {}), place: table})


# Pupils who take turns at one browser


def last_seat(code: str) -> int:
    """The highest seat that a pupil at this browser has taken in the room."""
    found = state.value(FOUND)
    return max(found.seats.get(code, 0) if found else 0, state.value(SEATS, {}).get(code, 0))


def seat_of(code: str) -> int:
    """Whose turn it is: who came last, unless one goes back."""
    return int(state.value(SITTING, {}).get(code, last_seat(code)))


def is_asking(code: str) -> bool:
    """Whether it is asked whose table it is."""
    return bool(state.value(ASKING, {}).get(code))


def settle_whose(code: str) -> None:
    """It has been said whose table it is."""
    state.keep(ASKING, {**state.value(ASKING, {}), code: False})


def sit(code: str, number: int) -> None:
    state.keep(SITTING, {**state.value(SITTING, {}), code: number})
    settle_whose(code)


def somebody_else(code: str) -> None:
    """A seat of its own, with an empty table."""
    number = last_seat(code) + 1
    if number >= MAX_OF_ONE:
        state.notify(SeatsTooMany(MAX_OF_ONE))
        return
    state.keep(SEATS, {**state.value(SEATS, {}), code: number})
    sit(code, number)


def whose(room: Room, student: str, number: int) -> None:
    """Where this browser has handed in a table before: go on with it, or be somebody else; and from there the way back."""
    asking = is_asking(room.code)
    if not asking and number == 0:
        return
    with st.container(key="whose", horizontal=True, vertical_alignment="center"):
        if asking:
            write_paragraph("whose.ask")
            st.button(said("whose.go_on"), key="whose_go_on", on_click=sit, args=(room.code, number))
            st.button(said("whose.other"), key="whose_other", on_click=somebody_else, args=(room.code,))
        elif number:
            write_paragraph("whose.another", number=number + 1)
            st.button(said("whose.back", number=number), key="whose_back", on_click=sit, args=(room.code, number - 1))
