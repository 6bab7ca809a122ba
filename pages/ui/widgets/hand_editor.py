"""The hand-table editor: n×n values from 0 to 1 or '-', edited in place by mouse, keyboard and touch.

How edits and the server's own changes get along (the rule):

    What is shown = the server's table, with the edits on top that the server has not yet confirmed.

Only Python changes the table. The browser numbers its edits 1, 2, 3 … and sends, at each edit, all that are not confirmed.
Python applies those it has not applied yet (`apply_edits`) and gives back a receipt: up to which number the table contains
the edits. The receipt travels back with the table; the browser then takes the server's values and lays only younger edits on
top. So a slow server loses nothing, nothing is applied twice, and a button such as "make symmetric" works on a table with all
the edits made before it, while edits made after it come on top.

The caller keeps table and receipt together, reads new edits before it does anything else to the table, and passes both in:

    edited = apply_edits(st.session_state.get("hand_editor"), table, receipt)      # top of the run, or of a callback
    if edited:
        table, receipt = edited.table, edited.receipt
    …                                                                             # buttons, heatmaps
    hand_editor(table, receipt=receipt, key="hand_editor")

A caller that cannot read first takes the result of `hand_editor` instead, and reruns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import isnan, nan
from typing import Any

import numpy as np

from attention.hand.table import Cell, matching_positions, with_values
from attention.types import Floats, HandTable
from attention.words.segment import MAX_WORDS
from pages.ui.widgets.component import load_component

CIVIDIS = (
    "#00224e", "#123570", "#3b496c", "#575d6d", "#707173", "#8a8678", "#a59c74", "#c3b369", "#e1cc55", "#fee838",
)  # fmt: skip


MOST_BATCHES = 16
"""A visitor changes the sentence so often at most while an edit is on its way."""


@dataclass(frozen=True)
class EditorLabels:
    """What the editor says. Gaps: {query} {row} {key} {column} {value} {typed} {old}; an empty hint is not shown."""

    title: str = "手工注意力表"
    corner: str = "查询\\键"
    sum: str = "合计"
    cell: str = "查询 {query}（第{row}词）→ 键 {key}（第{column}词）：{value}"
    row_sum: str = "查询 {query}（第{row}词）合计：{value}"
    refused: str = "“{typed}”不是 0 到 1 之间的数，也不是 -，所以仍是 {old}。"
    emptied: str = "空着就是“-”：不考虑。原来是 {old}。"
    hint: str = "点一格，输入 0 到 1 的数；- 表示不考虑。"
    query: str = "查询"
    previous: str = "上一个词"
    next: str = "下一个词"


EDITOR_ZH = EditorLabels()
EDITOR_EN = EditorLabels(
    title="Hand-built attention table",
    corner="query\\key",
    sum="sum",
    cell="query {query} (word {row}) → key {key} (word {column}): {value}",
    row_sum="query {query} (word {row}), sum: {value}",
    refused="“{typed}” is neither a number from 0 to 1 nor -, so the value is still {old}.",
    emptied="Empty means '-': not considered. It was {old}.",
    hint="Pick a cell and type a number from 0 to 1; - means not considered.",
    query="query",
    previous="previous word",
    next="next word",
)


@dataclass(frozen=True)
class Edits:
    """New edits in the order in which they were made: the words that the visitor saw, and the cells that were filled in; and the
    receipt to pass in from now on."""

    batches: tuple[tuple[tuple[str, ...], tuple[Cell, ...]], ...]
    receipt: str


@dataclass(frozen=True)
class Edited:
    """The table with the visitor's new edits, and the receipt to pass in with it from now on."""

    table: HandTable
    receipt: str


