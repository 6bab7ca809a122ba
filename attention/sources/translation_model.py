"""翻译: the encoder of the translation model, its self-attention layer by layer. The main table is the mean of all heads.

Each layer reads what the layers below it made of the sentence with all words in view; the switches act on the tables that
are shown, not on what is passed upwards. Nobody taught these heads what to look at.
"""

from __future__ import annotations

from functools import cache

from attention.models.translate import TranslateModel, load
from attention.sources.source import Request, Source
from attention.sources.table import AttentionTable
from attention.types import Origin, frozen
from attention.words.usual import usual_words

ENCODER_HEAD = "encoder"


@cache
def translate_model() -> TranslateModel:
    """The shipped model, loaded once. Raises WeightsError, each time anew, while its files are not whole."""
    return load()


def translation_table(request: Request) -> AttentionTable:
    """The table of one sentence, with the heads of all layers."""
    model = translate_model()
    heads = tuple(
        request.attended(X, *model.encoder_matrices(layer, h), name=encoder_head(layer, h))
        for layer, X in enumerate(map(frozen, model.encode(request.words).inputs))
        for h in range(model.heads)
    )
    unseen = tuple(model.vocabulary.familiarity(word) == "unseen" for word in usual_words(request.words))
    return request.table(
        Origin(TRANSLATION.name, {"layers": model.encoder_layers, "heads": model.heads}), heads, unseen=unseen
    )


def encoder_head(layer: int, head: int) -> str:
    """The name of an encoder head; layer and head count from 0, the name from 1.

    >>> encoder_head(0, 2)
    'encoder.1.3'
    """
    return f"{ENCODER_HEAD}.{layer + 1}.{head + 1}"


TRANSLATION = Source("translation", translation_table, "the encoder of a translation model", card="translate")
