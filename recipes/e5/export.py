"""From the wheel's file to the shipped one: the kept pieces, the same numbers in four bits, vectors as they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from attention.models.unigram import Unigram
from attention.models.weights import Arrays, blocks_of_four_bits, pack_strings
from recipes.e5.wheel import Packed

MATRICES = {"q": "self_W_Q", "k": "self_W_K", "v": "self_W_V", "ao": "self_W_O", "fi": "feed_W_1", "fo": "feed_W_2"}
VECTORS = {
    "q.b": "self_b_Q", "k.b": "self_b_K", "v.b": "self_b_V", "ao.b": "self_b_O", "aln.w": "self_gain", "aln.b": "self_bias",
    "fi.b": "feed_b_1", "fo.b": "feed_b_2", "oln.w": "feed_gain", "oln.b": "feed_bias",
}  # fmt: skip
"""Names of a layer's tensors in the wheel, and here."""
MASK = "<mask>"
UNKNOWN_BELOW = 10.0
"""A character that is in no piece scores so much less than the least piece: the engine's own rule."""


def arrays_of(packed: Packed, kept: Sequence[int]) -> Arrays:
    """The file's arrays. kept: numbers of pieces, without special tokens, which come first."""
    width, layers = packed.sizes["width"], packed.sizes["layers"]
    rows = [*(packed.specials[name] for name in ("begin", "end", "unknown")), *kept]
    codes, scales = packed.matrix("emb.word", packed.sizes["vocabulary"])
    P = packed.vector("emb.pos").reshape(-1, width) + packed.vector("emb.type")[:width]
    found: Arrays = {
        "pieces": pack_strings([packed.pieces[number] for number in kept]),
        "scores": packed.scores[rows],
        "folds": pack_strings(list(usable(packed.folds))),
        "folded": pack_strings([packed.folds[character] for character in usable(packed.folds)]),
        **blocks_of_four_bits("E", codes[rows], scales[rows]),
        "P": P.astype(np.float16),
        "gain": packed.vector("emb.ln.w"),
        "bias": packed.vector("emb.ln.b"),
    }
    for layer in range(layers):
        for theirs, ours in MATRICES.items():
            rows_out = packed.sizes["feed_forward"] if theirs == "fi" else width
            found |= blocks_of_four_bits(f"layer{layer}_{ours}", *packed.matrix(f"l{layer}.{theirs}.w", rows_out))
        for theirs, ours in VECTORS.items():
            found[f"layer{layer}_{ours}"] = packed.vector(f"l{layer}.{theirs}")
    return found


def usable(folds: dict[str, str]) -> list[str]:
    """The characters that the app's own sentences may have: what a line end or a control character becomes, nobody types."""
    return [character for character in folds if character.isprintable() or character == "\u3000"]


def whole_unigram(packed: Packed) -> Unigram:
    """The whole vocabulary, without special tokens: what a text says is never one of them."""
    pieces: dict[str, int] = {}
    for number, piece in enumerate(packed.pieces):
        if number not in packed.specials.values() and piece != MASK:
            pieces.setdefault(piece, number)
    return Unigram(pieces, tuple(packed.scores.tolist()), unknown_score(packed), packed.folds)


def unknown_score(packed: Packed) -> float:
    """Of a character that is in no piece."""
    return float(packed.scores.min()) - UNKNOWN_BELOW


def config_of(packed: Packed) -> dict[str, Any]:
    """What the arrays do not say."""
    return {
        "layers": packed.sizes["layers"],
        "heads": packed.sizes["heads"],
        "epsilon": packed.epsilon,
        "unknown": unknown_score(packed),
    }
