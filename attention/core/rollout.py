"""Attention rollout: how much of each input word is in each position after several layers, if attention alone moved it.

Source: "Quantifying Attention Flow in Transformers" (Abnar & Zuidema 2020), section 3: a layer passes on half of its input
unchanged (the residual connection) and mixes the other half by its attention, so Â = ½·A + ½·I; the layers' product says
where everything came from. It is a simplification: values, feed-forward parts and norms are left out.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from attention.errors import ShapeError
from attention.types import Floats


def rollout(layers: Iterable[npt.NDArray[np.floating]]) -> Floats:
    """The heads' mean of each layer (n, n), from the lowest on → (n, n): row = place above, column = word at the input.

    Rows that sum to 1 stay so. A row of zeros, which attends to nothing, keeps its own word only.
    """
    found: Floats | None = None
    for layer in layers:
        mixed = with_residual(np.asarray(layer, dtype=np.float64))
        found = mixed if found is None else mixed @ found
    if found is None:
        raise ShapeError("layers", found=0, wanted="1 or more")
    return found


def with_residual(A: Floats) -> Floats:
    """½·A + ½·I, each row divided by its sum, (n, n) → (n, n)."""
    if A.ndim != 2 or A.shape[0] != A.shape[1]:
        raise ShapeError("layer", found=A.shape, wanted="(n, n)")
    mixed = A / 2 + np.eye(len(A)) / 2
    return np.asarray(mixed / mixed.sum(axis=1, keepdims=True))
