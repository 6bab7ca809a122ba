"""自己输入: matrices that a person types in, for an example at the blackboard: small enough to be worked out by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from attention.errors import ShapeError, TypedError
from attention.hand.table import Cell, matching_positions, with_cells
from attention.sources.source import Request, Source
from attention.sources.table import AttentionTable
from attention.types import Floats, Origin, frozen

MAX_TYPED_WORDS = 8
MAX_DIMENSIONS = 8
LARGEST = 1000.0
MATRIX_NAMES = ("X", "W_Q", "W_K", "W_V")


@dataclass(frozen=True, eq=False)
class Typed:
    """X (n, d_model), W_Q and W_K (d_model, d_k), W_V (d_model, d_v), for these words. Checked when made: TypedError."""

    words: tuple[str, ...]
    X: Floats
    W_Q: Floats
    W_K: Floats
    W_V: Floats

    def __post_init__(self) -> None:
        for name in MATRIX_NAMES:
            matrix = frozen(getattr(self, name))
            object.__setattr__(self, name, matrix)
            if matrix.ndim != 2 or not 1 <= min(matrix.shape) <= max(matrix.shape) <= MAX_DIMENSIONS:
                raise ShapeError(name, found=matrix.shape, wanted=f"1 to {MAX_DIMENSIONS} rows and columns")
            if not np.isfinite(matrix).all() or np.abs(matrix).max() > LARGEST:
                raise TypedError(name=name, limit=LARGEST)
        rows = {"X": len(self.words), "W_Q": self.d_model, "W_K": self.d_model, "W_V": self.d_model}
        for name, wanted in rows.items():
            if len(getattr(self, name)) != wanted:
                raise ShapeError(name, found=getattr(self, name).shape, wanted=f"{wanted} rows")
        if self.W_Q.shape != self.W_K.shape:
            raise ShapeError("W_K", found=self.W_K.shape, wanted=self.W_Q.shape)

    @property
    def d_model(self) -> int:
        """The width of X."""
        return self.X.shape[1]

    @property
    def d_k(self) -> int:
        """The width of a query or key."""
        return self.W_Q.shape[1]

    @property
    def d_v(self) -> int:
        """The width of a value."""
        return self.W_V.shape[1]


BOARD_WORDS = ("猫", "吃", "鱼")


@cache
def board_example() -> Typed:
    """Three words with three properties: thing, action, food. Things ask for actions, actions for things, most for food.

    d_k = 4, so that √d_k = 2.
    """
    return Typed(
        BOARD_WORDS,
        X=np.array([[1, 0, 0], [0, 1, 0], [1, 0, 1]]),
        W_Q=np.array([[0, 2, 0, 0], [2, 0, 2, 0], [0, 2, 0, 0]]),
        W_K=np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]),
        W_V=np.array([[1, 0], [0, 1], [2, 0]]),
    )


def carry_matrices(typed: Typed, words: Sequence[str]) -> Typed:
    """For a changed sentence: words that stayed keep their row of X, new ones get zeros. TypedError beyond 8 words."""
    if tuple(words) == typed.words:
        return typed
    if len(words) > MAX_TYPED_WORDS:
        raise TypedError(name="X", limit=MAX_TYPED_WORDS)
    X = np.zeros((len(words), typed.d_model))
    old, new = matching_positions(typed.words, words)
    X[new] = typed.X[old]
    return replace(typed, words=tuple(words), X=X)


def with_size(typed: Typed, *, d_model: int | None = None, d_k: int | None = None, d_v: int | None = None) -> Typed:
    """The matrices in other widths: what fits is kept, new cells are zeros."""
    m, k, v = d_model or typed.d_model, d_k or typed.d_k, d_v or typed.d_v
    shapes = {"X": (len(typed.words), m), "W_Q": (m, k), "W_K": (m, k), "W_V": (m, v)}
    return with_arrays(typed, {name: resized(getattr(typed, name), shape) for name, shape in shapes.items()})


def resized(matrix: Floats, shape: tuple[int, int]) -> Floats:
    """The matrix in this shape: what fits is kept, new cells are zeros."""
    new = np.zeros(shape)
    rows, columns = min(shape[0], matrix.shape[0]), min(shape[1], matrix.shape[1])
    new[:rows, :columns] = matrix[:rows, :columns]
    return new


def with_edit(typed: Typed, words: Sequence[str], name: str, cells: Iterable[Cell]) -> Typed:
    """A person filled in cells of a matrix for these words; words or widths may have changed in the meantime.

    Then it is as if the edit had come first: the result is for the words that the person saw, in the present widths.
    """
    seen = carry_matrices(typed, words)
    return with_arrays(seen, {name: with_cells(getattr(seen, name), cells)})


def with_arrays(typed: Typed, arrays: Mapping[str, Floats]) -> Typed:
    """The named matrices replaced, each in its shape as in `Typed`, all checked together."""
    return Typed(typed.words, *(arrays.get(name, getattr(typed, name)) for name in MATRIX_NAMES))


def typed_table(request: Request) -> AttentionTable:
    """The matrices that the visitor typed in; words that they have no row for get zeros. TypedError beyond 8 words."""
    typed = carry_matrices(request.given.get(TYPED.name) or board_example(), request.words)
    origin = Origin(TYPED.name, {"d_model": typed.d_model, "d_k": typed.d_k, "d_v": typed.d_v})
    return request.table(origin, (request.attended(typed.X, typed.W_Q, typed.W_K, typed.W_V),))


TYPED = Source("typed", typed_table, "matrices typed in", brought=True)
