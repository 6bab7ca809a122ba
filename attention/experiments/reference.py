"""A small set of handmade matrices in which 他 finds 小明.

How they are made. Every word has nine marks, 0 or 1: that is X. Then

    W_Q  男 asks in the first direction, 女 in the second, both `strength` strong
    W_K  a male person answers in the first direction, a female one in the second; a pronoun answers with minus one, so that a
         pronoun does not find itself (男 − 代词 = 0) but only somebody who has a name
    W_V  hands on what somebody or something is, not the labels 男, 女, 代词 by which it was found

"Earlier in the sentence" is not in the matrices: it is the causal mask.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attention.core import attend, attention_mask
from attention.types import Floats, Trace

FEATURE_NAMES = ("人", "男", "女", "代词", "时间", "地点", "动作", "小明", "小红")
"""The columns of X."""
DIRECTIONS = ("男", "女")
"""The columns of Q and K."""
CONTENTS = ("人", "小明", "小红", "时间", "地点", "动作")
"""The columns of V."""
PRONOUNS = ("他", "她")

LEXICON: Mapping[str, tuple[str, ...]] = {
    "小明": ("人", "男", "小明"),
    "小红": ("人", "女", "小红"),
    "他": ("人", "男", "代词"),
    "她": ("人", "女", "代词"),
    "昨天": ("时间",),
    "今天": ("时间",),
    "学校": ("地点",),
    "去": ("动作",),
    "和": (),
    "了": (),
    "也": (),
}
"""The marks of each word."""


@dataclass(frozen=True, eq=False)
class Reference:
    """The sentence, the position of its pronoun, and everything that was computed."""

    words: tuple[str, ...]
    pronoun: int
    trace: Trace


def sentence(pronoun: str, *, two: bool) -> tuple[str, ...]:
    """小明 (和 小红) 昨天 去 了 学校, and the pronoun did so as well."""
    people = ("小明", "和", "小红") if two else ("小明",)
    return (*people, *"昨天 去 了 学校".split(), pronoun, *"今天 也 去 了 学校".split())


def marks(words: tuple[str, ...]) -> Floats:
    """X (n, 9): 1 where the word has the mark."""
    return np.array([[float(mark in LEXICON[word]) for mark in FEATURE_NAMES] for word in words])


def matrices(strength: float) -> tuple[Floats, Floats, Floats]:
    """W_Q (9, 2), W_K (9, 2), W_V (9, 6)."""
    W_Q, W_K, W_V = np.zeros((9, 2)), np.zeros((9, 2)), np.zeros((9, len(CONTENTS)))
    for column, direction in enumerate(DIRECTIONS):
        W_Q[FEATURE_NAMES.index(direction), column] = strength
        W_K[FEATURE_NAMES.index(direction), column] = 1
        W_K[FEATURE_NAMES.index("代词"), column] = -1
    for column, content in enumerate(CONTENTS):
        W_V[FEATURE_NAMES.index(content), column] = 1
    return W_Q, W_K, W_V


def reference(pronoun: str = "他", *, two: bool = False, strength: float = 6.0) -> Reference:
    """The pronoun looks back: strength 0 asks nothing, and the row is even."""
    words = sentence(pronoun, two=two)
    mask = attention_mask(len(words), causal=True)
    return Reference(words, words.index(pronoun), attend(marks(words), *matrices(strength), mask=mask))
