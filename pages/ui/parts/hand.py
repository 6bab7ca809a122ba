"""The hand table's editor and its buttons."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from attention.figures.colours import WEIGHTS
from attention.hand.table import normalised, symmetric
from attention.session.board import Board, example_table, fresh_table, with_hand
from attention.types import HandTable
from pages.ui.frame import state
from pages.ui.frame.page import said, write_heading
from pages.ui.frame.state import board
from pages.ui.widgets.grid_editor import HAND_LABELS, hand_editor


def hand_table_editor() -> None:
    """The table to be edited in place, and what can be done to it as a whole."""
    with st.container(key="hand_editor"):
        write_heading("editor.title")
        labels = {name: said(f"grid.{name}") for name in HAND_LABELS}
        hand_editor(
            board().hand, key=state.EDITOR, receipt=state.receipt(), labels=labels, scale=WEIGHTS,
            on_edit=state.take_hand_edits,
        )  # fmt: skip
        with st.container(key="hand_buttons", horizontal=True):
            button("symmetric", lambda board: symmetric(board.hand))
            button("normalise", lambda board: normalised(board.hand))
            if example_table(board()):
                button("example", lambda board: example_table(board) or board.hand)
            button("fresh", fresh_table)


def button(name: str, make: Callable[[Board], HandTable]) -> None:
    """A button that replaces the hand table by what `make` gives."""
    st.button(
        said(f"editor.{name}"), key=f"hand_{name}", help=said(f"editor.{name}.help"),
        on_click=lambda: state.edit(lambda board: with_hand(board, make(board))),
    )  # fmt: skip
