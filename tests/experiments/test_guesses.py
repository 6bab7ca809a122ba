"""Guesses: one a question, the first counts, and only what can be answered."""

from __future__ import annotations

import pytest

from attention.experiments.guesses import ANSWERS, RIGHT, Guesses


def test_the_first_guess_counts_until_the_question_is_opened_again() -> None:
    guesses = Guesses().with_answer("swap", "a").with_answer("rows", "b").with_answer("swap", "c")
    assert guesses.given == (("swap", "a"), ("rows", "b"))
    assert guesses.answer("far") is None
    again = guesses.without("swap").with_answer("swap", "c")
    assert (again.answer("swap"), again.answer("rows")) == ("c", "b")


@pytest.mark.parametrize(("question", "answer"), [("swap", "d"), ("who", "a"), ("far", "")])
def test_what_is_no_answer_is_refused(question: str, answer: str) -> None:
    with pytest.raises(ValueError, match=question):
        Guesses().with_answer(question, answer)


def test_every_question_has_a_right_answer() -> None:
    assert set(RIGHT.values()) <= set(ANSWERS)
