"""Which words and characters get an embedding, and the table of all words' features that the batches index."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from attention.models.syntax import (
    MEAN_OF,
    NO_CHARACTER,
    UNKNOWN_CHARACTER,
    UNKNOWN_WORD,
    SyntaxVocabulary,
    syntax_form,
)

Indices = npt.NDArray[np.int64]


def count_words(sentences: Iterable[Iterable[Sequence[str]]]) -> Counter[str]:
    """How often each folded word stands in the sentences; of a sentence's variants, in the one where it stands most often."""
    counts: Counter[str] = Counter()
    for variants in sentences:
        most: Counter[str] = Counter()
        for words in variants:
            most |= Counter(map(syntax_form, words))
        counts.update(most)
    return counts


def build(counts: Counter[str], *, least: int, most: int) -> tuple[SyntaxVocabulary, list[str], list[str]]:
    """Vocabulary, its characters and its words in order. A word seen `least` times has an embedding, a character seen twice too.

    At most `most` words have one. All words are listed, the ones with an embedding first.
    """
    words = [word for word, _ in counts.most_common()]
    known = [word for word in words[:most] if counts[word] >= least]
    found: Counter[str] = Counter()
    for word, count in counts.items():
        for character in word:
            found[character] += count
    characters = [character for character, count in found.most_common() if count >= 2]
    vocabulary = SyntaxVocabulary(
        {character: i for i, character in enumerate(characters, UNKNOWN_CHARACTER + 1)},
        {word: i for i, word in enumerate(known, UNKNOWN_WORD + 1)},
        frozenset(words),
    )
    return vocabulary, characters, words


@dataclass(frozen=True)
class WordTable:
    """One row a word form: characters (t, 3 + MEAN_OF), word, length, kind and drop (t); `row_of` finds a form's row.

    `drop` is the chance that training hides the word's own embedding: the rarer, the more often.
    """

    characters: Indices
    word: Indices
    length: Indices
    kind: Indices
    drop: npt.NDArray[np.float32]
    row_of: dict[str, int]

    def rows(self, words: Iterable[str]) -> Indices:
        return np.array([self.row_of[syntax_form(word)] for word in words], dtype=np.int64)


def word_table(forms: Iterable[str], vocabulary: SyntaxVocabulary, counts: Counter[str]) -> WordTable:
    """Features of each folded form, as `Vocabulary.describe` gives them."""
    row_of = {form: i for i, form in enumerate(dict.fromkeys(forms))}
    described: list[Any] = [vocabulary.describe(form) for form in row_of]
    width = 3 + MEAN_OF
    characters = [row + [NO_CHARACTER] * (width - len(row)) for row, _, _, _ in described]
    return WordTable(
        np.array(characters, dtype=np.int64),
        np.array([word for _, word, _, _ in described]),
        np.array([length for _, _, length, _ in described]),
        np.array([kind for _, _, _, kind in described]),
        np.array([0.1 + 0.9 * 0.4 / (0.4 + counts[form]) for form in row_of], dtype=np.float32),
        row_of,
    )
