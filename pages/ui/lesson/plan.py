"""Where the lesson is: in the room where there is a class, else in the session; the browser remembers it over a reload."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np

from attention.classroom.room_file import together_of
from attention.classroom.rooms import Room
from attention.experiments.lesson_plan import Scene, scenes
from attention.hand.table import filled_rows
from attention.session.board import Board, example_table, fresh_table, opening_board, with_hand, with_text
from attention.sources.registry import USUAL
from attention.types import HandTable
from pages.ui.classroom.door import Visit, attempt
from pages.ui.classroom.wall import known_tables
from pages.ui.frame import state
from pages.ui.frame.cache import room_store
from pages.ui.frame.page import labels_of
from pages.ui.frame.state import board
from pages.ui.train import fitting
from pages.ui.widgets.lesson_strip import lesson_strip, scene_asked_for

AT = "lesson_at"
SET_UP = "lesson_set_up"
STRIP = "lesson_strip"

plan_in = cache(scenes)


def plan() -> tuple[Scene, ...]:
    """The lesson in the visitor's language."""
    return plan_in(board().view.language)


def scene_at(room: Room | None) -> int:
    """The scene that is on: the room's, else the session's, else the first."""
    at = room.scene if room and room.scene >= 0 else state.value(AT, 0)
    return min(int(at), len(plan()) - 1)


def go_to(at: int, visit: Visit | None) -> None:
    """Another scene; where there is a class, for all of its teacher's devices."""
    state.keep(AT, at)
    if visit and visit.room and visit.secret:
        code, secret = visit.room.code, visit.secret
        attempt(lambda: room_store().turn_to_scene(code, secret, at))


def strip(visit: Visit | None, at: int) -> None:
    """All scenes, the clock, and the keys that go on."""
    room = visit.room if visit else None

    def go() -> None:
        if (to := scene_asked_for(state.value(STRIP), len(plan()))) is not None:
            go_to(to, visit)

    lesson_strip(
        [{"title": scene.title, "start": scene.start, "end": scene.end} for scene in plan()], at,
        of=room.code if room else "", known=bool(room and room.scene >= 0) or state.value(AT) is not None,
        labels=labels_of("lesson.strip"), key=STRIP, on_go=go,
    )  # fmt: skip


def set_up(visit: Visit | None, at: int) -> None:
    """Put what the scene is about on the board, once each time that one comes to it; a class's lesson begins with it."""
    if visit and visit.room and visit.room.scene < 0:
        go_to(at, visit)
    if state.value(SET_UP) == (at, plan()[at].show):
        return
    state.keep(SET_UP, (at, plan()[at].show))
    state.edit(board_for, plan()[at], class_mean(visit))
    if plan()[at].show == "train":
        fitting.restart()
        fitting.train_on()


def class_mean(visit: Visit | None) -> HandTable | None:
    """What the class has built, once it has been revealed; None before, and without a class."""
    if not visit or not visit.room or not visit.secret or not visit.room.shown:
        return None
    return together_of(visit.room, known_tables(visit.room, visit.secret)).mean


def board_for(own: Board, scene: Scene, mean: HandTable | None = None) -> Board:
    """The board that the scene wants: its sentence, open; in the scene of the class an empty hand table, after it the class's or
    that of the example, unless somebody has filled one in."""
    text = scene.sentence or opening_board().text
    made = replace(own if own.text == text else with_text(own, text), covered=False, source=USUAL, seed=0)
    example = example_table(made)
    untouched = example is not None and np.array_equal(made.hand.values, example.values, equal_nan=True)
    if scene.show == "class":
        return with_hand(made, fresh_table(made)) if untouched else made
    if mean is not None and mean.words == made.words and filled_rows(mean).any():
        return with_hand(made, mean)
    return with_hand(made, example) if example is not None and not filled_rows(made.hand).any() else made
