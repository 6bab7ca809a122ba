"""The board: what an edit changes, and what it must not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import BadCut, BlankBetween
from attention.hand.examples import examples
from attention.hand.table import blank_table, matching_positions, with_values
from attention.session.board import (
    MAX_KEPT_TABLES,
    Board,
    board_of,
    edited_nearby,
    example_table,
    fresh_table,
    known_table,
    opening_board,
    with_board_example,
    with_edits,
    with_example,
    with_hand,
    with_jieba_cut,
    with_merge,
    with_own_words,
    with_split,
    with_text,
    with_words,
)
from attention.types import Floats, HandTable
from attention.view import View
from attention.words.segment import from_words

SEED, WHO, *_ = examples()
TYPED = st.text(alphabet="我喜欢在周末去公园散步了 ，！a", max_size=14)


def edited(board: Board, row: str, column: str, value: float) -> Board:
    """A person changes the cell of the first such words."""
    return with_hand(board, with_values(board.hand, [(board.words.index(row), board.words.index(column), value)]))


def cell(board: Board, row: str, column: str) -> float:
    return float(board.hand.values[board.words.index(row), board.words.index(column)])


def same(a: Floats, b: Floats) -> bool:
    return np.array_equal(a, b, equal_nan=True)


def test_a_first_visit_sees_the_seed_sentence_and_its_table() -> None:
    board = opening_board()
    assert board.text == "我喜欢在周末去公园散步"
    assert board.words == ("我", "喜欢", "在", "周末", "去", "公园", "散步")
    assert board.hand is SEED.table
    assert board.cut.tokens.source == "jieba"
    assert opening_board(View(language="en")).view.language == "en"


def test_an_example_opens_with_the_cut_that_typing_it_would_give() -> None:
    for example in examples():
        assert board_of(example, View()).cut == with_text(opening_board(), example.text).cut


# Typing


def test_typing_keeps_the_values_of_the_words_that_stay() -> None:
    board = with_text(edited(opening_board(), "我", "散步", 0.7), "我不喜欢在周末去公园散步")
    assert cell(board, "我", "散步") == 0.7
    assert cell(board, "周末", "在") == 0.9
    assert cell(board, "不", "我") == 0.1
    assert np.isnan(cell(board, "不", "不"))


def test_a_word_that_is_deleted_and_typed_again_finds_its_values_again() -> None:
    board = edited(opening_board(), "散步", "公园", 0.35)
    shorter = with_text(board, "我喜欢在周末去")
    assert "公园" not in shorter.words
    assert same(with_text(shorter, board.text).hand.values, board.hand.values)


def test_so_it_does_when_all_is_deleted_letter_by_letter_and_typed_again() -> None:
    board = first = edited(opening_board(), "散步", "公园", 0.35)
    texts = [first.text[:k] for k in range(len(first.text))]
    for text in [*reversed(texts), *texts, first.text]:
        board = with_text(board, text)
    assert board.words == first.words
    assert same(board.hand.values, first.hand.values)


def test_an_edit_made_in_a_longer_sentence_stays_when_the_sentence_is_shortened_again() -> None:
    longer = edited(with_text(opening_board(), SEED.text + "吗"), "我", "喜欢", 0.3)
    board = with_text(edited(longer, "吗", "散步", 0.8), SEED.text)
    assert cell(board, "我", "喜欢") == 0.3
    assert cell(board, "散步", "公园") == 0.9
    again = with_text(board, SEED.text + "吗")
    assert cell(again, "我", "喜欢") == 0.3
    assert cell(again, "吗", "散步") == 0.8


@pytest.mark.parametrize(("stay", "new", "wanted"), [(4, 4, True), (4, 5, False), (4, 0, True), (3, 0, False)])
def test_a_sentence_is_near_that_shares_half_of_the_words_of_the_longer_one(stay: int, new: int, wanted: bool) -> None:
    board = edited(opening_board(), "我", "喜欢", 0.3)
    words = [*SEED.table.words[:stay], *(f"新{i}" for i in range(new))]
    assert edited_nearby(board, words) is wanted
    assert not edited_nearby(opening_board(), words)  # nothing was edited


def test_the_example_to_work_out_by_hand_brings_its_words_and_matrices() -> None:
    board = with_board_example(opening_board())
    assert board.words == board.hand.words == board.typed.words == ("猫", "吃", "鱼")
    assert (board.text, board.source) == ("猫吃鱼", "typed")
    assert with_board_example(edited(board, "猫", "鱼", 0.3)).typed.X.tolist() == board.typed.X.tolist()


@pytest.mark.parametrize("text", ["", "   ", "\u3000\n", "\u200b", "\ufeff\x00"])
def test_text_without_anything_visible_keeps_cut_and_table(text: str) -> None:
    board = edited(opening_board(), "我", "喜欢", 0.3)
    emptied = with_text(board, text)
    assert emptied.is_empty
    assert emptied.text == text
    assert (emptied.cut, emptied.hand, emptied.kept) == (board.cut, board.hand, board.kept)
    back = with_text(emptied, board.text)
    assert not back.is_empty
    assert back.hand is board.hand


def test_the_text_stays_as_typed_and_says_nothing_about_the_words() -> None:
    board = with_text(opening_board(), "  我 喜欢\u200b  你 ")
    assert board.text == "  我 喜欢\u200b  你 "
    assert board.words == ("我", "喜欢", "你")
    assert board.cut.removed == 1


def test_blanks_alone_change_nothing() -> None:
    board = edited(opening_board(), "我", "喜欢", 0.3)
    assert with_text(board, "我 喜欢 在周末去公园散步 ").hand is board.hand


@given(st.lists(TYPED, max_size=6))
def test_whatever_is_typed_the_table_fits_the_words(texts: list[str]) -> None:
    board = opening_board()
    for text in texts:
        board = with_text(board, text)
        assert board.text == text
        assert board.hand.words == board.words
        assert "".join(board.words) == "".join(text.split()) or board.is_empty


# Merging and splitting


def test_merge_and_split_carry_the_values_of_the_other_words() -> None:
    board = edited(opening_board(), "我", "散步", 0.7)
    merged = with_merge(board, 4)
    assert merged.words == ("我", "喜欢", "在", "周末", "去公园", "散步")
    assert (cell(merged, "我", "散步"), cell(merged, "我", "去公园")) == (0.7, 0.1)
    apart = with_split(merged, 4, 1)
    assert apart.words == board.words
    assert same(apart.hand.values, board.hand.values)


def test_an_edit_between_split_and_merge_stays() -> None:
    board = with_split(opening_board(), 5, 1)
    assert board.words[5:7] == ("公", "园")
    board = with_merge(edited(board, "我", "喜欢", 0.3), 5)
    assert board.words == SEED.table.words
    assert cell(board, "我", "喜欢") == 0.3
    assert cell(board, "散步", "公园") == 0.9


def test_the_cut_by_hand_can_be_forgotten() -> None:
    board = with_jieba_cut(with_merge(opening_board(), 0))
    assert board.words == SEED.table.words
    assert board.cut.tokens.source == "jieba"
    assert same(board.hand.values, SEED.table.values)


def test_a_merge_that_cannot_be_is_an_error_and_the_board_stays() -> None:
    board = opening_board()
    with pytest.raises(BadCut):
        with_merge(board, 6)
    for word in (0, 9):
        with pytest.raises(BadCut):
            with_split(board, word, 1)
    assert board.words == SEED.table.words


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 8)), max_size=8))
def test_merges_and_splits_keep_the_text_and_undone_they_keep_the_table(steps: list[tuple[bool, int]]) -> None:
    board = edited(opening_board(), "散步", "我", 0.6)
    for merging, i in steps:
        try:
            board = with_merge(board, i) if merging else with_split(board, i, 1)
        except BadCut:
            continue
        assert "".join(board.words) == SEED.text
    back = with_jieba_cut(board)
    assert cell(back, "散步", "我") == 0.6
    assert same(back.hand.values, with_values(SEED.table, [(6, 0, 0.6)]).values)


# Other sentences and back


def test_an_example_comes_back_as_it_was_left() -> None:
    board = edited(opening_board(), "我", "喜欢", 0.3)
    other = with_example(board, WHO)
    assert other.text == WHO.text
    assert same(other.hand.values, WHO.table.values)
    back = with_example(edited(other, "他", "小明", 0.5), SEED)
    assert cell(back, "我", "喜欢") == 0.3
    assert cell(with_example(back, WHO), "他", "小明") == 0.5
    assert example_table(back) is SEED.table


def test_an_example_typed_or_pasted_brings_its_table() -> None:
    assert with_text(edited(opening_board(), "我", "喜欢", 0.3), WHO.text).hand is WHO.table


def test_choosing_an_example_does_not_take_over_what_was_edited_in_a_sentence_like_it() -> None:
    longer = edited(with_text(opening_board(), SEED.text + "吗"), "我", "喜欢", 0.3)
    board = with_example(longer, SEED)
    assert same(board.hand.values, SEED.table.values)
    assert cell(with_text(board, SEED.text + "吗"), "我", "喜欢") == 0.3


def test_choosing_the_example_on_the_board_changes_nothing_but_the_text() -> None:
    board = edited(opening_board(), "我", "喜欢", 0.3)
    assert with_example(with_text(board, " 我喜欢在周末去公园散步"), SEED).hand is board.hand


def test_choosing_an_example_forgets_the_cut_by_hand() -> None:
    board = with_example(with_merge(opening_board(), 0), SEED)
    assert board.words == SEED.table.words
    assert same(board.hand.values, SEED.table.values)


def test_so_many_edited_tables_are_remembered_the_latest_first() -> None:
    board = opening_board()
    for k in range(MAX_KEPT_TABLES + 2):
        board = edited(with_text(board, f"公园{k}号"), "公园", str(k), 0.5)
    assert len(board.kept) == MAX_KEPT_TABLES
    assert board.kept[0] is board.hand
    assert len({table.words for table in board.kept}) == MAX_KEPT_TABLES


def test_editing_twice_remembers_the_sentence_once() -> None:
    board = edited(edited(opening_board(), "我", "喜欢", 0.3), "我", "在", 0.4)
    assert [table.words for table in board.kept] == [SEED.table.words]


def test_a_new_start_and_the_way_back() -> None:
    board = with_hand(opening_board(), fresh_table(opening_board()))
    assert np.nanmax(board.hand.values) == 0.1
    assert np.isnan(board.hand.values.diagonal()).all()
    assert example_table(board) is SEED.table
    assert example_table(with_text(board, "没有这句")) is None


def test_edits_leave_source_switches_and_view_alone() -> None:
    board = replace(opening_board(), source="random", seed=5, view=View(projector=True))
    for changed in (with_text(board, "你好"), with_merge(board, 0), with_example(board, WHO), with_jieba_cut(board)):
        assert (changed.source, changed.seed, changed.view) == ("random", 5, View(projector=True))


# Edits that come late


def words_on(board: Board, words: tuple[str, ...]) -> Board:
    return with_words(board, from_words(" ".join(words), words))


def numbered(words: tuple[str, ...]) -> HandTable:
    """Every cell has a value of its own, so that it can be known again."""
    n = len(words)
    return HandTable(words, (np.arange(n * n).reshape(n, n) + 1) / (n * n + 1))


@st.composite
def changes(draw: st.DrawFn, times: int) -> list[tuple[str, ...]]:
    """A sentence with repeats, and what becomes of it: words deleted, put in, put in other places, merged and split."""
    words = draw(st.lists(st.sampled_from("甲乙丙丁"), min_size=2, max_size=8))
    found = [tuple(words)]
    for _ in range(times):
        i = draw(st.integers(0, len(words)))
        gone = draw(st.integers(0, max(0, min(3, len(words) - i, len(words) - 1))))
        words = [*words[:i], *draw(st.lists(st.sampled_from("甲乙丙丁戊"), max_size=2)), *words[i + gone :]] or ["戊"]
        found.append(tuple(words))
    return found


def test_an_edit_on_its_way_goes_where_its_words_went() -> None:
    board = with_hand(words_on(opening_board(), ("乙", "乙", "甲")), blank_table(("乙", "乙", "甲")))
    late = with_edits(words_on(board, ("乙", "甲")), ("乙", "乙", "甲"), [(0, 2, 0.8)])
    early = words_on(with_edits(board, ("乙", "乙", "甲"), [(0, 2, 0.8)]), ("乙", "甲"))
    assert late.hand.values[0, 1] == early.hand.values[0, 1] == 0.8
    np.testing.assert_array_equal(late.hand.values, early.hand.values)


@given(st.data(), changes(times=1))
def test_edit_and_change_commute(data: st.DataObject, sentences: list[tuple[str, ...]]) -> None:
    """Whether the sentence was changed before the edit came or after it, the board is the same."""
    old, new = sentences
    board = with_hand(words_on(opening_board(), old), numbered(old))
    cell = (data.draw(st.integers(0, len(old) - 1)), data.draw(st.integers(0, len(old) - 1)), 0.0)
    early = words_on(with_edits(board, old, [cell]), new)
    late = with_edits(words_on(board, new), old, [cell])
    np.testing.assert_array_equal(late.hand.values, early.hand.values)
    np.testing.assert_array_equal(late.anchor.values, early.anchor.values)
    before, after = matching_positions(old, new)
    if cell[0] in before and cell[1] in before:
        assert late.hand.values[after[before.index(cell[0])], after[before.index(cell[1])]] == 0


@given(st.data(), changes(times=3))
def test_edit_and_two_changes_commute(data: st.DataObject, sentences: list[tuple[str, ...]]) -> None:
    """The visitor edits in a sentence typed a moment ago, and it is changed twice before the edit comes."""
    first, seen, *then = sentences
    board = words_on(with_hand(words_on(opening_board(), first), numbered(first)), seen)
    cell = (data.draw(st.integers(0, len(seen) - 1)), data.draw(st.integers(0, len(seen) - 1)), 0.0)
    early, late = with_edits(board, seen, [cell]), board
    for words in then:
        early, late = words_on(early, words), words_on(late, words)
    late = with_edits(late, seen, [cell])
    if len({first, seen, *then}) == 4 and not any(e.table.words in sentences for e in examples()):
        np.testing.assert_array_equal(late.hand.values, early.hand.values)
    assert known_table(late, seen).values[cell[:2]] == 0


def test_an_edit_of_a_word_that_is_gone_comes_back_with_it() -> None:
    board = with_edits(with_text(opening_board(), "我喜欢去公园散步"), opening_board().words, [(0, 5, 0.35)])
    assert with_text(board, "我喜欢在周末去公园散步").hand.values[0, 5] == 0.35
    gone = with_edits(with_text(opening_board(), "我喜欢在周末散步"), opening_board().words, [(0, 5, 0.35)])
    assert 0.35 not in gone.hand.values
    assert with_text(gone, "我喜欢在周末去公园散步").hand.values[0, 5] == 0.35


def test_an_edit_on_its_way_follows_a_merge() -> None:
    merged = with_merge(opening_board(), 4)  # 去 公园
    late = with_edits(merged, opening_board().words, [(1, 6, 0.45), (4, 0, 0.35)])
    assert late.words[4] == "去公园"
    assert late.hand.values[1, 5] == 0.45
    assert 0.35 not in late.hand.values
    assert with_split(late, 4, 1).hand.values[4, 0] == 0.35


def test_an_edit_on_its_way_is_kept_for_its_sentence_where_an_example_was_chosen() -> None:
    other = with_example(opening_board(), examples()[1])
    late = with_edits(other, opening_board().words, [(0, 5, 0.35)])
    np.testing.assert_array_equal(late.hand.values, examples()[1].table.values)
    assert with_example(late, examples()[0]).hand.values[0, 5] == 0.35


# Own words and blanks


def test_own_words_cut_the_sentence_and_all_later_ones() -> None:
    board = with_own_words(opening_board(), ["喜欢在", "散步机"])
    assert board.words[:2] == ("我", "喜欢在")
    assert with_text(board, "我买散步机").words == ("我", "买", "散步机")
    assert with_jieba_cut(with_merge(board, 0)).words == board.words
    assert with_own_words(board, []).words == opening_board().words


def test_own_words_leave_what_was_cut_by_hand_elsewhere() -> None:
    board = with_own_words(with_merge(opening_board(), 5), ["我喜欢"])
    assert board.words == ("我喜欢", "在", "周末", "去", "公园散步")


def test_a_merge_over_a_blank_takes_it_out_of_the_text() -> None:
    board = with_merge(with_text(opening_board(), "我  去\ufeff 公园"), 1)
    assert (board.text, board.words) == ("我 去公园", ("我", "去公园"))
    with pytest.raises(BlankBetween):
        with_merge(with_text(opening_board(), "New York"), 0)
