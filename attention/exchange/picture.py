"""What a picture, a page or a sheet of paper shows of a table: its name, what is said about it, its words and its values."""

from __future__ import annotations

from dataclasses import dataclass

from attention.exchange.labels import computed_name, hand_sentence, source_sentence, word_list
from attention.sources.table import AttentionTable
from attention.texts.files import say
from attention.types import Floats
from attention.view import Language


@dataclass(frozen=True, eq=False)
class Picture:
    """values (n, n): NaN for '-'. top: where the colours end. title: the name and the sentence. places: where the words stand in
    the sentence, from 0. listed: how words are said and what they mean, where that was asked for."""

    name: str
    title: str
    said: str
    words: tuple[str, ...]
    places: tuple[int, ...]
    values: Floats
    top: float
    digits: bool
    language: Language
    listed: tuple[tuple[str, str, str], ...] = ()


def computed_picture(table: AttentionTable) -> Picture:
    """The computed table of the words that are shown."""
    said = source_sentence(table.origin, table.switches, table.view.language)
    return picture(table, computed_name(table), said, table.drawn, table.top)


def hand_picture(table: AttentionTable) -> Picture:
    """The hand table of the words that are shown."""
    language = table.view.language
    name, said = say(language, "label.name.hand"), hand_sentence(table.hand_table, language)
    return picture(table, name, said, table.shown_hand, 1.0)


def pictures(table: AttentionTable) -> tuple[Picture, ...]:
    """The computed table and, where there is one, the hand table."""
    return (computed_picture(table), *([hand_picture(table)] if table.hand is not None else []))


def picture(table: AttentionTable, name: str, said: str, values: Floats, top: float) -> Picture:
    """values (n, n) with what is the same for both tables."""
    language = table.view.language
    title = say(language, "label.title", name=name, text=table.text)
    look = (values, top, table.view.digits, language)
    return Picture(name, title, said, table.shown_words, table.shown, *look, word_list(table))
