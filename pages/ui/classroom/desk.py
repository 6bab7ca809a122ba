"""The teacher's desk: code and QR code, what steers the room, and the class's tables, which update by themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

import numpy as np
import streamlit as st

from attention.classroom.room_file import room_csv, room_json, visible
from attention.classroom.rooms import Room, Sent
from attention.classroom.store import Store
from attention.errors import RoomUnknown, StoreError
from pages.ui.classroom.door import attempt, forget, leave, tell_error
from pages.ui.classroom.overview import overview
from pages.ui.classroom.poster import poster
from pages.ui.frame import cache, inputs, markup, state
from pages.ui.frame.cache import room_store
from pages.ui.frame.page import fold, lead, said, sentence_for, sidebar, write_heading, write_paragraph
from pages.ui.frame.state import board
from pages.ui.parts import controls
from pages.ui.parts.show import show_named
from pages.ui.widgets.copy_button import copy_button
from pages.ui.widgets.pocket import teacher_link

DESK_INTERVAL = 2.0
"""Seconds between two looks at the room."""
TABLES_READ = "class_tables"


def desk(room: Room, secret: str) -> None:
    """All that a teacher sees. What the class has sent is drawn anew only when it has changed."""
    with sidebar():
        controls.source_picker(linked=True)
        controls.switch_board()
    tables = known_tables(room, secret)
    with poster(room.code):
        with st.container(key="steering", horizontal=True, vertical_alignment="center"):
            steering(room, secret, tables)
        watch_class(room, len(tables), len(tables) - len(visible(tables)))
    overview(room, tables, empty=nothing(room, tables))
    if tables:
        fold("sent.title", lambda: each_table(room, secret, tables))


def nothing(room: Room, tables: Sequence[Sent]) -> str:
    """Why there is no mean yet."""
    if tables:
        return said("desk.all_hidden")
    return said("desk.none_closed" if room.closed else "desk.none")


def known_tables(room: Room, secret: str) -> tuple[Sent, ...]:
    """The room's tables; while the store cannot be reached, those that were last read."""
    try:
        tables = cache.class_tables(room.code, room.revision, secret)
    except StoreError as error:
        tell_error(error, state.remark)
        code, tables = state.value(TABLES_READ, (room.code, ()))
        return tables if code == room.code else ()
    state.keep(TABLES_READ, (room.code, tables))
    return tables


@st.fragment(run_every=DESK_INTERVAL)
def watch_class(room: Room, count: int, hidden: int) -> None:
    """How many have sent. Looks at the room every two seconds: one row of the database, and nothing is drawn but this; the page
    is drawn anew only where something has changed."""
    stale = ""
    try:
        if room_store().room(room.code).revision != room.revision:
            st.rerun()
    except RoomUnknown:
        st.rerun()
    except StoreError as error:
        stale = said("desk.stale", error=sentence_for(error))
    notes = [said("desk.count", count=count), said("desk.closed" if room.closed else "desk.open")]
    notes += [said("desk.hidden", count=hidden)] if hidden else []
    notes += [said("desk.shown")] if room.shown else []
    with st.container(key="count"):
        st.html(markup.paragraph(" · ".join(notes) + stale, "count"))


def steering(room: Room, secret: str, tables: Sequence[Sent]) -> None:
    """Show, close, the teacher's link, files, and the way out."""
    code = room.code
    st.button(
        said("steer.unshow" if room.shown else "steer.show"), key="steer_show", type="primary",
        on_click=act, args=(lambda store: store.show(code, secret, not room.shown),),
    )  # fmt: skip
    st.button(
        said("steer.reopen" if room.closed else "steer.close"), key="steer_close",
        on_click=act, args=(lambda store: store.close_room(code, secret, not room.closed),),
    )  # fmt: skip
    files = (
        ("csv", "text/csv", partial(room_csv, language=board().view.language)),
        ("json", "application/json", room_json),
    )
    for ending, mime, write in files:
        st.download_button(
            said(f"steer.{ending}"), partial(write, room, tuple(tables)), f"{code}.{ending}", mime,
            key=f"steer_{ending}", on_click="ignore",
        )  # fmt: skip
    with st.popover(said("steer.more"), key="steer_more"):
        more(code, secret, len(tables))


def more(code: str, secret: str, count: int) -> None:
    """What is not needed in the middle of a lesson."""
    link = teacher_link(state.page_address(), code, secret)
    write_paragraph("steer.link.text")
    copy_button(link, label=said("steer.link"), done=said("steer.link.done"), key="teacher_link")
    st.button(said("room.leave"), key="steer_leave", on_click=leave)
    st.button(said("steer.forget"), key="steer_forget", on_click=forget, args=(code,))
    st.html(markup.heading(said("steer.delete")) + markup.paragraph(said("steer.delete.text", count=count)))
    st.button(said("steer.delete.yes"), key="steer_delete", on_click=delete, args=(code, secret))


def act(action: Callable[[Store], None]) -> None:
    """Do something to the room; what goes wrong is told."""
    attempt(lambda: action(room_store()))


def delete(code: str, secret: str) -> None:
    if attempt(lambda: room_store().delete(code, secret)):
        forget(code)
        state.notify("classroom.deleted")


def each_table(room: Room, secret: str, tables: Sequence[Sent]) -> None:
    """One table at a time, to be looked at and hidden."""
    lead("sent.text")
    by_number = {sent.number: sent for sent in tables}
    number = inputs.bound(
        st.selectbox, "sent.choose", inputs.of_page("sent_chosen_kept", tables[-1].number, "sent_chosen"),
        options=list(by_number), format_func=lambda number: about(by_number[number]),
    )  # fmt: skip
    sent = by_number.get(number, tables[-1])
    st.button(
        said("sent.unhide" if sent.hidden else "sent.hide"), key="sent_hide",
        on_click=act, args=(lambda store: store.hide(room.code, secret, sent.number, not sent.hidden),),
    )  # fmt: skip
    with st.container(key="class_one"):
        write_heading("class_one.title")
        show_named("class_one", room.words, sent.table.values)


def about(sent: Sent) -> str:
    """A table in a line: its number, how much of it is filled, when it came, by the server's clock."""
    count, moment = int(np.sum(sent.table.considered)), datetime.fromtimestamp(sent.sent)
    note = f" · {said('desk.hidden_one')}" if sent.hidden else ""
    return said("sent.table", number=sent.number, count=count, time=f"{moment:%H:%M:%S}") + note
