"""The shipped models as imports: the numbers are the models', and each piece has its place in the sentence."""

import numpy as np
import pytest

from attention.errors import ImportProblem, ImportRefused
from attention.imported.shipped import of_e5, of_translation, unread_words
from attention.imported.stack import Pick, pick_table
from attention.imported.words import units
from attention.models.translate import MAX_TRANSLATED, START
from attention.sources.e5_model import e5_model
from attention.sources.translation_model import translate_model
from attention.words.segment import cut, from_words, merge

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


def test_e5_has_all_layers_and_heads_between_the_pieces_of_the_sentence() -> None:
    tokens = cut("我喜欢，吃 New York披萨").tokens
    (stack,) = of_e5(e5_model(), tokens, "e5").stacks
    assert (stack.layers, stack.heads, stack.d_k, stack.softmax) == (12, 12, 32, True)
    line = stack.queries
    assert line.text == tokens.text
    assert [piece.special for piece in line.pieces] == [True, *[False] * (len(line) - 2), True]
    covered = [i for piece in line.pieces if piece.span for i in range(*piece.span)]
    assert covered == sorted(covered)
    assert {tokens.text[i] for i in range(len(tokens.text))} - {tokens.text[i] for i in covered} <= {" "}
    assert units(line, tokens, specials=False).words == tuple(range(len(tokens)))


def test_how_the_sentence_is_cut_into_words_does_not_change_what_e5_reads() -> None:
    tokens = cut(TEXT).tokens
    one, other = (of_e5(e5_model(), some, "e5").stacks[0] for some in (tokens, merge(tokens, 0)))
    np.testing.assert_array_equal(one.weights, other.weights)


def test_odd_words_have_a_place_each_and_unread_ones_are_named() -> None:
    for text in ("▁", "▁▁ ▁ a", "😀👨‍👩‍👧", "a", "……！", "한국 사람", "我" * 300):
        tokens = cut(text).tokens
        (stack,) = of_e5(e5_model(), tokens, "e5").stacks
        assert units(stack.queries, tokens, specials=False).words == tuple(range(len(tokens)))
    assert unread_words(e5_model(), ("我", "爱", "カタカナ", "New")) == (False, False, True, False)


def test_a_sentence_that_e5_has_no_places_for_is_refused() -> None:
    with pytest.raises(ImportRefused) as caught:
        of_e5(e5_model(), from_words("龘" * 520, ["龘" * 520]).tokens, "e5")
    assert caught.value.problem == ImportProblem.LONG
