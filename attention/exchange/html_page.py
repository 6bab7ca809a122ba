"""One HTML file that opens offline: both tables, and hovering says a cell. Its own small script and style, nothing from outside.

Words stand in it as text only, and its Content-Security-Policy lets nothing run or load but that script and that style.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

from attention.exchange.cells import FONTS, escaped
from attention.exchange.export import Export
from attention.exchange.html_table import legend_html, shade_rules, table_html
from attention.exchange.labels import LABELS, hand_sentence, source_sentence

HERE = Path(__file__).parent
LONGEST_HEADING = 120
LANGUAGES = {"zh": "zh-CN", "en": "en"}


@cache
def part(name: str) -> str:
    """A style or script that stands beside this file."""
    text = (HERE / name).read_text(encoding="utf8")
    return f":root{{--fonts:{FONTS}}}\n{text}{shade_rules()}" if name.endswith(".css") else text


def allowed(text: str) -> str:
    """The name by which the page's policy lets just this script or style in."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf8')).digest()).decode('ascii')}'"


def document(export: Export, title: str, body: str, *, style: str, script: str = "") -> bytes:
    """A whole page. title is text; body is HTML."""
    css, code = part(style), part(script) if script else ""
    policy = f"default-src 'none'; style-src {allowed(css)}; script-src {allowed(code)}"
    lines = [
        f'<!doctype html>\n<html lang="{LANGUAGES[export.view.language]}">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escaped(title)}</title>\n<style>{css}</style>\n</head>\n<body>\n{body}",
        f"<script>{code}</script>" if code else "",
        "</body>\n</html>\n",
    ]
    return "\n".join(line for line in lines if line).encode("utf8")


def html_page(export: Export) -> bytes:
    """The computed table and, where there is one, the hand table."""
    labels = LABELS[export.view.language]
    name = labels.linked if export.shows_linked else labels.computed
    said = source_sentence(export.origin, export.switches, labels)
    sections = [section(name, said, computed_html(export))]
    if export.hand is not None:
        sections.append(section(labels.hand, hand_sentence(export.hand_table, labels), hand_html(export)))
    body = (
        f"<h1>{escaped(clipped(export.text))}</h1>\n<main>\n{''.join(sections)}</main>\n{legend_html(labels, export.top)}\n"
        '<div id="tip" role="status" hidden></div>'
    )
    return document(export, f"{labels.both} {export.text}", body, style="page.css", script="page.js")


def section(name: str, said: str, table: str) -> str:
    return f"<section><h2>{escaped(name)}</h2><p>{escaped(said)}</p>\n{table}</section>\n"


def clipped(text: str) -> str:
    """The beginning of a sentence that would fill the page; its words stand in the table anyway."""
    return text if len(text) <= LONGEST_HEADING else text[:LONGEST_HEADING] + "…"


def computed_html(export: Export) -> str:
    labels = LABELS[export.view.language]
    name = labels.linked if export.shows_linked else labels.computed
    return table_html(
        name,
        export.shown_words,
        export.computed,
        labels,
        places=export.shown,
        top=export.top,
        digits=export.view.digits,
    )


def hand_html(export: Export) -> str:
    labels = LABELS[export.view.language]
    return table_html(
        labels.hand, export.shown_words, export.shown_hand, labels, places=export.shown, digits=export.view.digits
    )
