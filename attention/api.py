"""The tables for programs and notebooks: a sentence in, its attention table out, as arrays, pandas, plotly or a file.

`import attention` offers these names; the page does the same through attention/session/board.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attention.errors import HandTableError, SourceError
from attention.exchange.export import Export, export_computation
from attention.exchange.formats import FORMATS, Format
from attention.exchange.hand_file import cut_as
from attention.exchange.html_page import computed_html
from attention.exchange.html_table import shade_rules
from attention.exchange.labels import LABELS
from attention.hand.compare import Agreement, compare
from attention.hand.examples import examples
from attention.session.board import Language, View
from attention.sources.registry import SOURCES, Computation, Request, Switches, compute, compute_many
from attention.types import Floats, HandTable, Mask, Origin, SourceName
from attention.words.segment import Cut, cut, from_words

if TYPE_CHECKING:
    import pandas as pd

NAMES: tuple[SourceName, ...] = tuple(name for name in SOURCES if name not in ("typed", "imported"))
"""The sources that need no more than words, a seed and a hand table."""


@dataclass(frozen=True, eq=False)
class SentenceTable:
    """What `table` returns: the words of a sentence, their attention weights, and the hand table beside them.

    cut: how the sentence was cut, and what of it was left out. hand: None where neither a caller nor an example gave one.

    >>> made = table("我喜欢在周末去公园散步", source="random", seed=7)
    >>> made.words
    ('我', '喜欢', '在', '周末', '去', '公园', '散步')
    >>> made.weights.shape, made.weights.sum(axis=1).round(9).tolist()
    ((7, 7), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    """

    cut: Cut
    computation: Computation
    hand: HandTable | None = None
    switches: Switches = field(default_factory=Switches)

    @property
    def text(self) -> str:
        return self.cut.tokens.text

    @property
    def words(self) -> tuple[str, ...]:
        return self.computation.words

    @property
    def weights(self) -> Floats:
        """(n, n): how much each word (row, query) attends to each (column, key); a row sums to 1, or is all 0."""
        return self.computation.weights

    @property
    def mask(self) -> Mask:
        """(n, n), True = may attend."""
        return self.computation.mask

    @property
    def origin(self) -> Origin:
        """Where the weights come from."""
        return self.computation.origin

    @property
    def heads(self) -> dict[str, Floats]:
        """The weights (n, n) of each head by its name; empty where the sentence was one of many (`tables`)."""
        return {head.name or str(i): head.trace.weights for i, head in enumerate(self.computation.heads)}

    def agreement(self, hand: HandTable | None = None) -> Agreement:
        """How far the weights agree with the hand table, or with another one for the same words.

        >>> made = table("我喜欢在周末去公园散步", source="fitted")
        >>> made.agreement().agreeing, made.agreement().compared
        (7, 7)
        """
        return compare(self.weights, self._hand(hand))

    def _hand(self, hand: HandTable | None) -> HandTable:
        hand = hand or self.hand
        if hand is None or hand.words != self.words:
            raise HandTableError("there is no hand table for these words", found="", words=len(self.words))
        return hand

    def to_frame(self, *, hand: bool = False) -> pd.DataFrame:
        """The table for pandas: queries are the index, keys the columns; NaN is '-', not considered or masked.

        hand: the hand table instead of the computed one. A word that stands twice has two rows: `iloc` tells them apart.

        >>> made = table("我喜欢在周末去公园散步")
        >>> float(made.to_frame(hand=True).loc["散步", "公园"])
        0.9
        >>> made.to_frame().shape
        (7, 7)
        """
        import pandas as pd

        export = self.export()
        words, labels = list(export.shown_words), LABELS[export.view.language]
        index, columns = (pd.Index(words, dtype=object, name=name) for name in (labels.query, labels.key))
        return pd.DataFrame(self._shown(hand).copy(), index=index, columns=columns)

    def _shown(self, hand: bool) -> Floats:
        if hand:
            self._hand(None)
        return self.export().shown_hand if hand else self.export().computed

    def figure(self, *, hand: bool = False, digits: bool = True, height: int = 420) -> Any:
        """The table as a plotly figure, the heatmap of the page. hand: the hand table instead of the computed one.

        >>> made = table("我喜欢在周末去公园散步", source="random")
        >>> made.figure().layout.xaxis.ticktext[-1]
        '散步'
        """
        from attention.figures.heatmap import at_places, weights_figure
        from attention.figures.plan import PAGE

        words, places = self.export().shown_words, self.export().shown
        figure = weights_figure(words, words, self._shown(hand), digits=digits, height=height, room=PAGE)
        return at_places(figure, places)

    def export(self, *, language: Language = "zh") -> Export:
        """What the writers of files take: attention.exchange.formats."""
        view = replace(View(), language=language)
        return export_computation(self.computation, text=self.text, hand=self.hand, switches=self.switches, view=view)

    def to_bytes(self, form: str = "json", *, language: Language = "zh") -> bytes:
        """The table as a file of this format: one of `FORMATS`.

        >>> table("我去公园", source="random").to_bytes("csv").decode("utf-8-sig").splitlines()[0]
        '查询\\\\键,我,去,公园'
        """
        return FORMATS[form].write(self.export(language=language))

    def save(self, path: str | Path, form: str | None = None, *, language: Language = "zh") -> Path:
        """Write a file; without `form` its ending says the format (.json, .csv, .svg, .html)."""
        path = Path(path)
        path.write_bytes(self.to_bytes(form or format_of(path).name, language=language))
        return path

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        name = ".attention-table"
        style = f"{name} td{{color:#000;text-align:center;min-width:2.5em}}{shade_rules(name)}"
        return f'<style>{style}</style><div class="attention-table">{computed_html(self.export())}</div>'


def format_of(path: Path) -> Format:
    """The first format whose files end like this one. Raises ValueError where there is none."""
    ending = path.suffix.lower().removeprefix(".")
    found = next((row for row in FORMATS.values() if row.ending == ending), None)
    if found is None:
        raise ValueError(f"no format for files that end with {path.suffix!r}: {', '.join(FORMATS)}")
    return found


def table(
    sentence: str | None = None,
    *,
    words: str | Sequence[str] | None = None,
    source: str = "syntax",
    seed: int = 0,
    hand: HandTable | None = None,
    switches: Switches | None = None,
) -> SentenceTable:
    """The attention table of a Chinese sentence.

    words: the cut, as a list or with blanks between; without it jieba cuts. source: "syntax" (heads taught grammar on
    treebanks), "random" (untrained, from `seed`) or "fitted" (W_Q and W_K trained to the hand table). hand: a hand table for
    these words (to be fitted also one for others); without it that of the example sentence with these words, if there is
    one. switches: ÷√d_k, temperature, masks.

    Raises EmptyText, BadCut, SourceError or HandTableError, all of them AttentionError.

    >>> table("我喜欢在周末去公园散步", words="我 喜欢 在 周末 去公园 散步").words
    ('我', '喜欢', '在', '周末', '去公园', '散步')
    """
    name, done = source_named(source), cut_of(sentence, words)
    own = hand_for(done.tokens.words, hand)
    if hand is not None and own is not hand and name != "fitted":
        raise HandTableError("the hand table has other words", found=" ".join(hand.words), words=len(done.tokens))
    request = Request(done.tokens.words, needed(name, hand or own), seed, switches or Switches())
    return SentenceTable(done, compute(name, request), own, request.switches)


def tables(
    sentences: Iterable[str],
    *,
    source: str = "syntax",
    seed: int = 0,
    hand: HandTable | None = None,
    switches: Switches | None = None,
) -> list[SentenceTable]:
    """The tables of many sentences, in less time than one by one and with the same numbers; without the heads.

    hand: for the source "fitted" the table that W_Q and W_K are trained to; they are then applied to every sentence.

    >>> [made.words for made in tables(["我去公园", "他也去了学校"], source="random")]
    [('我', '去', '公园'), ('他', '也', '去', '了', '学校')]
    """
    name, cuts = source_named(source), [cut(sentence) for sentence in sentences]
    switches = switches or Switches()
    requests = [Request(done.tokens.words, needed(name, hand), seed, switches) for done in cuts]
    return [
        SentenceTable(done, one, hand_for(one.words, hand), switches)
        for done, one in zip(cuts, compute_many(name, requests), strict=True)
    ]


def source_named(name: str) -> SourceName:
    """The source of this name. Raises SourceError where it is not there."""
    for known in NAMES:
        if known == name:
            return known
    raise SourceError(name, NAMES)


def needed(source: SourceName, hand: HandTable | None) -> HandTable | None:
    """The hand table, where the source needs one. Raises HandTableError where there is none."""
    if source != "fitted":
        return None
    if hand is None:
        raise HandTableError("the source 'fitted' needs a hand table", found="", words=0)
    return hand


def cut_of(sentence: str | None, words: str | Sequence[str] | None) -> Cut:
    words = words.split() if isinstance(words, str) else words
    if words is None:
        return cut(sentence or "")
    return cut_as(words) if sentence is None else from_words(sentence, words)


def hand_for(words: tuple[str, ...], hand: HandTable | None) -> HandTable | None:
    """The given hand table where it is for these words, else that of the example with these words."""
    known = [hand] if hand is not None else []
    known += [example.table for example in examples()]
    return next((table for table in known if table.words == words), None)
