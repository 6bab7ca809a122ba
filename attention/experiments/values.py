"""Why V is not X: the output with W_V = I; one vector for both matching and content, or two; and what each costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attention.core import softmax
from attention.experiments.recompute import attend_again
from attention.types import Floats, Trace


def with_identity(trace: Trace) -> Trace:
    """The same weights with V = X: W_V is the identity (d_model, d_model)."""
    return attend_again(trace, W_V=np.eye(trace.X.shape[1]))


# One vector or two: the dish that is sought by its name


FEATURES = ("鱼", "肉", "豆腐", "粉丝", "蚂蚁")
"""What a name can say, and what can be in a bowl."""

DISH_NAMES: Mapping[str, tuple[float, ...]] = {
    "鱼香肉丝": (1, 1, 0, 0, 0),
    "清蒸鲈鱼": (1, 0, 0, 0, 0),
    "麻婆豆腐": (0, 0, 1, 0, 0),
    "蚂蚁上树": (0, 0, 0, 0, 1),
}
"""For each dish, which of FEATURES its name speaks of."""

BOWLS: Mapping[str, tuple[float, ...]] = {
    "鱼香肉丝": (0, 1, 0, 0, 0),
    "清蒸鲈鱼": (1, 0, 0, 0, 0),
    "麻婆豆腐": (0, 0.2, 0.8, 0, 0),
    "蚂蚁上树": (0, 0.3, 0, 0.7, 0),
}
"""What is really in it, as shares: no fish in 鱼香肉丝, no ants in 蚂蚁上树."""

SHARPNESS = 4.0
"""The scores are multiplied by this, so that the softmax decides."""

WAYS = ("name", "bowl", "both")
"""One vector, the name's; one vector, the bowl's; the name as key and the bowl as value."""


@dataclass(frozen=True, eq=False)
class LookUp:
    """keys, values (dishes, features); scores, weights (dishes,); output (features,)."""

    keys: Floats
    values: Floats
    scores: Floats
    weights: Floats
    output: Floats


def look_up(dish: str, way: str) -> LookUp:
    """Ask for `dish` by its name; `way` says which vector is matched and which is handed out."""
    names, bowls = (np.array(list(table.values()), dtype=np.float64) for table in (DISH_NAMES, BOWLS))
    keys = bowls if way == "bowl" else names
    values = names if way == "name" else bowls
    scores = keys @ np.array(DISH_NAMES[dish]) * SHARPNESS
    weights = softmax(scores)
    return LookUp(keys, values, scores, weights, weights @ values)


# Multiplications


@dataclass(frozen=True)
class Cost:
    """Multiplications of all heads for a sentence of n words: V = X·W_V, weights·V, and bringing the heads' outputs
    together again to d_model (W_O)."""

    project: int
    mix: int
    join: int

    @property
    def total(self) -> int:
        """All multiplications together."""
        return self.project + self.mix + self.join


def cost(n: int, d_v: int, *, d_model: int = 512, heads: int = 8, learned: bool = True) -> Cost:
    """learned: there is a W_V (d_model, d_v); otherwise V is X itself and d_v has to be d_model.

    The usual widths are those of "Attention Is All You Need" (Vaswani et al. 2017): 512, 8 heads, d_v = 64.
    """
    return Cost(n * d_model * d_v * heads if learned else 0, n * n * d_v * heads, n * d_v * heads * d_model)
