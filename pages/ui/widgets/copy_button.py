"""A button that copies a text, without showing it."""

from __future__ import annotations

from pages.ui.widgets.component import load_component

_copy_button = load_component("copy_button", "button")


def copy_button(text: str | None, *, label: str, done: str, key: str) -> None:
    """text: what is copied; None: the page's address, with a button as wide as its place. done: what the button says for a
    moment then."""
    data = {"text": text, "label": label, "done": done, "wide": text is None}
    _copy_button(key=key, data=data, width="stretch" if text is None else "content")
