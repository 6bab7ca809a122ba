"""The page's address: follows the board without a step in the browser's history."""

from __future__ import annotations

from pages.ui.widgets.component import load_component

_address = load_component("address")


def address(link: str | None, *, lang: str, room: str | None = None, keeps: bool = False) -> None:
    """Put `link` (None: nothing) into the address as ?s=…, and set the page's language. Nothing is drawn.

    room: the code of a classroom that the visitor is in; it stands there instead, as ?room=…. keeps: who has typed the address
    of this page, without a board in it, gets the board that this tab had last.
    """
    _address(key="address", data={"link": link, "room": room, "lang": lang, "keeps": keeps})
