"""The view with links: the words in a line above and below, the strongest weights of each row between them."""

from __future__ import annotations

import html
from collections.abc import Sequence

import streamlit as st

from attention.figures.curves import STRONGEST, LinksText, figure_width, links_figure
from attention.sources.registry import Computation
from attention.types import Floats
from pages.ui.frame import state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts.tables import CHART, named, shows_links, stretched

MOST = (1, 2, 3, 5)
"""Links a row that can be chosen."""


def links_of(computed: Computation) -> None:
    """The links of the main table, with the choice of a query and of how many links."""
    words = tuple(computed.words[i] for i in computed.shown)
    drawn = computed.drawn(linked=shows_links(computed))
    links_view("links", words, words, drawn, top=stretched(computed), places=computed.shown)


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
        most = most_picker(f"{name}_most")
    links_chart(name, queries, keys, weights, most=most, row=row, top=top, places=places)
    st.html(f'<p class="said">{html.escape(said("links.said", most=most))}</p>')


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
        st.html(f"<style>{scrolling(name, wide)}</style>")
        st.plotly_chart(
            figure, key=f"{name}_chart", config=CHART, alt=said("links.alt", queries=len(queries), keys=len(keys))
        )


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
    kept = state.value(name)
    key = state.fill(f"{name}_picker", kept if isinstance(kept, int) and kept < len(queries) else None)
    st.selectbox(
        said("links.row"), range(len(queries)), index=None, key=key, placeholder=said("links.row.all"),
        format_func=lambda i: named(queries, i, places), on_change=keep_row, args=(name, key),
    )  # fmt: skip
    chosen = state.value(key)
    return chosen if isinstance(chosen, int) else None


def keep_row(name: str, key: str) -> None:
    chosen = state.value(key)
    state.keep(name, chosen if isinstance(chosen, int) else None)


def most_picker(name: str) -> int:
    key = state.fill(f"{name}_picker", state.value(name, STRONGEST))
    st.segmented_control(
        said("links.most"), MOST, key=key, required=True, on_change=lambda: state.keep(name, state.value(key))
    )
    return int(state.value(key) or STRONGEST)
