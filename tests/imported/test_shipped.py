"""The app's own translation model as an import: the numbers are the model's, the pieces are the sentence's words."""

import numpy as np

from attention.imported.shipped import of_translation
from attention.imported.stack import Pick, pick_table
from attention.models.translate import MAX_TRANSLATED, START
from attention.sources.translation_model import translate_model
from attention.words.segment import cut

TEXT = "我喜欢在周末去公园散步。"


def test_every_layer_and_head_is_there_as_it_was_computed():
    model, tokens = translate_model(), cut(TEXT).tokens
    made = of_translation(model, tokens, "ours")
    found, memory = model.translate(tokens.words), model.encode(tokens.words)
    assert [stack.kind for stack in made.stacks] == ["encoder", "cross", "decoder"]
    for stack, wanted in zip(made.stacks, (memory.self_attention, found.cross, found.self_attention), strict=True):
        np.testing.assert_allclose(stack.weights, wanted, atol=1e-6)
        assert stack.softmax
    np.testing.assert_allclose(pick_table(made.stacks[0], Pick("head", 1, 2)), memory.self_attention[1, 2], atol=1e-6)


def test_the_words_lie_in_the_sentence_and_the_translation_begins_with_its_sign():
    model, tokens = translate_model(), cut(TEXT).tokens
    encoder, cross, _ = of_translation(model, tokens, "ours").stacks
    assert tuple(piece.span for piece in encoder.queries.pieces) == tokens.spans
    first, *rest = cross.queries.pieces
    assert first.special
    assert first.label == START
    text = model.translate(tokens.words).text
    assert [text[slice(*(piece.span or ()))].lower() for piece in rest] == [piece.label.lower() for piece in rest]


def test_long_and_odd_text():
    for text in ("我" * 300, "👨‍👩‍👧🇨🇳<b>", "a b c"):
        tokens = cut(text).tokens
        encoder = of_translation(translate_model(), tokens, "ours").stacks[0]
        assert len(encoder.queries) == min(len(tokens), MAX_TRANSLATED)
