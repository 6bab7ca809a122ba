"""Pages for paper, A4, always light: the two tables, and the worksheet, an empty hand table for the same words."""

from __future__ import annotations

from collections.abc import Sequence

from attention.exchange.cells import escaped
from attention.exchange.html_page import computed_html, document, hand_html, section, sentence_html
from attention.exchange.html_table import column_head, label, legend_html, turned
from attention.exchange.labels import LABELS, Labels
from attention.exchange.svg_file import Picture, computed_picture, hand_picture, write_svg
from attention.figures.plan import MAX_DIGITS_WIDE
from attention.sources.table import AttentionTable

MAX_ON_SHEET = 25
"""So many cells beside each other that a pencil still finds room in one (6 mm)."""


def print_page(table: AttentionTable) -> bytes:
    """The computed table, the hand table, and on a sheet of its own the worksheet."""
    labels = LABELS[table.view.language]
    parts = [sentence_html(table), printed(computed_picture(table), computed_html(table))]
    if table.hand is not None:
        parts.append(printed(hand_picture(table), hand_html(table)))
    parts += [legend_html(labels, table.top), sheet(table)]
    return document(table, f"{labels.printed} {table.text}", "\n".join(parts), style="print.css")


def printed(picture: Picture, table: str) -> str:
    """A table that fits on paper as a table; a larger one as the picture, which shrinks to the width of the page."""
    content = table if len(picture.words) <= MAX_DIGITS_WIDE else write_svg(picture).decode("utf8")
    return section(picture.name, picture.said, content)


def worksheet(table: AttentionTable) -> bytes:
    """The worksheet alone."""
    title = f"{LABELS[table.view.language].sheet} {table.text}"
    return document(table, title, sheet(table), style="print.css")


def sheet(table: AttentionTable) -> str:
    labels = LABELS[table.view.language]
    words = table.shown_words[:MAX_ON_SHEET]
    short = labels.cut_short.format(limit=MAX_ON_SHEET) if len(words) < len(table.shown_words) else ""
    return (
        f'<section class="sheet"><h1>{escaped(labels.sheet)}</h1>\n<p class="who">{escaped(labels.who)}</p>\n'
        f"{sentence_html(table, 2)}\n<p>{escaped(labels.related)} {escaped(short)}</p>\n"
        f"{empty_table(words, labels)}</section>"
    )


def empty_table(words: Sequence[str], labels: Labels) -> str:
    """A table with '-' on the diagonal and room to write everywhere else."""
    kind = "table empty turned" if turned(words) else "table empty"
    head = "".join(map(column_head, words))
    rows = "\n".join(
        f'<tr><th scope="row">{label(word)}</th>'
        + "".join('<td class="self">-</td>' if i == j else "<td></td>" for j in range(len(words)))
        + "</tr>"
        for i, word in enumerate(words)
    )
    corner = f"{escaped(labels.query)}\\{escaped(labels.key)}"
    return (
        f'<table class="{kind}"><caption>{escaped(labels.sheet)}</caption>\n<thead><tr><th class="corner">{corner}</th>'
        f"{head}</tr></thead>\n<tbody>\n{rows}\n</tbody></table>"
    )
