"""The shipped models as if they had been imported: all their layers and heads, without a file to bring."""

from __future__ import annotations

from collections.abc import Sequence

from attention.errors import ImportProblem, ImportRefused
from attention.imported.pieces import Piece, Pieces, label_pieces, line_of
from attention.imported.stack import Imported, stack_of
from attention.models.e5 import E5Model, text_of_words
from attention.models.translate import MAX_TRANSLATED, START, TranslateModel
from attention.models.unigram import UNKNOWN_PIECE
from attention.types import Tokens


def of_translation(model: TranslateModel, tokens: Tokens, name: str) -> Imported:
    """Encoder, cross-attention and decoder for the first MAX_TRANSLATED words. name: what it is called."""
    words, spans = tokens.words[:MAX_TRANSLATED], tokens.spans[:MAX_TRANSLATED]
    line = Pieces(tokens.text, tuple(Piece(word, span) for word, span in zip(words, spans, strict=True)))
    found = model.translate(words)
    written = line_of(found.read[1:], found.text)
    ahead = Pieces(written.text, (*label_pieces([START], "", [None], [True]).pieces, *written.pieces))
    d_k = model.arrays["E_unit"].shape[1] // model.heads
    return Imported(
        name,
        "model",
        (
            stack_of("encoder", model.encode(words).self_attention, line, line, name=name, d_k=d_k),
            stack_of("cross", found.cross, ahead, line, name=name, d_k=d_k),
            stack_of("decoder", found.self_attention, ahead, ahead, name=name, d_k=d_k),
        ),
    )


def of_e5(model: E5Model, tokens: Tokens, name: str) -> Imported:
    """The encoder's attention between all pieces of the sentence, special tokens with them. name: what it is called.

    Raises ImportRefused for more pieces than the model has places for.
    """
    text, places = text_of_words(tokens.words)
    read = model.read(text)
    if len(read.numbers) > len(model.P):
        raise ImportRefused(ImportProblem.LONG, name=name, found=len(read.numbers), wanted=len(model.P))
    own = dict[int, int]()  # of each character that the model reads: where it stands in the sentence
    for (start, end), (first, _) in zip(places, tokens.spans, strict=True):
        own |= {start + i: first + i for i in range(end - start)}
    spans = [place and span_of(place, own) for place in read.places]
    line = label_pieces(read.names(text), tokens.text, spans, [place is None for place in read.places])
    weights = model.encode(read.numbers)[1]
    d_k = model.P.shape[1] // model.heads
    return Imported(name, "model", (stack_of("encoder", weights, line, line, name=name, d_k=d_k),))


def span_of(place: tuple[int, int], own: dict[int, int]) -> tuple[int, int]:
    """The place of a piece in the sentence: of its characters there; that of a mere blank is empty, before what comes next."""
    found = [own[i] for i in range(*place) if i in own]
    if found:
        return found[0], found[-1] + 1
    return (own[place[1]],) * 2 if place[1] in own else (0, 0)


def unread_words(model: E5Model, words: Sequence[str]) -> tuple[bool, ...]:
    """For each word: a character of it is in no piece, so that the model reads it as an unknown one."""
    text, places = text_of_words(words)
    unread = [place for piece, place in model.unigram.cut(text) if piece == UNKNOWN_PIECE]
    return tuple(any(start < b and a < end for a, b in unread) for start, end in places)
