"""Which word may attend to which: (n, n), True = may attend."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from attention.types import Floats, Mask


def attention_mask(n: int, *, diagonal: bool = True, causal: bool = False, hidden: Iterable[int] = ()) -> Mask:
    """The mask for n words, (n, n).

    diagonal: a word may attend to itself. causal: only to itself and the words before it.
    hidden: positions that neither attend nor are attended to (punctuation left out).
    """
    mask = np.ones((n, n), dtype=bool)
    if causal:
        mask = np.tril(mask)
    if not diagonal:
        np.fill_diagonal(mask, False)
    hidden = list(hidden)
    mask[hidden, :] = False
    mask[:, hidden] = False
    return mask


def row_ranges(values: Floats, mask: Mask) -> Floats:
    """The largest minus the smallest value of each row inside the mask: (n, n), (n, n) → (n,); −inf where there is none."""
    highest = np.where(mask, values, -np.inf).max(axis=1, initial=-np.inf)
    return np.asarray(highest - np.where(mask, values, np.inf).min(axis=1, initial=np.inf))


def blanked(values: Floats, mask: Mask) -> Floats:
    """The values, (…, n, n), with NaN where the mask forbids the cell, to tell it from a weight of 0."""
    return np.where(mask, values, np.nan)
