"""Everything that a training run needs, made from the pairs: vocabularies, alignments, examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention.models.copied import MOST
from attention.models.translate import END_UNIT, TranslationVocabulary, translation_form
from recipes.translate.aligner import align
from recipes.translate.batches import Example, Table
from recipes.translate.copies import with_signs
from recipes.translate.english import Casing
from recipes.translate.pairs import Pair
from recipes.translate.units import Pieces, Sizes, learn, source_vocabulary

WEAK = 0.15
"""What the aligner believes less is no alignment."""
UNSURE = 0.4
LEANING = frozenset(
    "the a an to is are was were be am 's 're 'm my his her your their our its do does did will would has have had of it "
    "there".split()
)
"""Small words that Chinese often lacks; one that the aligner is unsure of belongs where the word after it belongs."""


@dataclass(frozen=True)
class Material:
    """What the pairs became; own: how many of them were written for this project."""

    vocabulary: TranslationVocabulary
    pieces: Pieces
    casing: Casing
    examples: list[Example]
    lists: dict[str, list[str]]
    own: int


def prepare(pairs: Sequence[Pair], sizes: Sizes) -> Material:
    """Vocabularies, alignments and examples from all pairs together."""
    casing = Casing(pair.english for pair in pairs)
    both = [with_signs(p.chinese, casing.applied(p.english), first=k % MOST) for k, p in enumerate(pairs)]
    chinese, english = zip(*both, strict=True)
    lists = source_vocabulary(chinese, sizes)
    pieces = learn(english, sizes)
    lowered = [([translation_form(w) for w in zh], [w.lower() for w in en]) for zh, en in both]
    tables = [leaning(table, en) for table, (_, en) in zip(align(lowered), lowered, strict=True)]
    examples = [example(zh, en, table, pieces) for zh, en, table in zip(chinese, english, tables, strict=True)]
    own = sum(pair.own for pair in pairs)
    return Material(TranslationVocabulary.of(**lists), pieces, casing, examples, lists, own)


def leaning(table: Table, english: Sequence[str]) -> Table:
    """The alignments (n, m) with each small word that is unsure where its follower is: the in "the book" looks at 书."""
    found = table.copy()
    for j in range(len(english) - 2, -1, -1):
        if english[j] in LEANING and found[:, j].max() < UNSURE:
            found[:, j] = found[:, j + 1]
    return found


def example(chinese: Sequence[str], english: Sequence[str], table: Table, pieces: Pieces) -> Example:
    """Words in their usual case → units; each piece is aligned as its word is."""
    cuts = [pieces.cut(word) for word in english]
    columns = [j for j, units in enumerate(cuts) for _ in units]
    kept = np.where(table >= WEAK, table, 0)[:, columns]
    with_end = np.concatenate([kept, np.zeros((len(chinese), 1))], axis=1).astype(np.float32)
    return Example(tuple(chinese), (*(unit for units in cuts for unit in units), END_UNIT), with_end)
