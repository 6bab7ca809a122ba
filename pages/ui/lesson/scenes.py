"""What stands on the screen in each scene: calls of what the other pages are made of, as large as a class needs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import streamlit as st

from attention.core import blanked
from attention.experiments.lesson_plan import Scene
from attention.session.board import computed_table, with_board_example
from attention.sources.table import AttentionTable
from pages.ui.classroom import desk, door, votes, wall
from pages.ui.classroom.door import Visit
from pages.ui.frame import markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts import hand
from pages.ui.parts.show import show, word_names
from pages.ui.steps import stage
from pages.ui.train import fitting, training
from pages.ui.translate import translation
from pages.ui.widgets.pulse import pulse

LESSON_STYLES = Path(__file__).with_name("lesson.css").read_text(encoding="utf8")
COMPARED = ("random", "fitted", "syntax")
THIRD = {"height": 320, "font_size": 28, "room": 400}
WIDE = {"height": 430, "font_size": 28, "room": 760}
SLOW_LOOK = 0.7
"""Seconds between two looks at the film."""
TOLD = "lesson_told"
"""Under this key: the questions whose answers one person reading has asked for."""


def draw_scene(scene: Scene, visit: Visit | None) -> None:
    """The scene and its vote; a name that the plan has wrong is told."""
    st.html(markup.style(LESSON_STYLES))
    with st.container(key="scene"):
        if scene.show in SHOWN:
            SHOWN[scene.show](scene, visit)
        else:
            st.html(markup.paragraph(said("lesson.unknown", name=scene.show)))
        if scene.vote in votes.QUESTIONS:
            vote(scene, visit)
    if visit and visit.room and visit.secret and scene.show != "class":
        wall.follow_vote(visit.room, visit.secret, scene.vote)


def translate(_: Scene, __: Visit | None) -> None:
    """The sentence becomes English from nothing on."""
    if made := translation.board_translation():
        translation.player(made)


def class_table(_: Scene, visit: Visit | None) -> None:
    """The class's wall, or the hand table on this screen alone."""
    if visit and visit.room and visit.secret:
        desk.steering(visit.room, visit.secret)
        wall.wall(visit.room, visit.secret)
        return
    with st.container(key="alone", horizontal=True, vertical_alignment="center"):
        st.html(markup.paragraph(said("lesson.alone")))
        st.button(said("lesson.open"), key="lesson_open", type="primary", on_click=door.open_room)
    hand.hand_table_editor(look=WIDE)


def three_tables(_: Scene, visit: Visit | None) -> None:
    """Random, fitted, syntax side by side; which is which stands there once the class has voted."""
    told = is_told("tables", visit)
    for column, (name, place) in zip(st.columns(3), zip(COMPARED, votes.QUESTIONS["tables"], strict=True), strict=True):
        with column:
            computed = computed_table(board(), source=name)
            title = said(f"source.{name}") if told else votes.answered("tables", place)
            st.html(markup.heading(title))
            show(f"lesson_{place}", title, computed.shown_words, computed.drawn, look={**THIRD, "digits": False})


def is_told(question: str, visit: Visit | None) -> bool:
    """Whether the answer is on the screen: counted, or asked for by one who is alone."""
    if visit and visit.room and visit.secret:
        return visit.room.question == question and visit.room.counted
    return question in state.value(TOLD, ())


def train(_: Scene, __: Visit | None) -> None:
    """The film of a fitting, slowly enough to be talked over."""
    if training.something_to_fit():
        slow_film()


@st.fragment
def slow_film() -> None:
    """At first a step at a look, later more: half a minute from the first to the last."""
    run = fitting.current_run()
    if fitting.running():
        run.advance(max(1, run.number // 8))
        if run.finished:
            fitting.pause()
    training.run_buttons()
    training.moving_picture(digits=False)
    pulse(live=fitting.running(), number=run.number, after=SLOW_LOOK, key="lesson_film_pulse")
    state.settle_part()


def four_steps(_: Scene, __: Visit | None) -> None:
    """The board example on the stage: 猫 asks."""
    computed = example_computed()
    stage.draw_stage(computed, computed.traces[0], 0, 1)


def example_computed() -> AttentionTable:
    return computed_table(with_board_example(board()))


def rows_and_columns(_: Scene, visit: Visit | None) -> None:
    """The board example's weights; their sums once the class has voted."""
    computed = example_computed()
    weights, words = computed.weights, word_names(computed.words)
    left, right = st.columns([3, 2], vertical_alignment="center")
    with left:
        look = {**WIDE, "height": 330, "digits": True}
        show("lesson_rows", said("computed.title"), words, blanked(weights, computed.mask), look=look)
    with right:
        told = is_told("sums", visit)
        rows = [
            [word, *(f"{total:.2f}" if told else "?" for total in (weights[i].sum(), weights[:, i].sum()))]
            for i, word in enumerate(words)
        ]
        st.html(markup.table([said("why.values.word"), said("why.rows.row_sum"), said("why.rows.column_sum")], rows))


def question(scene: Scene, _: Visit | None) -> None:
    """Nothing but the question."""
    st.html(markup.heading(scene.title))


SHOWN: Mapping[str, Callable[[Scene, Visit | None], None]] = {
    "translate": translate,
    "class": class_table,
    "tables": three_tables,
    "train": train,
    "steps": four_steps,
    "rows": rows_and_columns,
    "question": question,
}
"""What the plan may ask for."""


def vote(scene: Scene, visit: Visit | None) -> None:
    """The scene's question: the class votes on its phones; who is alone thinks first and then asks for the answer."""
    name = scene.vote
    if visit and visit.room and visit.secret:
        room, secret = visit.room, visit.secret
        with st.container(key="lesson_vote", horizontal=True, vertical_alignment="center"):
            if room.question == name:
                desk.vote_buttons(room, secret)
            else:
                st.html(markup.heading(votes.asked(name)))
                st.button(
                    said("lesson.vote"), key="lesson_ask", type="primary", on_click=desk.ask, args=(room, secret, name)
                )
        return
    told = is_told(name, visit)
    with st.container(key="wall_vote"):
        st.html(markup.heading(votes.asked(name)))
        marks = {answer: " ✓" if told and answer == votes.RIGHT[name] else "" for answer in votes.QUESTIONS[name]}
        st.html(markup.ordered_list(votes.answered(name, answer) + mark for answer, mark in marks.items()))
        if not told:
            st.button(said("lesson.answer"), key="lesson_answer", on_click=tell, args=(name,))


def tell(name: str) -> None:
    state.keep(TOLD, (*state.value(TOLD, ()), name))
