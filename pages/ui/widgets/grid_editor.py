"""The editor of grids, in three shapes: the square hand table, one of its rows at a time for a phone, a small matrix of numbers.

How edits and the server's own changes get along (the rule):

    What is shown = the server's table, with the edits on top that the server has not yet confirmed.

Only Python changes the table. The browser numbers its edits 1, 2, 3 … and sends, at each edit, all that are not confirmed, in
batches: each with the words that its positions count, and `of`, which table it is where there may be another. All cells of one
step (a pasted block) share their number; undo, redo and what a button does to the whole table are steps as well, which only
Python can take. Python applies those
that it has not applied yet (`new_edits`) and gives back a receipt: up to which number the table contains the edits. The
receipt travels back with the table; the browser then takes the server's values and lays only younger edits on top. So a slow
server loses nothing, nothing is applied twice, and a button such as "make symmetric" works on a table with all the edits made
before it, while edits made after it come on top.

The caller keeps table and receipt together and reads new edits before it does anything else to the table, in `on_edit` or at the
top of the run. An edit of a table that has been exchanged meanwhile (another `of`) is not applied, but confirmed.

    edits = new_edits(state, receipt)
    if edits:
        for batch in edits.batches:
            table = …                      # attention.session.board.with_edits, attention.sources.typed_matrices.with_edit
        receipt = edits.receipt

On a phone the table is filled in by cards, one query word each. The draft lies in the browser's own store from the first tap on,
so that a lost network loses nothing. When one turns to another card, or rests, the whole table goes to the server as a batch, as
edits of an empty one, and again where it was refused; what became of it goes back with its receipt. It is state of the component,
not an event, so it comes again after a reconnection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isnan, nan
from operator import itemgetter
from typing import Any

import numpy as np

from attention.figures.colours import WEIGHTS
from attention.hand.table import UNRELATED, Cell
from attention.session.board import WHOLE_TABLES
from attention.sources.typed_matrices import LARGEST
from attention.types import Floats, HandTable
from attention.words.segment import MAX_WORDS
from pages.ui.widgets.component import load_component, nothing

CYCLE = (0.1, 0.5, 0.9)
"""What a tap goes through; one more is '-', the cell is open again."""
ACTS = ("undo", "redo", *WHOLE_TABLES)
"""What a step can be, other than cells: attention.session.board.with_act takes it."""
MAX_BATCHES = 16
"""A visitor changes the sentence so often at most while an edit is on its way."""
MAX_SERIAL = 2**53
"""Beyond this a browser's numbers have gaps."""


@dataclass(frozen=True)
class Batch:
    """One step: cells that were filled in, in order, or one of ACTS; the words that the visitor saw, and which table it was."""

    words: tuple[str, ...]
    of: str
    cells: tuple[Cell, ...] = ()
    act: str = ""


@dataclass(frozen=True)
class Edits:
    """New edits in the order in which they were made, and the receipt to pass in from now on."""

    batches: tuple[Batch, ...]
    receipt: str


def is_weight(value: float) -> bool:
    """A hand table's: 0 to 1, or NaN for '-'."""
    return value != value or 0 <= value <= 1


def is_entry(value: float) -> bool:
    """A matrix's: any number that is not too large."""
    return abs(value) <= LARGEST


def new_edits(
    state: object, receipt: str = "", *, allowed: Callable[[float], bool] = is_weight, size: int | None = None
) -> Edits | None:
    """The edits in the component's `state` that `receipt` does not cover yet; None where there are none.

    state: what `st.session_state.get(key)` holds, or None. Anything malformed is left out: it did not come from the editor.
    size: rows and columns at most; without it, as many as there are words.
    """
    message = state.get("edits") if isinstance(state, Mapping) else None
    if not isinstance(message, Mapping):
        return None
    client = str(message.get("client", ""))[:40]
    known, _, number = receipt.rpartition(":")
    done = last = int(number) if known == client and number.isdecimal() else 0
    batches: list[Batch] = []
    for words, of, edits in list(_batches(message, allowed))[-MAX_BATCHES:]:
        n = len(words) if size is None else size
        last = max([last, *(serial for serial, _ in edits)])
        for serial, step in groupby(edits, key=itemgetter(0)):
            if serial > done and len(words) <= MAX_WORDS:
                batches += _steps(words, of, [what for _, what in step], n)
    return Edits(tuple(batches), f"{client}:{last}") if last > done else None


def _steps(words: tuple[str, ...], of: str, step: Sequence[Cell | str], n: int) -> Iterator[Batch]:
    """One step as a batch; nothing where all of its cells lie outside of n rows and columns."""
    if isinstance(act := step[0], str):
        yield Batch(words, of, act=act)
    elif cells := tuple(cell for cell in step if not isinstance(cell, str) and cell[0] < n and cell[1] < n):
        yield Batch(words, of, cells)


def _batches(
    message: Mapping[str, Any], allowed: Callable[[float], bool]
) -> Iterator[tuple[tuple[str, ...], str, list[tuple[int, Cell | str]]]]:
    """The edits in the order in which they were made, each batch with its words and which table it was."""
    for batch in _items(message.get("batches")):
        if isinstance(batch, Mapping):
            edits = [edit for raw in _items(batch.get("edits")) if (edit := _edit(raw, allowed)) is not None]
            yield tuple(str(word) for word in _items(batch.get("words"))), str(batch.get("of", "")), edits


