"""自己输入: X, W_Q, W_K and W_V in small grids."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from attention.errors import TypedError
from attention.session.board import Board, with_board_example
from attention.sources.typed_matrices import (
    MAX_DIMENSIONS,
    MAX_TYPED_WORDS,
    TYPED,
    Typed,
    carry_matrices,
    with_edit,
    with_size,
)
from pages.ui.frame import inputs, markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.widgets.grid_editor import is_entry, matrix_editor, new_edits

EPOCH = "typed_epoch"
"""Under this key: how often all matrices were exchanged for others."""


def typed_matrices() -> None:
    """The four matrices, with their widths; nothing but a sentence where the sentence has too many words."""
    try:
        typed = carry_matrices(board().typed, board().words)
    except TypedError as error:
        st.info(markup.unmarked(said("error.TypedError", name=error.name)))
        return
    with st.container(key="typed"):
        widths(typed)
        for pair in (("X", "W_V"), ("W_Q", "W_K")):
            for column, name in zip(st.columns(2), pair, strict=True):
                with column:
                    grid(name, typed)


def widths(typed: Typed) -> None:
    for column, name in zip(st.columns(3), ("d_model", "d_k", "d_v"), strict=True):
        binding = inputs.of_board(f"typed_{name}", getattr(typed, name), partial(put_width, name))
        with column:
            inputs.number_box(name, binding, 1, MAX_DIMENSIONS)


def put_width(name: str, board: Board, width: float) -> Board:
    return put_matrices(board, with_size(carry_matrices(board.typed, board.words), **{name: int(width)}))


def grid(name: str, typed: Typed) -> None:
    matrix = getattr(typed, name)
    st.caption(f"{name} ({' × '.join(map(str, matrix.shape))})")
    key = f"typed_grid_{name}"
    matrix_editor(
        name,
        matrix,
        words=typed.words,
        of=str(state.value(EPOCH, 0)),
        receipt=state.value(f"{key}_receipt", ""),
        key=key,
        rows=typed.words if name == "X" else (),
        labels={"cell": said("typed.cell"), "refused": said("typed.refused")},
        on_edit=partial(take_matrix, name, key),
    )


def take_matrix(name: str, key: str) -> None:
    """Put what was typed onto the board, unless the matrices have been exchanged meanwhile."""
    edits = new_edits(state.value(key), state.value(f"{key}_receipt", ""), allowed=is_entry, size=MAX_DIMENSIONS)
    if edits is None:
        return
    for batch in edits.batches:
        if batch.of == str(state.value(EPOCH, 0)) and len(batch.words) <= MAX_TYPED_WORDS:
            state.edit(lambda board, of=batch: put_matrices(board, with_edit(board.typed, of.words, name, of.cells)))
    state.keep(f"{key}_receipt", edits.receipt)


def put_matrices(board: Board, typed: Typed) -> Board:
    return replace(board, typed=typed, source=TYPED.name)


def put_board_example() -> None:
    """The small example that a class can work out by hand; the grids are filled anew."""
    state.edit(with_board_example)
    state.keep(EPOCH, state.value(EPOCH, 0) + 1)
