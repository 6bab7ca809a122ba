"""What files say beside the words: in both languages, and with the switches that are not as usual."""

from __future__ import annotations

from dataclasses import fields
from string import Formatter

import pytest

from attention.exchange.labels import CHINESE, ENGLISH, LABELS, Labels, source_sentence
from attention.sources.registry import SOURCES
from attention.types import Origin, Switches


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("field", fields(Labels), ids=lambda field: field.name)
def test_both_languages_have_the_same_gaps(field: object) -> None:
    chinese, english = (getattr(labels, field.name) for labels in (CHINESE, ENGLISH))  # type: ignore[attr-defined]
    if isinstance(chinese, str):
        assert chinese.strip()
        assert english.strip()
        assert gaps(chinese) == gaps(english)


@pytest.mark.parametrize("labels", LABELS.values(), ids=list(LABELS))
def test_every_source_has_its_names(labels: Labels) -> None:
    assert set(labels.sources) == set(SOURCES)
    assert set(CHINESE.short) == set(SOURCES)


def test_the_sentence_names_the_source_and_what_is_switched() -> None:
    assert source_sentence(Origin("syntax"), Switches(), CHINESE) == "来源：句法模型。"
    changed = Switches(scale=False, temperature=0.5, diagonal=True, causal=True, hide_punctuation=True)
    said = source_sentence(Origin("random", {"seed": 3}), changed, ENGLISH)
    assert said == (
        "Source: random, untrained matrices, seed 3, not divided by √d_k, temperature 0.5, a word may attend to itself, "
        "only earlier words, punctuation left out."
    )


def test_a_head_is_named() -> None:
    assert (
        source_sentence(Origin("syntax", {"head": "subject"}), Switches(), CHINESE) == "来源：句法模型，头：subject。"
    )


def test_a_detail_cannot_fill_gaps() -> None:
    assert "{seed}" in source_sentence(Origin("random", {"seed": "{seed}", "head": "{0}"}), Switches(), ENGLISH)
