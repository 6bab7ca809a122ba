"""What the experiments are put together from: texts, questions, tinted matrices, tables."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import streamlit as st
from markupsafe import Markup

from attention.experiments.lessons import Lesson, lessons
from attention.types import Floats
from pages.ui.frame import inputs, markup
from pages.ui.frame.page import said
from pages.ui.frame.state import board

WHY_STYLES = Path(__file__).with_name("why.css").read_text(encoding="utf8")
MAX_DRAWN = 40
"""Pictures and tables show the first so many words; figures of the whole are always over all words."""
LOW = {"height": 245, "font_size": 13}
"""A picture that leaves room for what stands below it on the first screen."""
ROUNDING = 1e-9
"""What is nearer than this differs by the rounding of floating-point numbers only."""


def write_styles() -> None:
    st.html(markup.style(WHY_STYLES))


def lesson(name: str) -> Lesson:
    """The part `name` of assets/texts/why.<language>.md; where there is none, a sentence that says so."""
    found = lessons("why", board().view.language).get(name)
    return found or Lesson(paragraphs=[said("why.no_text", name=name)])


def write_lesson(name: str) -> None:
    st.html(markup.NO_HTML.join(markup.paragraph(text, "told") for text in lesson(name).paragraphs))


def write_questions(name: str) -> None:
    """The questions to the class, each with its answer folded away."""
    part = lesson(name)
    for question, answer in zip(part.questions, part.answers, strict=False):
        summary = Markup("<b>{}</b> {}").format(said("why.question"), question)
        st.html(markup.details(summary, markup.paragraph(answer), "question"))


def why_choice(name: str, options: Sequence[str]) -> str:
    """Buttons of which one is pressed, the first one at first; their texts are "why.<name>" and "why.<name>.<option>"."""
    return str(inputs.choice(f"why.{name}", inputs.of_page(f"why_{name}", options[0], f"why_{name}_choice"), options))


def why_slider(name: str, low: float, high: float, default: float, step: float) -> float:
    binding = inputs.of_page(f"why_{name}", default, f"why_{name}_slider")
    return inputs.slider(f"why.{name}", binding, low, high, step)


def why_steps(name: str, options: Sequence[int], default: int) -> int:
    """A slider over a few whole numbers."""
    binding = inputs.of_page(f"why_{name}", default, f"why_{name}_steps")
    return int(inputs.bound(st.select_slider, f"why.{name}", binding, options=options))


def why_toggle(name: str, *, default: bool = False) -> bool:
    return inputs.toggle(f"why.{name}", inputs.of_page(f"why_{name}", default, f"why_{name}_flip"))


def why_select(name: str, titles: Sequence[str], default: int = 0) -> int:
    """One of a list of titles, by its position.

    The key stands for the titles too: the browser answers with a title, and one of another language or sentence means nothing.
    """
    titles_key = zlib.crc32("\n".join(titles).encode("utf8", "surrogatepass"))
    return int(
        inputs.select(f"why.{name}", inputs.of_page(f"why_{name}", default, f"why_{name}_pick_{titles_key}"), titles)
    )


def difference_text(value: float, digits: int = 3) -> str:
    """A difference; what is only rounding is 0."""
    if abs(value) < ROUNDING:
        return "0"
    return f"{value:.{digits}f}" if abs(value) >= 10.0**-digits else f"{value:.1e}"


def bars(rows: Sequence[tuple[str, float, str]], top: float) -> Markup:
    """Bars side by side with their names and numbers: a name, a value from 0 to `top`, and its text."""
    form = Markup('<tr><th scope="row">{}</th><td class="bar"><i style="width:{:.1f}%"></i></td><td>{}</td></tr>')
    lines = [form.format(name, 100 * min(value / top, 1) if top else 0, text) for name, value, text in rows]
    return Markup('<table class="bars"><tbody>{}</tbody></table>').format(markup.NO_HTML.join(lines))


def write_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    st.html(markup.table(head, rows))


def cut_short(words: Sequence[str]) -> None:
    """Say so where only the first words are drawn."""
    if len(words) > MAX_DRAWN:
        st.caption(said("why.first_words", limit=MAX_DRAWN, count=len(words)))


def tinted_matrix(title: str, values: Floats, rows: Sequence[str], cols: Sequence[str], digits: str = ".2f") -> Markup:
    """A small matrix (r, c) as a table whose cells are tinted by sign and size; the tint is full at its largest number."""
    top = float(np.abs(values).max(initial=0)) or 1.0
    lines = [[name, *(tinted(x, top, digits) for x in row)] for name, row in zip(rows, values, strict=True)]
    return markup.table(["", *cols], lines, kind="matrix", caption=title)


def tinted(value: float, top: float, digits: str) -> Markup:
    """Blue below 0, red above; faint enough for the page's own text colour in both themes."""
    colour = "221,111,82" if value > 0 else "74,148,199"
    text = format(value + 0.0, digits) if abs(value) > ROUNDING else "0"
    return markup.cell(text, style=f"background:rgba({colour},{0.55 * abs(value) / top:.2f})")


def write_matrices(*tables: Markup) -> None:
    """Matrices side by side where there is room."""
    st.html(Markup('<div class="matrices">{}</div>').format(markup.NO_HTML.join(tables)))
