"""What one network learns from: a vocabulary, and every sentence in its variants as arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from attention.models.syntax import UNKNOWN_CHARACTER, UNKNOWN_WORD, SyntaxVocabulary, syntax_form
from recipes.syntax.batches import Example, Labels, example
from recipes.syntax.lexicon import WordTable, build, count_words, word_table
from recipes.syntax.network import Network, Shape
from recipes.syntax.trees import Tree

Sentences = Sequence[Sequence[Tree]]
"""For each sentence its variants, the first of them as it was read."""


@dataclass(frozen=True)
class Material:
    """`characters` and `words` are in the order of the vocabulary; the words without an embedding come last."""

    vocabulary: SyntaxVocabulary
    characters: list[str]
    words: list[str]
    table: WordTable
    labels: Labels


def prepare(taught: Sentences, also: Sentences, labels: Labels, *, least: int = 2, most: int = 9000) -> Material:
    """Vocabulary from the sentences that the network is taught; the table has the words of `also` as well."""
    counts = count_words([tree.words for tree in variants] for variants in taught)
    vocabulary, characters, words = build(counts, least=least, most=most)
    forms = [syntax_form(word) for variants in (*taught, *also) for tree in variants for word in tree.words]
    return Material(vocabulary, characters, words, word_table(forms, vocabulary, counts), labels)


def examples(sentences: Sentences, material: Material) -> list[list[Example]]:
    """The variants of each sentence as arrays."""
    return [[example(tree, material.table, material.labels) for tree in variants] for variants in sentences]


def network(material: Material, shape: Shape, seed: int) -> Network:
    """A network with first weights that the seed decides."""
    torch.manual_seed(seed)
    return Network(
        shape,
        material.table,
        characters=len(material.characters) + UNKNOWN_CHARACTER + 1,
        words=len(material.vocabulary.words) + UNKNOWN_WORD + 1,
        sources=len(material.labels.sources),
        tags=len(material.labels.tags),
        relations=len(material.labels.relations),
    )
