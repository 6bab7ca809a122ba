"""Imported attention: the arrays of all layers and heads as they came, float32, and the tables to pick from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from attention.core.rollout import rollout
from attention.errors import ImportProblem, ImportRefused
from attention.imported.pieces import Pieces
from attention.types import frozen

Singles: TypeAlias = npt.NDArray[np.float32]
Kind = Literal["self", "causal", "encoder", "decoder", "cross"]
How = Literal["head", "layer", "all", "rollout"]
PICK_WAYS: tuple[How, ...] = get_args(How)

MAX_CELLS = 32_000_000
"""Weights in all: 24 layers × 16 heads × 256 × 256 pieces are 25 million; as float32 128 MB."""
MAX_HEADS = 10_000
"""In all layers: 96 layers × 96 heads are 9,216."""
MAX_PIECES = 512
"""Along one axis."""
SUM = 1e-3
"""Tolerance for row sums where numbers have all their digits, or those of half precision."""
SHORT = 2.0**-8
"""The same for bfloat16, which keeps eight bits of a number, and for numbers rounded to a few digits, which may come from it."""
MAX_DECIMALS = 6
"""Of numbers that were rounded: more make no difference."""
MAX_TURNED = 0.05
"""Of numbers that are rounded more coarsely, nobody can tell which way round they are."""
MAX_SUM = 1.1
"""A row beyond this, and what rounding adds, is no attention; one that sums to less may have been cut out of a larger table."""


@dataclass(frozen=True)
class Sums:
    """The sums of all rows that are not all zeros: the smallest, the largest, and how many of them are not 1 ± tolerance.

    decimals: digits that the numbers are rounded to, None if they have all of theirs. turned: not the rows but the columns sum
    to 1, so that rows and columns may have been swapped.
    """

    smallest: float
    largest: float
    bad: int
    rows: int
    tolerance: float = SUM
    decimals: int | None = None
    turned: bool = False


@dataclass(frozen=True, eq=False)
class Stack:
    """weights (n_layer, n_head, n_q, n_k), read-only float32; d_k: the width of a head's queries, if known."""

    kind: Kind
    weights: Singles
    queries: Pieces
    keys: Pieces
    sums: Sums
    d_k: int | None = None

    @property
    def softmax(self) -> bool:
        """Whether every row sums to 1, or is all zeros."""
        return self.sums.bad == 0

    @property
    def layers(self) -> int:
        """How many layers there are."""
        return int(self.weights.shape[0])

    @property
    def heads(self) -> int:
        """How many heads each layer has."""
        return int(self.weights.shape[1])

    @property
    def causal(self) -> bool:
        """Whether no piece attends to a later one."""
        return self.kind in ("causal", "decoder")

    @property
    def same_words(self) -> bool:
        """Whether queries and keys are the same pieces."""
        return self.queries == self.keys


@dataclass(frozen=True, eq=False)
class Imported:
    """What was imported. name: of the file or the model; many: sentences in the file, number: which of them, from 0."""

    name: str
    source: Literal["file", "model"]
    stacks: tuple[Stack, ...]
    many: int = 1
    number: int = 0

    def stack(self, kind: str) -> Stack:
        """The stack of this kind, else the first."""
        return next((stack for stack in self.stacks if stack.kind == kind), self.stacks[0])


@dataclass(frozen=True)
class Pick:
    """One table of a stack: a head; the mean over a layer's heads; over all heads of all layers; or the rollout up to a layer."""

    how: How = "head"
    layer: int = 0
    head: int = 0

    def inside(self, stack: Stack) -> Pick:
        """The same, limited to layers and heads that exist."""
        return replace(self, layer=min(self.layer, stack.layers - 1), head=min(self.head, stack.heads - 1))


def stack_of(
    kind: Kind,
    weights: npt.NDArray[np.floating],
    queries: Pieces,
    keys: Pieces,
    *,
    name: str = "",
    d_k: int | None = None,
) -> Stack:
    """weights (n_layer, n_head, n_q, n_k); name: of the file or model, for a refusal.

    Raises ImportRefused if they are not weights, or not between these pieces.
    """
    array = frozen(weights, np.float32)
    check_size(name, array.shape)
    if array.shape[2:] != (len(queries), len(keys)):
        wanted = f"{array.shape[2]} × {array.shape[3]}"
        raise ImportRefused(ImportProblem.TOKENS, name=name, found=f"{len(queries)} × {len(keys)}", wanted=wanted)
    sums = checked_sums(name, array)
    causal = kind in ("self", "encoder") and queries == keys and looks_back_only(array)
    return Stack("causal" if causal else kind, array, queries, keys, sums, d_k)


def looks_back_only(array: Singles) -> bool:
    """Whether no piece attends to a later one, in any head of (n_layer, n_head, n, n)."""
    return array.shape[-1] > 1 and not any(np.triu(head, 1).any() for layer in array for head in layer)


def check_size(name: str, shape: tuple[int, ...]) -> None:
    """Raises ImportRefused for too many weights or none. Everything before the last two axes may be anything."""
    if 0 in shape:
        raise ImportRefused(ImportProblem.SHAPE, name=name, found=shape, wanted="(L, H, q, k)")
    if max(shape[-2:]) > MAX_PIECES:
        raise ImportRefused(ImportProblem.PIECES, name=name, found=max(shape[-2:]), wanted=MAX_PIECES)
    if (heads := shape[0] * (shape[-3] if len(shape) > 3 else 1)) > MAX_HEADS:
        raise ImportRefused(ImportProblem.HEADS, name=name, found=f"{heads:,}", wanted=f"{MAX_HEADS:,}")
    if (cells := int(np.prod(shape, dtype=np.int64))) > MAX_CELLS:
        raise ImportRefused(
            ImportProblem.CELLS, name=name, found=f"{' × '.join(map(str, shape))} = {cells:,}", wanted=f"{MAX_CELLS:,}"
        )


