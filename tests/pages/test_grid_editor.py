"""The grid editor's protocol: each edit counts once, on the table that the visitor saw; what no editor sends is left out."""

from __future__ import annotations

from math import isnan
from typing import Any

import pytest

from pages.ui.widgets.grid_editor import Batch, Edits, is_entry, new_edits


def state(*edits: list[Any], client: str = "a", words: str = "甲 乙 丙", **more: Any) -> dict[str, Any]:
    return {"edits": {"client": client, "batches": [{"words": words.split(), "edits": list(edits), **more}]}}


def test_each_edit_is_new_once() -> None:
    first = new_edits(state([1, 0, 1, 0.9], [2, 1, 2, None]))
    assert first is not None
    assert first.receipt == "a:2"
    one, other = first.batches
    assert one == Batch(("甲", "乙", "丙"), "", ((0, 1, 0.9),))
    assert other.cells[0][:2] == (1, 2)
    assert isnan(other.cells[0][2])
    assert new_edits(state([1, 0, 1, 0.9], [2, 1, 2, None]), first.receipt) is None
    second = new_edits(state([2, 1, 2, None], [3, 2, 2, 0.5]), first.receipt)
    assert second == Edits((Batch(("甲", "乙", "丙"), "", ((2, 2, 0.5),)),), "a:3")


def test_cells_of_one_number_are_one_step_and_undoing_is_a_step_between() -> None:
    edits = new_edits(
        state([1, 0, 1, 0.9], [1, 1, 2, 0.5], [2, "undo"], [3, 2, 0, 0.1], [4, "redo"], [5, "drop"], ["6", "undo"])
    )
    assert edits is not None
    assert edits.receipt == "a:4"
    words = ("甲", "乙", "丙")
    pasted, typed = ((0, 1, 0.9), (1, 2, 0.5)), ((2, 0, 0.1),)
    steps = [(pasted, ""), ((), "undo"), (typed, ""), ((), "redo")]
    assert list(edits.batches) == [Batch(words, "", cells, act) for cells, act in steps]


def test_another_client_begins_anew() -> None:
    edits = new_edits(state([1, 0, 0, 0.4], client="b"), "a:7")
    assert edits is not None
    assert edits.receipt == "b:1"


def test_a_batch_says_which_table_it_is() -> None:
    edits = new_edits(state([1, 0, 0, 0.4], of="K7M3PX.1"))
    assert edits is not None
    assert edits.batches[0].of == "K7M3PX.1"


def test_a_message_that_no_editor_sends_is_little_work() -> None:
    many = [{"words": ["甲"] * 5000, "edits": [[k, 0, 0, 0.5]]} for k in range(1, 500)]
    assert new_edits({"edits": {"client": "a", "batches": many}}) == Edits((), "a:499")


@pytest.mark.parametrize("value", [1.5, -0.1, "0.5", True, float("inf"), [1], 10**400])
def test_a_value_that_no_hand_table_has_is_left_out(value: Any) -> None:
    edits = new_edits(state([1, 0, 1, value], [2, 0, 9, 0.5], [3, 0, 0, 0.5]))
    assert edits == Edits((Batch(("甲", "乙", "丙"), "", ((0, 0, 0.5),)),), "a:3")


@pytest.mark.parametrize("value", [None, 1001, -(10**400), "1", True, float("nan")])
def test_a_value_that_no_matrix_has_is_left_out(value: Any) -> None:
    edits = new_edits(state([1, 0, 1, value], [2, 8, 0, 3], [3, 7, 7, -3.5]), allowed=is_entry, size=8)
    assert edits == Edits((Batch(("甲", "乙", "丙"), "", ((7, 7, -3.5),)),), "a:3")


@pytest.mark.parametrize(
    "message",
    [
        None,
        {},
        {"edits": None},
        {"edits": []},
        {"edits": {"client": "a", "batches": [1, {"edits": [[1]]}]}},
        {"edits": {"client": "a", "batches": [{"words": ["甲"], "edits": [[10**5000, 0, 0, 0.5], [1, -1, 0, 0.5]]}]}},
    ],
)
def test_what_is_malformed_does_no_harm(message: Any) -> None:
    assert new_edits(message, "nonsense") is None
