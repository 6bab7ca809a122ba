"""The one result: what is shown of it, and what cannot be one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from attention.errors import ShapeError
from attention.hand.examples import examples
from attention.hand.table import blank_table, normalised
from attention.sources.registry import compute
from attention.sources.source import Request
from attention.sources.table import AttentionTable
from attention.types import HandTable, Origin, Switches
from tests.exchange.exports import SEED, seed_export

WORDS = ("我", "去", "，", "他", "也", "去", "。")


def with_marks(**switches: bool) -> AttentionTable:
    computed = compute("random", Request(WORDS, switches=Switches(**switches)))
    return replace(computed, hand=blank_table(WORDS))


def test_hidden_words_are_not_shown_but_not_lost() -> None:
    table = with_marks(hide_punctuation=True)
    assert table.words == WORDS
    assert table.shown_words == ("我", "去", "他", "也", "去")
    assert table.drawn.shape == table.shown_hand.shape == (5, 5)
    assert with_marks().shown_words == WORDS


def test_a_masked_cell_is_not_a_number_and_a_small_weight_is() -> None:
    shown = with_marks(causal=True).drawn
    assert np.isnan(shown[np.triu_indices(len(WORDS))]).all()
    assert np.isfinite(shown[np.tril_indices(len(WORDS), -1)]).all()


def test_the_view_chooses_the_table_and_its_colours() -> None:
    linked = np.full((7, 7), 0.25)
    table = replace(seed_export(linked=True), linked=linked)
    assert table.shows_linked
    assert np.nanmax(table.drawn) == 0.25
    assert not replace(table, linked=None).shows_linked
    assert seed_export().top == 1
    assert seed_export(stretch=True).top == np.nanmax(seed_export().drawn)
    np.testing.assert_array_equal(seed_export(normalise_hand=True).shown_hand, normalised(SEED).values)


def test_without_a_hand_table_there_is_an_empty_one_to_begin_with() -> None:
    table = replace(seed_export(), hand=None)
    np.testing.assert_array_equal(table.hand_table.values, blank_table(SEED.words).values)


def test_what_does_not_fit_together_is_refused() -> None:
    table = seed_export()
    with pytest.raises(ShapeError):
        replace(table, weights=np.eye(3))
    with pytest.raises(ShapeError):
        replace(table, hand=HandTable(("我",), np.array([[np.nan]])))


def test_nothing_in_it_can_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        seed_export().weights[0, 0] = 1
    assert examples()[0].table is SEED


def table_of(weights: Any) -> AttentionTable:
    return AttentionTable(("我", "去"), np.array(weights, dtype=float), np.ones((2, 2), dtype=bool), Origin("random"))


def test_a_table_may_have_rows_that_are_masked_whole() -> None:
    assert table_of([[0, 0], [0.3, 0.7]]).weights.tolist() == [[0, 0], [0.3, 0.7]]


@pytest.mark.parametrize(
    "weights",
    [
        [[0.5, 0.4], [0.5, 0.5]],
        [[1.5, -0.5], [0.5, 0.5]],
        [[0.5, -0.5], [0.5, 0.5]],
        [[np.nan, 1], [0.5, 0.5]],
        [[np.inf, 1], [0.5, 0.5]],
        [[0.5, 0.5]],
        [0.5, 0.5],
    ],
)
def test_weights_that_are_no_distributions_are_refused(weights: list[Any]) -> None:
    with pytest.raises(ShapeError):
        table_of(weights)


def test_a_sentence_that_no_file_can_hold_is_made_writable_and_without_one_the_words_are_it() -> None:
    assert replace(seed_export(), text="我\ud800去").text == "我\ufffd去"
    assert replace(seed_export(), text="").text == "".join(SEED.words)
