"""What was read from a file comes onto the board."""

from __future__ import annotations

from dataclasses import replace

from attention.errors import BadCut, FileError, FileProblem
from attention.session.board import Board, with_cover, with_hand, with_words
from attention.types import HandTable
from attention.words.segment import cut_as


def put_hand(board: Board, name: str, hand: HandTable) -> Board:
    """The board with this table: for its words where they are those, else with the table's words as the sentence.

    Raises FileError if the words are not a sentence.
    """
    if board.words != hand.words or board.is_empty:
        try:
            cut = cut_as(hand.words)
        except BadCut as error:
            raise FileError(name, "the words are not a sentence", problem=FileProblem.WORDS) from error
        board = with_words(replace(board, text=cut.tokens.text), cut)
    return with_cover(with_hand(board, hand), wished=False)
