"""What a source of weights is: its name, what it needs, and how it makes a table of words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from attention.core import attend
from attention.errors import HandTableError
from attention.sources.table import AttentionTable, Head, mask_for
from attention.types import Floats, HandTable, Mask, Origin, Switches, frozen

BATCH_CELLS = 50_000
"""Cells of a table that one batch may have: what more would save, the memory eats."""


@dataclass(frozen=True)
class Request:
    """What a source is asked: the words, what goes with every sentence, and what a visitor brought for one source.

    given: the latter, under the source's name (matrices typed in or kept from a fitting, an imported table). heads: how many to
    make, for a source that can make any number.
    """

    words: tuple[str, ...]
    hand: HandTable | None = None
    seed: int = 0
    switches: Switches = field(default_factory=Switches)
    heads: int = 1
    given: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def mask(self) -> Mask:
        """(n, n), True = may attend; read-only, so that no trace copies it."""
        return frozen(mask_for(self.words, self.switches), np.bool_)

    @property
    def needed_hand(self) -> HandTable:
        """The hand table. Raises HandTableError if there is none."""
        if self.hand is None:
            raise HandTableError("this source needs a hand table")
        return self.hand

    def attended(self, X: Floats, W_Q: Floats, W_K: Floats, W_V: Floats, name: str = "") -> Head:
        """X (n, d_model), W_Q, W_K (d_model, d_k), W_V (d_model, d_v) → a head, with the switches and the mask of the words."""
        trace = attend(X, W_Q, W_K, W_V, factor=self.switches.factor(W_Q.shape[-1]), mask=self.mask)
        return Head(name, trace.weights, trace)

    def table(
        self, origin: Origin, heads: tuple[Head, ...] = (), weights: Floats | None = None, **more: Any
    ) -> AttentionTable:
        """The answer. weights (n, n): the main table, unless it is the mean of the heads. more: further fields."""
        main = np.mean([head.weights for head in heads], axis=0) if weights is None else weights
        return AttentionTable(self.words, main, self.mask, origin, heads, switches=self.switches, **more)


@dataclass(frozen=True)
class Source:
    """compute: the table of a request. many: of requests that differ in their words only, in less time than one by one and
    without heads. about: one line for the command line's help.

    brought: it needs what only a visitor at a page can give (`Request.given`). hand: it needs a hand table. seeded: it has a
    seed. worked: its heads have traces, all that led to their weights. linked: it knows how likely two words are linked.
    layered: how many layers and heads it has, where a table of them can be picked (a Pick in `Request.given`). card: the name
    of its weights' card in assets/weights.
    """

    name: str
    compute: Callable[[Request], AttentionTable]
    about: str
    many: Callable[[Sequence[Request]], list[AttentionTable]] | None = None
    brought: bool = False
    hand: bool = False
    seeded: bool = False
    worked: bool = True
    linked: bool = False
    layered: tuple[int, int] | None = None
    card: str | None = None


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Positions of sentences to compute together: of equal length, and at most BATCH_CELLS cells."""
    for length in sorted(set(lengths)):
        places = [i for i, other in enumerate(lengths) if other == length]
        most = max(1, BATCH_CELLS // max(1, length**2))
        yield from (places[i : i + most] for i in range(0, len(places), most))


def by_length(
    batch: Callable[[Sequence[Request]], list[AttentionTable]], requests: Sequence[Request]
) -> list[AttentionTable]:
    """What `batch` makes of requests of one length, for requests of any; in their order."""
    found: dict[int, AttentionTable] = {}
    for places in batches([len(request.words) for request in requests]):
        found |= zip(places, batch([requests[i] for i in places]), strict=True)
    return [found[i] for i in range(len(requests))]


def masks_for(requests: Sequence[Request]) -> Mask:
    """The masks of b requests of n words, (b, n, n)."""
    return np.stack([request.mask for request in requests])
