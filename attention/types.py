"""The data that flows: text → Tokens → matrices (Trace) → AttentionTable → figure.

All are frozen, hold read-only arrays and are checked once, when made; those with arrays are equal only to themselves.
Row = query, column = key, everywhere; in a mask True = may attend, everywhere.
n: words, d_model: width of X, d_k: width of a query or key, d_v: width of a value.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from attention.errors import BadCut, HandTableError, HandValueError, ShapeError

Floats: TypeAlias = npt.NDArray[np.float64]
Mask: TypeAlias = npt.NDArray[np.bool_]
SourceName = Literal["syntax", "translation", "fitted", "random", "typed", "imported"]


def frozen(values: npt.ArrayLike, dtype: npt.DTypeLike = np.float64) -> npt.NDArray[Any]:
    """A read-only array with the same values; copied only where the given one could still be written to."""
    array = np.asarray(values, dtype=dtype)
    if array.flags.writeable:
        array = array.copy() if array is values or array.base is not None else array
        array.flags.writeable = False
    return array


def require_shape(name: str, array: npt.NDArray[Any], wanted: tuple[int, ...]) -> None:
    """Raise ShapeError unless `array` has the wanted shape."""
    if array.shape != wanted:
        raise ShapeError(name, found=array.shape, wanted=wanted)


@dataclass(frozen=True)
class Tokens:
    """A sentence cut into words.

    `text` is what is visible; `spans[i]` is the place of `words[i]` in it, from and to. The words, joined, are the text
    without its blanks. `source` says who made the cut: jieba alone, or a person who merged or split.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    source: Literal["jieba", "hand"] = "jieba"

    def __post_init__(self) -> None:
        places = [place for span in self.spans for place in span]
        whole = "".join(self.words) == "".join(self.text.split())
        if not whole or "" in self.words or places != sorted(places):
            raise BadCut("the words do not add up to the text", text=self.text)

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.text[start:end] for start, end in self.spans)

    def __len__(self) -> int:
        return len(self.spans)


@dataclass(frozen=True)
class Origin:
    """Where a table's weights come from. `details` are the figures that name it: seed, steps, loss, file, layer, head …"""

    source: SourceName
    details: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class AttentionTable:
    """Weights (n_q, n_k) between words: a row sums to 1; a row in which nothing may be attended to is all zeros."""

    rows: tuple[str, ...]
    cols: tuple[str, ...]
    weights: Floats
    origin: Origin

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", frozen(self.weights))
        require_shape("weights", self.weights, (len(self.rows), len(self.cols)))
        if (self.weights < 0).any():
            raise ShapeError("smallest weight", found=float(self.weights.min()), wanted="0 or more")
        sums = self.weights.sum(axis=1)
        if not (np.isfinite(sums).all() and ((np.abs(sums - 1) < 1e-6) | (sums == 0)).all()):
            raise ShapeError("row sums of the weights", found=np.round(sums, 4).tolist(), wanted="1, or 0 where masked")


@dataclass(frozen=True, eq=False)
class Trace:
    """Every array of one attention, in the order in which it is computed.

    X (n, d_model); W_Q, W_K (d_model, d_k); W_V (d_model, d_v); Q, K (n, d_k); V (n, d_v);
    scores = Q·Kᵀ (n, n); scaled = scores·scale/temperature; masked: scaled with −inf where `mask` is False;
    weights: softmax of each row of `masked`; output = weights·V (n, d_v).
    Several heads at once have one more axis in front, (h, …), in all but X and mask.
    """

    X: Floats
    W_Q: Floats
    W_K: Floats
    W_V: Floats
    Q: Floats
    K: Floats
    V: Floats
    scores: Floats
    scaled: Floats
    masked: Floats
    weights: Floats
    output: Floats
    mask: Mask
    scale: float
    temperature: float

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                object.__setattr__(self, name, frozen(value, value.dtype))


@dataclass(frozen=True, eq=False)
class HandTable:
    """A table built by a person: values (n, n) from 0 to 1, NaN for '-' (not considered)."""

    words: tuple[str, ...]
    values: Floats

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozen(self.values))
        if self.values.shape != (len(self.words), len(self.words)):
            raise HandTableError(
                f"a table of {self.values.shape} for {len(self.words)} words",
                found=str(self.values.shape),
                words=len(self.words),
            )
        bad = ~(np.isnan(self.values) | ((self.values >= 0) & (self.values <= 1)))
        if bad.any():
            row, column = (int(i) for i in np.argwhere(bad)[0])
            raise HandValueError(float(self.values[row, column]), row=row + 1, column=column + 1)

    @property
    def considered(self) -> Mask:
        """(n, n), True where the table has a value."""
        return ~np.isnan(self.values)

    def __len__(self) -> int:
        return len(self.words)
