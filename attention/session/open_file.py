"""What was read from a file comes onto the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from attention.errors import BadCut, EmptyText, FileError, FileProblem
from attention.session.board import Board, with_cover, with_hand, with_words
from attention.types import HandTable
from attention.words.segment import MAX_OWN_WORDS, Cut, cut_as, from_words


def put_hand(board: Board, name: str, hand: HandTable, *, text: str = "", own_words: tuple[str, ...] = ()) -> Board:
    """The board with this table: for its words where they are those, else with the table's words as the sentence.

    text: the file's sentence, with its blanks, where it has one. own_words: a class's own in it; those of the board stay.
    Raises FileError if the words are not a sentence.
    """
    own = joined_words(board.own_words, own_words)
    if board.words != hand.words or board.is_empty:
        try:
            cut = sentence_of(text, hand.words, own)
        except BadCut as error:
            raise FileError(name, "the words are not a sentence", problem=FileProblem.WORDS) from error
        board = with_words(replace(board, text=cut.tokens.text), cut)
    return with_cover(with_hand(replace(board, own_words=own), hand), wished=False)


def joined_words(own: Sequence[str], more: Sequence[str]) -> tuple[str, ...]:
    """A class's own words and those of a file, no more than a board may have."""
    return tuple(dict.fromkeys((*own, *more)))[:MAX_OWN_WORDS]


def sentence_of(text: str, words: Sequence[str], own: Sequence[str]) -> Cut:
    """The text with these words, or without a text that has them just the words. Raises BadCut if they are not a sentence."""
    try:
        return from_words(text, words, own)
    except (BadCut, EmptyText):
        return cut_as(words)
