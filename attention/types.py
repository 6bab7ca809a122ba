"""The data that flows: text → Tokens → matrices and weights (Trace), or a person's HandTable; and the Switches on the way.

All are frozen and hold read-only arrays; those with arrays are equal only to themselves. Tokens, Switches and HandTable are
checked when they are made. Row = query, column = key, everywhere; in a mask True = may attend, everywhere.
n: words, d_model: width of X, d_k: width of a query or key, d_v: width of a value.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from attention.errors import BadCut, HandTableError, HandValueError, ShapeError, TemperatureError

Floats: TypeAlias = npt.NDArray[np.float64]
Mask: TypeAlias = npt.NDArray[np.bool_]
TEMPERATURES = (0.1, 5.0)
"""The lowest and the highest temperature: below, a row is one word; above, it is even."""


def frozen(values: npt.ArrayLike, dtype: npt.DTypeLike = np.float64) -> npt.NDArray[Any]:
    """A read-only array of the same shape and values; copied only if the given one could still be written to."""
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
            raise BadCut("the words do not add up to the text")

    @property
    def words(self) -> tuple[str, ...]:
        """The words, in order."""
        return tuple(self.text[start:end] for start, end in self.spans)

    def __len__(self) -> int:
        return len(self.spans)


@dataclass(frozen=True)
class Switches:
    """What happens to scores on their way to weights. Raises TemperatureError outside TEMPERATURES.

    scale: ÷√d_k. diagonal: a word may attend to itself. causal: only to earlier words and itself. hide_punctuation: marks
    neither ask nor are asked.
    """

    scale: bool = True
    temperature: float = 1.0
    diagonal: bool = False
    causal: bool = False
    hide_punctuation: bool = False

    def __post_init__(self) -> None:
        if not TEMPERATURES[0] <= self.temperature <= TEMPERATURES[1]:
            raise TemperatureError(self.temperature, *TEMPERATURES)

    def factor(self, d_k: int) -> float:
        """What the scores of queries and keys of width d_k are multiplied by: 1/(√d_k·temperature), or 1/temperature."""
        return (1 / math.sqrt(d_k) if self.scale else 1.0) / self.temperature


@dataclass(frozen=True)
class Origin:
    """Where a table's weights come from.

    source: its name (attention.sources.registry); details: what identifies the weights: seed, steps, loss, file, layer, head.
    """

    source: str
    details: Mapping[str, str | int | float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Trace:
    """Every array of one attention, in the order in which it is computed.

    X (n, d_model); W_Q, W_K (d_model, d_k); W_V (d_model, d_v); Q, K (n, d_k); V (n, d_v);
    scores = Q·Kᵀ (n, n); scaled = scores·factor; masked: scaled with −inf where `mask` is False;
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
    factor: float

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
            raise HandTableError(f"a table of {self.values.shape} for {len(self.words)} words")
        bad = ~(np.isnan(self.values) | ((self.values >= 0) & (self.values <= 1)))
        if bad.any():
            row, column = (int(i) for i in np.argwhere(bad)[0])
            raise HandValueError(value=str(self.values[row, column]), row=row + 1, column=column + 1)

    @property
    def considered(self) -> Mask:
        """(n, n), True where the table has a value."""
        return ~np.isnan(self.values)

    def __len__(self) -> int:
        return len(self.words)
