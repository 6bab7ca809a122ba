"""The gradient of anything, by finite differences."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from attention.types import Floats


def numerical_gradient(loss: Callable[[], float], array: Floats) -> Floats:
    """loss: of what the array holds when it is called."""
    gradient = np.zeros_like(array)
    for place in np.ndindex(array.shape):
        kept = array[place]
        array[place] = kept + 1e-6
        up = loss()
        array[place] = kept - 1e-6
        gradient[place] = (up - loss()) / 2e-6
        array[place] = kept
    return gradient
