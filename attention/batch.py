"""Many sentences at once: padded to the longest of a batch and masked, the same numbers as one by one, in a fraction of the time.

What depends on one sentence alone (its vectors X) is made sentence by sentence, exactly as `attention.sources` makes it; the
attention of all heads is then computed for the whole batch, X (b, n, d_model). A padded row may attend to nothing and nothing
may attend to it, so it stays zero and is cut off again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from attention.core import attention_mask, masked_softmax
from attention.models.syntax import HEADS
from attention.models.untrained import embed, random_matrices
from attention.sources import (
    Computation,
    Head,
    Request,
    Switches,
    computation,
    compute,
    fit_hand,
    fitted_source,
    mask_for,
    require_hand,
    syntax_model,
)
from attention.types import Floats, Mask, Origin, SourceName, Trace, frozen

MOST_CELLS = 100_000
"""Cells of a table, padding included, that one batch may have: more would not fit the cache, and save nothing."""
