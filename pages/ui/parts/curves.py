"""The view with links: the words in a line above and below, the strongest weights of each row between them."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from attention.figures.curves import STRONGEST, LinksText, figure_width, links_figure
from attention.sources.table import AttentionTable
from attention.types import Floats
from pages.ui.frame import inputs, markup
from pages.ui.frame.page import said, write_paragraph
from pages.ui.frame.state import board
from pages.ui.parts.show import plot, word_names

LINKS_A_ROW = (1, 2, 3, 5)
"""How many can be chosen."""


def main_links(computed: AttentionTable) -> None:
    """The links of the main table, with the choice of a query and of how many links."""
    words = computed.shown_words
    links_view("links", words, words, computed.drawn, top=computed.top, places=computed.shown)


def links_view(
    name: str,
    queries: Sequence[str],
    keys: Sequence[str],
    weights: Floats,
    *,
    top: float = 1.0,
    places: Sequence[int] | None = None,
) -> None:
    """weights (n_q, n_k), NaN where masked. name: of the widgets, one for each such view of a page. places: where the words
    stand in the sentence, where some of it are hidden on both sides."""
    left, right = st.columns(2, gap="small")
    with left:
        row = row_picker(f"{name}_row", queries, places)
    with right:
        binding = inputs.of_page(f"{name}_most", STRONGEST, f"{name}_most_picker")
        most = int(inputs.choice("links.most", binding, LINKS_A_ROW, format_func=str))
    links_chart(name, queries, keys, weights, most=most, row=row, top=top, places=places)
    write_paragraph("links.said", "said", most=most)


def links_chart(
    name: str,
    queries: Sequence[str],
    keys: Sequence[str],
    weights: Floats,
    *,
    most: int = STRONGEST,
    row: int | None = None,
    top: float = 1.0,
    places: Sequence[int] | None = None,
) -> None:
    """The figure alone, as wide as the page, or as its words need: then it scrolls."""
    font_size = 20 if board().view.projector else 16
    figure = links_figure(
        queries, keys, weights, text=links_text(), most=most, row=row, top=top, places=places,
        height=380 if board().view.projector else 300, font_size=font_size,
    )  # fmt: skip
    wide = figure_width(queries, keys, font_size=font_size)
    with st.container(key=f"links_scroll_{name}"):
        st.html(markup.style(scrolling(name, wide)))
        plot(figure, f"{name}_chart", said("links.alt", queries=len(queries), keys=len(keys)))


def scrolling(name: str, wide: int) -> str:
    """Styles: a figure that needs `wide` pixels scrolls on its own; the upper words have the page's text colour too."""
    return (
        f".st-key-links_scroll_{name}{{overflow-x:auto}}.st-key-{name}_chart{{min-width:{wide}px}}"
        ".js-plotly-plot .x2tick text,.js-plotly-plot .x2title{fill:currentColor !important}"
    )


def links_text() -> LinksText:
    return LinksText(said("table.query"), said("table.key"), said("links.hover"))


def row_picker(name: str, queries: Sequence[str], places: Sequence[int] | None = None) -> int | None:
    """The query whose links are brought out; None: all alike."""
    row = inputs.of_page(name, None, f"{name}_picker", optional=True)
    titles = word_names(queries, places=places)
    chosen: int | None = inputs.select("links.row", row, titles, index=None, placeholder=said("links.row.all"))
    return chosen
