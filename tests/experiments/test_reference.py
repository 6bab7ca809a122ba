"""他 finds 小明, 她 finds 小红, by matrices of a few numbers."""

from __future__ import annotations

import numpy as np
import pytest

from attention.experiments.four_steps import cosines
from attention.experiments.reference import CONTENTS, DIRECTIONS, FEATURE_NAMES, LEXICON, PRONOUNS, reference, sentence


@pytest.mark.parametrize(
    ("pronoun", "two", "person"), [("他", False, "小明"), ("他", True, "小明"), ("她", True, "小红")]
)
def test_the_pronoun_finds_its_person_and_moves_to_its_content(pronoun: str, two: bool, person: str) -> None:
    found = reference(pronoun, two=two)
    trace, i, j = found.trace, found.pronoun, found.words.index(person)
    assert int(trace.weights[i].argmax()) == j
    assert trace.weights[i, j] > 0.9
    before, after = (cosines(vector, trace.V)[j] for vector in (trace.V[i], trace.output[i]))
    assert before == pytest.approx(np.sqrt(0.5))
    assert after > 0.99
    assert trace.output[i, CONTENTS.index(person)] > 0.9


def test_she_finds_nobody_where_only_a_boy_was_named() -> None:
    found = reference("她")
    assert found.trace.weights[found.pronoun, : found.pronoun + 1] == pytest.approx(np.full(6, 1 / 6))


def test_nothing_asked_is_an_even_row() -> None:
    found = reference("他", strength=0)
    assert found.trace.weights[found.pronoun, :6] == pytest.approx(np.full(6, 1 / 6))


@pytest.mark.parametrize("pronoun", PRONOUNS)
def test_no_word_sees_a_later_one(pronoun: str) -> None:
    weights = reference(pronoun, two=True).trace.weights
    assert (weights[np.triu_indices(len(weights), 1)] == 0).all()


def test_the_pronoun_does_not_find_itself() -> None:
    found = reference("他")
    assert found.trace.scores[found.pronoun, found.pronoun] == 0


def test_labels_are_not_handed_over() -> None:
    trace = reference("他").trace
    assert all((trace.W_V[FEATURE_NAMES.index(label)] == 0).all() for label in ("男", "女", "代词"))


def test_the_matrices_have_the_shapes_that_are_named() -> None:
    trace = reference("他").trace
    assert trace.X.shape == (11, len(FEATURE_NAMES))
    assert trace.W_Q.shape == trace.W_K.shape == (len(FEATURE_NAMES), len(DIRECTIONS))
    assert trace.W_V.shape == (len(FEATURE_NAMES), len(CONTENTS))


def test_every_word_is_in_the_lexicon_and_every_mark_has_a_column() -> None:
    assert {word for p in PRONOUNS for word in sentence(p, two=True)} == set(LEXICON)
    assert {mark for found in LEXICON.values() for mark in found} <= set(FEATURE_NAMES)
