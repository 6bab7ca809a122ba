"""All sources of weights: what pages, Python and the command line offer. A new source is one file beside this one, and one row.

The switches act on every source alike: on the scores of the source's own matrices, in the order scale, temperature, mask.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np

from attention.core import row_ranges
from attention.errors import SourceError
from attention.limits.remembered import remembered
from attention.sources.e5_model import E5
from attention.sources.fitted_matrices import FITTED
from attention.sources.imported_table import IMPORTED
from attention.sources.random_matrices import RANDOM
from attention.sources.source import Request, Source
from attention.sources.syntax_model import SYNTAX
from attention.sources.table import AttentionTable, Head
from attention.sources.translation_model import TRANSLATION
from attention.sources.typed_matrices import TYPED
from attention.types import Floats, Mask

SOURCES: dict[str, Source] = {
    source.name: source for source in (SYNTAX, TRANSLATION, E5, FITTED, RANDOM, TYPED, IMPORTED)
}  # fmt: skip
USUAL = SYNTAX.name
"""What a first visit sees."""
MAX_SHARED_BYTES = 24_000_000
"""Of tables that are kept for the next who asks for the same: twenty of 7 words by the syntax model, or two of 200."""
UNTRAINED = RANDOM.name
"""The fallback where another source has nothing to say."""


def source_of(name: str) -> Source:
    """The source of this name. Raises SourceError."""
    if name not in SOURCES:
        raise SourceError(name, SOURCES)
    return SOURCES[name]


def self_sufficient() -> tuple[str, ...]:
    """The names of the sources that need nothing but words, a seed and a hand table."""
    return tuple(name for name, source in SOURCES.items() if not source.brought)


def compute(source: str, request: Request) -> AttentionTable:
    """What `source` says about the words; computed once for all who ask the same."""
    one = source_of(source)
    return one.compute(request) if request.given.get(source) is not None else computed_once(one, request)


def by_what_it_depends_on(source: Source, request: Request) -> Hashable:
    """The key of `computed_once`. A hand table counts only where the source needs one: each student of a class has another."""
    hand = request.hand if source.hand else None
    table = (hand.words, hand.values.tobytes()) if hand else None
    return source.name, request.words, table, request.seed if source.seeded else 0, request.switches, request.heads


@remembered(most=MAX_SHARED_BYTES, key=by_what_it_depends_on)
def computed_once(source: Source, request: Request) -> AttentionTable:
    """The table of a request that has nothing of the visitor's own."""
    return source.compute(request)


def compute_many(source: str, requests: Sequence[Request]) -> list[AttentionTable]:
    """What `source` says about the words of each request, in their order, without the heads: `heads` is empty.

    All else is as in `compute`. Requests that agree in everything but their words may be computed at once.
    """
    one = source_of(source)
    if requests and one.many and all(replace(request, words=requests[0].words) == requests[0] for request in requests):
        return one.many(requests)
    return [replace(one.compute(request), heads=()) for request in requests]


SMALLEST_GAP = 1e-6
"""Scores of a row that are nearer than this are the same to softmax, whatever they are divided by."""


def idle_switches(computed: AttentionTable, *, linked: bool = False) -> dict[str, str]:
    """Which of scale and temperature change nothing in this table, and why; a mask acts on whatever word comes next.

    one_value: every row has one score, which any division leaves even; root_unknown, root_one: d_k is unknown, or 1;
    linked: the probabilities of links are shown, which are not softmax's.

    >>> idle_switches(compute("random", Request(("我",))))
    {'scale': 'one_value', 'temperature': 'one_value'}
    """
    if linked or not any(uneven(scores_of(head), computed.mask) for head in computed.heads):
        return dict.fromkeys(("scale", "temperature"), "linked" if linked else "one_value")
    return {"scale": "root_one" if computed.d_k else "root_unknown"} if computed.d_k < 2 else {}


def scores_of(head: Head) -> Floats:
    """(n, n): what softmax took, up to a number per row; log w if nothing more is known."""
    with np.errstate(divide="ignore"):
        return head.trace.scaled if head.trace else np.log(head.weights)


def uneven(scores: Floats, mask: Mask) -> bool:
    """Whether some row of scores (n, n) has two that differ, among the keys that the mask (n, n) allows."""
    return bool((row_ranges(scores, np.isfinite(scores) & mask) > SMALLEST_GAP).any())
