"""The picked table of an import between the words of the board's sentence."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from attention.errors import ImportRefused, ShapeError
from attention.imported.pieces import line_of, number_pieces
from attention.imported.stack import Imported, Pick, stack_of
from attention.imported.words import merge_pieces, units
from attention.sources.imported_table import Chosen, chosen
from attention.words.segment import cut, merge
from tests.imported.written import NAMES, weights

SEED = "我喜欢在周末去公园散步"
CUT = cut(SEED).tokens
ARRAY = weights(3, 2, 13, 13)


def held(**options: Any) -> Imported:
    line = line_of(NAMES)
    return Imported("bert.npz", "file", (stack_of("encoder", ARRAY, line, line, **options),))


def problem(imported: Imported, text: str = SEED) -> str:
    with pytest.raises(ImportRefused) as caught:
        chosen(imported, "", Pick(), cut(text).tokens)
    return str(caught.value.problem)


def test_the_picked_head_between_the_words() -> None:
    found = chosen(held(d_k=64), "", Pick("head", 2, 1), CUT)
    shown = units(line_of(NAMES), CUT, specials=False)
    np.testing.assert_allclose(found.weights, merge_pieces(ARRAY[2, 1], shown, shown).weights)
    assert found.words == CUT.words
    assert (found.name, found.how, found.layer, found.head, found.d_k) == ("bert.npz", "head", 3, 2, 64)
    np.testing.assert_allclose(found.weights.sum(axis=1), 1)
    assert len(found.heads) == 1


def test_all_heads_of_the_picked_layer() -> None:
    found = chosen(held(), "", Pick("head", 1, 0), CUT, all_heads=True)
    assert len(found.heads) == 2
    np.testing.assert_allclose(found.heads[0], found.weights)
    everywhere = chosen(held(), "", Pick("all"), CUT, all_heads=True)
    shown = units(line_of(NAMES), CUT, specials=False)
    np.testing.assert_allclose(
        everywhere.heads[1], merge_pieces(ARRAY[:, 1].mean(axis=0), shown, shown).weights, atol=1e-6
    )
    assert (everywhere.layer, everywhere.head) == (0, 0)


def test_a_cut_by_hand_is_followed() -> None:
    assert chosen(held(), "", Pick(), merge(CUT, 0)).words[0] == "我喜欢"


def test_another_sentence_is_refused() -> None:
    assert problem(held(), "我喜欢在周末去公园") == "other_words"
    assert problem(held(), "今天天气好") == "other_words"


def test_names_that_nobody_gave_are_no_words_of_the_sentence() -> None:
    line = number_pieces(13)
    assert problem(Imported("x", "file", (stack_of("self", ARRAY, line, line),))) == "other_words"


def test_between_two_sentences_there_is_no_table_for_one() -> None:
    cross = stack_of("cross", ARRAY, line_of(NAMES), line_of([*NAMES[:-1], "。"]))
    assert problem(Imported("x", "model", (cross,))) == "two_sided"


def test_the_arrays_have_to_fit_the_words() -> None:
    with pytest.raises(ShapeError):
        Chosen(("我",), np.eye(2), np.eye(2)[None])
