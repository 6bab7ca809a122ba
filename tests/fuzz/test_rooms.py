"""Whatever is asked of the classroom's store: it answers, or refuses with one of our errors; nobody sees or steers by chance."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from attention.classroom.places import open_place
from attention.classroom.store import Store
from attention.errors import AttentionError
from tests.fuzz.conftest import cases
from tests.fuzz.hostile import json_like, texts

WORDS = ("我", "去", "公园")
cells = st.one_of(st.floats(), st.none(), st.floats(0, 1), texts)
tables = st.one_of(st.lists(st.lists(cells, min_size=3, max_size=3), min_size=3, max_size=3), json_like(4))


@cases(8)
@given(texts, texts, texts, tables)
def test_only_whole_tables_of_the_rooms_words_are_kept(code: str, student: str, secret: str, table: Any) -> None:
    store = Store(open_place("memory:"))
    opened = store.open_room(WORDS)
    room = opened.room.code
    for ask in (
        lambda: store.find(code, address=student),
        lambda: store.send(code, student, table),
        lambda: store.send(room, student, table),
        lambda: store.tables(room, secret),
        lambda: store.steer(code, secret),
        lambda: store.hide(room, secret, 1),
        lambda: store.delete(room, secret),
        lambda: store.revealed(room),
        lambda: store.vote(room, student, code, secret),
        lambda: store.ask(room, secret, code),
    ):
        try:
            ask()
        except AttentionError:
            continue
    kept = store.tables(room, opened.secret)  # the room is still there, whatever was tried
    for sent in kept:
        values = sent.table.values
        assert sent.table.words == WORDS
        assert (np.isnan(values) | ((values >= 0) & (values <= 1))).all()


@cases(4)
@given(st.lists(texts, max_size=6))
def test_words_of_a_room(words: list[str]) -> None:
    store = Store(open_place("memory:"))
    try:
        room = store.open_room(words).room
    except AttentionError:
        return
    assert all(word and not word.isspace() for word in room.words)
