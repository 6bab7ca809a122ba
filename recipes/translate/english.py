"""English text ↔ words and marks, and the case that a word has inside a sentence.

`attention.words.english.join_words` puts the words together again.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": ".", "\u00a0": " "})
NOT = re.compile(r"(?i)\b(\w+)(n't)\b")
ENDING = re.compile(r"(?i)(\w)('s|'m|'re|'ll|'d|'ve)\b")
WORD = re.compile(r"(?i)'(?:s|m|re|ll|d|ve)\b|n't\b|\d+(?:[.,:]\d+)*|\w+(?:[-.']\w+)*|[^\w\s]")
OPENS = frozenset('.?!"')
"""The word after one of these may have its capital from its place alone."""


def words_of(text: str) -> list[str]:
    """Words and marks; contractions apart (do n't, it 's).

    >>> words_of("I don't think it's Tom's.")
    ['I', 'do', "n't", 'think', 'it', "'s", 'Tom', "'s", '.']
    """
    return WORD.findall(ENDING.sub(r"\1 \2", NOT.sub(r"\1 \2", text.translate(PLAIN))))


class Casing:
    """The usual form of each word where no sentence begins: Tom, I, monday → Monday."""

    def __init__(self, sentences: Iterable[Sequence[str]]) -> None:
        forms: dict[str, Counter[str]] = defaultdict(Counter)
        for words in sentences:
            for i, word in enumerate(words):
                if not at_beginning(words, i):
                    forms[word.lower()][word] += 1
        self.usual = {lower: counts.most_common(1)[0][0] for lower, counts in forms.items()}

    def applied(self, words: Sequence[str]) -> list[str]:
        """The words, those at a sentence's beginning in their usual form; one that is only seen there keeps its capital."""
        return [self.usual.get(w.lower(), w) if at_beginning(words, i) else w for i, w in enumerate(words)]


def at_beginning(words: Sequence[str], i: int) -> bool:
    return i == 0 or words[i - 1] in OPENS
