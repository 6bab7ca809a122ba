"""The tables for programs and notebooks: a sentence in, its attention table out, as arrays, pandas, plotly or a file.

`import attention` offers these names; the pages do the same through attention/session/board.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attention.errors import HandTableError, SourceError
from attention.exchange.formats import FORMATS, Format
from attention.exchange.html_table import shade_rules, table_html
from attention.exchange.picture import computed_picture
from attention.hand.compare import Agreement, compare
from attention.hand.examples import example_for
from attention.imported.stack import Pick
from attention.sources.e5_model import MEAN_OF_ALL
from attention.sources.registry import USUAL, compute, compute_many, self_sufficient, source_of
from attention.sources.source import Request, Source
from attention.sources.table import AttentionTable
from attention.texts.files import say
from attention.types import Floats, HandTable, Switches
from attention.view import Language
from attention.words.segment import Cut, cut, cut_as, from_words, own_words_in

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, kw_only=True)
class SentenceTable(AttentionTable):
    """What `table` returns: the words of a sentence, their attention weights (n, n), and the hand table beside them.

    An AttentionTable as the pages and the writers of files have it, with what is useful in a program. cut: how the sentence was
    cut, and what of it was left out. hand: None if neither a caller nor an example gave one.

    >>> made = table("我喜欢在周末去公园散步", source="random", seed=7)
    >>> made.words
    ('我', '喜欢', '在', '周末', '去', '公园', '散步')
    >>> made.weights.shape, made.weights.sum(axis=1).round(9).tolist()
    ((7, 7), [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0])
    """

    cut: Cut

    @property
    def head_weights(self) -> dict[str, Floats]:
        """The weights (n, n) of each head by its name; empty if the sentence was one of many (`tables`)."""
        return {head.name or str(i): head.weights for i, head in enumerate(self.heads)}

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
            raise HandTableError("there is no hand table for these words")
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

        words, names = list(self.shown_words), map(self._label, ("label.query", "label.key"))
        index, columns = (pd.Index(words, dtype=object, name=name) for name in names)
        return pd.DataFrame(self._shown(hand).copy(), index=index, columns=columns)

    def _label(self, key: str) -> str:
        return say(self.view.language, key)

    def _shown(self, hand: bool) -> Floats:
        if hand:
            self._hand(None)
        return self.shown_hand if hand else self.drawn

    def figure(self, *, hand: bool = False, digits: bool = True, height: int = 420) -> Any:
        """The table as a plotly figure, the heatmap of the page. hand: the hand table instead of the computed one.

        >>> made = table("我喜欢在周末去公园散步", source="random")
        >>> made.figure().layout.xaxis.ticktext[-1]
        '散步'
        """
        from attention.figures.heatmap import HeatmapText, at_places, weights_figure
        from attention.figures.plan import PAGE

        words, places = self.shown_words, self.shown
        text = HeatmapText(*map(self._label, ("label.query", "label.key", "label.hover")))
        figure = weights_figure(words, words, self._shown(hand), text=text, digits=digits, height=height, room=PAGE)
        return at_places(figure, places)

    def said_in(self, language: Language, *, readings: bool = False) -> AttentionTable:
        """The table for the writers of files (attention.exchange.formats), with the text around it in this language.

        readings: and with how each word is said and what it means.
        """
        return replace(self, view=replace(self.view, language=language, readings=readings))

    def to_bytes(self, form: str = "json", *, language: Language = "zh", readings: bool = False) -> bytes:
        """The table as a file of this format: one of `FORMATS`. readings: with pinyin and short English glosses.

        >>> table("我去公园", source="random").to_bytes("csv").decode("utf-8-sig").splitlines()[0]
        '查询\\\\键,我,去,公园'
        """
        return FORMATS[form].write(self.said_in(language, readings=readings))

    def save(
        self, path: str | Path, form: str | None = None, *, language: Language = "zh", readings: bool = False
    ) -> Path:
        """Write a file; without `form` its ending says the format (.json, .csv, .svg, .html). readings: as in `to_bytes`."""
        path = Path(path)
        path.write_bytes(self.to_bytes(form or format_of(path).name, language=language, readings=readings))
        return path

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        name = ".attention-table"
        style = f"{name} td{{color:#000;text-align:center;min-width:2.5em}}{shade_rules(name)}"
        return f'<style>{style}</style><div class="attention-table">{table_html(computed_picture(self))}</div>'


def format_of(path: Path) -> Format:
    """The first format whose files have this path's ending. Raises ValueError if there is none."""
    ending = path.suffix.lower().removeprefix(".")
    found = next((row for row in FORMATS.values() if row.ending == ending), None)
    if found is None:
        raise ValueError(f"no format for files that end with {path.suffix!r}: {', '.join(FORMATS)}")
    return found


