"""Votes: a question with three answers, on the phones and on the wall. A question is one row here and its texts;
the guesses of 为什么 are questions as well."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st
from markupsafe import Markup

from attention.classroom.rooms import Room
from attention.errors import AttentionError, NotShown, StoreError
from attention.experiments import guesses
from pages.ui.classroom.door import attempt, tell_error
from pages.ui.frame import markup, state
from pages.ui.frame.cache import room_store
from pages.ui.frame.page import said

GUESS_QUESTIONS = {f"why_{name}": name for name in guesses.RIGHT}
"""The guesses of 为什么 as questions, and what they are called there."""
QUESTIONS: Mapping[str, tuple[str, str, str]] = {
    "tables": ("first", "second", "third"),
    "sums": ("rows", "columns", "both"),
    "cell": ("share", "distance", "count"),
    **dict.fromkeys(GUESS_QUESTIONS, guesses.ANSWERS),
}
"""The answers by question; their texts are "vote.<question>" and "vote.<question>.<answer>"."""
RIGHT = {
    "tables": "third",
    "sums": "rows",
    "cell": "share",
    **{question: guesses.RIGHT[name] for question, name in GUESS_QUESTIONS.items()},
}
"""The answer that is right, by question."""
OWN_VOTE = "own_vote"


def asked(question: str) -> str:
    """The question as it stands on the screen."""
    guess = GUESS_QUESTIONS.get(question)
    return said(f"why.ask.{guess}") if guess else said(f"vote.{question}")


def answered(question: str, answer: str) -> str:
    """An answer as it stands on the screen."""
    guess = GUESS_QUESTIONS.get(question)
    return said(f"why.guess.{guess}.{answer}") if guess else said(f"vote.{question}.{answer}")


def vote_on_phone(room: Room, student: str) -> None:
    """Three buttons while the class votes, then how it has voted. Nothing of the others before."""
    if room.question not in QUESTIONS:
        return
    with st.container(key="vote"):
        st.html(markup.heading(asked(room.question)))
        own = own_vote(room, student)
        for answer in QUESTIONS[room.question]:
            st.button(
                answered(room.question, answer), key=f"vote_{answer}", width="stretch", disabled=room.counted,
                type="primary" if answer == own else "secondary", on_click=cast_vote, args=(room, student, answer),
            )  # fmt: skip
        note = "vote.counted" if room.counted else "vote.kept" if own else "vote.open"
        st.html(markup.announced(said(note)))
        if room.counted:
            counts = shown_counts(room)
            st.html(vote_bars(room.question, counts))


def own_vote(room: Room, student: str) -> str | None:
    """What this student has answered: asked of the store once a session."""
    place, known = (room.code, room.question, student), state.value(OWN_VOTE, {})
    if place not in known:
        try:
            known = {place: room_store().own_vote(room.code, student, room.question)}
        except StoreError:
            return None
        state.keep(OWN_VOTE, known)
    answer: str | None = known[place]
    return answer


def cast_vote(room: Room, student: str, answer: str) -> None:
    if attempt(lambda: room_store().vote(room.code, student, room.question, answer, maker=state.maker())):
        state.keep(OWN_VOTE, {(room.code, room.question, student): answer})


def shown_counts(room: Room) -> dict[str, int]:
    try:
        return room_store().counted_votes(room.code)
    except (NotShown, StoreError) as error:
        tell_error(error, state.remark)
        return {}


def vote_on_wall(room: Room, secret: str) -> None:
    """The question as large as it goes, how many have voted, and how, once the teacher shows it."""
    try:
        counts = room_store().votes(room.code, secret, room.question)
    except AttentionError as error:
        tell_error(error, state.remark)
        return
    with st.container(key="wall_vote"):
        st.html(markup.heading(asked(room.question)))
        st.html(vote_bars(room.question, counts if room.counted else None))
        st.html(markup.paragraph(said("vote.count", count=sum(counts.values())), "count"))


def vote_bars(question: str, counts: Mapping[str, int] | None) -> Markup:
    """The answers, and a bar for each; None: not counted yet. The right one is marked once they are."""
    most = max([1, *(counts or {}).values()])
    rows = []
    for answer in QUESTIONS[question]:
        count = (counts or {}).get(answer, 0)
        mark = " ✓" if answer == RIGHT[question] and counts is not None else ""
        rows.append((answered(question, answer) + mark, count / most, str(count) if counts is not None else ""))
    return markup.bar_list(rows)
