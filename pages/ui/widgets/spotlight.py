"""The sentence below the tables that reads the row which is looked at, and the answers of the computed table's picture.

Pointing, tapping and arrow keys light a row of both tables and its arcs in the browser alone (pointing.js). Only a click on a
cell, or Enter, comes to the server: `chosen_cell`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pages.ui.widgets.component import load_component


def spotlight(
    words: Sequence[str],
    readings: Sequence[str],
    *,
    key: str,
    of: str,
    invitation: str = "",
    choosable: bool,
    covered: bool,
    labels: Mapping[str, str],
    on_cell: Callable[[], None],
) -> None:
    """words: those with a row in the table; readings: a sentence for each row, or none where there are too many.

    of: which table it is. invitation: stands there while no row is looked at, else the last row's sentence does. choosable: a
    cell's steps can be shown. covered: nothing points at the picture. labels: rows (what the arrow keys choose), cell (gaps key,
    value).
    """
    data = {
        "words": list(words), "readings": list(readings), "of": of, "invitation": invitation, "choosable": choosable,
        "covered": covered,
        "labels": dict(labels),
    }  # fmt: skip
    _spotlight(key=key, data=data, on_cell_change=on_cell)


def chosen_cell(state: object, of: str, n: int) -> tuple[int, int] | None:
    """The cell (row, column) in the component's `state`, if it is one of this table with n words."""
    cell = state.get("cell") if isinstance(state, Mapping) else None
    if not isinstance(cell, Mapping) or cell.get("of") != of:
        return None
    i, j = cell.get("i"), cell.get("j")
    return (i, j) if type(i) is int and type(j) is int and 0 <= i < n and 0 <= j < n else None


_spotlight = load_component("spotlight")