def table(
    sentence: str | None = None,
    *,
    words: str | Sequence[str] | None = None,
    source: str = USUAL,
    seed: int = 0,
    hand: HandTable | None = None,
    switches: Switches | None = None,
    pick: Pick = MEAN_OF_ALL,
    own_words: str | Sequence[str] = (),
) -> SentenceTable:
    """The attention table of a Chinese sentence.

    words: the cut, as a list or with blanks between; without it jieba cuts. source: "syntax" (heads taught grammar on treebanks),
    "translation" (the encoder of a translation model), "e5" (a real model, trained for search), "random" (untrained, from `seed`)
    or "fitted" (W_Q and W_K trained to the hand table). hand: a hand table for these words ("fitted" takes one for other words as
    well); by default that of the example with these words, if there is one. switches: ÷√d_k, temperature, masks. pick: of "e5"
    which layer and head; by default the mean of all. own_words: a class's own names and terms, as a list or with blanks or commas
    between, which jieba's cut keeps whole.

    Raises EmptyText, BadCut, SourceError, HandTableError or WeightsError, all of them AttentionError.

    >>> table("我喜欢在周末去公园散步", words="我 喜欢 在 周末 去公园 散步").words
    ('我', '喜欢', '在', '周末', '去公园', '散步')
    >>> table("小满满爱算注意力权重", own_words="小满满 注意力权重").words
    ('小满满', '爱', '算', '注意力权重')
    """
    kept = own_words_of(own_words)
    asked, done = source_named(source), cut_of(sentence, words, kept)
    own = hand_for(done.tokens.words, hand)
    if hand is not None and own is not hand and not asked.hand:
        raise HandTableError("the hand table has other words")
    request = Request(done.tokens.words, hand or own, seed, switches or Switches(), given=given_to(asked, pick))
    return sentence_table(done, compute(asked.name, request), own, kept)


def tables(
    sentences: Iterable[str | Cut],
    *,
    source: str = USUAL,
    seed: int = 0,
    hand: HandTable | None = None,
    switches: Switches | None = None,
    pick: Pick = MEAN_OF_ALL,
    own_words: str | Sequence[str] = (),
) -> list[SentenceTable]:
    """The tables of many sentences, in less time than one by one and with the same numbers; without the heads.

    sentences: texts, which jieba cuts, or what is cut already. hand: for the source "fitted" the table that W_Q and W_K are
    trained to; they are then applied to every sentence. own_words: as in `table`.

    >>> [made.words for made in tables(["我去公园", "他也去了学校"], source="random")]
    [('我', '去', '公园'), ('他', '也', '去', '了', '学校')]
    """
    own = own_words_of(own_words)
    cuts = [cut(sentence, own) if isinstance(sentence, str) else sentence for sentence in sentences]
    asked = source_named(source)
    given = given_to(asked, pick)
    requests = [Request(done.tokens.words, hand, seed, switches or Switches(), given=given) for done in cuts]
    made = zip(cuts, compute_many(asked.name, requests), strict=True)
    return [sentence_table(done, one, hand_for(one.words, hand), own) for done, one in made]


def sentence_table(
    done: Cut, computed: AttentionTable, hand: HandTable | None, own_words: tuple[str, ...]
) -> SentenceTable:
    """The result for a caller: the computed table with its sentence, its hand table and a class's own words."""
    goes_with = {"text": done.tokens.text, "hand": hand, "own_words": own_words}
    return SentenceTable(**{**vars(computed), **goes_with}, cut=done)


def source_named(name: str) -> Source:
    """The source of this name. Raises SourceError if there is none, or if it needs what only a visitor can give it."""
    if name not in (known := self_sufficient()):
        raise SourceError(name, known)
    return source_of(name)


def given_to(source: Source, pick: Pick) -> dict[str, Pick]:
    """What a source is given: which of its tables, if it has layers."""
    return {source.name: pick} if source.layered else {}


def own_words_of(given: str | Sequence[str]) -> tuple[str, ...]:
    """A class's own words as a caller lists them."""
    return own_words_in(given if isinstance(given, str) else " ".join(given))


def cut_of(sentence: str | None, words: str | Sequence[str] | None, own: Sequence[str]) -> Cut:
    """The cut that the caller gave, else jieba's with a class's own words whole."""
    words = words.split() if isinstance(words, str) else words
    if words is None:
        return cut(sentence or "", own)
    return cut_as(words) if sentence is None else from_words(sentence, words, own)


def hand_for(words: tuple[str, ...], hand: HandTable | None) -> HandTable | None:
    """The given hand table if it is for these words, else that of the example with these words."""
    return hand if hand is not None and hand.words == words else example_for(words)
