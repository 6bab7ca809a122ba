"""How good the translations and the guided head are: BLEU and chrF by sacrebleu, alignment error rate, the seed sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from attention.models.doubts import doubts
from attention.models.translate import TranslateModel, Translation
from attention.words.segment import cut
from recipes.translate.aligned import HandAligned, Links, error_rate
from recipes.translate.copies import with_signs
from recipes.translate.english import Casing
from recipes.translate.material import example
from recipes.translate.units import Pieces

Scored = Sequence[tuple[str, list[str]]]


def translations(model: TranslateModel, sentences: Sequence[str], *, beam: int) -> list[str]:
    return [model.translate(cut(text).tokens.words, beam=beam).text for text in sentences]


def bleu_and_chrf(model: TranslateModel, scored: Scored, *, beam: int) -> dict[str, float | str]:
    """Corpus scores with all references of each sentence; the signature says how sacrebleu counted."""
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.metrics.chrf import CHRF

    said = translations(model, [zh for zh, _ in scored], beam=beam)
    most = max(len(references) for _, references in scored)
    # sacrebleu wants the k-th reference of all sentences together, and None where there are fewer.
    columns: list[Any] = [[refs[k] if k < len(refs) else None for _, refs in scored] for k in range(most)]
    bleu, chrf = BLEU(), CHRF()
    found = bleu.corpus_score(said, columns), chrf.corpus_score(said, columns)
    signature = str(bleu.get_signature())
    return {"BLEU": round(found[0].score, 1), "chrF": round(found[1].score, 1), "signature": signature}


def caught(model: TranslateModel, scored: Scored, *, beam: int) -> dict[str, float]:
    """How many percent of the wrong translations (chrF under 30) are called shaky, and of the good ones (over 60)."""
    from sacrebleu.metrics.chrf import CHRF

    chrf, found = CHRF(), []
    for zh, refs in scored:
        made = model.translate(cut(zh).tokens.words, beam=beam)
        found.append((chrf.sentence_score(made.text, refs).score, doubts(model, made).shaky))
    wrong, good = [shaky for score, shaky in found if score < 30], [shaky for score, shaky in found if score > 60]
    return {name: round(100 * sum(some) / max(1, len(some)), 1) for name, some in (("wrong", wrong), ("good", good))}


def alignment_error(
    model: TranslateModel, gold: Sequence[HandAligned], pieces: Pieces, casing: Casing, *, layer: int, head: int
) -> float:
    """AER of one cross-attention head: each English word is linked to the Chinese word that it looks at most."""
    return error_rate((links(forced(model, one, pieces, casing), layer, head), one) for one in gold)


def forced(model: TranslateModel, one: HandAligned, pieces: Pieces, casing: Casing) -> Translation:
    """The given translation, as if the model had written it."""
    table = np.zeros((len(one.chinese), len(one.english)), dtype=np.float32)
    _, english = with_signs(one.chinese, casing.applied(one.english))
    if len(english) != len(one.english):
        raise ValueError(f"a number of several words has no alignment of its own: {' '.join(one.english)}")
    made = example(one.chinese, english, table, pieces)
    return model.explain(model.encode(one.chinese), made.units)


def links(translation: Translation, layer: int, head: int) -> Links:
    rows = translation.by_word(translation.cross[layer, head])
    return frozenset((int(row.argmax()), j) for j, row in enumerate(rows))
