"""Matrices typed in: what is refused, and what follows the words and the widths."""

from __future__ import annotations

import numpy as np
import pytest

from attention.errors import ShapeError, TypedError
from attention.sources.typed_matrices import (
    BOARD_WORDS,
    MAX_DIMENSIONS,
    MAX_TYPED_WORDS,
    Typed,
    board_example,
    carry_matrices,
    with_arrays,
    with_edit,
    with_size,
)


def test_words_that_stay_keep_their_row_and_new_ones_get_zeros() -> None:
    typed = carry_matrices(board_example(), ("大", "猫", "鱼"))
    np.testing.assert_array_equal(typed.X, [[0, 0, 0], [1, 0, 0], [1, 0, 1]])


def test_the_same_word_twice_is_known_by_its_place() -> None:
    first = with_arrays(carry_matrices(board_example(), ("猫", "猫")), {"X": np.array([[1, 2, 3], [4, 5, 6]])})
    np.testing.assert_array_equal(carry_matrices(first, ("猫", "吃", "猫")).X, [[1, 2, 3], [0, 0, 0], [4, 5, 6]])


def test_more_words_than_fit_on_a_board_are_refused() -> None:
    carry_matrices(board_example(), ["词"] * MAX_TYPED_WORDS)
    with pytest.raises(TypedError):
        carry_matrices(board_example(), ["词"] * (MAX_TYPED_WORDS + 1))


def test_a_change_of_width_keeps_what_fits() -> None:
    wide = with_size(board_example(), d_model=4, d_k=2, d_v=3)
    assert (wide.X.shape, wide.W_Q.shape, wide.W_K.shape, wide.W_V.shape) == ((3, 4), (4, 2), (4, 2), (4, 3))
    np.testing.assert_array_equal(wide.W_V[:3, :2], board_example().W_V)
    np.testing.assert_array_equal(wide.X[:, 3], 0)
    with pytest.raises(ShapeError):
        with_size(board_example(), d_model=MAX_DIMENSIONS + 1)


@pytest.mark.parametrize("value", [np.nan, np.inf, 1001, -1001])
def test_numbers_out_of_range_are_refused(value: float) -> None:
    with pytest.raises(TypedError):
        with_arrays(board_example(), {"W_V": np.array([[value, 0], [0, 0], [0, 0]])})


@pytest.mark.parametrize("value", [1000, -1000])
def test_the_largest_numbers_are_taken(value: float) -> None:
    assert with_arrays(board_example(), {"W_V": np.array([[value, 0], [0, 0], [0, 0]])}).W_V[0, 0] == value


def test_a_matrix_of_another_shape_is_refused() -> None:
    with pytest.raises(ShapeError):
        with_arrays(board_example(), {"W_V": np.array([[1, 2]])})
    with pytest.raises(ShapeError):
        Typed(BOARD_WORDS, np.ones((2, 3)), np.ones((3, 2)), np.ones((3, 2)), np.ones((3, 2)))


def test_a_change_leaves_the_old_one_as_it_was() -> None:
    old = board_example()
    with_arrays(old, {"X": np.array(np.zeros((3, 3)).tolist())})
    assert old.X[0, 0] == 1


EDIT = (0, 1, 7.0)


def edited(typed: Typed, name: str) -> Typed:
    """As it is where nothing has changed meanwhile."""
    return with_edit(typed, typed.words, name, [EDIT])


def test_an_edit_changes_its_cell_alone() -> None:
    board = board_example()
    X = edited(board, "X").X
    assert np.argwhere(X != board.X).tolist() == [[0, 1]]
    assert X[0, 1] == 7


def test_an_edit_that_comes_after_the_words_changed_goes_with_its_word() -> None:
    seen = carry_matrices(board_example(), ("鱼", "鱼", "猫"))
    late = carry_matrices(with_edit(carry_matrices(seen, ("鱼", "猫")), seen.words, "X", [EDIT]), ("鱼", "猫"))
    early = carry_matrices(edited(seen, "X"), ("鱼", "猫"))
    np.testing.assert_array_equal(late.X, early.X)
    assert late.X[0, 1] == 7


def test_an_edit_of_W_does_not_care_for_the_words() -> None:
    assert with_edit(carry_matrices(board_example(), ("大", "猫")), BOARD_WORDS, "W_Q", [EDIT]).W_Q[0, 1] == 7


@pytest.mark.parametrize("d_k", [1, 2, 6])
def test_an_edit_that_comes_after_the_widths_changed_keeps_what_fits(d_k: int) -> None:
    late = with_edit(with_size(board_example(), d_k=d_k), BOARD_WORDS, "W_Q", [EDIT])
    early = with_size(edited(board_example(), "W_Q"), d_k=d_k)
    np.testing.assert_array_equal(late.W_Q, early.W_Q)
