"""检索: multilingual-e5-small, a real model of twelve layers with twelve heads. The main table is their mean, or what is picked.

It was trained for search, and nobody taught its heads what to look at. It reads pieces, which are added up to words; the special
tokens around the sentence, which take most of the weight, are left out. The switches act on the words' table, as on an import's.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from threading import Lock

from attention.imported.shipped import of_e5, unread_words
from attention.imported.stack import Imported, Pick
from attention.limits.remembered import remembered
from attention.models.e5 import E5Model, load, text_of_words
from attention.sources.imported_table import chosen, imported_answer
from attention.sources.source import Request, Source
from attention.sources.table import AttentionTable
from attention.types import Tokens

MODEL_NAME = "multilingual-e5-small"
MEAN_OF_ALL = Pick("all")
LOADING = Lock()


def e5_model() -> E5Model:
    """The shipped model, loaded when it is first asked for, and once, whoever asks at the same time. Raises WeightsError, each
    time anew, while its files are not whole."""
    with LOADING:
        return loaded_model()


@cache
def loaded_model() -> E5Model:
    """The model, in some 110 MB."""
    return load()


@remembered(most=8_000_000)
def e5_attention(tokens: Tokens) -> Imported:
    """All layers and heads on a sentence. Raises ImportRefused if it is too long."""
    return of_e5(e5_model(), tokens, MODEL_NAME)


def e5_table(request: Request) -> AttentionTable:
    """The table that is picked; with the heads of its layer where heads are asked for. Raises ImportRefused for a long text."""
    pick: Pick = request.given.get(E5.name) or MEAN_OF_ALL
    text, places = text_of_words(request.words)
    tokens = Tokens(text, tuple(places))
    found = chosen(e5_attention(tokens), "encoder", pick, tokens)
    if request.heads > 1:
        layer = replace(pick, how="layer")  # the mean of a head's number over all layers would say nothing
        found = replace(found, heads=chosen(e5_attention(tokens), "encoder", layer, tokens, all_heads=True).heads)
    return imported_answer(request, found, E5.name, unseen=unread_words(e5_model(), request.words))


E5 = Source(
    "e5", e5_table, "a real model, trained for search: multilingual-e5-small", worked=False, layered=(12, 12), card="e5"
)
