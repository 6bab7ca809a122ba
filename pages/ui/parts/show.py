"""A table as a picture, and as a real table for those who cannot see it; its scale, and what there was no room for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from markupsafe import Markup

from attention.figures.colours import DARK, LIGHT, Palette
from attention.figures.heatmap import (
    HeatmapText,
    add_meta,
    at_places,
    difference_figure,
    difference_limit,
    meta,
    weights_figure,
)
from attention.figures.plan import EDGE, HALF, PAGE, fits_beside, margins, plan_heatmap
from attention.types import Floats
from attention.words.readings import readings
from pages.ui.frame import markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board

MAX_LISTED = 25
"""Up to this many words a picture has a table for readers beside it, and can be clicked on."""
CHART = {"displayModeBar": False, "responsive": True, "scrollZoom": False, "doubleClick": False}


def plot(figure: go.Figure, key: str, alt: str, **options: Any) -> None:
    st.plotly_chart(figure, key=key, config=CHART, alt=alt, **options)


def show(
    key: str,
    title: str,
    rows: Sequence[str],
    values: Floats,
    *,
    cols: Sequence[str] | None = None,
    alt: str = "",
    draw: Callable[..., go.Figure] = weights_figure,
    hover: str = "table.hover",
    look: dict[str, Any] | None = None,
    places: Sequence[int] | None = None,
    scrolls: bool = False,
    above: Markup = markup.NO_HTML,
    under: Markup = markup.NO_HTML,
    noted: bool = False,
    covered: bool = False,
    **options: Any,
) -> go.Figure:
    """Values (n_q, n_k), NaN for an empty cell. key: of the chart; title: of the table for readers, and the picture's text where
    there is no `alt`. cols: the keys, where they are other words than the queries. look: as `draw` takes it. places: where the
    words stand in the sentence, if some of it are hidden. scrolls: a picture without room for its labels scrolls in its own box.
    above, under: HTML; noted: with what there was no room for. covered: nothing is read out. options: of Streamlit's chart."""
    cols = cols or rows
    look = {"digits": board().view.digits, "palette": palette(), **(look or figure_size())}
    figure = draw(rows, cols, values, text=hover_text(hover), **look)
    if places is not None:
        at_places(figure, places)
    add_meta(figure, titles=[word_titles(rows), word_titles(cols)])
    if not covered:
        above += reader_table(title, rows, cols, values)
    if scrolls:
        box, width = f".st-key-{key}", meta(figure)["width"]
        above += markup.style(f"{box}{{overflow:auto hidden;flex-shrink:0}}{box}>*{{min-width:{width}px}}")
    if above:
        st.html(above)
    plot(figure, key, alt or title, **options)
    if html := under + (omissions(figure) if noted else ""):
        st.html(html)
    return figure


def show_named(name: str, words: Sequence[str], values: Floats, *, key: str = "", **more: Any) -> go.Figure:
    """The table `name` in the page's own size; its texts are "<name>.title" and "table.alt.<name>"."""
    alt = said(f"table.alt.{name}", count=len(words))
    return show(key or f"{name}_chart", said(f"{name}.title"), words, values, alt=alt, scrolls=True, **more)


def difference_options(values: Floats, scale: str = "difference.scale") -> dict[str, Any]:
    """What `show` takes for a table of differences. scale: the text that says which colour means which table."""
    limit = difference_limit(values)
    bar = markup.colour_bar(palette().differences, [f"−{limit:g}"], [f"{limit:g}", said(scale)])
    return {"draw": difference_figure, "hover": "table.hover.difference", "under": bar}


def up_to(top: float) -> Callable[..., go.Figure]:
    """What `show` draws with, for weights whose colours end there."""
    return partial(weights_figure, top=top)


def beside(words: Sequence[str], left: str, right: str) -> tuple[Any, Any, dict[str, int]]:
    """Places for two tables of these words, under the keys `left` and `right`, and how large they are: side by side, or, where
    that would leave out digits or labels, one below the other in the page's full width."""
    look = figure_size()
    fits = fits_beside(words, digits=board().view.digits, height=look["height"], font_size=look["font_size"])
    both = st.container(key=f"beside_{left}", horizontal=True) if fits else st
    return both.container(key=left), both.container(key=right), look if fits else figure_size(PAGE)


def figure_size(room: int = HALF) -> dict[str, int]:
    """How large a figure is whose place is so wide; bigger type and figures for a projector."""
    large = {"height": 450, "font_size": 19} if board().view.projector else {"height": 332, "font_size": 14}
    return large | {"room": room}


def palette() -> Palette:
    """The colours for the visitor's page."""
    return DARK if state.is_dark() else LIGHT


def measures(words: Sequence[str], look: dict[str, Any]) -> dict[str, float]:
    """The picture of a table of these words, in pixels: what stands beside it in HTML takes its measures from it."""
    plan = plan_heatmap(words, words, digits=board().view.digits, **look)
    left, top = margins(plan, look["font_size"])
    return {
        "left": left, "top": top, "edge": EDGE, "height": plan.height, "width": plan.width, "font": look["font_size"],
        "digit": plan.digit_size if plan.digits else 0, "every": plan.every, "turned": plan.turned,
    }  # fmt: skip


def hover_text(hover: str = "table.hover") -> HeatmapText:
    return HeatmapText(said("table.query"), said("table.key"), said(hover))


def omissions(figure: go.Figure) -> Markup:
    """Sentences for what there was no room for in a picture, as HTML; nothing where all is there."""
    plan = meta(figure)
    sentences = [said("table.left_out.digits")] if board().view.digits and not plan["digits"] else []
    sentences += [said("table.left_out.labels", every=plan["every"])] if plan["every"] > 1 else []
    return markup.paragraph(" ".join(sentences), "left-out") if sentences else markup.NO_HTML


def reader_table(title: str, rows: Sequence[str], cols: Sequence[str], values: Floats) -> Markup:
    """The same numbers as an HTML table that is heard, not seen. For many words a sentence instead: the rows are read below."""
    if max(len(rows), len(cols)) > MAX_LISTED:
        return markup.paragraph(said("table.large", limit=MAX_LISTED), "visually-hidden")
    head = [f"{said('table.query')}\\{said('table.key')}", *cols]
    lines = [
        [word, *("-" if np.isnan(value) else f"{round(value, 2) + 0.0:.2f}" for value in row)]
        for word, row in zip(rows, values, strict=True)
    ]
    return markup.table(head, lines, kind="", caption=title, hidden=True)


def scale_bar(top: float) -> Markup:
    """What the colours of weights mean."""
    end = "1" if top == 1 else f"{top:.2f}"
    return markup.colour_bar(palette().weights, [said("table.scale"), "0"], [end, said("table.empty_cell")])


def word_titles(words: Sequence[str]) -> list[str]:
    """Each word, how it is said and what it means, for who points at its label; nothing unless the visitor wants that."""
    if not board().view.readings:
        return []
    return [" · ".join(filter(None, (word, *said))) for word, said in zip(words, readings(words), strict=True)]


def word_name(words: Sequence[str], i: int, places: Sequence[int] | None = None) -> str:
    """A word for a sentence; one that stands more than once is named with its place. places: where the words stand in their
    sentence, where these are not all of it."""
    place = i if places is None else places[i]
    return words[i] if list(words).count(words[i]) == 1 else said("reading.place", word=words[i], place=place + 1)


def word_names(words: Sequence[str], limit: int | None = None, places: Sequence[int] | None = None) -> list[str]:
    """The names of the first words, or of all."""
    return [word_name(words, i, places) for i in range(len(words))[:limit]]
