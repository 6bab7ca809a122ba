"""Whatever a browser sends in a component's name: it is a message that fits, or nothing."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import AttentionError
from attention.link import unpack
from attention.types import HandTable
from pages.ui.widgets.hand_editor import apply_edits
from pages.ui.widgets.matrix_editor import edited_matrix
from pages.ui.widgets.phone_table import sent_in
from pages.ui.widgets.pocket import found_in
from pages.ui.widgets.token_chips import chip_event
from tests.fuzz.conftest import cases
from tests.fuzz.hostile import json_like, texts

WORDS = ("我", "去", "公园", "去")

numbers = st.one_of(st.integers(-3, 6), st.floats(-1, 2), st.just(float("nan")), st.none(), texts)
edits = st.lists(st.one_of(st.lists(numbers, max_size=6), json_like(3)), max_size=5)
batches = st.fixed_dictionaries({}, optional={"words": st.one_of(st.just(list(WORDS)), json_like(4)), "edits": edits})
messages = st.one_of(
    json_like(),
    st.fixed_dictionaries(
        {},
        optional={
            "edits": st.one_of(
                st.fixed_dictionaries({}, optional={"client": texts, "batches": st.lists(batches, max_size=3)}),
                json_like(4),
            ),
            "event": st.fixed_dictionaries(
                {},
                optional={
                    "words": st.one_of(st.just(list(WORDS)), json_like(4)),
                    "action": st.one_of(st.sampled_from(["merge", "split"]), json_like(2)),
                    "i": numbers,
                    "at": numbers,
                },
            ),
            "values": json_like(4),
            "matrix": json_like(4),
            "revision": texts,
            "sent": json_like(5),
            "found": json_like(5),
        },
    ),
)


@cases(12)
@given(messages)
def test_the_hand_tables_editor(message: object) -> None:
    table = HandTable(WORDS, np.full((4, 4), 0.5))
    edited = apply_edits(message, table)
    if edited:
        assert edited.table.words == WORDS
        values = edited.table.values
        assert (np.isnan(values) | ((values >= 0) & (values <= 1))).all()


@cases(8)
@given(messages)
def test_the_chips(message: object) -> None:
    event = chip_event(message, WORDS)
    if event:
        assert 0 <= event.i < len(WORDS)
        assert event.action == "merge" or 0 < event.at < len(WORDS[event.i])


@cases(8)
@given(messages, texts)
def test_the_matrix_editor(message: object, revision: str) -> None:
    found = edited_matrix(message, revision)
    assert found is None or all(isinstance(value, float) for row in found for value in row)


@cases(8)
@given(messages)
def test_a_students_table(message: object) -> None:
    sent = sent_in(message)
    assert sent is None or isinstance(sent.values, list)


@cases(8)
@given(messages)
def test_what_a_browser_remembers(message: object) -> None:
    found_in(message)


@cases(12)
@given(st.one_of(texts, st.text("ABCDEFabcdef0123456789-_=", max_size=300)))
def test_a_link(packed: str) -> None:
    try:
        opened = unpack(packed)
    except AttentionError:
        return
    assert opened.board.words or opened.board.is_empty
