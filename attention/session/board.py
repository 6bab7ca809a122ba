"""What is on a visitor's board: the sentence, its cut, the hand table, the source, the switches; and how an edit changes it.

All functions are pure: board and edit in, new board out. The pages keep one board per visitor; the link carries it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

import numpy as np

from attention.errors import EmptyText
from attention.hand.examples import Example, example_for, examples
from attention.hand.table import (
    Cell,
    blank_table,
    carry,
    filled_rows,
    matching_positions,
    normalised,
    symmetric,
    with_values,
)
from attention.imported.stack import Pick
from attention.sources.e5_model import MEAN_OF_ALL
from attention.sources.registry import SOURCES, USUAL, compute
from attention.sources.source import Request
from attention.sources.table import AttentionTable
from attention.sources.typed_matrices import BOARD_WORDS, TYPED, Typed, board_example
from attention.types import HandTable, Switches, Tokens
from attention.view import View
from attention.words.characters import clean
from attention.words.segment import Cut, cut, from_words, merge, recut, split, whole_words

MAX_KEPT_TABLES = 8
"""Edited tables that are kept in case their sentence comes back."""
MAX_STEPS, MAX_STEP_CELLS = 50, 100_000
"""So many changes of the hand table can be undone, and so many cells are kept for it."""


@dataclass(frozen=True)
class Board:
    """`text` is kept as typed; where it is empty, `cut` and `hand` are those of the last text that was not.

    `anchor` is the hand table as a person last left it: after a change of the text, `hand` is the anchor carried over to the
    new words, so a word that is deleted and typed again finds its values again. `kept`: edited tables of other sentences.
    `undo` and `redo`: the tables before and after the changes that a person made, the next one last.
    `pick`: which table is shown of a source that has layers.
    `guess_first`: a sentence of one's own begins with the computed table covered; `covered`: it is.
    `own_words`: a class's own, which the cut keeps whole.
    """

    text: str
    cut: Cut
    hand: HandTable
    anchor: HandTable
    kept: tuple[HandTable, ...] = ()
    undo: tuple[HandTable, ...] = ()
    redo: tuple[HandTable, ...] = ()
    own_words: tuple[str, ...] = ()
    guess_first: bool = True
    covered: bool = False
    source: str = USUAL
    seed: int = 0
    pick: Pick = MEAN_OF_ALL
    typed: Typed = field(default_factory=board_example)
    switches: Switches = field(default_factory=Switches)
    view: View = field(default_factory=View)

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the cut."""
        return self.cut.tokens.words

    @property
    def is_empty(self) -> bool:
        """Whether the visitor's text has nothing visible."""
        return not clean(self.text).text


def computed_table(
    board: Board, *, source: str | None = None, heads: int = 1, given: Mapping[str, Any] | None = None
) -> AttentionTable:
    """What the board's source, or another one, says about its words, with all that goes with it onto a page or into a file.

    heads, given: as in Request; what was typed in is on the board already.
    """
    picked = {name: board.pick for name, one in SOURCES.items() if one.layered}
    brought = {TYPED.name: board.typed, **picked, **(given or {})}
    request = Request(board.words, board.hand, board.seed, board.switches, heads, brought)
    return replace(
        compute(source or board.source, request),
        text=board.text,
        hand=board.hand,
        view=board.view,
        own_words=board.own_words,
    )


def opening_board(view: View | None = None) -> Board:
    """The board that a first visit sees: the first example."""
    return board_of(examples()[0], view or View())


def board_of(example: Example, view: View) -> Board:
    """A board with an example."""
    return Board(example.text, example_cut(example), example.table, example.table, view=view)


def example_cut(example: Example) -> Cut:
    """The example's own cut, which is jieba's: the first screen need not wait for jieba's dictionary."""
    ends = list(accumulate(len(word) for word in example.table.words))
    return Cut(Tokens(example.text, tuple(zip([0, *ends], ends, strict=False))))


