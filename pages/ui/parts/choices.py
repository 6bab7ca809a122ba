"""What a visitor chose on a page, by its position, and what a head is called."""

from __future__ import annotations

from pages.ui.frame import state
from pages.ui.frame.page import said


def chosen(name: str, limit: int, usual: int = 0) -> int:
    """A position that the visitor chose on this page, inside the sentence of now."""
    return min(int(state.value(name, usual)), limit - 1)


def choose(name: str, key: str) -> None:
    """A click from before the words changed comes with the old word instead of a position; it is left out."""
    if isinstance(value := state.value(key), int):
        state.keep(name, value)


def head_name(name: str, i: int) -> str:
    """What a head was taught, or its place in its model, or its number."""
    kind, *places = name.split(".")
    if places:
        return said(f"head.{kind}", layer=places[0], head=places[1])
    return said(f"head.{name}") if name else said("head.number", number=i + 1)
