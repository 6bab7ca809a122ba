"""All heads of a stack at once: a small picture of each, and what each does, counted on this sentence.

Counted are rows: in how many of them the strongest other word is the one before, the one after, one that is linked in grammar,
one that a person's table has highest. After Vig 2019 ("A Multiscale Visualization of Attention", the model view) and Clark et
al. 2019. n: words; L: layers; H: heads of each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention.core import share_rows
from attention.figures.thumbnail import coarse
from attention.imported.stack import Stack
from attention.imported.words import Units
from attention.types import Floats, Mask

MAX_SIDE = 32
"""Rows and columns of a picture."""
MAX_PICTURE_BYTES = 200_000
"""Of all pictures: of many heads each is coarser."""

Ints = npt.NDArray[np.int64]
Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Wall:
    """pictures (L, H, r, c): from 0 to 255, which is the picture's own largest weight. strongest (L, H, n): for each word the
    position of the other one that it looks at most, -1 for none. itself, at_special (L, H): rows whose own word, or whose
    special piece of each name, has the most. shares (L, H): of all weight, what each special piece has. same: rows and columns
    are the same words."""

    pictures: Bytes
    strongest: Ints
    itself: Ints
    at_special: dict[str, Ints]
    shares: dict[str, Floats]
    same: bool

    @property
    def shape(self) -> tuple[int, int]:
        """Layers and heads."""
        return self.strongest.shape[0], self.strongest.shape[1]

    @property
    def words(self) -> int:
        """Rows in which is counted."""
        return self.strongest.shape[2]


@dataclass(frozen=True, eq=False)
class Behaviour:
    """In how many of `rows` rows each head (L, H) does it."""

    counts: Ints
    rows: int

    @property
    def does(self) -> Mask:
        """(L, H): the heads that do it in at least half of the rows."""
        return (self.counts * 2 >= self.rows) & (self.counts > 0)


def make_wall(stack: Stack, rows: Units, cols: Units, *, specials: bool) -> Wall:
    """rows, cols: with the special pieces. specials: show them; else each row of a picture is divided by what remains."""
    asking, asked = words_of(rows, stack.queries.special), words_of(cols, stack.keys.special)
    means = rows.shares / np.maximum(rows.shares.sum(axis=1, keepdims=True), 1e-12)
    side = picture_side(stack.layers * stack.heads, max(len(rows), len(cols)))
    names = {cols.names[i]: int(i) for i in np.flatnonzero(~asked)}
    same = stack.same_words and rows.words == cols.words
    pictures, strongest, tops = [], [], []
    for layer in stack.weights:
        table = means.astype(np.float32) @ layer @ cols.shares.T.astype(np.float32)  # (H, units, units)
        inner = table[:, asking][:, :, asked]
        drawn = table if specials else share_rows(inner) if stack.softmax else inner
        pictures.append([thumbnail_of(head, side) for head in drawn])
        strongest.append(strongest_other(inner, same=same))
        tops.append(table[:, asking].argmax(axis=-1))
    most = np.array(tops)  # (L, H, n)
    own = np.flatnonzero(asking) if same else np.full(int(asking.sum()), -1)
    return Wall(
        np.array(pictures),
        np.array(strongest),
        (most == own).sum(axis=-1),
        {name: (most == i).sum(axis=-1) for name, i in names.items()},
        {name: special_share(stack, cols.shares[i]) for name, i in names.items()},
        same,
    )


def words_of(units: Units, special: Sequence[bool]) -> Mask:
    """(n_units,): which units are more than special pieces."""
    return np.asarray(units.shares @ ~np.array(special) > 0)


def special_share(stack: Stack, pieces: Floats) -> Floats:
    """The share (L, H) of all weight that lies on these pieces (n_k)."""
    return np.array([(layer @ pieces.astype(np.float32)).mean(axis=-1) for layer in stack.weights], dtype=np.float64)


def picture_side(heads: int, n: int) -> int:
    """Rows and columns of each of so many pictures of n words."""
    return max(1, min(n, MAX_SIDE, int((MAX_PICTURE_BYTES / heads) ** 0.5)))


def thumbnail_of(weights: Floats, side: int) -> Bytes:
    """Weights (n_q, n_k) → (r, c), neither above `side`."""
    small = weights if max(weights.shape) <= side else coarse(weights, side)
    return np.asarray(np.round(small * (255 / max(float(small.max(initial=0)), 1e-9))), dtype=np.uint8)


def strongest_other(weights: Floats, *, same: bool) -> Ints:
    """Weights (H, n_q, n_k) → (H, n_q): where each row has its largest weight but for its own word's; -1 for a row of zeros."""
    others = weights * (1 - np.eye(*weights.shape[1:], dtype=weights.dtype)) if same else weights
    if not others.shape[-1]:
        return np.full(others.shape[:2], -1)
    return np.where(others.max(axis=-1) > 0, others.argmax(axis=-1), -1)


def behaviours(wall: Wall, related: dict[str, Mask]) -> dict[str, Behaviour]:
    """What each head does, by name: "previous", "next", "self", "special.<name>", and each of `related`, (n, n): True where
    the strongest word should be. A row in which that is nowhere is not counted. Between two sentences "special.<name>" only."""
    n = wall.words
    special = {f"special.{name}": Behaviour(counts, n) for name, counts in wall.at_special.items()}
    if not wall.same:
        return special
    strongest = wall.strongest.reshape(-1, n)  # (L·H, n)
    found = {}
    for name, wanted in {"previous": np.eye(n, k=-1) > 0, "next": np.eye(n, k=1) > 0, **related}.items():
        hits = np.take_along_axis(wanted, np.maximum(strongest.T, 0), axis=1) & (strongest.T >= 0)  # (n, L·H)
        found[name] = Behaviour(hits.sum(axis=0).reshape(wall.shape), int(wanted.any(axis=1).sum()))
    found["self"] = Behaviour(wall.itself, n)
    return found | special


def ranked(behaviour: Behaviour) -> list[int]:
    """The heads, layer by layer from 0, those first that do it in most rows."""
    return [int(i) for i in np.argsort(-behaviour.counts.ravel(), kind="stable")]


def highest(hand: Floats) -> Mask:
    """(n, n), True where a hand table (NaN: not considered) has its row's largest value; nowhere in a row without a choice."""
    top = np.where(np.isnan(hand), -np.inf, hand).max(axis=1, initial=-np.inf)
    least = np.where(np.isnan(hand), np.inf, hand).min(axis=1, initial=np.inf)
    return np.asarray((hand >= top[:, None] - 1e-9) & (top > least)[:, None])
