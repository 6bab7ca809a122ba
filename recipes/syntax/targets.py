"""What each attention head is to look at: trees → target distributions, one row a word."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention.models.syntax import HEADS
from recipes.syntax.trees import NONE, ROOT, Tree

Floats32 = npt.NDArray[np.float32]

ROLE_OF = {
    **dict.fromkeys(("nsubj", "csubj"), "subject"),
    **dict.fromkeys(("obj", "iobj", "dobj"), "object"),
    **dict.fromkeys(("amod", "nmod", "advmod", "obl", "acl", "nummod", "det", "advcl"), "modifier"),
    **dict.fromkeys(("case", "mark", "aux", "cop", "clf", "cc", "discourse"), "function"),
}
"""Relation of Universal Dependencies → the role head that learns its arcs."""

FUNCTION_TAGS = frozenset(("ADP", "AUX", "CCONJ", "SCONJ", "PART"))
"""A word of these classes is a function word whatever its relation is called: early releases name it otherwise."""

MARK_WEIGHT = 0.3
OWN_MARK_WEIGHT = 0.1
NO_PARTNER_WEIGHT = 0.3


@dataclass(frozen=True)
class Targets:
    """aim (h, n, n + 1): rows that sum to 1, column 0 is the start symbol; weight (h, n): 0 where nothing is known."""

    aim: Floats32
    weight: Floats32


def role(tree: Tree, i: int) -> str:
    """The role head to which the arc of word i belongs, or ""."""
    if tree.tags[i] in FUNCTION_TAGS and tree.heads[i] >= 0:
        return "function"
    return ROLE_OF.get(tree.relations[i], "")


def targets(tree: Tree) -> Targets:
    """The targets of all heads, in the order of HEADS."""
    n = len(tree)
    aim = np.zeros((len(HEADS), n, n + 1), np.float32)
    weight = np.zeros((len(HEADS), n), np.float32)
    heads, importance = hung(tree)
    for i, head in enumerate(heads):
        if head == NONE:
            continue
        row = HEADS.index("head")
        aim[row, i, head + 1] = 1
        weight[row, i] = importance[i]
        if head != ROOT:
            link(aim, tree, i, head)
    close(aim, weight, tree, importance)
    return Targets(aim, weight)


def hung(tree: Tree) -> tuple[list[int], list[float]]:
    """Heads and the weight of each row; a mark of our own tables is hung on the root with a low weight.

    In a sentence without a tree (the teachers will say what they see in it) nothing hangs anywhere.
    """
    root = tree.heads.index(ROOT) if ROOT in tree.heads else NONE
    heads = [root if head == NONE else head for head in tree.heads]
    known = [OWN_MARK_WEIGHT if head == NONE else MARK_WEIGHT for head in tree.heads]
    return heads, [known[i] if tree.is_mark(i) else 1.0 for i in range(len(tree))]


def link(aim: Floats32, tree: Tree, i: int, head: int) -> None:
    """Enter the arc i → head into the tables of neighbours and roles, both ways; a mark is nobody's neighbour."""
    tables = [HEADS.index("neighbours")]
    if name := role(tree, i):
        tables.append(HEADS.index(name))
    aim[tables, i, head + 1] = 1
    if not tree.is_mark(i):
        aim[tables, head, i + 1] = 1


def close(aim: Floats32, weight: Floats32, tree: Tree, importance: list[float]) -> None:
    """Rows of neighbours and roles: made to sum to 1, and weighted. In a role, no partner means evenly at all others."""
    n = len(tree)
    labelled = any(tree.relations)
    even = (1 - np.eye(n, dtype=np.float32)) / max(n - 1, 1)
    for h, name in enumerate(HEADS):
        if name == "head":
            continue
        total = aim[h].sum(axis=1)
        partner = total > 0
        weight[h, partner] = np.array(importance)[partner]
        aim[h, partner] /= total[partner, None]
        if name != "neighbours":
            aim[h, ~partner, 1:] = even[~partner]
            weight[h, ~partner] = NO_PARTNER_WEIGHT * np.array(importance)[~partner] * (n > 1)
            weight[h] *= labelled
