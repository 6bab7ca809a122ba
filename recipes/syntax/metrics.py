"""Scores of a table of weights against a tree; punctuation is left out where not said otherwise.

- UAS: share of words whose strongest column in the head attention (start symbol included) is their head.
- neighbour top-1: share of words whose strongest column among the words is a true neighbour (head or dependent).
- recall at the true degree: of a word with k neighbours, how many stand among its k strongest columns; over all words.
- AUC of A + Aᵀ: chance that a linked pair of words has a higher value than one that is not linked; over all sentences.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from recipes.syntax.trees import NONE, Tree, neighbours

Floats = npt.NDArray[np.float64]


@dataclass
class Tally:
    """Counts over sentences; `scores` makes shares in per cent (AUC: 0 to 1) of them."""

    words: int = 0
    heads: int = 0
    marked_words: int = 0
    marked_heads: int = 0
    rows: int = 0
    tops: int = 0
    links: int = 0
    recalled: int = 0
    linked: list[Floats] = field(default_factory=list)
    apart: list[Floats] = field(default_factory=list)

    def add(self, tree: Tree, *, heads: Iterable[int], nearness: Floats, linked: Floats) -> None:
        """One sentence: guessed heads (n), weights of the neighbours (n, n), and A + Aᵀ (n, n)."""
        self.add_heads(tree, list(heads))
        self.add_neighbours(tree, nearness)
        self.add_pairs(tree, linked)

    def add_heads(self, tree: Tree, heads: list[int]) -> None:
        for i, head in enumerate(tree.heads):
            if head == NONE:
                continue
            self.marked_words += 1
            self.marked_heads += heads[i] == head
            if not tree.is_mark(i):
                self.words += 1
                self.heads += heads[i] == head

    def add_neighbours(self, tree: Tree, nearness: Floats) -> None:
        for i, true in enumerate(neighbours(tree)):
            if tree.is_mark(i) or not true:
                continue
            order = np.argsort(-nearness[i], kind="stable")
            self.rows += 1
            self.tops += order[0] in true
            self.links += len(true)
            self.recalled += len(set(order[: len(true)].tolist()) & set(true))

    def add_pairs(self, tree: Tree, linked: Floats) -> None:
        words = [i for i in range(len(tree)) if not tree.is_mark(i)]
        true = neighbours(tree)
        are = np.array([[j in true[i] for j in words] for i in words], dtype=bool).reshape(len(words), len(words))
        upper = np.triu(np.ones_like(are), 1)
        values = linked[np.ix_(words, words)]
        self.linked.append(values[upper & are])
        self.apart.append(values[upper & ~are])

    def scores(self) -> dict[str, float]:
        return {
            "UAS": percent(self.heads, self.words),
            "UAS with punctuation": percent(self.marked_heads, self.marked_words),
            "neighbour top-1": percent(self.tops, self.rows),
            "recall at degree": percent(self.recalled, self.links),
            "AUC": auc(np.concatenate(self.linked), np.concatenate(self.apart)) if self.linked else float("nan"),
        }


def percent(part: int, whole: int) -> float:
    return 100 * part / whole if whole else float("nan")


def auc(high: Floats, low: Floats) -> float:
    """Chance that a value of `high` exceeds one of `low`, ties count half (Mann-Whitney)."""
    if not len(high) or not len(low):
        return float("nan")
    ordered = np.sort(low)
    below = np.searchsorted(ordered, high, "left") + np.searchsorted(ordered, high, "right")
    return float(below.mean() / 2 / len(low))
