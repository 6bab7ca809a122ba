"""What a visitor has imported, and which table of it stands on the main page; it survives a change of page."""

from __future__ import annotations

from dataclasses import replace

from attention.errors import ImportProblem, ImportRefused
from attention.imported.shelf import Held, Shelf, Ticket
from attention.imported.stack import Imported, Pick
from attention.sources.imported_table import IMPORTED, Chosen, chosen
from attention.sources.registry import USUAL
from pages.ui.frame import inputs, state
from pages.ui.frame.state import board

TICKET, PICK = "import_ticket", "import_pick"
SHELF = Shelf(state.connected)
"""Of all visitors of this process."""


def held_now() -> Held | None:
    return SHELF.get(state.value(TICKET))


def held_import() -> Imported | None:
    kept = held_now()
    return kept.imported if kept else None


def keep_import(new: Held | None) -> None:
    """None: forget it; the board's source is then one that needs nothing. Raises ImportRefused where the shelf is full."""
    if state.value(TICKET) is None:
        state.keep(TICKET, Ticket(state.session()))
    SHELF.put(state.value(TICKET), new)
    if new is None and board().source == IMPORTED.name:
        state.set_board(replace(board(), source=USUAL))


def kind_binding() -> inputs.Binding:
    """Which half of the model is looked at."""
    return inputs.of_page("import_kind", "", "import_kind_box")


def for_board(*, all_heads: bool) -> Chosen:
    """The picked table between the board's words. Raises ImportRefused."""
    kept = held_import()
    if kept is None:
        raise ImportRefused(ImportProblem.NOTHING)
    return chosen(kept, kind_binding().value, state.value(PICK, Pick()), board().cut.tokens, all_heads=all_heads)
