"""The shipped translation model as if it had been imported: all its layers and heads, without a file to bring."""

from __future__ import annotations

from attention.imported.pieces import Piece, Pieces, label_pieces, line_of
from attention.imported.stack import Imported, stack_of
from attention.models.translate import MAX_TRANSLATED, START, TranslateModel
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
