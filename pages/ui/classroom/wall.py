"""The wall, as the class sees it: code and QR code, a grid that fills as cards come in, then row by row the reveal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import streamlit as st
from markupsafe import Markup

from attention.classroom.room_file import visible
from attention.classroom.rooms import Revealed, Room, Sent
from attention.errors import AttentionError, RoomUnknown, StoreError
from attention.hand.consensus import most_divided
from pages.ui.classroom.door import tell_error
from pages.ui.classroom.overview import overview
from pages.ui.classroom.poster import poster
from pages.ui.classroom.reveal import class_shares, revealed_in, row_looked_at
from pages.ui.classroom.votes import QUESTIONS, vote_on_wall
from pages.ui.frame import cache, markup, state
from pages.ui.frame.cache import room_store
from pages.ui.frame.page import fold, said, sentence_for
from pages.ui.parts.show import word_name, word_names
from pages.ui.widgets.pulse import pulse

WALL_INTERVAL = 1.0
"""Seconds between two looks at the room."""
MAX_GRID = 30
"""Words: of a longer sentence the wall only counts the cards."""
TABLES_READ = "class_tables"
WALL_STYLES = Path(__file__).with_name("wall.css").read_text(encoding="utf8")


def wall(room: Room, secret: str) -> None:
    """All that the class sees of the room, in whichever state it is."""
    tables = known_tables(room, secret)
    st.html(markup.style(WALL_STYLES))
    large = nothing_yet(room, tables)
    poster(room.code, large=large)
    watch_class(room, secret, large)
    if room.question in QUESTIONS:
        return
    if room.shown:
        revealed_rows(room, tables)


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


@st.fragment
def watch_class(room: Room, secret: str, large: bool) -> None:
    """How many have sent, and what they have filled in so far: no value of it, which others would copy. The page is drawn anew
    only where the room itself has changed, or what has been revealed of it."""
    now, stale = room, ""
    try:
        now = room_store().room(room.code)
    except RoomUnknown:
        st.rerun()
    except StoreError as error:
        stale = said("desk.stale", error=sentence_for(error))
    if now.revision != room.revision and (room.shown or steered(now) != steered(room)):
        st.rerun()
    tables = known_tables(now, secret)
    if large != nothing_yet(now, tables):
        st.rerun()
    with st.container(key="count"):
        st.html(markup.paragraph(standing(now, tables) + stale, "count"))
    if now.question in QUESTIONS:
        vote_on_wall(now, secret)
    elif tables and not now.shown:
        st.html(filling(now, tables))
    look_again("wall_pulse")
    state.settle_part()


@st.fragment
def follow_vote(room: Room, secret: str, question: str) -> None:
    """On a page that is the wall for a while: whether another device of the teacher has steered the room, and, while the class
    votes on this question, how many have."""
    now = room
    try:
        now = room_store().room(room.code)
    except RoomUnknown:
        st.rerun()
    except StoreError as error:
        tell_error(error, state.remark)
    if steered(now) != steered(room):
        st.rerun()
    if question and now.question == question:
        vote_on_wall(now, secret)
    look_again("vote_pulse")
    state.settle_part()


def look_again(key: str) -> None:
    """Let the browser ask for the next look of this fragment; drawn last in it. key: ends in "_pulse"."""
    number = state.value(f"{key}_looks", 0) + 1
    state.keep(f"{key}_looks", number)
    pulse(live=True, number=number, after=WALL_INTERVAL, key=key)


def nothing_yet(room: Room, tables: Sequence[Sent]) -> bool:
    """Whether the class is still to come in: code and QR code have the screen to themselves."""
    return not (tables or room.question or room.shown)


def steered(room: Room) -> Room:
    """The room without what cards and votes change in it."""
    return replace(room, revision=0, touched=0.0, bytes=0)


def standing(room: Room, tables: Sequence[Sent]) -> str:
    """How many have sent, and what the room takes and shows."""
    hidden = len(tables) - len(visible(tables))
    cards = sum(int(sent.table.considered.any(axis=1).sum()) for sent in tables)
    notes = [said("desk.count", count=len(tables), cards=cards), said("desk.closed" if room.closed else "desk.open")]
    notes += [said("desk.hidden", count=hidden)] if hidden else []
    notes += [said("desk.shown")] if room.shown else []
    return " · ".join(notes)


def filling(room: Room, tables: Sequence[Sent]) -> Markup:
    """The grid, each cell as deep in colour as many have filled it in, and the curtain before what will be computed."""
    curtain = markup.paragraph(said("wall.curtain"), "curtained")
    if len(room.words) > MAX_GRID:
        return curtain
    filled = np.mean([sent.table.considered for sent in tables], axis=0)
    rows = []
    for i, word in enumerate(room.words):
        cells = [markup.cell("", *shade(i == j, filled[i, j])) for j in range(len(room.words))]
        rows.append([word, *cells])
    grid = markup.table(["", *room.words], rows, kind="filling", caption="")
    return Markup('<div class="wall">{}{}</div>').format(grid, curtain)


def shade(itself: bool, share: float) -> tuple[str, str]:
    """Class and style of a cell that this share of the class has filled in."""
    return ("self", "") if itself else ("", f"background:rgba(47,136,186,{0.12 + 0.8 * share:.2f})" if share else "")


def revealed_rows(room: Room, tables: Sequence[Sent]) -> None:
    """Class and model of one row side by side, the pair that divides the class most, and all tables once all rows are open."""
    try:
        revealed = revealed_in(room.code, room.revision)
    except AttentionError as error:
        tell_error(error, state.remark)
        return
    row = row_looked_at(room, revealed)
    with st.container(key="wall_row"):
        st.html(divided(room, revealed) + duel(room, revealed, row))
    if len(revealed.model) == len(room.words):
        fold("wall.all", lambda: overview(room, tables, empty=said("desk.all_hidden")))


def duel(room: Room, revealed: Revealed, row: int) -> Markup:
    """One query's row: the class's shares to the left, the model's to the right of each word."""
    mean, model = class_shares(room, revealed)[row], revealed.model[row]
    top = max(float(np.max(mean)), max(model), 1e-9)
    rows = []
    for j, word in enumerate(word_names(room.words)):
        if j != row or model[j] > 0:
            name = Markup('<th scope="row">{}</th>').format(word)
            rows.append([bar(float(mean[j]), top, "class"), name, bar(model[j], top, "model")])
    head = [said("wall.class"), word_name(room.words, row), said("wall.model")]
    return markup.heading(said("wall.row", query=word_name(room.words, row))) + markup.table(head, rows, kind="duel")


def bar(share: float, top: float, whose: str) -> Markup:
    """A bar as long as its share of `top`, and the share in words."""
    style = f"width:{82 * share / top:.1f}%"
    return Markup('<td><span><i class="{}" style="{}"></i>{}</span></td>').format(whose, style, f"{share:.0%}")


def divided(room: Room, revealed: Revealed) -> Markup:
    """The pair on which the class is divided most, among the rows that are open, in a sentence."""
    split = most_divided(revealed.tables, revealed.model)
    if split is None:
        return markup.NO_HTML
    query, key = (word_name(room.words, i) for i in (split.query, split.key))
    counts = {"much": split.much, "some": split.some, "nothing": split.nothing}
    return markup.paragraph(said("wall.divided", query=query, key=key, **counts), "divided")
