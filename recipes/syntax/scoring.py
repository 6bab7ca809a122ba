"""Scores of the numpy model, and of the two adjacent-word baselines, on trees."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from attention.hand.compare import compare, spearman
from attention.models.syntax import SyntaxModel
from attention.types import Floats, HandTable
from recipes.syntax.metrics import Tally
from recipes.syntax.trees import ROOT, Tree, recut

SEED = ("我", "喜欢", "在", "周末", "去", "公园", "散步")
SEED_PAIRS = ((0, 1), (6, 1), (2, 3), (3, 6), (4, 5), (5, 6))


def score(model: SyntaxModel, trees: Iterable[Tree]) -> dict[str, float]:
    """UAS, neighbour top-1, recall at the true degree and AUC of the model."""
    tally = Tally()
    for tree in trees:
        nearness = model.traces(tree.words)["neighbours"].weights
        tally.add(tree, heads=model.heads(tree.words), nearness=nearness, linked=model.linked(tree.words))
    return tally.scores()


def score_adjacent(trees: Iterable[Tree], step: int) -> dict[str, float]:
    """The same for 'every word belongs to the next one' (step 1) or 'to the one before' (step −1).

    The word at the end has no such word, and is taken for the root. As a table: a word's weight falls with the distance, and is
    greater on the side of the step.
    """
    tally = Tally()
    for tree in trees:
        n = len(tree)
        apart = np.subtract.outer(np.arange(n), np.arange(n)) * -step
        nearness = np.where(apart == 0, 0.0, 1 / np.maximum(np.abs(apart) * 2 - (apart > 0), 1))
        heads = [i + step if 0 <= i + step < n else ROOT for i in range(n)]
        one_step = (apart == 1).astype(float)
        tally.add(tree, heads=heads, nearness=nearness, linked=one_step + one_step.T)
    return tally.scores()


def with_cut(trees: Sequence[Tree]) -> list[Tree]:
    """The trees on jieba's cut of their text (trees.recut says how)."""
    import jieba

    return [recut(tree, jieba.lcut(tree.text)) for tree in trees]


def seed_agreement(model: SyntaxModel) -> dict[str, float]:
    """The seed sentence against its hand table: rows that agree, of 7, and Spearman's ρ."""
    values = np.full((len(SEED), len(SEED)), 0.1)
    rows, columns = np.array(SEED_PAIRS).T
    values[rows, columns] = values[columns, rows] = 0.9
    np.fill_diagonal(values, np.nan)
    computed = model.traces(SEED)["neighbours"].weights
    found = compare(computed, HandTable(SEED, values))
    return {
        "rows that agree": found.agreeing,
        "rho": round(rank_correlation(computed, values), 3),
        "rho, mean over rows": round(found.rho or 0.0, 3),
    }


def rank_correlation(computed: Floats, values: Floats) -> float:
    """Spearman's ρ over the cells that have a value."""
    considered = ~np.isnan(values)
    return spearman(computed[considered], values[considered]) or 0.0
