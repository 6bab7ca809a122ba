"""All formats in one place: what the export box, the command line and Python offer. A new format is one row of FORMATS.

A row names the format, the ending and media type of its files, what is in them, and how to write one;
tests/exchange/test_formats.py runs over all rows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from attention.exchange.html_page import html_page
from attention.exchange.print_page import print_page, worksheet
from attention.exchange.svg_file import computed_svg, hand_svg
from attention.exchange.table_csv import computed_csv, hand_csv
from attention.exchange.table_json import table_json
from attention.sources.table import AttentionTable
from attention.texts.files import LABELS, say
from attention.words.characters import grapheme_cuts

LONGEST_NAME = 24
"""Characters of the sentence in the name of a file."""
UNSAFE = re.compile(r'[\\/:*?"<>|\x00-\x1f\x7f\s.\'`$%&;!{}\[\]#~]+')
"""What a file's name cannot have on one system or another, or what means something to a shell."""


@dataclass(frozen=True)
class Format:
    """about: what is in it; its text is "label.name.<about>", which begins the name of the file."""

    name: str
    ending: str
    mime: str
    about: Literal["computed", "hand", "both", "printed", "sheet"]
    write: Callable[[AttentionTable], bytes]


ROWS = (
    Format("svg", "svg", "image/svg+xml", "computed", computed_svg),
    Format("hand-svg", "svg", "image/svg+xml", "hand", hand_svg),
    Format("csv", "csv", "text/csv", "computed", computed_csv),
    Format("hand-csv", "csv", "text/csv", "hand", hand_csv),
    Format("json", "json", "application/json", "both", table_json),
    Format("html", "html", "text/html", "both", html_page),
    Format("print", "html", "text/html", "printed", print_page),
    Format("worksheet", "html", "text/html", "sheet", worksheet),
)
FORMATS: Mapping[str, Format] = {row.name: row for row in ROWS}


def file_name(table: AttentionTable, form: Format) -> str:
    """The name of a file, which says what is in it: 注意力表-我喜欢在周末去公园散步-句法.csv."""
    language, source = table.view.language, table.origin.source
    parts = [say(language, f"label.name.{form.about}"), beginning(table.text)]
    if form.about in ("computed", "both", "printed"):
        parts.append(LABELS.say_of(language, source, f"label.short.{source}"))
    return "-".join(part for part in (UNSAFE.sub("_", part).strip("_-") for part in parts) if part) + f".{form.ending}"


def beginning(text: str) -> str:
    """The first LONGEST_NAME characters of a sentence, none of them cut in two."""
    fitting = [cut for cut in (0, *grapheme_cuts(text)) if cut <= LONGEST_NAME]
    return text if len(text) <= LONGEST_NAME else text[: max(fitting)]