def _edit(raw: object, allowed: Callable[[float], bool]) -> tuple[int, Cell | str] | None:
    """(serial, (row, column, value)) from [serial, row, column, value or null], (serial, act) from [serial, act]; None where it
    is anything else."""
    if not isinstance(raw, list) or len(raw) not in (2, 4):
        return None
    if len(raw) == 2:
        known = type(raw[0]) is int and 0 <= raw[0] < MAX_SERIAL and raw[1] in ACTS
        return (raw[0], raw[1]) if known else None
    if any(type(number) is not int or not 0 <= number < MAX_SERIAL for number in raw[:3]):
        return None
    value = nan if raw[3] is None else raw[3]
    if isinstance(value, bool) or not isinstance(value, int | float) or not allowed(value):
        return None
    return raw[0], (raw[1], raw[2], float(value))


def _items(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else []


def hand_editor(
    table: HandTable,
    *,
    key: str,
    receipt: str = "",
    labels: Mapping[str, str],
    layout: Mapping[str, float],
    scale: Sequence[str] = WEIGHTS,
    shown: Sequence[int] | None = None,
    differences: Floats | None = None,
    shares: bool = False,
    covered: bool = False,
    titles: Sequence[str] = (),
    cycle: Sequence[float] = CYCLE,
    acts: Sequence[tuple[str, str, str, bool]] = (),
    on_edit: Callable[[], None] | None = None,
) -> None:
    """The hand table, edited in place: what is typed into a cell replaces its value.

    layout: the measures of the picture beside it (show.measures). shown: the positions of the words that have a row; all
    without it. differences (of the words shown): computed minus hand, for the marks of the row that is looked at, NaN for
    none. shares: cells show their share of the row's sum. covered: what was computed is not to be seen. titles: what to say
    where one points at a word's label; the word without it. cycle: a tap goes through these values and '-';
    empty: it opens the cell.
    labels: by name, their gaps in braces: query, row, key, column, value, typed, old.
    acts: buttons below the table: name, label, tooltip, and whether it can be pressed now.
    scale: colours for the values 0 to 1, as #rrggbb at equal steps.
    on_edit: called at the start of the run that an edit causes, before the script (Streamlit's callback).
    """
    look = {
        "labels": dict(labels), "scale": list(scale), "blank": UNRELATED, "cycle": list(cycle), "layout": dict(layout),
        "shares": shares,
    }  # fmt: skip
    marks = "" if differences is None else _text(np.round(100 * np.nan_to_num(differences)).astype(int))
    data = {
        "words": list(table.words), "of": "", "shown": list(range(len(table)) if shown is None else shown), "look": look,
        "values": _text(table.values), "receipt": receipt, "differences": marks, "covered": covered,
        "acts": list(acts), "titles": list(titles),
    }  # fmt: skip
    _square(key=key, data=data, on_edits_change=on_edit or nothing)


def phone_editor(
    words: Sequence[str],
    sent: HandTable | None,
    *,
    of: str,
    receipt: str,
    refused: str,
    closed: bool,
    results: Sequence[Mapping[str, Any]],
    labels: Mapping[str, str],
    scale: Sequence[str],
    key: str,
    on_edit: Callable[[], None],
) -> object:
    """A hand table as cards, one query word each; returns the component's state, which a new session has only now.

    of: the room and the seat in it; drafts lie under this name. sent: what the server has of the student. refused: why what the
    receipt is for was not kept. results: rows that have been revealed: query, and the shares of class ("mean") and model, n each.
    labels: by name, their gaps in braces, as the script wants them.
    """
    data = {
        "words": list(words),
        "of": of,
        "sent": None if sent is None else [[None if isnan(v) else v for v in row] for row in sent.values.tolist()],
        "receipt": receipt,
        "refused": refused,
        "closed": closed,
        "results": list(results),
        "labels": dict(labels),
        "scale": list(scale),
        "cycle": list(CYCLE),
    }
    return _row(key=key, data=data, on_edits_change=on_edit)


def matrix_editor(
    name: str,
    values: Floats,
    *,
    words: Sequence[str],
    of: str,
    receipt: str,
    key: str,
    rows: Sequence[str] = (),
    labels: Mapping[str, str],
    on_edit: Callable[[], None],
) -> None:
    """A small matrix: one field a number.

    of: another text where all matrices were exchanged for others. rows: names of the rows. labels: cell (gaps name, row, column)
    and refused (gaps typed, old).
    """
    data = {
        "name": name,
        "words": list(words),
        "of": of,
        "values": _text(values),
        "receipt": receipt,
        "rows": list(rows),
        "labels": dict(labels),
        "limit": LARGEST,
    }
    _matrix(key=key, data=data, on_edits_change=on_edit)


def _text(values: Floats) -> str:
    """(n, m) → a line for each row, '-' for NaN. As text, because Streamlit serialises lists slowly, twice in every run."""
    distinct, places = np.unique(values, return_inverse=True)
    cells = np.array(["-" if isnan(value) else repr(value) for value in distinct.tolist()], dtype=object)
    return "\n".join(" ".join(row) for row in cells[places.reshape(values.shape)].tolist())


_square, _row, _matrix = (load_component(f"grid_{shape}") for shape in ("square", "row", "matrix"))
