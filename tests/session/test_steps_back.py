"""Undo and redo of the hand table, and the cover over the computed one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.hand.examples import examples
from attention.hand.table import blank_table, normalised, symmetric, with_values
from attention.session.board import (
    MAX_STEP_CELLS,
    MAX_STEPS,
    Board,
    fresh_table,
    opening_board,
    with_board_example,
    with_edits,
    with_example,
    with_guess_first,
    with_hand,
    with_redo,
    with_step,
    with_text,
    with_undo,
)
from attention.session.share_link import pack, unpack
from attention.types import HandTable

CHANGES = (
    lambda board: with_edits(board, board.words, [(0, 1, 0.4)]),
    lambda board: with_edits(board, board.words, [(0, 1, 0.7), (2, 0, 0.6)]),
    lambda board: with_hand(board, symmetric(board.hand)),
    lambda board: with_hand(board, normalised(board.hand)),
    lambda board: with_hand(board, fresh_table(board)),
)
steps = st.lists(st.sampled_from(range(len(CHANGES))), max_size=8)


def same(one: HandTable, other: HandTable) -> bool:
    return one.words == other.words and np.array_equal(one.values, other.values, equal_nan=True)


@given(steps)
def test_every_change_can_be_taken_back_and_made_again(taken: list[int]) -> None:
    boards = [opening_board()]
    for k in taken:
        after = CHANGES[k](boards[-1])
        if not same(after.hand, boards[-1].hand):
            boards.append(after)
    board = boards[-1]
    for earlier in reversed(boards[:-1]):
        board = with_undo(board)
        assert same(board.hand, earlier.hand)
    assert with_undo(board) is board
    for later in boards[1:]:
        board = with_redo(board)
        assert same(board.hand, later.hand)
    assert with_redo(board) is board


def test_a_change_after_undoing_ends_the_way_forward() -> None:
    board = CHANGES[0](opening_board())
    board = CHANGES[1](with_undo(board))
    assert with_redo(board) is board


def test_what_changes_nothing_is_no_step() -> None:
    board = opening_board()
    assert with_hand(board, board.hand) is board


def test_undoing_goes_to_the_words_that_stayed() -> None:
    board = with_edits(opening_board(), opening_board().words, [(1, 0, 0.3)])
    board = with_text(board, "他喜欢在周末去公园散步")
    board = with_undo(board)
    assert board.words[0] == "他"
    row = dict(zip(board.words, board.hand.values[1], strict=True))
    assert row["散步"] == 0.9, "as the example has it"
    assert row["他"] == 0.1, "a new word"


def test_steps_are_limited_in_number_and_in_cells_but_the_last_one_stays() -> None:
    small, large = blank_table(["我", "去"]), blank_table(["词"] * 400)
    assert len(with_step((small,) * MAX_STEPS, small)) == MAX_STEPS
    assert with_step((small, large), large) == (large,)
    assert large.values.size > MAX_STEP_CELLS
    assert with_step((small,), blank_table(["词"] * 316))[-1].values.size == 316**2
    assert len(with_step((small,), blank_table(["词"] * 316))) == 2


def test_undo_does_not_travel_in_a_link() -> None:
    board = unpack(pack(CHANGES[0](opening_board())) or "").board
    assert (board.undo, board.redo) == ((), ())
    assert board.hand.values[0, 1] == 0.4


# The cover


def typed(*texts: str) -> Board:
    board = opening_board()
    for text in texts:
        board = with_text(board, text)
    return board


def test_a_sentence_of_ones_own_begins_covered_and_an_example_does_not() -> None:
    assert not opening_board().covered
    board = typed("小猫在窗台上睡觉")
    assert board.covered
    assert not with_example(board, examples()[1]).covered
    assert not with_board_example(board).covered
    assert not unpack(pack(board) or "").board.covered


def test_a_change_of_a_few_words_covers_and_lifts_nothing() -> None:
    assert not typed("我喜欢在周末去海边散步").covered
    board = typed("小猫在窗台上睡觉")
    filled = with_hand(board, with_values(board.hand, [(0, 1, 0.9)]))
    assert filled.covered, "one may fill in more than a row before one looks"
    assert with_text(filled, "小猫在窗台上睡觉了").covered


def test_letter_by_letter_it_stays_covered_and_once_lifted_it_stays_lifted() -> None:
    texts = [("小猫在窗台上睡觉")[:n] for n in range(1, 9)]
    assert all(typed(*texts[:n]).covered for n in range(1, len(texts)))
    lifted = with_guess_first(typed(*texts[:6]), False)
    assert not with_text(lifted, texts[6]).covered


@pytest.mark.parametrize("wished", [True, False])
def test_who_does_not_want_to_guess_first_need_not(wished: bool) -> None:
    board = with_guess_first(opening_board(), wished)
    assert with_text(board, "小猫在窗台上睡觉").covered is wished
    assert not with_text(board, "小明昨天去了学校他今天也去了学校").covered, "its table is known"