def checked_sums(name: str, array: Singles) -> Sums:
    """The sums of (n_layer, n_head, n_q, n_k), head by head, so that no second copy of everything is made.

    Raises ImportRefused for NaN, infinity, less than 0, and for rows that are not shares of 1.
    """
    heads = [head for layer in array for head in layer]
    for i, head in enumerate(heads):
        if not np.isfinite(head).all():
            row = int(np.argmin(np.isfinite(head).all(axis=-1)))
            place = (i // array.shape[1] + 1, i % array.shape[1] + 1, row + 1)
            raise ImportRefused(ImportProblem.NAN, name=name, found=" / ".join(map(str, place)))
        if (least := float(head.min())) < -1e-6:
            raise ImportRefused(ImportProblem.NEGATIVE, name=name, found=f"{least:.3g}")
    digits = decimals(array)
    tolerance = (SHORT if digits or bfloats(array) else SUM) + rounding(digits, array.shape[-1])
    smallest, largest, bad = np.inf, 0.0, 0
    for head in heads:
        sums = head.sum(axis=-1, dtype=np.float64)
        if len(alive := sums[sums > 0]):
            smallest, largest = min(smallest, float(alive.min())), max(largest, float(alive.max()))
            bad += int((np.abs(alive - 1) > tolerance).sum())
    if not largest:
        raise ImportRefused(ImportProblem.ZEROS, name=name)
    turned = bad > 0 and tolerance < MAX_TURNED and columns_fit(heads, tolerance)
    if largest > MAX_SUM + tolerance and not turned:
        if dropped_out(heads):
            raise ImportRefused(ImportProblem.DROPOUT, name=name, found=f"{largest:.4g}", wanted="model.eval()")
        raise ImportRefused(ImportProblem.SUMS, name=name, found=f"{largest:.4g}", wanted=f"1 ± {tolerance:.2g}")
    return Sums(smallest, largest, bad, len(heads) * array.shape[-2], tolerance, digits, turned)


def columns_fit(heads: Sequence[Singles], tolerance: float) -> bool:
    """Whether every column of every head (n_q, n_k) sums to 1, which those of a softmax of rows do not."""
    return all((np.abs(head.sum(axis=0, dtype=np.float64) - 1) <= tolerance).all() for head in heads)


def dropped_out(heads: Sequence[Singles]) -> bool:
    """Whether the heads (n_q, n_k) look as dropout leaves them: weights that are nothing here and there, the others larger for
    it, so that rows sum to more than 1 or to less, and to about 1 in the mean."""
    sums = np.concatenate([head.sum(axis=-1, dtype=np.float64) for head in heads])
    nothing = np.mean([(np.tril(head) == 0).mean() - (np.tril(np.ones_like(head)) == 0).mean() for head in heads])
    return bool(nothing > 0.01 and sums.min() < 1 - SUM and abs(sums.mean() - 1) < 0.1)


def rounding(decimals: int | None, width: int) -> float:
    """How far the sum of so many rounded numbers can be off: half a unit of the last digit for each."""
    return width * 0.5 * 10.0**-decimals if decimals else 0.0


def bfloats(array: Singles) -> bool:
    """Whether all numbers of (n_layer, n_head, n_q, n_k) have at most the eight bits of bfloat16."""
    heads = (np.ascontiguousarray(head) for layer in array for head in layer)
    return not any((head.view(np.uint32) & 0xFFFF).any() for head in heads)


def decimals(array: Singles) -> int | None:
    """The decimals that all numbers of (n_layer, n_head, n_q, n_k) can be written with, as float32.

    None if that takes more than MAX_DECIMALS. Whole numbers (0) are not rounded: a row of them is 0 … 0 1.
    """
    digits = 0
    for head in (head for layer in array for head in layer):
        while not np.array_equal(np.round(head.astype(np.float64), digits).astype(np.float32), head):
            digits += 1
            if digits > MAX_DECIMALS:
                return None
    return digits


def pick_table(stack: Stack, pick: Pick) -> npt.NDArray[np.floating]:
    """The table (n_q, n_k) between pieces."""
    pick = pick.inside(stack)
    if pick.how == "head":
        return stack.weights[pick.layer, pick.head]
    if pick.how == "layer":
        return np.asarray(stack.weights[pick.layer].mean(axis=0))
    if pick.how == "all" or not stack.same_words:
        return np.asarray(stack.weights.mean(axis=(0, 1), dtype=np.float64))
    return rollout(means(stack, pick.layer))


def means(stack: Stack, layer: int) -> Iterator[npt.NDArray[np.floating]]:
    """The mean over the heads of each layer up to this one, (n_q, n_k) each."""
    yield from (stack.weights[i].mean(axis=0) for i in range(layer + 1))


def ways(stack: Stack) -> tuple[How, ...]:
    """The ways to pick a table; rollout follows the words from layer to layer, so they must be the same in all."""
    return PICK_WAYS if stack.same_words else PICK_WAYS[:-1]
