"""句法: heads taught grammar on treebanks. The main table is that of the head that looks at a word's neighbours in the tree."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

import numpy as np

from attention.models.syntax import HEADS, ROOT, SyntaxModel, load
from attention.sources.source import Request, Source, by_length, masks_for
from attention.sources.table import AttentionTable, Head
from attention.types import Mask, Origin, frozen

MAIN = "neighbours"


@cache
def syntax_model() -> SyntaxModel:
    """The shipped model, loaded once. Raises WeightsError, each time anew, while its files are not whole."""
    return load()


def tree_links(words: Sequence[str]) -> Mask:
    """Words (n) → (n, n), symmetric: True where two are linked in the tree of each word's likeliest head."""
    found = np.zeros((len(words), len(words)), dtype=bool)
    for word, head in enumerate(syntax_model().heads(words)):
        if head != ROOT:
            found[word, head] = found[head, word] = True
    return found


def syntax_table(request: Request) -> AttentionTable:
    """The table of one sentence, with all heads and the probabilities that two words are linked."""
    model = syntax_model()
    X = frozen(model.encode(request.words))
    traces = {name: model.trace(name, X, switches=request.switches, mask=request.mask) for name in HEADS}
    heads = tuple(Head(name, trace.weights, trace) for name, trace in traces.items())
    unseen = tuple(model.unseen(request.words))
    return request.table(Origin(SYNTAX.name), heads, traces[MAIN].weights, linked=model.links(X), unseen=unseen)


def syntax_batch(requests: Sequence[Request]) -> list[AttentionTable]:
    """b requests of n words: one run of the network for their tables and for the probabilities that two words are linked."""
    model = syntax_model()
    X = frozen(model.encode_alike([request.words for request in requests]))  # (b, n + 1, d_model)
    tables = model.trace(MAIN, X, switches=requests[0].switches, mask=masks_for(requests)).weights  # (b, n, n)
    return [
        request.table(Origin(SYNTAX.name), weights=table, linked=linked, unseen=tuple(model.unseen(request.words)))
        for request, table, linked in zip(requests, tables, frozen(model.links(X)), strict=True)
    ]


SYNTAX = Source(
    "syntax", syntax_table, "heads taught grammar on treebanks",
    many=partial(by_length, syntax_batch), linked=True, card="syntax",
)  # fmt: skip
