"""From pieces to words: the weights between pieces added up to weights between the words of the app's cut.

Over the pieces of a key the weights are summed, over the pieces of a query they are averaged, so a row that sums to 1 still
does (Clark et al. 2019, "What Does BERT Look At?", section 4.1). A piece that spans two words is split by its characters.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attention.core import share_rows
from attention.imported.pieces import Piece, Pieces, Span
from attention.types import Floats, Mask, Tokens, frozen


@dataclass(frozen=True, eq=False)
class Units:
    """What the rows or columns of a table stand for.

    shares (n_units, n_pieces): how much of a piece belongs to a unit; a column sums to 1, or to 0 if the piece is left out.
    words: each unit's position in the cut, -1 if it is not a word.
    """

    names: tuple[str, ...]
    shares: Floats
    words: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "shares", frozen(self.shares))

    @property
    def left_out(self) -> bool:
        """Whether some piece belongs to no unit."""
        return bool((self.shares.sum(axis=0) < 0.5).any())

    def __len__(self) -> int:
        return len(self.names)


@dataclass(frozen=True, eq=False)
class WordTable:
    """Weights (n_q, n_k) between units. rescaled: rows were divided by their sum, as asked or for want of special pieces."""

    rows: tuple[str, ...]
    cols: tuple[str, ...]
    weights: Floats
    rescaled: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "weights", frozen(self.weights))


def units(line: Pieces, cut: Tokens | None, *, specials: bool = True) -> Units:
    """The words of the cut, and by itself each piece that is in none; without a cut of this text or its beginning, every piece.

    specials: include [CLS], [SEP] and the like.
    """
    spans = cut.spans if cut is not None and line.text.startswith(cut.text) else ()
    groups: dict[tuple[int, int], list[tuple[int, float]]] = {}
    for i, piece in enumerate(line.pieces):
        if piece.special and not specials:
            continue
        found = list(shares_of_words(piece, line.text, spans)) or [(-1, 1.0)]
        for word, share in found:
            groups.setdefault((word, -1) if word >= 0 else (-1, i), []).append((i, share))
    return build_units(line, cut, groups)


def build_units(line: Pieces, cut: Tokens | None, groups: dict[tuple[int, int], list[tuple[int, float]]]) -> Units:
    """groups: for each word (w, -1), or single piece (-1, i), its pieces with their shares, in the pieces' order."""
    words = cut.words if cut is not None else ()
    shares = np.zeros((len(groups), len(line)))
    for row, members in enumerate(groups.values()):
        for i, share in members:
            shares[row, i] = share
    names = tuple(words[word] if word >= 0 else line.pieces[i].label for word, i in groups)
    return Units(names, shares, tuple(word for word, _ in groups))


def shares_of_words(piece: Piece, text: str, spans: Sequence[Span]) -> Iterator[tuple[int, float]]:
    """The words that a piece belongs to, with its share in each; one that is only blanks goes to the word after them."""
    if piece.span is None or not spans:
        return
    start, end = piece.span
    common = [min(end, b) - max(start, a) for a, b in spans]
    total = sum(n for n in common if n > 0)
    if total:
        yield from ((word, n / total) for word, n in enumerate(common) if n > 0)
    elif not text[start:end].strip() and (behind := next((w for w, (a, _) in enumerate(spans) if a >= end), -1)) >= 0:
        yield behind, 1.0


def merge_pieces(
    weights: npt.NDArray[np.floating], rows: Units, cols: Units, *, normalise: bool = False, softmax: bool = True
) -> WordTable:
    """weights (q, k) between pieces → a table (len(rows), len(cols)) between units.

    softmax: rows of `weights` sum to 1, so that what special keys had is given to the others in proportion.
    normalise: divide each row by its sum, whatever it is.
    """
    means = rows.shares / np.maximum(rows.shares.sum(axis=1, keepdims=True), 1e-12)
    table = means @ weights.astype(np.float64) @ cols.shares.T
    rescaled = normalise or (softmax and cols.left_out)
    if rescaled:
        table = share_rows(table)
    return WordTable(rows.names, cols.names, table, rescaled)


def reachable(rows: Units, cols: Units) -> Mask:
    """(n_q, n_k): whether any piece of the query may look at any piece of the key, where none looks at a later one."""
    allowed = np.tril(np.ones((rows.shares.shape[1], cols.shares.shape[1])))
    return np.asarray(rows.shares @ allowed @ cols.shares.T > 0)
