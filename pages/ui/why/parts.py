"""What the experiments are put together from: texts, questions, switches that are remembered, matrices, pictures."""

from __future__ import annotations

import html
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from attention.experiments.lessons import Lesson, lessons
from attention.types import Floats
from pages.ui.frame import markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts.tables import CHART, named

STYLES = Path(__file__).with_name("why.css").read_text(encoding="utf8")
MOST_DRAWN = 40
"""Pictures and tables show the first so many words; figures of the whole are always over all words."""
ROUNDING = 1e-9
"""What is nearer than this differs by the rounding of floating-point numbers only."""


def styles() -> None:
    st.html(f"<style>{STYLES}</style>")


def lesson(name: str) -> Lesson:
    """The part `name` of assets/texts/why.<language>.md; where there is none, a sentence that says so."""
    found = lessons("why", board().view.language).get(name)
    return found or Lesson(paragraphs=[said("why.no_text", name=name)])


def told(name: str) -> None:
    st.html("".join(markup.paragraph(text, "told") for text in lesson(name).paragraphs))


def asked(name: str) -> None:
    """The questions to the class, each with its answer folded away."""
    part = lesson(name)
    for question, answer in zip(part.questions, part.answers, strict=False):
        st.html(
            f'<details class="question"><summary><b>{html.escape(said("why.question"))}</b> {html.escape(question)}'
            f"</summary>{markup.paragraph(answer)}</details>"
        )


def heading(key: str, **gaps: Any) -> None:
    st.html(markup.heading(said(key, **gaps)))


def note(key: str, **gaps: Any) -> None:
    st.html(markup.paragraph(said(key, **gaps), "lead"))


# Switches; what they were set to outlives a change of page.


def remember(name: str, key: str) -> None:
    if (value := state.value(key)) is not None:
        state.keep(f"why_{name}", value)


def kept(name: str, default: Any, options: Sequence[Any] | None = None) -> Any:
    """What the switch `name` was set to; the default where that is no longer among the options."""
    value = state.value(f"why_{name}", default)
    return default if options is not None and value not in options else value


def choice(name: str, options: Sequence[str], *, label: bool = True) -> str:
    """Buttons of which one is pressed; their texts are "why.<name>" and "why.<name>.<option>"."""
    key = state.fill(f"why_{name}_choice", kept(name, options[0], options))
    st.segmented_control(
        said(f"why.{name}"), options, key=key, required=True, on_change=remember, args=(name, key),
        format_func=lambda option: said(f"why.{name}.{option}"), label_visibility="visible" if label else "collapsed",
    )  # fmt: skip
    return str(state.value(key))


def slider(name: str, low: float, high: float, default: float, step: float) -> float:
    key = state.fill(f"why_{name}_slider", float(kept(name, default)))
    st.slider(said(f"why.{name}"), low, high, key=key, step=step, on_change=remember, args=(name, key))
    return float(state.value(key))


def steps(name: str, options: Sequence[int], default: int) -> int:
    """A slider over a few whole numbers."""
    key = state.fill(f"why_{name}_steps", kept(name, default, options))
    st.select_slider(said(f"why.{name}"), options, key=key, on_change=remember, args=(name, key))
    return int(state.value(key))


def flip(name: str, *, default: bool = False) -> bool:
    key = state.fill(f"why_{name}_flip", bool(kept(name, default)))
    st.toggle(said(f"why.{name}"), key=key, on_change=remember, args=(name, key))
    return bool(state.value(key))


def word(name: str, words: Sequence[str], usual: int) -> int:
    """One word of the sentence, by its position."""
    return pick(name, [f"{i} {word}" for i, word in enumerate(words, 1)], usual)


def pick(name: str, titles: Sequence[str], usual: int = 0) -> int:
    """One of a list of titles, by its number.

    The key stands for the titles too: the browser answers with a title, and one of another language or sentence means nothing.
    """
    titles_key = zlib.crc32("\n".join(titles).encode("utf8", "surrogatepass"))
    key = state.fill(f"why_{name}_pick_{titles_key}", min(int(kept(name, usual)), len(titles) - 1))
    st.selectbox(
        said(f"why.{name}"), range(len(titles)), key=key, format_func=titles.__getitem__, on_change=remember,
        args=(name, key),
    )  # fmt: skip
    return int(state.value(key))


# Numbers


def small(value: float, digits: int = 3) -> str:
    """A difference; what is only rounding is 0."""
    if abs(value) < ROUNDING:
        return "0"
    return f"{value:.{digits}f}" if abs(value) >= 10.0**-digits else f"{value:.1e}"


def picture(figure: go.Figure, key: str, alt: str) -> None:
    st.plotly_chart(figure, key=f"why_{key}", config=CHART, alt=alt)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    st.html(markup.table(head, rows))


def folded_table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table that unfolds in the browser, such as the numbers behind a curve."""
    st.html(f'<details><summary class="lead">{html.escape(title)}</summary>{markup.table(head, rows)}</details>')


def names(words: Sequence[str], limit: int = MOST_DRAWN) -> list[str]:
    """The first words; one that stands more than once with its place."""
    return [named(words, i) for i in range(min(len(words), limit))]


def cut_short(words: Sequence[str]) -> None:
    """Say so where only the first words are drawn."""
    if len(words) > MOST_DRAWN:
        st.caption(said("why.first_words", limit=MOST_DRAWN, count=len(words)))


def matrix(title: str, values: Floats, rows: Sequence[str], cols: Sequence[str], digits: str = ".2f") -> str:
    """A small matrix (r, c) as a table whose cells are tinted by sign and size; the tint is full at its largest number."""
    top = float(np.abs(values).max(initial=0)) or 1.0
    head = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in cols)
    body = "".join(
        f'<tr><th scope="row">{html.escape(name)}</th>' + "".join(tinted(x, top, digits) for x in row) + "</tr>"
        for name, row in zip(rows, values, strict=True)
    )
    return (
        f'<div class="scroll" tabindex="0"><table class="matrix"><caption>{html.escape(title)}</caption>'
        f"<thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def tinted(value: float, top: float, digits: str) -> str:
    """Blue below 0, red above; faint enough for the page's own text colour in both themes."""
    colour = "221,111,82" if value > 0 else "74,148,199"
    strength = 0.55 * abs(value) / top
    text = format(value + 0.0, digits) if abs(value) > ROUNDING else "0"
    return f'<td style="background:rgba({colour},{strength:.2f})">{text}</td>'


def matrices(*tables: str) -> None:
    """Matrices side by side where there is room."""
    st.html(f'<div class="matrices">{"".join(tables)}</div>')
