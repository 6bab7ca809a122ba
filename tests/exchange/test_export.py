"""What goes out is what the page shows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from attention.errors import ShapeError
from attention.exchange.export import Export, export_computation, export_of, of_head
from attention.hand.examples import examples
from attention.hand.table import blank_table, normalised
from attention.session.board import opening_board
from attention.sources.registry import Request, Switches, compute
from attention.types import HandTable
from tests.exchange.exports import SEED, seed_export

WORDS = ("我", "去", "，", "他", "也", "去", "。")


def with_marks(**switches: bool) -> Export:
    chosen = Switches(**switches)
    computed = compute("random", Request(WORDS, switches=chosen))
    return export_computation(computed, hand=blank_table(WORDS), switches=chosen)


def test_the_board_goes_out_with_its_hand_table_and_switches() -> None:
    board = replace(opening_board(), switches=Switches(causal=True))
    computed = compute("random", Request(board.words, switches=board.switches))
    export = export_of(board, computed)
    assert (export.text, export.words) == (board.text, board.words)
    assert export.hand is board.hand
    assert export.switches == board.switches
    np.testing.assert_array_equal(export.weights, computed.weights)
    np.testing.assert_array_equal(export.computed, computed.drawn())


def test_a_hand_table_of_another_sentence_does_not_go_out() -> None:
    board = opening_board()
    assert export_of(board, compute("random", Request(WORDS))).hand is None


def test_hidden_words_are_not_shown_but_not_lost() -> None:
    export = with_marks(hide_punctuation=True)
    assert export.words == WORDS
    assert export.shown_words == ("我", "去", "他", "也", "去")
    assert export.computed.shape == export.shown_hand.shape == (5, 5)
    assert with_marks().shown_words == WORDS


def test_a_masked_cell_is_not_a_number_and_a_small_weight_is() -> None:
    shown = with_marks(causal=True).computed
    assert np.isnan(shown[np.triu_indices(len(WORDS))]).all()
    assert np.isfinite(shown[np.tril_indices(len(WORDS), -1)]).all()


def test_the_view_chooses_the_table_and_its_colours() -> None:
    linked = np.full((7, 7), 0.25)
    export = replace(seed_export(linked=True), linked=linked)
    assert export.shows_linked
    assert np.nanmax(export.computed) == 0.25
    assert not replace(export, linked=None).shows_linked
    assert seed_export().top == 1
    assert seed_export(stretch=True).top == np.nanmax(seed_export().computed)
    np.testing.assert_array_equal(seed_export(normalise_hand=True).shown_hand, normalised(SEED).values)


def test_without_a_hand_table_there_is_an_empty_one_to_begin_with() -> None:
    export = replace(seed_export(), hand=None)
    np.testing.assert_array_equal(export.hand_table.values, blank_table(SEED.words).values)


def test_a_head_goes_out_with_its_name() -> None:
    head = of_head(seed_export(), "subject", np.eye(7))
    assert head.origin.details["head"] == "subject"
    np.testing.assert_array_equal(head.weights, np.eye(7))
    assert head.hand is SEED


def test_what_does_not_fit_together_is_refused() -> None:
    export = seed_export()
    with pytest.raises(ShapeError):
        replace(export, weights=np.eye(3))
    with pytest.raises(ValueError, match="other words"):
        replace(export, hand=HandTable(("我",), np.array([[np.nan]])))


def test_nothing_in_it_can_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        seed_export().weights[0, 0] = 1
    assert examples()[0].table is SEED
