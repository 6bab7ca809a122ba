"""Texts in two languages: gaps, places, and what nobody has written a text for."""

from __future__ import annotations

import pytest

from attention.texts.catalogue import Texts

TEXTS = Texts({
    "a.word": ("“{word}”", "the word {word}"),
    "a.b.end": ("完", "end"),
    "ab.other": ("别的", "other"),
})  # fmt: skip


def test_a_text_is_said_in_its_language_and_what_fills_a_gap_is_shown_as_it_is() -> None:
    assert TEXTS.say("zh", "a.word", word="{word}") == "“{word}”"
    assert TEXTS.say("en", "a.word", word="<b>") == "the word <b>"
    assert TEXTS.say("en", "a.word") == "the word {word}", "a script fills it"


def test_an_unknown_key_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        TEXTS.say("zh", "a.none")


def test_what_has_no_text_is_called_by_its_name() -> None:
    assert TEXTS.say_of("en", "mine", "a.b.end") == "end"
    assert TEXTS.say_of("en", "mine", "a.mine") == "mine"


def test_the_texts_of_a_place_have_their_names() -> None:
    assert TEXTS.under("zh", "a") == {"word": "“{word}”", "b.end": "完"}
