"""A guess that a class makes: the teacher, here with a room open, puts it to the phones as a vote; this page is the wall, and
what is so stays covered until the votes are counted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from attention.classroom.rooms import Room
from attention.errors import AttentionError
from pages.ui.classroom import desk, votes, wall
from pages.ui.classroom.door import class_taught, tell_error
from pages.ui.frame import markup, state
from pages.ui.frame.cache import room_store
from pages.ui.frame.page import said


@dataclass(frozen=True)
class ClassGuess:
    """counts: by answer, how many gave it. open: the phones vote; what is so must not be seen yet."""

    room: Room
    secret: str
    question: str
    counts: Mapping[str, int]

    @property
    def asked(self) -> bool:
        """Whether it is this question that the class is asked now, counted or not."""
        return self.room.question == self.question

    @property
    def open(self) -> bool:
        return self.asked and not self.room.counted

    @property
    def over(self) -> bool:
        """Whether the class has guessed."""
        return bool(self.counts) and not self.open

    @property
    def most(self) -> str:
        """The answer that most gave; of equal ones the first."""
        return max(sorted(self.counts), key=lambda answer: self.counts[answer])


def class_guess(name: str) -> ClassGuess | None:
    """What the visitor's class guesses about this question; None: no class, or it cannot be asked for just now."""
    taught = class_taught()
    if not taught or not taught.room or not taught.secret:
        return None
    question = next(one for one, card in votes.GUESS_QUESTIONS.items() if card == name)
    try:
        counts = room_store().votes(taught.room.code, taught.secret, question)
    except AttentionError as error:
        tell_error(error, state.remark)
        return None
    return ClassGuess(taught.room, taught.secret, question, counts)


def draw_class_guess(guess: ClassGuess) -> None:
    """Ask the class, count, end; and how it has guessed."""
    with st.container(key="class_guess", horizontal=True, vertical_alignment="center"):
        if guess.asked:
            desk.vote_buttons(guess.room, guess.secret)
        else:
            st.button(
                said("why.class.ask"), key="class_ask", type="secondary" if guess.over else "primary",
                on_click=desk.ask, args=(guess.room, guess.secret, guess.question),
            )  # fmt: skip
            st.html(markup.paragraph(said("why.class.room", code=guess.room.code), "lead"))
    st.html(markup.style(wall.WALL_STYLES))
    wall.follow_vote(guess.room, guess.secret, guess.question)
    if guess.over and not guess.asked:
        with st.container(key="wall_vote"):
            st.html(votes.vote_bars(guess.question, guess.counts))
