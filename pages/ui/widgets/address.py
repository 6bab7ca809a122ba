"""The page's address: follows the board without a step in the browser's history; a button copies it."""

from __future__ import annotations

from pages.ui.widgets.component import load_component
from pages.ui.widgets.old_browser import script

_address = load_component("address", "button", first=script())


def address(
    link: str | None, *, lang: str, label: str, done: str, room: str | None = None, keeps: bool = False
) -> None:
    """Put `link` (None: nothing) into the address as ?s=…, set the page's language, and draw the button "copy link".

    room: the code of a classroom that the visitor is in; it stands there instead, as ?room=…. keeps: who has typed the address
    of this page, without a board in it, gets the board that this tab had last.
    """
    _address(
        key="address", data={"link": link, "room": room, "lang": lang, "label": label, "done": done, "keeps": keeps}
    )
