"""What the network reads and writes: Chinese words and characters in, English words and pieces of words out.

Frequent English words are one unit; the rest is put together from pieces made by byte pair encoding (Sennrich et al. 2016),
learned on the rare words only. A piece that begins a word starts with WORD.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from attention.models.translate import END, START, WORD, translation_form


@dataclass(frozen=True)
class Sizes:
    """word, character, target: how often a unit must stand in the training data. merges: of the byte pair encoding."""

    word: int = 3
    character: int = 2
    target: int = 4
    merges: int = 900


def source_vocabulary(sentences: Iterable[Sequence[str]], sizes: Sizes) -> dict[str, list[str]]:
    """The lists of `Vocabulary.of`: words and characters that are frequent enough, and every other word that was seen."""
    words = Counter(translation_form(word) for words in sentences for word in words)
    characters: Counter[str] = Counter()
    for word, count in words.items():
        characters.update({c: word.count(c) * count for c in dict.fromkeys(word)})
    known = [w for w, count in words.most_common() if count >= sizes.word and len(w) > 1]
    rare = [w for w, count in words.most_common() if count < sizes.word]
    single = [w for w, count in words.most_common() if len(w) == 1 and count >= sizes.word]
    kept = [c for c, count in characters.most_common() if count >= sizes.character]
    return {"characters": kept, "words": known, "single": single, "rare": rare}


@dataclass(frozen=True)
class Pieces:
    """The English units, and the merges that cut a rare word into them. Units 0 and 1 are END and START."""

    units: tuple[str, ...]
    merges: tuple[tuple[str, str], ...]
    cache: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def index(self) -> dict[str, int]:
        return {unit: i for i, unit in enumerate(self.units)}

    @cached_property
    def ranks(self) -> dict[tuple[str, str], int]:
        return {pair: i for i, pair in enumerate(self.merges)}

    def cut(self, word: str) -> tuple[int, ...]:
        """A word → its units; characters that never stood in the training data are left out."""
        if word not in self.cache:
            whole = self.index.get(WORD + word)
            parts = (WORD + word,) if whole is not None else self._merged(word)
            self.cache[word] = tuple(self.index[part] for part in parts if part in self.index)
        return self.cache[word]

    def _merged(self, word: str) -> tuple[str, ...]:
        parts = letters(word)
        while len(parts) > 1:
            best = min(pairwise(parts), key=lambda pair: self.ranks.get(pair, len(self.ranks)))
            if best not in self.ranks:
                break
            parts = joined(parts, best)
        return parts


def letters(word: str) -> tuple[str, ...]:
    """The smallest pieces of a word; the first one says that a word begins."""
    return (WORD + word[0], *word[1:])


def joined(parts: Sequence[str], pair: tuple[str, str]) -> tuple[str, ...]:
    """The parts with every occurrence of the pair made one."""
    found: list[str] = []
    for part in parts:
        if found and (found[-1], part) == pair:
            found[-1] += part
        else:
            found.append(part)
    return tuple(found)


def learn(sentences: Iterable[Sequence[str]], sizes: Sizes) -> Pieces:
    """Units for English sentences, words already in their usual case."""
    counts = Counter(word for words in sentences for word in words)
    frequent = [w for w, count in counts.most_common() if count >= sizes.target]
    rare = {letters(w): count for w, count in counts.items() if count < sizes.target}
    # Also from frequent words, lightly: names and numbers that only the visitor has are spelled from pieces.
    rare |= {letters(w): 1 for w in frequent if len(w) > 3}
    merges = tuple(learn_merges(rare, sizes.merges))
    alphabet = sorted({part for parts in rare for part in parts} | {p for w in frequent for p in letters(w)})
    units = dict.fromkeys([END, START, *(WORD + w for w in frequent), *alphabet, *("".join(pair) for pair in merges)])
    return Pieces(tuple(units), merges)


def learn_merges(words: dict[tuple[str, ...], int], wanted: int) -> Iterable[tuple[str, str]]:
    """The most frequent pair of neighbours, made one in all words, again and again."""
    counts: Counter[tuple[str, str]] = Counter()
    holders: dict[tuple[str, str], set[int]] = defaultdict(set)
    parts, frequency = list(words), list(words.values())
    for i in range(len(parts)):
        note(parts, i, frequency[i], counts, holders)
    for _ in range(wanted):
        best = max(counts, key=lambda pair: (counts[pair], pair), default=None)
        if best is None or counts[best] < 2:
            return
        for i in sorted(holders[best]):
            note(parts, i, -frequency[i], counts, holders)
            parts[i] = joined(parts[i], best)
            note(parts, i, frequency[i], counts, holders)
        yield best


def note(
    parts: list[tuple[str, ...]],
    i: int,
    count: int,
    counts: Counter[tuple[str, str]],
    holders: dict[tuple[str, str], set[int]],
) -> None:
    """Add (or take away, where count is negative) the pairs of word i."""
    for pair in pairwise(parts[i]):
        counts[pair] += count
        if count > 0:
            holders[pair].add(i)
        elif counts[pair] <= 0:
            del counts[pair]
