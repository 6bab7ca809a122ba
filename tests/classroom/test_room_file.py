"""A room as files: all tables and what they say together, hostile words as they are, and nothing about who sent them."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import numpy as np
import pytest

from attention.classroom.places import open_place
from attention.classroom.room_file import ROOM_FORMAT, room_csv, room_json
from attention.classroom.rooms import Room, Sent
from attention.classroom.store import Store

WORDS = ["=1+1", "公园", "公园", '"<b>,']


@pytest.fixture
def room() -> tuple[Room, tuple[Sent, ...]]:
    store = Store(open_place("memory:"), clock=lambda: 1_700_000_000.0)
    opened = store.open_room(WORDS)
    for i, value in enumerate((0.1, 0.9, 0.5)):
        cells = np.full((4, 4), np.nan)
        cells[0, 1:] = value
        store.send(opened.room.code, f"{i:032x}", cells)
    store.hide(opened.room.code, opened.secret, 3)
    return store.room(opened.room.code), store.tables(opened.room.code, opened.secret)


def lines(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


def test_the_json_holds_every_table_and_the_mean_of_the_visible_ones(room: tuple[Room, Any]) -> None:
    content = json.loads(room_json(*room))
    assert content["format"] == ROOM_FORMAT
    assert content["words"] == WORDS
    assert content["opened"] == "2023-11-14T22:13:20+00:00"
    assert [(one["number"], one["hidden"], one["values"][0][1]) for one in content["tables"]] == [
        (1, False, 0.1),
        (2, False, 0.9),
        (3, True, 0.5),
    ]
    assert content["mean"][0] == [None, *[pytest.approx(0.5)] * 3]
    assert content["spread"][0][1] == pytest.approx(0.4)
    assert content["counts"][0] == [0, 2, 2, 2]
    assert content["versions"]


def test_the_csv_has_one_line_a_cell_and_no_formula(room: tuple[Room, Any]) -> None:
    head, *rows = lines(room_csv(*room))
    assert head == ["表", "已隐藏", "查询序号", "查询", "键序号", "键", "值"]
    assert len(rows) == 3 * 3 + 3 + 3
    assert rows[0] == ["1", "0", "1", "'=1+1", "2", "公园", "0.1"]
    assert rows[8] == ["3", "1", "1", "'=1+1", "4", '"<b>,', "0.5"]
    assert rows[9][0] == "平均"
    assert rows[-1] == ["标准差", "0", "1", "'=1+1", "4", '"<b>,', "0.4"]
    assert lines(room_csv(*room, language="en"))[0][0] == "table"


def test_no_file_says_who_sent_a_table_or_how_to_steer_the_room(room: tuple[Room, Any]) -> None:
    for data in (room_json(*room), room_csv(*room)):
        assert room[0].lock.encode() not in data
        assert b"00000000" not in data


def test_an_empty_room_is_a_file_too() -> None:
    store = Store(open_place("memory:"))
    opened = store.open_room(WORDS)
    assert json.loads(room_json(opened.room, ()))["tables"] == []
    assert len(lines(room_csv(opened.room, ()))) == 1
