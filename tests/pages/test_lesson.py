"""上课 without a browser: each scene sets the page up by itself; the notes are on the teacher's own device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from attention.classroom.store import NewRoom, Store
from attention.experiments.lesson_plan import scenes
from pages.ui.classroom import door
from pages.ui.frame import cache
from pages.ui.lesson import plan
from pages.ui.texts import say
from pages.ui.widgets.lesson_strip import scene_asked_for
from pages.ui.widgets.pocket import Found
from tests.pages.visit import (
    SEED_WORDS,
    board,
    button,
    component,
    containers,
    english,
    figures,
    opened,
    prose,
    turned,
    typed,
    unfolded,
    whole,
    z,
)

CLASS, TABLES, TRAIN, STEPS, ROWS, LAST = 1, 2, 3, 4, 5, 6


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("ATTENTION_STORE", "memory:")
    st.cache_resource.clear()
    yield cache.room_store()
    st.cache_resource.clear()


@pytest.fixture
def room(store: Store) -> NewRoom:
    return store.open_room(SEED_WORDS)


def at_scene(at: int, app: AppTest | None = None) -> AppTest:
    """One person reading, in this scene."""
    app = app or opened("lesson")
    app.session_state[plan.AT] = at
    return whole(app.run())


def teaching(room: NewRoom, page: str = "lesson") -> AppTest:
    app = opened(page, room=room.room.code)
    app.session_state[door.FOUND] = Found("0" * 32, {room.room.code: room.secret})
    return whole(app.run())


def test_the_lesson_opens_with_the_translation_and_has_a_strip_of_seven() -> None:
    app = opened("lesson")
    assert component(app, "translation_player")["source"] == SEED_WORDS
    strip = component(app, "lesson_strip")
    assert [scene["title"] for scene in strip["scenes"]] == [scene.title for scene in scenes("zh")]
    assert (len(strip["scenes"]), strip["at"], strip["known"]) == (7, 0, False)


def test_the_browser_turns_the_scene_and_nonsense_turns_nothing() -> None:
    assert [scene_asked_for({"go": {"at": at}}, 7) for at in (0, 6, 7, -1, "1", True, None)] == [0, 6, *[None] * 5]
    assert scene_asked_for(None, 7) is scene_asked_for({"go": 3}, 7) is None


def test_each_scene_sets_the_page_up_by_itself_whatever_was_on_it() -> None:
    app = turned(typed(opened(), "小猫喜欢吃鱼"), "lesson")
    assert board(app).words == tuple(SEED_WORDS)
    app = at_scene(CLASS, app)
    assert set(np.unique(board(app).hand.values[~np.isnan(board(app).hand.values)])) <= {0.1}
    assert component(app, "hand_cells")["words"] == SEED_WORDS
    app = at_scene(TABLES, app)
    assert {"lesson_first", "lesson_second", "lesson_third"} <= set(figures(app))
    assert board(app).hand.values[0, 1] == 0.9, "nobody has filled in a table: that of the example"
    assert "train_film" in containers(at_scene(TRAIN, app))
    assert component(at_scene(STEPS, app), "steps_stage")["query"] == "猫"
    assert z(at_scene(ROWS, app), "lesson_rows").shape == (3, 3)
    assert scenes("zh")[LAST].title in prose(at_scene(LAST, app))


def test_who_is_alone_thinks_first_and_then_asks_for_the_answer() -> None:
    app = at_scene(TABLES)
    assert say("zh", "source.syntax") not in prose(app)
    app = button(app, "lesson_answer")
    assert f"{say('zh', 'vote.tables.third')} ✓" in prose(app)
    assert say("zh", "source.syntax") in prose(app)
    app = at_scene(ROWS, app)
    assert "1.61" not in prose(app)
    assert "1.61" in prose(button(app, "lesson_answer"))


def test_a_class_votes_in_the_scene_and_the_names_stand_there_once_it_is_counted(room: NewRoom, store: Store) -> None:
    code = room.room.code
    store.turn_to_scene(code, room.secret, TABLES)
    app = button(teaching(room), "lesson_ask")
    assert store.room(code).question == "tables"
    store.vote(code, "1" * 32, "tables", "third")
    assert say("zh", "source.syntax") not in prose(app)
    app = button(app, "vote_count")
    assert say("zh", "source.syntax") in prose(app)


def test_the_class_s_own_mean_is_what_the_tables_learn_once_it_is_revealed(room: NewRoom, store: Store) -> None:
    code = room.room.code
    values: Any = [[None if i == j else 0.3 for j in range(7)] for i in range(7)]
    values[0][1] = 0.6
    store.send(code, "1" * 32, values)
    store.reveal(code, room.secret, {0: [0.0, 1.0, 0, 0, 0, 0, 0]})
    store.turn_to_scene(code, room.secret, TABLES)
    assert board(teaching(room)).hand.values[0, 1] == 0.6


def test_the_scene_is_the_rooms_and_the_notes_are_on_the_teachers_phone(room: NewRoom, store: Store) -> None:
    code = room.room.code
    phone = teaching(room, "classroom")
    assert "notes" not in containers(phone), "no lesson is on"
    wall = teaching(room)
    assert store.room(code).scene == 0
    phone = whole(phone.run())
    first, second = scenes("zh")[:2]
    assert first.title in prose(phone)
    assert any(first.notes == text.value for text in phone.markdown)
    phone = button(phone, "notes_on")
    assert store.room(code).scene == CLASS
    assert second.title in prose(phone)
    wall = whole(wall.run())
    assert component(wall, "lesson_strip")["at"] == CLASS
    assert "poster_large" in containers(wall)
    assert code in prose(wall)
    assert component(teaching(room), "lesson_strip")["at"] == CLASS, "and after a reload"
    student = opened("classroom", room=code)
    student.session_state[door.FOUND] = Found("2" * 32)
    assert "notes" not in containers(whole(student.run()))


def test_a_plan_that_asks_for_what_is_not_there_or_is_gone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    monkeypatch.setattr(plan, "plan_in", lambda _: (replace(scenes("zh")[0], show="opera"),))
    assert "opera" in prose(opened("lesson"))
    monkeypatch.setattr(plan, "plan_in", lambda _: ())
    assert say("zh", "lesson.none") in prose(opened("lesson"))


@pytest.mark.parametrize(("language", "first"), [("zh", "教案"), ("en", "lesson")])
def test_what_is_printed_is_there_in_both_languages(language: str, first: str) -> None:
    app = unfolded(opened("lesson"), "lesson.title")
    if language == "en":
        app = english(app)
        assert component(app, "lesson_strip")["scenes"][0]["title"] == scenes("en")[0].title
    assert any(first in text.value.lower() for text in app.markdown)
