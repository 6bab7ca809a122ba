"""What of an import is the table of the main page: the picked table and the heads of its layer, between the board's words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention.errors import ImportRefused
from attention.imported.stack import How, Imported, Pick, Singles, Stack, picked
from attention.imported.words import Units, merged, units
from attention.types import Floats, Tokens, frozen, require_shape


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
    """The picked table between the words of the cut. all_heads: those of its layer too, else the table is the only head.

    Raises ImportRefused where the import is of another sentence, or where its queries and keys are not the same words.
    """
    stack = imported.stack(kind)
    if not stack.same_words:
        raise ImportRefused("two_sided", name=imported.name)
    across = words_of(stack, cut)
    if across.words != tuple(range(len(cut))):
        raise ImportRefused(
            "other_words", name=imported.name, found=stack.queries.text or " ".join(across.names), wanted=cut.text
        )
    pick = pick.inside(stack)
    main = between(stack, np.asarray(picked(stack, pick)), across)
    heads = np.array([between(stack, head, across) for head in heads_of(stack, pick)]) if all_heads else main[None]
    details = (pick.layer + 1 if pick.how != "all" else 0, pick.head + 1 if pick.how == "head" else 0)
    return Chosen(cut.words, main, heads, imported.name, pick.how, *details, stack.d_k)


def heads_of(stack: Stack, pick: Pick) -> Iterator[Singles]:
    """Each head of the picked layer; where all layers are picked, its mean over them."""
    for head in range(stack.heads):
        yield stack.weights[:, head].mean(axis=0) if pick.how == "all" else stack.weights[pick.layer, head]


def words_of(stack: Stack, cut: Tokens) -> Units:
    """The words of the cut; without special pieces."""
    return units(stack.queries, cut, specials=False)


def between(stack: Stack, weights: npt.NDArray[np.floating], across: Units) -> Floats:
    return merged(weights, across, across, softmax=stack.softmax, normalise=True).weights