def new_edits(state: object, receipt: str = "") -> Edits | None:
    """The edits in the component's `state` that `receipt` does not cover yet; None where there are none.

    state: what `st.session_state.get(key)` holds, or None. Anything malformed is left out: it did not come from the editor.
    """
    message = state.get("edits") if isinstance(state, Mapping) else None
    if not isinstance(message, Mapping):
        return None
    client = str(message.get("client", ""))
    known, _, number = receipt.rpartition(":")
    done = last = int(number) if known == client and number.isdigit() else 0
    batches = []
    for words, edits in list(_batches(message))[-MOST_BATCHES:]:
        n = len(words)
        cells = [(i, j, value) for serial, i, j, value in edits if serial > done and 0 <= i < n and 0 <= j < n]
        last = max([last, *(serial for serial, *_ in edits)])
        if cells and n <= MAX_WORDS:
            batches.append((words, tuple(cells)))
    return Edits(tuple(batches), f"{client}:{last}") if last > done else None


def apply_edits(state: object, table: HandTable, receipt: str = "") -> Edited | None:
    """`table` with the edits in the component's `state` that `receipt` does not cover yet; None where there are none.

    Edits made while the words were being changed go to the words that are still there, as `handmade.carry` finds them. (A board
    knows more than one table: `attention.session.board.with_edits`.)
    """
    edits = new_edits(state, receipt)
    if edits is None:
        return None
    for words, cells in edits.batches:
        place = dict(zip(*matching_positions(words, table.words), strict=True))
        table = with_values(table, [(place[i], place[j], v) for i, j, v in cells if i in place and j in place])
    return Edited(table, edits.receipt)


def _batches(message: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], list[tuple[int, int, int, float]]]]:
    """The edits in the order in which they were made, each batch with the words that its positions count."""
    for batch in _items(message.get("batches")):
        if isinstance(batch, Mapping):
            edits = [edit for raw in _items(batch.get("edits")) if (edit := _edit(raw)) is not None]
            yield tuple(str(word) for word in _items(batch.get("words"))), edits


def _edit(raw: object) -> tuple[int, int, int, float] | None:
    """(serial, row, column, value) from [serial, row, column, value or null]; None where it is anything else."""
    if not isinstance(raw, list) or len(raw) != 4 or any(type(number) is not int for number in raw[:3]):
        return None
    value = nan if raw[3] is None else raw[3]
    if isinstance(value, bool) or not isinstance(value, int | float) or not (isnan(value) or 0 <= value <= 1):
        return None
    return raw[0], raw[1], raw[2], float(value)


def _items(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else []


def hand_editor(
    table: HandTable,
    *,
    key: str,
    receipt: str = "",
    labels: EditorLabels = EDITOR_ZH,
    scale: Sequence[str] = CIVIDIS,
    blank: float = 0.1,
    cycle: Sequence[float] = (),
    on_edit: Callable[[], None] | None = None,
) -> Edited | None:
    """Draw the editor; what came in that `receipt` does not cover yet, or None.

    scale: colours for the values 0 to 1, as #rrggbb at equal steps.
    blank: what the Delete key writes.
    cycle: where given, a tap on a cell goes through these values and no screen keyboard opens; '-' cells stay.
    on_edit: called at the start of the run that an edit causes, before the script (Streamlit's callback).
    """
    look = {"labels": asdict(labels), "scale": list(scale), "blank": blank, "cycle": list(cycle)}
    data = {"words": list(table.words), "look": look, "values": _text(table.values), "receipt": receipt}
    state = _component(key=key, data=data, on_edits_change=on_edit or _nothing)
    return apply_edits(state, table, receipt)


def _text(values: Floats) -> str:
    """(n, n) → a line for each row, '-' for NaN. As text, because Streamlit serialises lists slowly, twice in every run."""
    distinct, places = np.unique(values, return_inverse=True)
    cells = np.array(["-" if isnan(value) else repr(value) for value in distinct.tolist()], dtype=object)
    return "\n".join(" ".join(row) for row in cells[places.reshape(values.shape)].tolist())


def _nothing() -> None:
    """Streamlit keeps a component's state only where it has a callback."""


_component = load_component("hand_editor")
