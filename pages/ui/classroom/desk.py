"""The teacher's desk: the wall that the class sees, and what steers it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial

import numpy as np
import streamlit as st

from attention.classroom.room_file import room_csv, room_json
from attention.classroom.rooms import Room, Sent
from attention.classroom.store import Store
from attention.hand.examples import examples
from attention.session.board import with_text
from pages.ui.classroom.door import attempt, enter_own, forget, leave
from pages.ui.classroom.poster import classroom_address
from pages.ui.classroom.reveal import reveal_rows
from pages.ui.classroom.votes import GUESS_QUESTIONS, QUESTIONS, asked
from pages.ui.classroom.wall import known_tables, wall
from pages.ui.frame import inputs, markup, state
from pages.ui.frame.cache import room_store
from pages.ui.frame.page import fold, lead, said, sidebar, write_heading, write_paragraph
from pages.ui.frame.state import board
from pages.ui.parts import controls
from pages.ui.parts.show import show_named, word_name
from pages.ui.widgets.copy_button import copy_button
from pages.ui.widgets.pocket import teacher_link

MAX_ROW_BUTTONS = 12
"""Of a longer sentence a row is chosen from a list."""
NEXT_TEXT = "next_text"


def desk(room: Room, secret: str) -> None:
    """All that a teacher sees: what steers stands above the wall, so that it never moves."""
    with sidebar():
        controls.source_picker(linked=True)
        controls.switch_board()
    steering(room, secret)
    wall(room, secret)
    if tables := known_tables(room, secret):
        fold("sent.title", lambda: each_table(room, secret, tables))


def steering(room: Room, secret: str) -> None:
    """Reveal, votes, the next sentence, and what is needed less often."""
    tables = known_tables(room, secret)
    with st.container(key="steering", horizontal=True, vertical_alignment="center"):
        if room.next:
            st.button(
                said("steer.follow"), key="steer_follow", type="primary", on_click=enter_own, args=(room.next, secret)
            )
        elif room.question in QUESTIONS:
            vote_buttons(room, secret)
        else:
            if tables or room.shown:
                reveal_buttons(room, secret, tables)
            with st.popover(said("steer.vote"), key="steer_vote"):
                for name in (name for name in QUESTIONS if name not in GUESS_QUESTIONS):
                    st.button(asked(name), key=f"ask_{name}", on_click=ask, args=(room, secret, name))
                st.page_link("pages/4_why.py", label=said("steer.vote.why"))
        if not room.next:
            with st.popover(said("steer.next"), key="steer_next"):
                next_sentence(room, secret)
        with st.popover(said("steer.more"), key="steer_more"):
            more(room, secret, tables)


def reveal_buttons(room: Room, secret: str, tables: Sequence[Sent]) -> None:
    """A row, all of them, and the curtain again."""
    n = len(room.words)
    if n <= MAX_ROW_BUTTONS:
        for i in range(n):
            st.button(
                markup.unmarked(word_name(room.words, i)),
                key=f"reveal_{i}",
                on_click=reveal_rows,
                args=(room, secret, tables, [i]),
            )
    else:
        row = inputs.select(
            "steer.row", inputs.of_page("reveal_row_kept", 0, "reveal_row"), [word_name(room.words, i) for i in range(n)],
            label_visibility="collapsed",
        )  # fmt: skip
        st.button(said("steer.show_row"), key="reveal_one", on_click=reveal_rows, args=(room, secret, tables, [row]))
    st.button(
        said("steer.show"),
        key="steer_show",
        type="primary",
        on_click=reveal_rows,
        args=(room, secret, tables, range(n)),
    )
    if room.shown:
        st.button(said("steer.unshow"), key="steer_unshow", on_click=reveal_rows, args=(room, secret, tables, []))


def vote_buttons(room: Room, secret: str) -> None:
    """Show how the class has voted, or vote on; and back to the table."""
    counted = not room.counted
    st.button(
        said("steer.vote.on" if room.counted else "steer.vote.count"), key="vote_count", type="primary", on_click=act,
        args=(lambda store: store.ask(room.code, secret, room.question, counted=counted),),
    )  # fmt: skip
    st.button(said("steer.vote.end"), key="vote_end", on_click=ask, args=(room, secret, ""))


def ask(room: Room, secret: str, question: str) -> None:
    act(lambda store: store.ask(room.code, secret, question))


def next_sentence(room: Room, secret: str) -> None:
    """The same class with another sentence: the first example that is not this one, unless the teacher writes another."""
    write_paragraph("steer.next.text")
    other = next(example.text for example in examples() if example.table.words != room.words)
    inputs.text_box("steer.next.sentence", inputs.of_page(f"{NEXT_TEXT}_kept", other, NEXT_TEXT))
    st.button(said("steer.next.go"), key="next_go", type="primary", on_click=take_class_on, args=(room, secret, other))


def take_class_on(room: Room, secret: str, other: str) -> None:
    def act() -> None:
        words = with_text(board(), state.value(NEXT_TEXT) or other).words
        enter_own(room_store().go_on(room.code, secret, words, maker=state.maker()).code, secret)

    attempt(act)


def more(room: Room, secret: str, tables: Sequence[Sent]) -> None:
    """What is not needed in the middle of a lesson."""
    code = room.code
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
    link = teacher_link(classroom_address(), code, secret)
    write_paragraph("steer.link.text")
    copy_button(link, label=said("steer.link"), done=said("steer.link.done"), key="teacher_link")
    st.button(said("room.leave"), key="steer_leave", on_click=leave)
    st.button(said("steer.forget"), key="steer_forget", on_click=forget, args=(code,))
    st.html(markup.heading(said("steer.delete")) + markup.paragraph(said("steer.delete.text", count=len(tables))))
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
