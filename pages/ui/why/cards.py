"""The questions as cards: first all of them, each with a picture; then one, with three answers to guess from before its switch is
free, the picture before and now side by side, and the explanation last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import streamlit as st

from attention.experiments.guesses import ANSWERS, RIGHT, Guesses
from attention.sources.table import AttentionTable
from pages.ui.frame import inputs, markup, state
from pages.ui.frame.page import lead, said, write_heading
from pages.ui.why import parts
from pages.ui.why.class_guess import ClassGuess, class_guess, draw_class_guess
from pages.ui.why.glyphs import glyph

GUESSES, OPEN_CARD = "guesses", "why_open"
CARDS_A_ROW = 3
LESSONS = {"dish": "values.dish", "cost": "values.cost"}
"""Questions whose part of the lesson has another name."""
Setting = Mapping[str, Any]


@dataclass(frozen=True)
class Experiment:
    """start: what holds at first; controls: draws all that can be set, and returns it; switches: which of it the experiment is
    about: before, these are as at first. picture: one side ("before", "now"); more: all that follows the explanation."""

    start: Callable[[AttentionTable], Setting]
    controls: Callable[[AttentionTable], Setting]
    switches: tuple[str, ...]
    picture: Callable[[AttentionTable, Setting, str], None]
    more: Callable[[AttentionTable, Setting], None]


def guesses() -> Guesses:
    """What the visitor has guessed."""
    given: Guesses = state.value(GUESSES, Guesses())
    return given


def opened_card() -> str | None:
    """The question that is looked at; None: all."""
    name: str | None = state.value(OPEN_CARD)
    return name if name in RIGHT else None


def open_card(name: str | None) -> None:
    state.keep(OPEN_CARD, name)


def shows_all() -> bool:
    """Whether nobody is asked to guess, as a teacher may wish."""
    return inputs.toggle("why.all", inputs.of_page("why_all", False, "why_all_flip"))


def draw_cards(experiments: Mapping[str, Experiment], computed: AttentionTable) -> None:
    name = opened_card()
    if name is None:
        every_card()
        shows_all()
    else:
        one_card(name, experiments[name], computed)


def every_card() -> None:
    """All questions, each with its picture; one that was guessed says so."""
    names = list(RIGHT)
    for first in range(0, len(names), CARDS_A_ROW):
        for column, name in zip(st.columns(CARDS_A_ROW, gap="small"), names[first:], strict=False):
            with column, st.container(key=f"card_{name}", border=True):
                answer = guesses().answer(name)
                told = said("why.guessed", answer=said(f"why.guess.{name}.{answer}")) if answer else ""
                st.html(glyph(name) + (markup.paragraph(told, "guessed") if told else ""))
                st.button(
                    said(f"why.title.{name}"), key=f"open_{name}", type="tertiary", on_click=open_card, args=(name,)
                )


def one_card(name: str, experiment: Experiment, computed: AttentionTable) -> None:
    """One question, and the way to the others."""
    all_shown = other_cards(name)
    st.html(markup.heading(said(f"why.title.{name}")) + markup.paragraph(said(f"why.ask.{name}"), "asked"))
    guess, start = guesses().answer(name), experiment.start(computed)
    if taught := class_guess(name):
        draw_class_guess(taught)
    covered = taught is not None and taught.open
    free = not covered and bool(guess or all_shown or (taught and taught.over))
    setting = start
    if free:
        with st.container(key="why_controls", horizontal=True, vertical_alignment="bottom"):
            setting = experiment.controls(computed)
    left, right = st.columns(2, gap="medium")
    with left:
        write_heading("why.before")
        before = {**setting, **{key: start[key] for key in experiment.switches}}
        experiment.picture(computed, before, "before")
    with right:
        if free:
            write_heading("why.now")
            experiment.picture(computed, setting, "now")
        elif covered:
            st.html(markup.paragraph(said("why.class.curtain"), "curtained"))
        else:
            ask_for_guess(name)
    if free:
        explanation(name, guess, taught)
        experiment.more(computed, setting)


def other_cards(name: str) -> bool:
    """To all questions, to the next, and whether all is shown."""
    names = list(RIGHT)
    place = names.index(name)
    with st.container(key="why_ways", horizontal=True, vertical_alignment="center"):
        st.button(said("why.back"), key="why_back", on_click=open_card, args=(None,))
        for key, to in (("previous", place - 1), ("next", place + 1)):
            there = 0 <= to < len(names)
            other = names[to] if there else name
            st.button(said(f"why.{key}"), key=f"why_{key}", disabled=not there, on_click=open_card, args=(other,))
        return shows_all()


def ask_for_guess(name: str) -> None:
    """The three answers; the first that is chosen is the guess."""
    write_heading("why.guess")
    with st.container(key="why_answers"):
        for answer in ANSWERS:
            st.button(
                said(f"why.guess.{name}.{answer}"), key=f"guess_{name}_{answer}", width="stretch",
                on_click=take_guess, args=(name, answer),
            )  # fmt: skip
    lead("why.guess.free")


def write_told(name: str, guess: str, text: str) -> None:
    """The guess, and whether it is so."""
    right = RIGHT[name]
    told = said(text, answer=said(f"why.guess.{name}.{guess}"))
    end = "why.told.right" if guess == right else "why.told.other"
    st.html(markup.paragraph(told + said(end, answer=said(f"why.guess.{name}.{right}")), "asked"))


def take_guess(name: str, answer: str) -> None:
    state.keep(GUESSES, guesses().with_answer(name, answer))


def forget_guess(name: str) -> None:
    state.keep(GUESSES, guesses().without(name))


def explanation(name: str, guess: str | None, taught: ClassGuess | None) -> None:
    """What was guessed, by the class or by who is alone, what is so, and why."""
    with st.container(key="why_explained"):
        if taught and taught.over:
            write_told(name, taught.most, "why.class.told")
        elif guess:
            write_told(name, guess, "why.told")
            st.button(said("why.again"), key="why_again", type="tertiary", on_click=forget_guess, args=(name,))
        parts.write_lesson(LESSONS.get(name, name))
        parts.write_questions(LESSONS.get(name, name))
