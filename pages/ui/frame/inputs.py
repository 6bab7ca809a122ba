"""Widgets whose value lives elsewhere: each is filled before it is drawn, and what is entered goes back.

A label is the key of a text, its help "<label>.help", an option's title "<label>.<option>"; without a dot, a name as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import streamlit as st

from attention.session.board import Board
from pages.ui.frame import state
from pages.ui.texts import TEXTS, say


@dataclass(frozen=True)
class Binding:
    """key: of the widget; value: what it shows; put: takes what was entered; optional: an empty widget counts as an entry."""

    key: str
    value: Any
    put: Callable[[Any], object]
    optional: bool = False


def of_board(key: str, value: Any, change: Callable[[Board, Any], Board]) -> Binding:
    """A value of the board; `change` makes the board with another one."""
    return Binding(key, value, lambda entered: state.edit(change, entered))


def of_page(name: str, default: Any, key: str, *, optional: bool = False) -> Binding:
    """A value of a page's own, kept under `name`; it survives a change of page."""
    return Binding(key, state.value(name, default), lambda entered: state.keep(name, entered), optional)


def bound(widget: Callable[..., Any], label: str, binding: Binding, *arguments: Any, **more: Any) -> Any:
    """Draw a widget of Streamlit's, as `drawn` does, and return what it holds."""
    drawn(widget, label, binding, *arguments, **more)
    entered = state.value(binding.key)
    return binding.value if entered is None and not binding.optional else entered


def drawn(
    widget: Callable[..., Any],
    label: str,
    binding: Binding,
    *arguments: Any,
    options: Sequence[Any] | None = None,
    gaps: Mapping[str, Any] | None = None,
    **more: Any,
) -> Any:
    """Draw a widget of Streamlit's, and return what it returns, such as a part that unfolds. gaps: of the label."""
    title = text_of(label, **(gaps or {}))
    titles = (title, *map(more.get("format_func", str), options or ()))
    key = state.fill(binding.key, binding.value, titles, tells=widget is not st.expander)
    if f"{label}.help" in TEXTS:
        more.setdefault("help", text_of(f"{label}.help"))
    if options is not None:
        arguments = (options, *arguments)
    made = widget(title, *arguments, key=key, on_change=take, args=(binding, options), **more)
    state.brings(key, binding.value, partial(take, binding, options))
    return made


def text_of(label: str, **gaps: Any) -> str:
    return say(state.board().view.language, label, **gaps) if "." in label else label


def take(binding: Binding, options: Sequence[Any] | None) -> None:
    """A callback. A click from before the language or the words changed comes with an old title, which is no option, and is
    left out; so is an empty widget that should hold something, and a late answer."""
    entered = state.value(binding.key)
    if entered in state.late_answers(binding.key):
        return
    if binding.optional if entered is None else options is None or entered in options:
        binding.put(entered)


def toggle(label: str, binding: Binding, **more: Any) -> bool:
    return bool(bound(st.toggle, label, binding, **more))


def slider(label: str, binding: Binding, low: float, high: float, step: float, **more: Any) -> float:
    return float(bound(st.slider, label, binding, low, high, step=step, **more))


def number_box(label: str, binding: Binding, low: float, high: float, *, step: float = 1, **more: Any) -> Any:
    return bound(st.number_input, label, binding, low, high, step=step, **more)


def text_box(label: str, binding: Binding, **more: Any) -> str:
    return str(bound(st.text_input, label, binding, **more))


def choice(label: str, binding: Binding, options: Sequence[Any], **more: Any) -> Any:
    """Buttons of which one is pressed."""
    more.setdefault("format_func", lambda option: say(state.board().view.language, f"{label}.{option}"))
    return bound(st.segmented_control, label, binding, options=options, required=True, **more)


def select(label: str, binding: Binding, titles: Sequence[str], **more: Any) -> Any:
    """One of a list, by its position; None where nothing is chosen and nothing need be. The list may have become shorter."""
    if binding.value is not None and binding.value >= len(titles):
        binding = replace(binding, value=None if binding.optional else len(titles) - 1)
    return bound(st.selectbox, label, binding, options=range(len(titles)), format_func=titles.__getitem__, **more)
