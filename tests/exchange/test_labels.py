"""What files say beside the words: in both languages, and with the switches that are not as usual."""

from __future__ import annotations

from attention.exchange.labels import source_sentence
from attention.types import Origin, Switches


def test_the_sentence_names_the_source_and_what_is_switched() -> None:
    assert source_sentence(Origin("syntax"), Switches(), "zh") == "来源：句法模型。"
    changed = Switches(scale=False, temperature=0.5, diagonal=True, causal=True, hide_punctuation=True)
    said = source_sentence(Origin("random", {"seed": 3}), changed, "en")
    assert said == (
        "Source: random, untrained matrices, seed 3, not divided by √d_k, temperature 0.5, a word may attend to itself, "
        "only earlier words, punctuation left out."
    )


def test_a_head_is_named() -> None:
    assert source_sentence(Origin("syntax", {"head": "subject"}), Switches(), "zh") == "来源：句法模型，头：subject。"


def test_a_detail_cannot_fill_gaps() -> None:
    assert "{seed}" in source_sentence(Origin("random", {"seed": "{seed}", "head": "{0}"}), Switches(), "en")
