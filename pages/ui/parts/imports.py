"""What a visitor has imported, and which table of it stands on the main page; it survives a change of page."""

from __future__ import annotations

from dataclasses import replace

from attention.errors import ImportProblem, ImportRefused, WeightsError
from attention.imported.shelf import Held, Shelf, Ticket
from attention.imported.shipped import unread_words
from attention.imported.stack import Imported, Pick
from attention.sources.e5_model import e5_attention, e5_model
from attention.sources.imported_table import IMPORTED, Chosen, chosen
from attention.sources.registry import USUAL
from pages.ui.frame import inputs, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts.pick import Kept, on_page

TICKET, PICK = "import_ticket", "import_pick"
SHIPPED_PICK, FIRST_PICK = "e5_pick", Pick("head", 9, 7)
"""Of the app's own model; the first is a head that looks at words which belong together."""
SHELF = Shelf(state.connected)
"""Of all visitors of this process."""


def held_now() -> Held | None:
    return SHELF.get(state.value(TICKET))


def held_import() -> Imported | None:
    kept = held_now()
    return kept.imported if kept else None


def is_shipped() -> bool:
    """Whether the visitor looks at the app's own model, having imported nothing."""
    return held_now() is None


def looked_at() -> Imported | None:
    """What the visitor has imported, else the app's own model on the sentence; None, and a remark, where that cannot be read."""
    if held := held_import():
        return held
    try:
        return e5_attention(board().cut.tokens)
    except (ImportRefused, WeightsError) as error:
        state.remark(error)
        return None


def unread_marks() -> dict[int, str]:
    """What to say about the words that the app's own model cannot read, by their position."""
    unread = unread_words(e5_model(), board().words) if is_shipped() else ()
    return {i: said("words.unseen.e5") for i, one in enumerate(unread) if one}


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


def kept_pick() -> Kept:
    """Which table of what is looked at."""
    return on_page(SHIPPED_PICK, FIRST_PICK) if is_shipped() else on_page(PICK)


def for_board(*, all_heads: bool) -> Chosen:
    """The picked table between the board's words. Raises ImportRefused."""
    kept = held_import()
    if kept is None:
        raise ImportRefused(ImportProblem.NOTHING)
    return chosen(kept, kind_binding().value, state.value(PICK, Pick()), board().cut.tokens, all_heads=all_heads)
