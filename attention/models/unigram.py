"""A text cut into the pieces of a vocabulary, each with a score: of all ways to cut it, the one with the largest sum.

Source: Kudo 2018 ("Subword Regularization"), and SentencePiece, which writes a blank as ▁ and puts one in front of the text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

BLANK = "▁"
UNKNOWN_PIECE = -1
"""In place of a piece: a character that the vocabulary does not have."""

TextSpan: TypeAlias = tuple[int, int]


@dataclass(frozen=True)
class Folded:
    """A character as the vocabulary writes it, and its place in the text, from and to."""

    character: str
    place: TextSpan


@dataclass(frozen=True)
class Unigram:
    """pieces: their numbers; scores: by number; unknown: the score of a character that is in no piece; folds: how characters are
    written in the vocabulary where that is otherwise (full width as half width, a line end as a blank)."""

    pieces: Mapping[str, int]
    scores: tuple[float, ...]
    unknown: float
    folds: Mapping[str, str]
    longest: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "longest", max(map(len, self.pieces)))

    def cut(self, text: str) -> list[tuple[int, TextSpan]]:
        """The pieces of a text: the number of each, or UNKNOWN_PIECE, and its place in the text (none for the blank in front)."""
        line = list(self.folded(text))
        if not line or line[0].character != BLANK:
            line.insert(0, Folded(BLANK, (0, 0)))
        starts = self.best_starts("".join(one.character for one in line))
        found, end = [], len(line)
        while end:
            start, piece = starts[end]
            found.append((piece, (line[start].place[0], line[end - 1].place[1])))
            end = start
        return found[::-1]

    def folded(self, text: str) -> Iterator[Folded]:
        """The characters as the vocabulary writes them; several blanks are one."""
        before = None
        for i, character in enumerate(text):
            for written in self.folds.get(character, character):
                one = Folded(BLANK if written == " " else written, (i, i + 1))
                if before and before.character == one.character == BLANK:
                    before = Folded(BLANK, (before.place[0], i + 1))
                    continue
                if before:
                    yield before
                before = one
        if before:
            yield before

    def best_starts(self, line: str) -> list[tuple[int, int]]:
        """For each end in the line: where the last piece of the best cut begins, and which it is. Source: Viterbi 1967."""
        best = [0.0] + [float("-inf")] * len(line)
        starts = [(0, UNKNOWN_PIECE)] * len(best)
        for start in range(len(line)):
            for end in range(start + 1, min(start + self.longest, len(line)) + 1):
                piece = self.pieces.get(line[start:end], UNKNOWN_PIECE)
                if piece == UNKNOWN_PIECE and end > start + 1:
                    continue
                score = best[start] + (self.unknown if piece == UNKNOWN_PIECE else self.scores[piece])
                if score > best[end]:
                    best[end], starts[end] = score, (start, piece)
        return starts
