"""A sentence with its dependency tree, and what is done to it before it trains or scores a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from recipes import tables

ROOT = -1
"""The word is the root: it hangs on nothing."""

OWN = "own"

NONE = -2
"""It is not known what the word hangs on (punctuation in our own tables)."""

FINAL_MARKS = frozenset("。．.！!？?；;…")


@dataclass(frozen=True)
class Tree:
    """Words; for each the position of its head (or ROOT, NONE), its relation and its part of speech ("" where not known).

    source: the treebank, or OWN for our own tables and for what is like them.
    """

    words: tuple[str, ...]
    heads: tuple[int, ...]
    relations: tuple[str, ...]
    tags: tuple[str, ...]
    source: str

    def __len__(self) -> int:
        return len(self.words)

    def is_mark(self, i: int) -> bool:
        return self.tags[i] == "PUNCT"

    @property
    def text(self) -> str:
        return "".join(self.words)


def from_table(sentence: tables.Sentence, source: str = OWN) -> Tree:
    """One of our own sentences; its marks hang nowhere, and no relation is known."""
    marks = [tables.is_mark(word) for word in sentence.words]
    heads = tuple(
        NONE if mark else ROOT if head is None else head for head, mark in zip(sentence.heads, marks, strict=True)
    )
    tags = tuple("PUNCT" if mark else "" for mark in marks)
    return Tree(sentence.words, heads, ("",) * len(heads), tags, source)


def depth(heads: Sequence[int], i: int) -> int:
    """Steps from word i up to the root."""
    steps = 0
    while heads[i] >= 0 and steps <= len(heads):
        i, steps = heads[i], steps + 1
    return steps


def recut(tree: Tree, cut: Sequence[str]) -> Tree:
    """The tree on another cut of the same text.

    A word of the tree lives in the word of the cut that holds its last character. A word of the cut
    - in which words of the tree live hangs where the topmost of them hangs, outside of it (heads inside are dropped);
    - in which none lives is a first part of a longer word, and hangs on the part in which that word lives.
    """
    if "".join(cut) != tree.text:
        raise ValueError(f"{' '.join(cut)} is not a cut of {tree.text}")
    new_of = word_at(cut)
    ends = ends_of(tree.words)
    home = [new_of[end - 1] for end in ends]
    old_of = word_at(tree.words)
    heads, origins = [], []
    for j, end in enumerate(ends_of(cut)):
        members = [i for i in range(len(tree)) if home[i] == j]
        origin = min(members, key=lambda i: (depth(tree.heads, i), -i)) if members else old_of[end - 1]
        head = tree.heads[origin]
        heads.append((home[head] if head >= 0 else head) if members else home[origin])
        origins.append((origin, bool(members)))
    heads = [head if head != j else ROOT for j, head in enumerate(heads)]
    relations = tuple(tree.relations[i] if whole else "compound" for i, whole in origins)
    return Tree(tuple(cut), tuple(heads), relations, tuple(tree.tags[i] for i, _ in origins), tree.source)


def word_at(words: Sequence[str]) -> list[int]:
    """For each character of the text, the word that it belongs to."""
    return [i for i, word in enumerate(words) for _ in word]


def ends_of(words: Sequence[str]) -> list[int]:
    """For each word, the number of characters up to its end."""
    ends, total = [], 0
    for word in words:
        total += len(word)
        ends.append(total)
    return ends


def is_tree(tree: Tree) -> bool:
    """One root, no circle."""
    return tree.heads.count(ROOT) == 1 and all(depth(tree.heads, i) <= len(tree) for i in range(len(tree)))


def without(tree: Tree, dropped: set[int]) -> Tree:
    """The tree without some words on which nothing hangs."""
    kept = [i for i in range(len(tree)) if i not in dropped]
    place = {old: new for new, old in enumerate(kept)} | {ROOT: ROOT, NONE: NONE}
    return replace(
        tree,
        words=tuple(tree.words[i] for i in kept),
        heads=tuple(place[tree.heads[i]] for i in kept),
        relations=tuple(tree.relations[i] for i in kept),
        tags=tuple(tree.tags[i] for i in kept),
    )


def loose_marks(tree: Tree) -> set[int]:
    """Punctuation on which nothing hangs."""
    used = set(tree.heads)
    return {i for i in range(len(tree)) if tree.is_mark(i) and i not in used}


def final_mark(tree: Tree) -> set[int]:
    """The mark at the end of the sentence, if nothing hangs on it."""
    last = len(tree) - 1
    return {last} & loose_marks(tree) if tree.words[last] in FINAL_MARKS else set()


def neighbours(tree: Tree) -> list[list[int]]:
    """For each word the words that it is linked with: its head and what hangs on it, punctuation left out.

    A punctuation mark has its head as its only neighbour.
    """
    found: list[list[int]] = [[] for _ in tree.words]
    for i, head in enumerate(tree.heads):
        if head < 0:
            continue
        found[i].append(head)
        if not tree.is_mark(i):
            found[head].append(i)
    return found


def untied(words: Sequence[str], source: str = OWN) -> Tree:
    """A sentence of which only the words are known."""
    n = len(words)
    tags = tuple("PUNCT" if tables.is_mark(word) else "" for word in words)
    return Tree(tuple(words), (NONE,) * n, ("",) * n, tags, source)
