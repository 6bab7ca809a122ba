"""What speaks against a translation, each sign alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attention.models.doubts import Doubts, doubts, lost, repeats, unread, weakest
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


@pytest.mark.parametrize(
    ("words", "text", "gone"),
    [
        ("公园 里 有 1,256 人", "There are 1256 people.", []),
        ("公园 里 有 １，２５６ 人", "There are fifty people.", ["１，２５６"]),
        ("5 月 3 日", "It is May 3.", []),
        ("3 个 人", "Three people.", []),
        ("30 个 人", "Three people.", ["30"]),
        ("85% 的 人", "85 % of them.", []),
        ("我 用 Wi-Fi", "I use it.", ["Wi-Fi"]),
        ("我 用 Python", "I use Python.", []),
        ("-5 ℃", "It is 6 degrees.", ["-5"]),
    ],
)
def test_numbers_and_words_in_letters_that_did_not_come_through(words: str, text: str, gone: list[str]) -> None:
    plain = [word.replace("１，２５６", "1,256") if gone == [] else word for word in words.split()]
    assert list(lost(plain, text)) == gone
