"""Small pieces of HTML in which every text is escaped: a word is shown as it is written."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence


def heading(text: str) -> str:
    return f"<h2>{html.escape(text)}</h2>"


def paragraph(text: str, kind: str = "") -> str:
    """kind: a class of styles.css, such as "lead"."""
    return f'<p class="{kind}">{html.escape(text)}</p>' if kind else f"<p>{html.escape(text)}</p>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table that scrolls sideways where it has no room; the first cell of a row is its head."""
    top = "".join(f'<th scope="col">{html.escape(text)}</th>' for text in head)
    body = "".join(f"<tr>{row(first, rest)}</tr>" for first, *rest in rows)
    return (
        f'<div class="scroll" tabindex="0"><table class="rows"><thead><tr>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def row(first: str, rest: Sequence[str]) -> str:
    cells = "".join(f'<td class="num">{html.escape(cell)}</td>' for cell in rest)
    return f'<th scope="row">{html.escape(first)}</th>{cells}'


MARK = re.compile(r"([!-/:-@\[-`{-~])")
APART = re.compile(
    r"""(?ix) (?<=www)(?=\\\.) | (?<=https)(?=\\:\\/\\/) | (?<=http)(?=\\:\\/\\/) | (?=\\@)  # would become links
    | (?<=:streamlit)(?=\\:) | (?<=:material)(?=\\_)                                     # a picture
    | (?<=\\[<>~=-])(?=\\[<>=-])                                                          # an arrow, a dash, a sign
    """
)
"""Places in an escaped text where Streamlit's Markdown reads on across the escape; an empty span there keeps the halves apart."""


def unmarked(text: str) -> str:
    """For Streamlit's own boxes, captions and labels, which read Markdown: the text as it is written, whatever stands in it.

    >>> print(unmarked("**我** www.a.cn"))
    \\*\\*我\\*\\* www:small[]\\.a\\.cn
    """
    return APART.sub(":small[]", MARK.sub(r"\\\1", text))