def with_text(board: Board, text: str) -> Board:
    """The visitor typed: the text is cut again, hand cuts in unchanged parts are kept, the hand table is carried over."""
    try:
        result = recut(board.cut.tokens, text, board.own_words)
    except EmptyText:
        return replace(board, text=text)
    return covered_anew(with_words(replace(board, text=text), result), board.words)


def covered_anew(board: Board, before: Sequence[str]) -> Board:
    """A sentence of which fewer than half of the words stood there before is another one: while nobody has filled in its hand
    table, the visitor guesses first, if that is wished."""
    stayed, _ = matching_positions(before, board.words)
    another = 2 * len(stayed) < len(board.words)
    return with_cover(board, board.guess_first) if another else board


def with_cover(board: Board, wished: bool) -> Board:
    """The computed table covered where that is wished and nobody has filled in the hand table; else lifted."""
    return replace(board, covered=wished and not filled_rows(board.hand).any())


def with_guess_first(board: Board, wished: bool) -> Board:
    """Whether a sentence of one's own begins with the computed table covered; this one too."""
    return with_cover(replace(board, guess_first=wished), wished)


def with_words(board: Board, new: Cut) -> Board:
    """A new cut: the table that is known for just these words, else the anchor carried over.

    What a person has just edited in nearly the same sentence goes before what is known.
    """
    same = new.tokens.words == board.words
    board = replace(board, cut=new)
    return board if same else with_table_of_now(board)


def with_table_of_now(board: Board) -> Board:
    """The board's words have changed: its hand table becomes one for these."""
    words = board.words
    if (known := known_table(board, words)) is None:
        return replace(board, hand=carry(board.anchor, words))
    if known is not board.anchor and edited_nearby(board, words):
        return with_anchor(board, carry(board.anchor, words, onto=known))
    return replace(board, hand=known, anchor=known)


def edited_nearby(board: Board, words: Sequence[str]) -> bool:
    """Whether the anchor is what a person edited last, in a sentence that shares at least half of its words with this one."""
    stayed, _ = matching_positions(board.anchor.words, words)
    edited = bool(board.kept) and board.anchor is board.kept[0]
    return edited and 2 * len(stayed) >= max(len(board.anchor), len(words))


def known_table(board: Board, words: Sequence[str]) -> HandTable | None:
    """The table known for just these words: the anchor, an edited one or an example's; None if there is none."""
    own = next((table for table in (board.anchor, *board.kept) if table.words == tuple(words)), None)
    return own or example_for(words)


def with_merge(board: Board, i: int) -> Board:
    """Word i and the next one become one word; a blank between them goes from the text as well."""
    old = board.cut.tokens
    new = merge(old, i)
    if new.text != old.text:
        (_, end), (following, _) = old.spans[i : i + 2]
        whole = clean(board.text).text
        board = replace(board, text=whole[:end] + whole[following:], cut=replace(board.cut, removed=0))
    return with_tokens(board, new)


def with_split(board: Board, i: int, at: int) -> Board:
    """Word i is split after its first `at` characters."""
    return with_tokens(board, split(board.cut.tokens, i, at))


def with_tokens(board: Board, tokens: Tokens) -> Board:
    """The same text, cut by hand. Where not all of it was drawn, a merge makes room for more of it."""
    new = recut(tokens, board.text, board.own_words) if board.cut.undrawn else replace(board.cut, tokens=tokens)
    return with_words(board, new)


def with_jieba_cut(board: Board) -> Board:
    """Forget the merges and splits made by hand."""
    return with_words(board, cut(board.text, board.own_words))


def with_own_words(board: Board, own: Sequence[str]) -> Board:
    """A class's own words, which the cut keeps whole from now on; what was cut by hand stays between them."""
    board = replace(board, own_words=tuple(own))
    if board.cut.tokens.source == "hand":
        return with_tokens(board, whole_words(board.cut.tokens, board.own_words))
    return board if board.is_empty else with_jieba_cut(board)


