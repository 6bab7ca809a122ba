"""Whatever a browser sends in a component's name: it is a message that fits, or nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import AttentionError
from attention.hand.table import with_cells
from attention.session.board import Board, opening_board, with_hand, with_text
from attention.session.share_link import encode, pack, state_of, unpack
from attention.types import HandTable
from pages.ui.widgets.grid_editor import is_entry, new_edits
from pages.ui.widgets.pocket import found_in
from pages.ui.widgets.token_chips import chip_event
from tests.fuzz.conftest import cases
from tests.fuzz.hostile import json_like, swapped, texts

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
            "revision": texts,
            "found": json_like(5),
        },
    ),
)


@cases(12)
@given(messages)
def test_the_hand_tables_editor(message: object) -> None:
    found = new_edits(message)
    for batch in found.batches if found else ():
        cells = np.array(batch.cells)
        assert (cells[:, :2] < len(batch.words)).all()
        HandTable(
            tuple(map(str, range(len(batch.words)))), with_cells(np.full((len(batch.words),) * 2, 0.5), batch.cells)
        )


@cases(8)
@given(messages)
def test_the_chips(message: object) -> None:
    event = chip_event(message, WORDS)
    if event:
        assert 0 <= event.i < len(WORDS)
        assert event.action == "merge" or 0 < event.at < len(WORDS[event.i])


@cases(8)
@given(messages)
def test_the_matrix_editor(message: object) -> None:
    found = new_edits(message, allowed=is_entry, size=8)
    for batch in found.batches if found else ():
        assert batch.cells
        assert all(i < 8 and j < 8 and abs(value) <= 1000 for i, j, value in batch.cells)


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


def a_board() -> Board:
    board = with_text(opening_board(), "我去公园")
    values = np.random.default_rng(0).random((len(board.words),) * 2).round(6)
    return replace(with_hand(board, HandTable(board.words, values)), seed=7)


A_LINK = pack(a_board()) or ""


@cases(12)
@given(swapped(state_of(a_board())))
def test_a_link_with_one_value_of_another_kind(state: Any) -> None:
    """It opens as a board like any other, and what was changed is used as it is, or dropped and said."""
    packed = encode(state) if isinstance(state, dict) else None
    if packed is None:
        return
    try:
        opened = unpack(packed)
    except AttentionError:
        return
    values = opened.board.hand.values
    assert (np.isnan(values) | ((values >= 0) & (values <= 1))).all()
    assert type(opened.board.seed) is int
    if "h" in state and "h" not in opened.dropped and not opened.board.is_empty:
        assert all(type(i) is int for i in [state["h"][0], *state["h"][1::2]])
        assert all(value is None or type(value) in (int, float) for value in state["h"][2::2])
