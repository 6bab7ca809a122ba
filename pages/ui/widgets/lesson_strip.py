"""The strip of a lesson: its scenes, the one that is on, and a clock. Space, arrows and a presenter's remote go on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pages.ui.widgets.component import load_component

_strip = load_component("lesson_strip")


def lesson_strip(
    scenes: Sequence[Mapping[str, Any]],
    at: int,
    *,
    of: str,
    known: bool,
    labels: Mapping[str, str],
    key: str,
    on_go: Callable[[], None],
) -> None:
    """scenes: title, start, end. of: the class, "" for none. known: somebody has said where it is; else the browser does."""
    data = {"scenes": [dict(scene) for scene in scenes], "at": at, "of": of, "known": known, "labels": dict(labels)}
    _strip(key=key, data=data, on_go_change=on_go)


def scene_asked_for(state: object, count: int) -> int | None:
    """Where the browser wants to go, from the component's `state`; None where that is no scene."""
    asked = state.get("go") if isinstance(state, Mapping) else None
    at = asked.get("at") if isinstance(asked, Mapping) else None
    return at if type(at) is int and 0 <= at < count else None
