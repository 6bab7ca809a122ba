"""Pages for A4 paper, always light: the two tables, and the worksheet, an empty hand table for the same words."""

from __future__ import annotations

from collections.abc import Sequence

from attention.exchange.cells import escaped
from attention.exchange.html_page import document, section, sentence_html
from attention.exchange.html_table import label, legend_html, table_head, table_html, turned
from attention.exchange.labels import LABELS, Labels
from attention.exchange.picture import Picture, pictures
from attention.exchange.svg_file import write_svg
from attention.figures.plan import MAX_DIGITS_WIDE
from attention.sources.table import AttentionTable

MAX_ON_SHEET = 25
"""Cells side by side that still have room for a pencil (6 mm)."""


def print_page(table: AttentionTable) -> bytes:
    """The computed table, the hand table, and the worksheet on a sheet of its own."""
    labels = LABELS[table.view.language]
    parts = [sentence_html(table), *map(printed, pictures(table)), legend_html(labels, table.top), sheet(table)]
    return document(table, f"{labels.printed} {table.text}", "\n".join(parts), style="print.css")


def printed(picture: Picture) -> str:
    """A table that fits on paper as a table; a larger one as the picture, which shrinks to the width of the page."""
    fits = len(picture.words) <= MAX_DIGITS_WIDE
    return section(picture, table_html(picture) if fits else write_svg(picture).decode("utf8"))


def worksheet(table: AttentionTable) -> bytes:
    """The worksheet alone."""
    title = f"{LABELS[table.view.language].sheet} {table.text}"
    return document(table, title, sheet(table), style="print.css")


def sheet(table: AttentionTable) -> str:
    """The worksheet's HTML."""
    labels = LABELS[table.view.language]
    words = table.shown_words[:MAX_ON_SHEET]
    short = labels.cut_short.format(limit=MAX_ON_SHEET) if len(words) < len(table.shown_words) else ""
    return (
        f'<section class="sheet"><h1>{escaped(labels.sheet)}</h1>\n<p class="who">{escaped(labels.who)}</p>\n'
        f"{sentence_html(table, 2)}\n<p>{escaped(labels.related)} {escaped(short)}</p>\n"
        f"{empty_table(words, labels)}</section>"
    )


def empty_table(words: Sequence[str], labels: Labels) -> str:
    """A table with '-' on the diagonal and room to write in all other cells."""
    kind = "table empty turned" if turned(words) else "table empty"
    rows = "\n".join(
        f'<tr><th scope="row">{label(word)}</th>'
        + "".join('<td class="self">-</td>' if i == j else "<td></td>" for j in range(len(words)))
        + "</tr>"
        for i, word in enumerate(words)
    )
    return f'<table class="{kind}">{table_head(labels.sheet, words, labels)}<tbody>\n{rows}\n</tbody></table>'
