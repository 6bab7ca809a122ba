"""The hand table, edited where it stands, and its buttons."""

from __future__ import annotations

from typing import Any

from attention.session.board import acts
from attention.types import Floats
from pages.ui.frame import state
from pages.ui.frame.page import labels_of
from pages.ui.frame.state import board
from pages.ui.parts.show import figure_size, measures, palette, word_titles
from pages.ui.widgets.grid_editor import hand_editor


def hand_table_editor(
    shown: tuple[int, ...] | None = None, *, differences: Floats | None = None, look: dict[str, Any] | None = None
) -> None:
    """The table of the words `shown`, else of all, and what can be done to it as a whole. differences: computed − hand, between
    the words shown. look: how large the picture beside it is."""
    table, view, texts = board().hand, board().view, labels_of("editor")
    shown = tuple(range(len(table))) if shown is None else shown
    hand_editor(
        table, key=state.EDITOR, receipt=state.receipt(), labels=labels_of("grid"), scale=palette().weights, shown=shown,
        layout=measures([table.words[i] for i in shown], look or figure_size()), differences=differences,
        titles=word_titles(table.words),
        shares=view.normalise_hand, covered=board().covered, on_edit=state.take_hand_edits,
        acts=[(act, texts[act], texts[f"{act}.help"], now) for act, now in acts(board()).items()],
    )  # fmt: skip
