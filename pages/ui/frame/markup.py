"""HTML for the pages: whatever is not `Markup` already is text, and is escaped where it is put in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from jinja2 import Environment
from markupsafe import Markup

NO_HTML = Markup()


def heading(text: str, level: int = 2, *, beside: str = NO_HTML) -> Markup:
    """beside: text or HTML on the same line."""
    return Markup("<h{0}>{1} {2}</h{0}>" if beside else "<h{0}>{1}</h{0}>").format(level, text, beside)


def paragraph(text: str, kind: str = "") -> Markup:
    """kind: a class of styles.css, such as "lead"."""
    return Markup("<p{}>{}</p>").format(css_class(kind), text)


def small(text: str) -> Markup:
    """Beside a heading: what is less than it."""
    return Markup('<span class="told">{}</span>').format(text)


def details(summary: str, body: Markup, kind: str = "") -> Markup:
    """A part that unfolds in the browser. summary: text or HTML."""
    return Markup("<details{}><summary>{}</summary>{}</details>").format(css_class(kind), summary, body)


def ordered_list(texts: Iterable[str]) -> Markup:
    return Markup("<ol>{}</ol>").format(NO_HTML.join(Markup("<li>{}</li>").format(text) for text in texts))


TABLE_TEMPLATE = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string("""\
<div {{ 'class="visually-hidden"'|safe if hidden else 'class="scroll" tabindex="0"'|safe }}>
<table{% if kind %} class="{{ kind }}"{% endif %}>{% if caption %}<caption>{{ caption }}</caption>{% endif %}
<thead><tr>{% for text in head %}<th scope="col">{{ text }}</th>{% endfor %}</tr></thead>
<tbody>
{% for row in rows %}
<tr>
{%- for cell in row -%}
{% if cell is escaped %}{{ cell }}
{%- elif loop.first %}<th scope="row">{{ cell }}</th>
{%- else %}<td{{ number }}>{{ cell }}</td>
{%- endif %}
{%- endfor -%}
</tr>
{% endfor %}
</tbody></table></div>""")


def table(
    head: Sequence[str], rows: Iterable[Sequence[str]], *, kind: str = "rows", caption: str = "", hidden: bool = False
) -> Markup:
    """A table that scrolls sideways where it has no room. The first cell of a row is its head and the others are numbers, but
    for those that `cell` has made. hidden: it is heard, not seen."""
    number = css_class("" if hidden else "num")
    return Markup(TABLE_TEMPLATE.render(head=head, rows=rows, kind=kind, caption=caption, hidden=hidden, number=number))


def cell(text: str, kind: str = "", style: str = "") -> Markup:
    return Markup("<td{}{}>{}</td>").format(css_class(kind), Markup(' style="{}"').format(style) if style else "", text)


def css_class(name: str) -> Markup:
    return Markup(' class="{}"').format(name) if name else NO_HTML


def announced(text: str) -> Markup:
    """A sentence that is read aloud when it changes."""
    return Markup('<p role="status">{}</p>').format(text)


def bar_list(rows: Iterable[tuple[str, float, str]]) -> Markup:
    """A bar a row: its text, its length from 0 to 1, and the number behind it."""
    line = Markup('<span>{}</span><i style="width:{:.1f}%"></i><b>{}</b>')
    return Markup('<div class="bars">{}</div>').format(
        NO_HTML.join(line.format(text, 100 * part, n) for text, part, n in rows)
    )


def dots(full: int, count: int, text: str) -> Markup:
    """So many of `count` in dots, and in words."""
    shown = Markup('<span class="dots" aria-hidden="true">{}{}</span> {}')
    return shown.format("●" * full, "○" * (count - full), small(text))


def colour_bar(colours: Sequence[str], left: Iterable[str], right: Iterable[str]) -> Markup:
    """What the colours mean, with texts on both sides of them."""
    texts = [NO_HTML.join(Markup("<span>{}</span>").format(text) for text in side) for side in (left, right)]
    bar = Markup('<i style="background:linear-gradient(90deg,{})"></i>').format(",".join(colours))
    return Markup('<div class="scale">{}{}{}</div>').format(texts[0], bar, texts[1])


def style(css: str) -> Markup:
    """css: ours; nothing of it is escaped."""
    return Markup("<style>{}</style>").format(Markup(css))


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
