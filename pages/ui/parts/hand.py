"""The hand table, edited where it stands, and its buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from attention.hand.table import normalised, symmetric
from attention.session.board import Board, example_table, fresh_table, with_hand, with_redo, with_undo
from attention.types import Floats, HandTable
from attention.words.readings import readings
from pages.ui.frame import state
from pages.ui.frame.page import labels_of, said
from pages.ui.frame.state import board
from pages.ui.parts.show import figure_size, measures, palette
from pages.ui.widgets.grid_editor import hand_editor


def hand_table_editor(
    shown: tuple[int, ...] | None = None, *, differences: Floats | None = None, look: dict[str, Any] | None = None
) -> None:
    """The table of the words `shown`, else of all, and what can be done to it as a whole. differences: computed − hand, between
    the words shown. look: how large the picture beside it is."""
    table, view = board().hand, board().view
    shown = tuple(range(len(table))) if shown is None else shown
    hand_editor(
        table, key=state.EDITOR, receipt=state.receipt(), labels=labels_of("grid"), scale=palette().weights, shown=shown,
        layout=measures([table.words[i] for i in shown], look or figure_size()), differences=differences,
        titles=[" · ".join(filter(None, (word, *said))) for word, said in zip(table.words, readings(table.words), strict=True)]
        if view.readings else (),
        shares=view.normalise_hand, covered=board().covered, on_edit=state.take_hand_edits,
    )  # fmt: skip
    with st.container(key="hand_buttons", horizontal=True):
        button("undo", with_undo, disabled=not board().undo)
        button("redo", with_redo, disabled=not board().redo)
        table_button("symmetric", lambda board: symmetric(board.hand))
        table_button("normalise", lambda board: normalised(board.hand))
        if example_table(board()):
            table_button("example", lambda board: example_table(board) or board.hand)
        table_button("fresh", fresh_table)


def button(name: str, change: Callable[[Board], Board], *, disabled: bool = False) -> None:
    st.button(
        said(f"editor.{name}"), key=f"hand_{name}", help=said(f"editor.{name}.help"), disabled=disabled,
        on_click=state.edit, args=(change,), type="tertiary",
    )  # fmt: skip


def table_button(name: str, make: Callable[[Board], HandTable]) -> None:
    """A button that replaces the hand table by what `make` gives."""
    button(name, lambda board: with_hand(board, make(board)))
