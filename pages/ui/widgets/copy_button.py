"""A button that copies a text, without showing it."""

from __future__ import annotations

from pages.ui.widgets.component import load_component

_copy_button = load_component("copy_button", "button")


def copy_button(text: str, *, label: str, done: str, key: str) -> None:
    """text: what is copied. done: what the button says for a moment then."""
    _copy_button(key=key, data={"text": text, "label": label, "done": done}, width="content")
