"""Examples and batches: arrays that the network reads, sentences of about the same length together."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from attention.models.syntax import HEADS
from recipes.syntax.lexicon import Indices, WordTable
from recipes.syntax.targets import targets
from recipes.syntax.trees import OWN, Tree

IGNORED = -100
"""A label that does not count, as in torch's cross_entropy."""


@dataclass(frozen=True)
class Labels:
    """Names of the treebanks, parts of speech and relations; the place in the list is the index."""

    sources: list[str]
    tags: list[str]
    relations: list[str]

    @classmethod
    def of(cls, trees: Sequence[Tree]) -> Labels:
        tags = {tag for tree in trees for tag in tree.tags if any(tree.relations)} - {""}
        relations = {name for tree in trees for name in tree.relations} - {""}
        return cls(sorted({tree.source for tree in trees} - {OWN}), sorted(tags), sorted(relations))

    def source(self, tree: Tree) -> int:
        """The treebank's number from 1 on; 0, which is what the finished model has for good, for our own sentences."""
        return 0 if tree.source == OWN else self.sources.index(tree.source) + 1


@dataclass
class Example:
    """One variant of a sentence: rows of the word table, labels (n); aim (h, n, n + 1) and weight (h, n) as in Targets."""

    rows: Indices
    source: int
    tags: Indices
    relations: Indices
    aim: npt.NDArray[np.float16]
    weight: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.rows)


def example(tree: Tree, table: WordTable, labels: Labels) -> Example:
    """A tree as arrays."""
    wanted = targets(tree)
    labelled = any(tree.relations)
    return Example(
        table.rows(tree.words),
        labels.source(tree),
        np.array([labels.tags.index(tag) if labelled and tag else IGNORED for tag in tree.tags]),
        np.array([labels.relations.index(name) if name else IGNORED for name in tree.relations]),
        wanted.aim.astype(np.float16),
        wanted.weight,
    )


@dataclass(frozen=True)
class Batch:
    """b sentences of up to n words; aim (b, h, n, n + 1) and weight (b, h, n) as in Targets.

    rows, tags, relations (b, n); real (b, n + 1): True where there is a word or the start symbol; source (b).
    """

    rows: Tensor
    real: Tensor
    source: Tensor
    tags: Tensor
    relations: Tensor
    aim: Tensor
    weight: Tensor


def collate(examples: Sequence[Example]) -> Batch:
    """Examples, padded to the longest; row 0 of the word table stands where there is no word, and does not count."""
    b, n = len(examples), max(map(len, examples))
    rows = np.zeros((b, n), np.int64)
    tags, relations = np.full((b, n), IGNORED), np.full((b, n), IGNORED)
    real = np.zeros((b, n + 1), bool)
    aim = np.zeros((b, len(HEADS), n, n + 1), np.float32)
    weight = np.zeros((b, len(HEADS), n), np.float32)
    for k, one in enumerate(examples):
        m = len(one)
        rows[k, :m], tags[k, :m], relations[k, :m] = one.rows, one.tags, one.relations
        real[k, : m + 1] = True
        aim[k, :, :m, : m + 1], weight[k, :, :m] = one.aim, one.weight
    arrays = (rows, real, np.array([one.source for one in examples]), tags, relations, aim, weight)
    return Batch(*map(torch.from_numpy, arrays))


def in_batches(examples: Sequence[Example], words: int, rng: random.Random | None = None) -> Iterator[list[int]]:
    """Positions of examples of about the same length, about `words` words a batch; in random order where there is a rng."""
    order = sorted(range(len(examples)), key=lambda i: len(examples[i]) + (rng.random() * 3 if rng else 0))
    groups: list[list[int]] = [[]]
    for i in order:
        if groups[-1] and (len(groups[-1]) + 1) * (len(examples[i]) + 1) > words:
            groups.append([])
        groups[-1].append(i)
    if rng:
        rng.shuffle(groups)
    yield from groups
