"""A small matrix to be edited in place, up to 8×8: one field a number, by mouse, keyboard and touch.

The browser sends the whole matrix at each change, with what it was filled from: the words of the visitor's sentence, and the
epoch, which counts how often all matrices were exchanged for others. A matrix of an older epoch is not taken; one of other words
is, as `with_edit` says. So no edit is lost, and none falls into a matrix that was exchanged meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from attention.sources.typed_matrices import LARGEST, MOST_WORDS
from attention.types import Floats
from pages.ui.widgets.component import load_component

_matrix_editor = load_component("matrix_editor")


@dataclass(frozen=True)
class EditedMatrix:
    """What the visitor saw and made of it: the sentence's words, and the rows of the matrix, all of one length."""

    words: tuple[str, ...]
    values: list[list[float]]


def edited_matrix(state: object, epoch: int) -> EditedMatrix | None:
    """What the component's `state` holds, where it belongs to this epoch; else None, as for what no editor sends."""
    message = state.get("matrix") if isinstance(state, Mapping) else None
    if not isinstance(message, Mapping) or message.get("epoch") != epoch:
        return None
    rows, words = message.get("values"), message.get("words")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        return None
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and row for row in rows):
        return None
    numbers = [x for row in rows for x in row]
    if any(isinstance(x, bool) or not isinstance(x, int | float) or not abs(x) <= LARGEST for x in numbers):
        return None
    if len(words) > MOST_WORDS or len({len(row) for row in rows}) != 1:
        return None
    return EditedMatrix(tuple(words), [[float(x) for x in row] for row in rows])


def matrix_editor(
    name: str,
    values: Floats,
    *,
    words: Sequence[str],
    epoch: int,
    revision: int,
    key: str,
    rows: Sequence[str] = (),
    labels: Mapping[str, str],
    on_edit: Callable[[], None],
) -> None:
    """Draw the matrix `name` of these words and this epoch.

    revision: another number where the server holds other values than the browser sent. rows: names of the rows. labels: cell
    (gaps name, row, column) and refused (gaps typed, old). on_edit: called at the start of the run that a change causes; it
    reads `edited_matrix`."""
    data: dict[str, Any] = {
        "name": name,
        "values": values.tolist(),
        "rows": list(rows),
        "words": list(words),
        "epoch": epoch,
        "filled": repr((list(rows), values.shape, epoch, revision)),
        "labels": dict(labels),
        "limit": LARGEST,
    }
    _matrix_editor(key=key, data=data, on_matrix_change=on_edit)
