"""What speaks against a translation, each sign alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attention.models.doubts import Doubts, doubts, repeats, unread, weakest
from attention.models.translate import Translation
from attention.sources.translation_model import translate_model
from attention.words.segment import cut


def made(text: str) -> Translation:
    return translate_model().translate(cut(text).tokens.words)


def found(text: str) -> Doubts:
    return doubts(translate_model(), made(text))


def test_a_plain_sentence_raises_no_doubt() -> None:
    assert replace(found("我喜欢在周末去公园散步"), weakest="") == Doubts(shaky=False, weakest="", unread=(), lost=())


@pytest.mark.parametrize("text", ["。", "量子纠缠鼧鼥", "我喜欢量子纠缠和鼧鼥的哲学悖论"])
def test_a_lone_mark_and_unknown_words_are_doubted(text: str) -> None:
    assert found(text).shaky


def test_less_sure_steps_are_doubted() -> None:
    translation = made("我喜欢在周末去公园散步")
    unsure = replace(translation, steps=tuple(replace(step, probability=0.5) for step in translation.steps))
    assert doubts(translate_model(), unsure).shaky
    broken_off = replace(translation, steps=translation.steps[:-1])
    assert doubts(translate_model(), broken_off).shaky


def test_output_that_repeats_itself() -> None:
    assert repeats("the cat the cat the cat".split())
    assert not repeats("the cat and the cat and the dog".split())


def test_the_word_that_was_least_sure() -> None:
    translation = made("我喜欢在周末去公园散步")
    (start, end), word = translation.spans[3], translation.words[3]
    steps = list(translation.steps)
    steps[start] = replace(steps[start], probability=0.001)
    changed = replace(translation, steps=tuple(steps))
    assert end > start
    assert weakest(changed, np.log([step.probability for step in steps])) == word


def test_a_word_that_no_step_looked_at() -> None:
    translation = made("我喜欢在周末去公园散步")
    cross = translation.cross.copy()
    cross[..., 3] = 0.001
    assert unread(replace(translation, cross=cross)) == (3,)
    assert unread(translation) == ()


def test_numbers_and_words_in_letters_that_were_not_copied_are_named() -> None:
    translation = made("我用Wi-Fi上网。")
    assert doubts(translate_model(), translation).lost == ()
    assert doubts(translate_model(), replace(translation, lost=(2,))).lost == ("Wi-Fi",)
