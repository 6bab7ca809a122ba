"""Sentences as they are typed: each tree in several variants, so that the model learns jieba's cut and missing marks."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from recipes.syntax.trees import ROOT, Tree, final_mark, is_tree, loose_marks, recut, without


def variants(tree: Tree, cut: Sequence[str], count: int, rng: random.Random) -> Iterator[Tree]:
    """`count` variants, the first one as it is. Of the others 30 % have jieba's cut (where that keeps a tree), 15 % no
    punctuation on which nothing hangs, and 15 % no mark at the end."""
    recutted = recut(tree, cut) if tuple(cut) != tree.words else tree
    if not is_tree(recutted):
        recutted = tree
    yield tree
    for _ in range(count - 1):
        chosen = recutted if rng.random() < 0.3 else tree
        luck = rng.random()
        dropped = loose_marks(chosen) if luck < 0.15 else final_mark(chosen) if luck < 0.3 else set()
        yield without(chosen, dropped) if len(dropped) < len(chosen) else chosen


def joined(first: Tree, second: Tree) -> Tree:
    """Two sentences as one, as in quick typing: no mark between them, the later root hangs on the first."""
    first, second = without(first, final_mark(first)), without(second, final_mark(second))
    root, shift = first.heads.index(ROOT), len(first)
    heads = (root if head == ROOT else head + shift if head >= 0 else head for head in second.heads)
    return replace(
        first,
        words=first.words + second.words,
        heads=(*first.heads, *heads),
        relations=first.relations + second.relations,
        tags=first.tags + second.tags,
    )


def pairs_joined(trees: Sequence[Tree], count: int, longest: int, rng: random.Random) -> list[Tree]:
    """`count` sentences made of two short ones each."""
    short = [tree for tree in trees if len(tree) <= longest]
    return [joined(rng.choice(short), rng.choice(short)) for _ in range(count if short else 0)]
