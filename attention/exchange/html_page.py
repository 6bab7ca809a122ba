"""One HTML file that opens offline: both tables, and a cell's values on hover. Its script and style are in the file.

Words are in it as text only, and its Content-Security-Policy lets nothing run or load but that script and that style.
"""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

from attention.exchange.cells import FONTS, LATIN_FONTS, clipped, escaped
from attention.exchange.html_table import legend_html, shade_rules, table_html, words_html
from attention.exchange.picture import Picture, pictures
from attention.sources.table import AttentionTable
from attention.texts.files import say

HERE = Path(__file__).parent
LONGEST_HEADING = 120
HTML_LANGUAGES = {"zh": "zh-CN", "en": "en"}


@cache
def part(name: str) -> str:
    """A style or script from this folder."""
    text = (HERE / name).read_text(encoding="utf8")
    return f":root{{--fonts:{FONTS};--latin:{LATIN_FONTS}}}\n{text}{shade_rules()}" if name.endswith(".css") else text


def allowed(text: str) -> str:
    """The source expression by which the page's policy admits exactly this script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf8')).digest()).decode('ascii')}'"


def document(table: AttentionTable, title: str, body: str, *, style: str, script: str = "") -> bytes:
    """A whole page. title: plain text; body: HTML."""
    css, code = part(style), part(script) if script else ""
    policy = f"default-src 'none'; style-src {allowed(css)}; script-src {allowed(code)}"
    lines = [
        f'<!doctype html>\n<html lang="{HTML_LANGUAGES[table.view.language]}">\n<head>\n<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escaped(title)}</title>\n<style>{css}</style>\n</head>\n<body>\n{body}",
        f"<script>{code}</script>" if code else "",
        "</body>\n</html>\n",
    ]
    return "\n".join(line for line in lines if line).encode("utf8")


def html_page(table: AttentionTable) -> bytes:
    """The computed table and, where there is one, the hand table."""
    language = table.view.language
    sections = [section(picture, table_html(picture)) for picture in pictures(table)]
    body = (
        f"{sentence_html(table)}\n<main>\n{''.join(sections)}</main>\n{legend_html(language, table.top)}\n{words_html(table)}"
        '<div id="tip" role="status" hidden></div>'
    )
    title = f"{say(language, 'label.name.both')} {table.text}"
    return document(table, title, body, style="page.css", script="page.js")


def section(picture: Picture, content: str) -> str:
    """A table's name, what is said about it, and the table: content, HTML or SVG."""
    return f"<section><h2>{escaped(picture.name)}</h2><p>{escaped(picture.said)}</p>\n{content}</section>\n"


def sentence_html(table: AttentionTable, level: int = 1) -> str:
    """The sentence as the page's heading; the end of a very long one is left out, since its words stand in the table."""
    return f"<h{level}>{escaped(clipped(table.text, LONGEST_HEADING))}</h{level}>"
