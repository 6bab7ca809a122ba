"""What a visitor guesses before an experiment is tried: the question's name and one of its three answers."""

from __future__ import annotations

from dataclasses import dataclass, replace

ANSWERS = ("a", "b", "c")
RIGHT = {
    "values": "b", "dish": "c", "cost": "c", "swap": "c", "scaling": "a", "rows": "b", "far": "b", "reference": "b",
    "senses": "a",
}  # fmt: skip
"""The questions in their order, each with the answer that its experiment gives."""


@dataclass(frozen=True)
class Guesses:
    """The guesses of one visitor, each a question and an answer; a question has one at most."""

    given: tuple[tuple[str, str], ...] = ()

    def answer(self, question: str) -> str | None:
        """What was guessed; None: nothing yet."""
        return dict(self.given).get(question)

    def with_answer(self, question: str, answer: str) -> Guesses:
        """The first guess counts: who has seen what happens guesses no more. Raises ValueError for anything else."""
        if question not in RIGHT or answer not in ANSWERS:
            raise ValueError(f"{question}: {answer}")
        return self if self.answer(question) else replace(self, given=(*self.given, (question, answer)))

    def without(self, question: str) -> Guesses:
        """The question is open again."""
        return replace(self, given=tuple(pair for pair in self.given if pair[0] != question))
