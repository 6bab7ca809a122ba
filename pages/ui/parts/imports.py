"""What a visitor has imported, and which table of it stands on the main page; it survives a change of page."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from attention.errors import ImportRefused
from attention.imported.shelf import Held, Shelf, Ticket
from attention.imported.stack import Imported, Pick
from attention.session.board import with_text
from attention.sources.imported_table import Chosen, chosen
from pages.ui.frame import state
from pages.ui.frame.state import board

TICKET, KIND, PICK = "import_ticket", "import_kind", "import_pick"
SHELF = Shelf(state.connected)
"""Of all visitors of this process."""


def held() -> Held | None:
    return SHELF.get(state.value(TICKET))


def imported() -> Imported | None:
    kept = held()
    return kept.imported if kept else None


def keep(new: Held | None) -> None:
    """None: forget it; the board's source is then one that needs nothing. Raises ImportRefused where the shelf is full."""
    if state.value(TICKET) is None:
        state.keep(TICKET, Ticket(state.session()))
    SHELF.put(state.value(TICKET), new)
    if new is None and board().source == "imported":
        state.put(replace(board(), source="syntax"))


def take_text(text: str) -> None:
    """The sentence that the model read becomes the board's."""
    state.edit(with_text, text)


def kind() -> str:
    return str(state.value(KIND, ""))


def pick() -> Pick:
    return cast(Pick, state.value(PICK, Pick()))


def for_board(*, all_heads: bool) -> Chosen | None:
    """The picked table between the board's words; None where another source is chosen. Raises ImportRefused."""
    if board().source != "imported":
        return None
    kept = imported()
    if kept is None:
        raise ImportRefused("nothing")
    return chosen(kept, kind(), pick(), board().cut.tokens, all_heads=all_heads)
