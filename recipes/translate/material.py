"""Everything that a training run needs, made from the pairs: vocabularies, alignments, examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attention.models.translate import END_UNIT, TranslationVocabulary, translation_form
from recipes.translate.aligner import align
from recipes.translate.batches import Example, Table
from recipes.translate.english import Casing
from recipes.translate.pairs import Pair
from recipes.translate.units import Pieces, Sizes, learn, source_vocabulary

WEAK = 0.15
"""What the aligner believes less is no alignment."""


@dataclass(frozen=True)
class Material:
    """What the pairs became; pairs: how many there are without the copies."""

    vocabulary: TranslationVocabulary
    pieces: Pieces
    casing: Casing
    examples: list[Example]
    lists: dict[str, list[str]]
    pairs: int


def prepare(pairs: Sequence[Pair], sizes: Sizes, *, own_copies: int = 1) -> Material:
    """Vocabularies from all pairs, our own counted as often as they will be shown; alignments from all pairs together."""
    shown = [*pairs, *[pair for pair in pairs if pair.own] * (own_copies - 1)]
    casing = Casing(pair.english for pair in pairs)
    english = [casing.applied(pair.english) for pair in pairs]
    lists = source_vocabulary([pair.chinese for pair in shown], sizes)
    pieces = learn(english, sizes)
    tables = align(
        [
            ([translation_form(w) for w in p.chinese], [w.lower() for w in en])
            for p, en in zip(pairs, english, strict=True)
        ]
    )
    examples = [
        example(pair.chinese, en, table, pieces) for pair, en, table in zip(pairs, english, tables, strict=True)
    ]
    own = [one for one, pair in zip(examples, pairs, strict=True) if pair.own]
    return Material(
        TranslationVocabulary.of(**lists), pieces, casing, [*examples, *own * (own_copies - 1)], lists, len(pairs)
    )


def example(chinese: Sequence[str], english: Sequence[str], table: Table, pieces: Pieces) -> Example:
    """Words in their usual case → units; each piece is aligned as its word is."""
    cuts = [pieces.cut(word) for word in english]
    columns = [j for j, units in enumerate(cuts) for _ in units]
    kept = np.where(table >= WEAK, table, 0)[:, columns]
    with_end = np.concatenate([kept, np.zeros((len(chinese), 1))], axis=1).astype(np.float32)
    return Example(tuple(chinese), (*(unit for units in cuts for unit in units), END_UNIT), with_end)
