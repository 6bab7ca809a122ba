"""A small matrix to be edited in place, up to 8×8: one field a number, by mouse, keyboard and touch.

The browser sends the whole matrix at each change, with the revision that it was filled from; a matrix that belongs to an older
revision is not taken. So no edit is lost, and none falls into a matrix that was exchanged meanwhile.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attention.typed import LARGEST
from attention.types import Floats
from pages.ui.widgets.component import load_component

_matrix_editor = load_component("matrix_editor")


def edited_matrix(state: object, revision: str) -> list[list[float]] | None:
    """What the component's `state` holds, where it belongs to `revision`: rows of numbers, else None."""
    message = state.get("matrix") if isinstance(state, Mapping) else None
    if not isinstance(message, Mapping) or message.get("revision") != revision:
        return None
    rows = message.get("values")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        return None
    if not all(
        isinstance(x, int | float) and not isinstance(x, bool) and abs(x) <= LARGEST for row in rows for x in row
    ):
        return None
    return [[float(x) for x in row] for row in rows]


def matrix_revision(name: str, words: Sequence[str], shape: tuple[int, ...], epoch: int) -> str:
    """Names what the fields were filled from: it changes with the words, the shape, and whatever the server exchanged."""
    return hashlib.blake2b(
        repr((name, list(words), shape, epoch)).encode("utf8", "surrogatepass"), digest_size=8
    ).hexdigest()


def matrix_editor(
    name: str,
    values: Floats,
    *,
    revision: str,
    key: str,
    rows: Sequence[str] = (),
    labels: Mapping[str, str],
    on_edit: Callable[[], None],
) -> None:
    """Draw the matrix `name`. rows: names of the rows, such as the words. labels: cell (gaps name, row, column) and refused
    (gaps typed, old). on_edit: called at the start of the run that a change causes; it reads `edited_matrix`."""
    data: dict[str, Any] = {
        "name": name,
        "values": values.tolist(),
        "rows": list(rows),
        "revision": revision,
        "labels": dict(labels),
        "limit": LARGEST,
    }
    _matrix_editor(key=key, data=data, on_matrix_change=on_edit)
