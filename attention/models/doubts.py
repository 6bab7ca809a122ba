"""How far a translation can be believed, by what the model itself knows: its probabilities, where it looked, what it read.

Calibrated on every second of the 500 sentences of the development file. On the others `shaky` holds for 73 % of 40 translations
with chrF under 30 and for 12 % of 111 with over 60; on all of them for 77 and 10 % (recipes/score_translate.py prints it). It
errs on both sides, and the page says no more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from attention.models.translate import TranslateModel, Translation
from attention.words.characters import is_punctuation
from attention.words.usual import usual_words

LEAST_LOG_P = -0.37
"""Mean log probability of a step; below, the model was guessing."""
COST_OF_UNSEEN, MOST_UNSEEN = 0.05, 3
"""What a word that training saw seldom or never takes off it, and how many of them count."""
LEAST_READ = 0.25
"""What a word gets from all steps together, mean of all heads; less, and it was not looked at."""


@dataclass(frozen=True)
class Doubts:
    """shaky: the translation is likely to be wrong; weakest: the English word that the model was least sure of. unread: positions
    of the words that no step looked at. lost: numbers and words in letters that did not come through."""

    shaky: bool
    weakest: str
    unread: tuple[int, ...]
    lost: tuple[str, ...]


def doubts(model: TranslateModel, translation: Translation) -> Doubts:
    """What speaks against a translation."""
    log_p = np.log([max(step.probability, 1e-9) for step in translation.steps])
    words = usual_words(translation.source)
    unseen = sum(model.vocabulary.familiarity(word) != "known" for word in words)
    sure = log_p.mean() - COST_OF_UNSEEN * min(unseen, MOST_UNSEEN)
    only_marks = all(map(is_punctuation, words))
    shaky = bool(sure < LEAST_LOG_P) or not translation.finished or only_marks or repeats(translation.words)
    return Doubts(
        shaky, weakest(translation, log_p), unread(translation), tuple(translation.source[i] for i in translation.lost)
    )


def repeats(words: Sequence[str]) -> bool:
    """Whether two words in a row come again and again."""
    pairs = list(pairwise(words))
    return any(pairs.count(pair) > 2 for pair in pairs)


def weakest(translation: Translation, log_p: np.ndarray) -> str:
    """The English word with the least probable step; "" where there is none."""
    least = [log_p[a:b].min() for a, b in translation.spans]
    return translation.words[int(np.argmin(least))] if least else ""


def unread(translation: Translation) -> tuple[int, ...]:
    """The positions of the words, no marks, that all steps together hardly looked at."""
    seen = translation.cross.mean(axis=(0, 1)).sum(axis=0)  # (n,)
    return tuple(i for i, word in enumerate(translation.source) if seen[i] < LEAST_READ and not is_punctuation(word))
