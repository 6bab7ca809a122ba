"""Which pieces of the vocabulary a model for Chinese text keeps; the others are read as smaller pieces or as <unk>."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from attention.models.unigram import BLANK, Unigram

SIGNS = frozenset("–—―‘’“”„‥…‧•·、。〈〉《》「」『』【】〔〕〜～℃°€£¥¢©®™←↑→↓↔×÷±≈≠≤≥√∞∑∏π‰★☆●○■□▲△▼▽◆◇♪♥❤")
"""Marks and signs beyond ASCII that Chinese and English texts use."""


def is_han(character: str) -> bool:
    """Whether it is a Chinese character."""
    return (
        unicodedata.name(character, "").startswith(("CJK UNIFIED", "CJK COMPATIBILITY IDEOGRAPH")) or character == "〇"
    )


def is_needed(piece: str) -> bool:
    """Whether it has Chinese characters, digits, marks and signs only, or is one letter of ASCII."""
    content = piece.replace(BLANK, "")
    signs = all(is_han(c) or c in SIGNS or (c.isascii() and not c.isalpha()) for c in content)
    return signs or (len(content) == 1 and content.isascii())


def is_latin(piece: str) -> bool:
    """Whether it has letters of ASCII only."""
    content = piece.replace(BLANK, "")
    return content.isascii() and content.isalpha()


def kept_pieces(unigram: Unigram, room: int, english: Sequence[str]) -> list[int]:
    """The numbers of the pieces to keep, `room` at most: the needed ones first; then the Latin ones that these English texts are
    cut into; then the others as they stand in the vocabulary, which is in the order of how common they are."""
    latin = [piece for piece in unigram.pieces if is_latin(piece)]
    used = {number for text in english for number, _ in unigram.cut(text)}
    order = [piece for piece in unigram.pieces if is_needed(piece)]
    order += [piece for piece in latin if unigram.pieces[piece] in used] + latin
    return sorted(unigram.pieces[piece] for piece in list(dict.fromkeys(order))[:room])
