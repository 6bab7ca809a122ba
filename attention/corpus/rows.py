"""One row a sentence: its table, or the reason why it has none."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from attention.api import SentenceTable, tables
from attention.corpus.lines import Line
from attention.errors import TextError
from attention.exchange.versions import versions
from attention.imported.stack import Pick
from attention.sources.e5_model import MEAN_OF_ALL
from attention.sources.registry import USUAL
from attention.types import HandTable, Switches
from attention.view import Language
from attention.words.segment import Cut, cut


@dataclass(frozen=True)
class Asked:
    """What is asked about every sentence, as in `attention.tables`. hand: tables of its words are compared with it."""

    source: str = USUAL
    seed: int = 0
    hand: HandTable | None = None
    switches: Switches = field(default_factory=Switches)
    language: Language = "zh"
    pick: Pick = MEAN_OF_ALL
    own_words: tuple[str, ...] = ()

    def digest(self, lines: Sequence[Line]) -> str:
        """A name for the rows of these lines: another one where anything that they depend on is different."""
        hand = (self.hand.words, self.hand.values.tobytes()) if self.hand else None
        told = (self.source, self.seed, hand, self.switches, self.language, self.pick, self.own_words, versions())
        told_lines = [(line.number, line.text, line.error) for line in lines]
        return hashlib.blake2b(repr((told, told_lines)).encode("utf8", "surrogatepass"), digest_size=12).hexdigest()


@dataclass(frozen=True)
class LineTable:
    """made: the table; None where there is none, and `error` says why, in English."""

    line: Line
    made: SentenceTable | None = None
    error: str = ""

    @property
    def shortened(self) -> bool:
        """Whether a part of the sentence was left out."""
        return self.made is not None and bool(self.made.cut.unread or self.made.cut.undrawn)


def line_tables(lines: Sequence[Line], asked: Asked) -> list[LineTable]:
    """A row a line, in their order. Raises AttentionError only for what would go wrong with any sentence."""
    a = asked
    cuts = [cut_or_reason(line, a.own_words) for line in lines]
    done = [one for one in cuts if isinstance(one, Cut)]
    own = a.own_words
    made = iter(
        tables(done, source=a.source, seed=a.seed, hand=a.hand, switches=a.switches, pick=a.pick, own_words=own)
    )
    return [
        LineTable(line, error=one) if isinstance(one, str) else LineTable(line, next(made))
        for line, one in zip(lines, cuts, strict=True)
    ]


def cut_or_reason(line: Line, own_words: Sequence[str]) -> Cut | str:
    """The sentence's cut, or why there is none."""
    if line.error:
        return line.error
    try:
        return cut(line.text, own_words)
    except TextError as error:
        return str(error)
