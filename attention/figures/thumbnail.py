"""A large table made small: the largest weight of each block of cells, for an overview of many tables at once."""

from __future__ import annotations

import math

import numpy as np

from attention.types import Floats


def coarse(values: Floats, most: int) -> Floats:
    """(n_q, n_k) → (r, c), neither above `most`; the last blocks may be smaller. NaN is ignored unless a block is all NaN."""
    height, width = (math.ceil(n / most) or 1 for n in values.shape)
    rows, cols = (math.ceil(n / size) for n, size in zip(values.shape, (height, width), strict=True))
    padded = np.full((rows * height, cols * width), -np.inf)
    padded[: values.shape[0], : values.shape[1]] = np.where(np.isnan(values), -np.inf, values)
    largest = padded.reshape(rows, height, cols, width).max(axis=(1, 3))
    return np.where(np.isneginf(largest), np.nan, largest)
