"""Pages for A4 paper, always light: the two tables, and the worksheet, an empty hand table for the same words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from attention.exchange.cells import escaped
from attention.exchange.html_page import document, section, sentence_html
from attention.exchange.html_table import label, legend_html, table_head, table_html, turned, words_html
from attention.exchange.picture import Picture, pictures
from attention.exchange.svg_file import write_svg
from attention.figures.plan import MAX_DIGITS_WIDE
from attention.sources.table import AttentionTable
from attention.texts.files import say
from attention.view import Language

MAX_ON_SHEET = 25
"""Cells side by side that still have room for a pencil (6 mm)."""


def print_page(table: AttentionTable) -> bytes:
    """The computed table, the hand table, and the worksheet on a sheet of its own."""
    language = table.view.language
    tables = (sentence_html(table), *map(printed, pictures(table)))
    parts = [*tables, legend_html(language, table.top) + words_html(table), sheet(table)]
    return document(table, f"{say(language, 'label.name.printed')} {table.text}", "\n".join(parts), style="print.css")


def printed(picture: Picture) -> str:
    """A table that fits on paper as a table; a larger one as the picture, which shrinks to the width of the page."""
    fits = len(picture.words) <= MAX_DIGITS_WIDE
    return section(picture, table_html(picture) if fits else write_svg(replace(picture, listed=())).decode("utf8"))


def worksheet(table: AttentionTable) -> bytes:
    """The worksheet alone."""
    title = f"{say(table.view.language, 'label.name.sheet')} {table.text}"
    return document(table, title, sheet(table), style="print.css")


def sheet(table: AttentionTable) -> str:
    """The worksheet's HTML."""
    language, words = table.view.language, table.shown_words[:MAX_ON_SHEET]
    name, who, related = (escaped(say(language, key)) for key in ("label.name.sheet", "label.who", "label.related"))
    short = say(language, "label.cut_short", limit=MAX_ON_SHEET) if len(words) < len(table.shown_words) else ""
    return (
        f'<section class="sheet"><h1>{name}</h1>\n<p class="who">{who}</p>\n'
        f"{sentence_html(table, 2)}\n<p>{related} {escaped(short)}</p>\n"
        f"{empty_table(words, language)}\n{words_html(table)}</section>"
    )


def empty_table(words: Sequence[str], language: Language) -> str:
    """A table with '-' on the diagonal and room to write in all other cells."""
    kind = "table empty turned" if turned(words) else "table empty"
    rows = "\n".join(
        f'<tr><th scope="row">{label(word)}</th>'
        + "".join('<td class="self">-</td>' if i == j else "<td></td>" for j in range(len(words)))
        + "</tr>"
        for i, word in enumerate(words)
    )
    head = table_head(say(language, "label.name.sheet"), words, language)
    return f'<table class="{kind}">{head}<tbody>\n{rows}\n</tbody></table>'