def with_hand(board: Board, hand: HandTable) -> Board:
    """A person changed the table; what is the same as before is no change."""
    if hand.words == board.hand.words and np.array_equal(hand.values, board.hand.values, equal_nan=True):
        return board
    return with_anchor(replace(board, undo=with_step(board.undo, board.hand), redo=()), hand)


def with_undo(board: Board) -> Board:
    """The table before the last change, carried over where the sentence has changed since; the same board without one."""
    if not board.undo:
        return board
    *undo, last = board.undo
    board = replace(board, undo=tuple(undo), redo=with_step(board.redo, board.hand))
    return with_anchor(board, carry(last, board.words))


def with_redo(board: Board) -> Board:
    """The change that was undone last, made again; the same board without one."""
    if not board.redo:
        return board
    *redo, last = board.redo
    board = replace(board, redo=tuple(redo), undo=with_step(board.undo, board.hand))
    return with_anchor(board, carry(last, board.words))


def with_step(steps: tuple[HandTable, ...], table: HandTable) -> tuple[HandTable, ...]:
    """One step more, and the oldest gone where there are too many; the last one always stays."""
    steps = (*steps, table)[-MAX_STEPS:]
    kept = [size <= MAX_STEP_CELLS for size in accumulate(step.values.size for step in reversed(steps))]
    return steps[-max(sum(kept), 1) :]


def with_anchor(board: Board, hand: HandTable) -> Board:
    """The hand table as a person has left it."""
    others = tuple(table for table in board.kept if table.words != hand.words)
    return replace(board, hand=hand, anchor=hand, kept=(hand, *others)[:MAX_KEPT_TABLES])


def with_edits(board: Board, words: Sequence[str], cells: Sequence[Cell]) -> Board:
    """A person filled in cells of the table for these words, which the sentence may have left in the meantime.

    Then it is as if the edits had come before the change: the table that the person saw gets them and is carried over. So they
    remain wherever both words of a cell stayed, and come back with a word that comes back.
    """
    if tuple(words) == board.words:
        return with_hand(board, with_values(board.hand, cells))
    seen = known_table(board, words) or carry(board.anchor, words)
    return with_table_of_now(with_hand(board, with_values(seen, cells)))


def with_example(board: Board, example: Example) -> Board:
    """The example's sentence; its table as the visitor last left it."""
    board = replace(board, text=example.text, cut=example_cut(example), covered=False)
    if board.hand.words == board.words:
        return board
    known = known_table(board, board.words) or example.table
    return replace(board, hand=known, anchor=known)


def with_board_example(board: Board) -> Board:
    """The small example that a class can work out by hand: its words, its matrices."""
    text = "".join(BOARD_WORDS)
    board = replace(board, text=text, typed=board_example(), source=TYPED.name)
    return with_cover(with_words(board, from_words(text, BOARD_WORDS)), wished=False)


def example_table(board: Board) -> HandTable | None:
    """The table that "back to the example" brings back: that of the example with just these words."""
    return example_for(board.words)


def fresh_table(board: Board) -> HandTable:
    """An empty table for the board's words."""
    return blank_table(board.words)


WHOLE_TABLES: dict[str, Callable[[Board], HandTable]] = {
    "symmetric": lambda board: symmetric(board.hand),
    "normalise": lambda board: normalised(board.hand),
    "example": lambda board: example_table(board) or board.hand,
    "fresh": fresh_table,
}
"""What can be done to a hand table as a whole: the table that it becomes."""


def acts(board: Board) -> dict[str, bool]:
    """What can be done to the hand table, other than to fill in cells; and whether it can be done now."""
    offered = {"undo": bool(board.undo), "redo": bool(board.redo), **dict.fromkeys(WHOLE_TABLES, True)}
    return offered if example_table(board) else {act: now for act, now in offered.items() if act != "example"}


def with_act(board: Board, act: str) -> Board:
    """act: undo, redo, or one of WHOLE_TABLES."""
    if make := WHOLE_TABLES.get(act):
        return with_hand(board, make(board))
    return with_undo(board) if act == "undo" else with_redo(board)
