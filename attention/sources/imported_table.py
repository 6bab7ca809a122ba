"""导入: an import as the main page's table: the picked table and the heads of its layer, between the board's words."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from attention.core import masked_softmax
from attention.errors import ImportProblem, ImportRefused
from attention.imported.stack import How, Imported, Pick, Singles, Stack, pick_table
from attention.imported.words import Units, merge_pieces, units
from attention.sources.source import Request, Source
from attention.sources.table import AttentionTable, Head
from attention.types import Floats, Origin, Tokens, frozen, require_shape


@dataclass(frozen=True, eq=False)
class Chosen:
    """weights (n, n): the table; heads (h, n, n): those beside it; d_k where it is known; name, of the file or model; how, layer
    and head (from 1, 0 where it is a mean): which table it is."""

    words: tuple[str, ...]
    weights: Floats
    heads: Floats
    name: str = ""
    how: How = "head"
    layer: int = 0
    head: int = 0
    d_k: int | None = None

    def __post_init__(self) -> None:
        for field in ("weights", "heads"):
            object.__setattr__(self, field, frozen(getattr(self, field)))
        n = len(self.words)
        require_shape("weights", self.weights, (n, n))
        require_shape("heads", self.heads, (len(self.heads), n, n))


def chosen(imported: Imported, kind: str, pick: Pick, cut: Tokens, *, all_heads: bool = False) -> Chosen:
    """The picked table between the words of the cut. all_heads: with those of its layer; else the table is the only head.

    Raises ImportRefused if the import is of another sentence, or if its queries and keys are not the same words.
    """
    stack = imported.stack(kind)
    if not stack.same_words:
        raise ImportRefused(ImportProblem.TWO_SIDED, name=imported.name)
    across = word_units(stack, cut)
    if across.words != tuple(range(len(cut))):
        raise ImportRefused(
            ImportProblem.OTHER_WORDS,
            name=imported.name,
            found=stack.queries.text or " ".join(across.names),
            wanted=cut.text,
        )
    pick = pick.inside(stack)
    main = between(stack, np.asarray(pick_table(stack, pick)), across)
    heads = np.array([between(stack, head, across) for head in heads_of(stack, pick)]) if all_heads else main[None]
    details = (pick.layer + 1 if pick.how != "all" else 0, pick.head + 1 if pick.how == "head" else 0)
    return Chosen(cut.words, main, heads, imported.name, pick.how, *details, stack.d_k)


def heads_of(stack: Stack, pick: Pick) -> Iterator[Singles]:
    """Each head of the picked layer, (n_q, n_k); if all layers are picked, its mean over them."""
    for head in range(stack.heads):
        yield stack.weights[:, head].mean(axis=0) if pick.how == "all" else stack.weights[pick.layer, head]


def word_units(stack: Stack, cut: Tokens) -> Units:
    """The words of the cut; without special pieces."""
    return units(stack.queries, cut, specials=False)


def between(stack: Stack, weights: npt.NDArray[np.floating], across: Units) -> Floats:
    """weights (n_q, n_k) between pieces → (n, n) between words."""
    return merge_pieces(weights, across, across, softmax=stack.softmax, normalise=True).weights


def imported_weights(request: Request) -> AttentionTable:
    """Weights from outside. Raises ImportRefused if nothing was imported, or not for these words."""
    table: Chosen | None = request.given.get(IMPORTED.name)
    if table is None:
        raise ImportRefused(ImportProblem.NOTHING)
    if table.words != request.words:
        found, wanted = " ".join(table.words), " ".join(request.words)
        raise ImportRefused(ImportProblem.OTHER_WORDS, name=table.name, found=found, wanted=wanted)
    return imported_answer(request, table, IMPORTED.name)


def imported_answer(request: Request, table: Chosen, source: str, **more: Any) -> AttentionTable:
    """The answer of a source whose weights are those of an import. more: further fields."""
    heads = tuple(Head("", switched(weights, request, table.d_k)) for weights in table.heads)
    details: dict[str, str | int | float] = {"file": table.name, "table": table.how}
    details |= {name: n for name, n in (("layer", table.layer), ("head", table.head), ("d_k", table.d_k)) if n}
    return request.table(Origin(source, details), heads, switched(table.weights, request, table.d_k), **more)


def switched(weights: Floats, request: Request, d_k: int | None) -> Floats:
    """The switches applied to weights (n, n) whose matrices are unknown.

    log w is their scaled score, up to a number per row that softmax removes again. So temperature and masks act as they would
    have in the model, and ÷√d_k if d_k is known.
    """
    root = math.sqrt(d_k or 1)
    with np.errstate(divide="ignore"):
        scores = np.log(weights) * root
    return masked_softmax(scores * request.switches.factor(d_k or 1), request.mask)[0]


IMPORTED = Source("imported", imported_weights, "imported attention", brought=True, worked=False)
