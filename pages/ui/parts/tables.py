"""The two heatmaps side by side, their scale, and for each a real table for those who cannot see the picture."""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from attention.errors import AttentionError
from attention.figures.colours import WEIGHTS
from attention.figures.heatmap import HeatmapText, at_places, weights_figure
from attention.figures.plan import HALF, PAGE, fits_beside
from attention.hand.table import filled_rows, normalised
from attention.sources.registry import Computation
from attention.types import Floats, HandTable
from pages.ui.frame import cache, state
from pages.ui.frame.page import let_draw, said
from pages.ui.frame.state import board
from pages.ui.parts import imports

MOST_LISTED = 25
"""Up to this many words a picture has a table for readers beside it, and can be clicked on."""
CHART = {"displayModeBar": False, "responsive": True, "scrollZoom": False, "doubleClick": False}


def computation(*, heads: int = 1, matrices: bool = False) -> Computation:
    """What the chosen source says about the sentence, with the chosen switches; untrained where it cannot say anything.

    heads: how many heads 随机 makes. matrices: the page needs more than weights; 导入 has no more.
    """
    if matrices and board().source == "imported":
        state.remark("imported.no_matrices")
        return cache.computed_for(replace(board(), source="syntax"), heads=heads)
    try:
        imported = imports.for_board(all_heads=heads > 1)
        return cache.computed_for(board(), state.fitted(), heads=heads, imported=imported)
    except AttentionError as error:
        state.remark(error)
        return cache.computed_for(replace(board(), source="random"), heads=heads)


def shows_links(computed: Computation) -> bool:
    """Whether the left table is that of linked words, which the source has to have."""
    return board().view.linked and computed.linked is not None


def unseen_marks(computed: Computation) -> dict[int, str]:
    """What to say about the words that the source's training has not seen, by their position."""
    return {i: said("words.unseen") for i, unseen in enumerate(computed.unseen) if unseen}


def two_tables(computed: Computation) -> None:
    """What was computed, and what a person built: same words, same order, same colours."""
    words = [computed.words[i] for i in computed.shown]
    left, right, look = beside(words)
    top = stretched(computed)
    with left, st.container(key="computed"):
        st.html(heading(said("computed.title"), origin_sentence(computed, linked=shows_links(computed))))
        drawn = computed.drawn(linked=shows_links(computed))
        figure = heatmap("computed", words, drawn, top=top, places=computed.shown, look=look)
    let_draw()
    with right, st.container(key="hand"):
        hand = HandTable(tuple(words), shown_hand(computed.shown))
        st.html(heading(said("hand.title"), said("hand.lead" if filled_rows(hand).any() else "hand.unfilled")))
        heatmap("hand", words, hand.values, places=computed.shown, look=look)
    st.html(scale_bar(top) + left_out(figure))


def beside(words: Sequence[str]) -> tuple[Any, Any, dict[str, int]]:
    """Places for two tables of these words, and how large they are: side by side, or, where that would leave out digits or
    labels, one below the other in the page's full width."""
    look = size()
    if fits_beside(words, digits=board().view.digits, height=look["height"], font_size=look["font_size"]):
        return *st.columns(2, gap="small"), look
    return st.container(), st.container(), size(PAGE)


def stretched(computed: Computation) -> float:
    """Where the colours of the computed table end: 1, or its largest weight where the visitor wants them stretched."""
    values = computed.drawn(linked=shows_links(computed))
    return max(float(np.nan_to_num(values).max()), 1e-9) if board().view.stretch else 1.0


def shown_hand(shown: Sequence[int]) -> Floats:
    """The hand table's values of the words that are shown."""
    hand = normalised(board().hand) if board().view.normalise_hand else board().hand
    return hand.values[np.ix_(shown, shown)]


def origin_sentence(computed: Computation, *, linked: bool = False) -> str:
    """Where the weights come from; linked: the probabilities of links are shown instead."""
    source = computed.origin.source
    how = "kept" if source == "fitted" and state.fitted() else "linked" if linked else "said"
    how = str(computed.origin.details["table"]) if source == "imported" else how
    return said(f"source.{source}.{how}", **computed.origin.details)


def heading(title: str, sentence: str) -> str:
    return f'<h2>{html.escape(title)}</h2><p class="said">{html.escape(sentence)}</p>'


def heatmap(
    name: str,
    words: Sequence[str],
    values: Floats,
    *,
    top: float = 1.0,
    key: str | None = None,
    places: Sequence[int] | None = None,
    look: dict[str, int] | None = None,
) -> go.Figure:
    """The picture of one table and its table for readers. name: of its texts; key: of the chart, where it is not the name's.
    places: where the words stand in the sentence, where some of it are hidden. look: as `size` gives it."""
    figure = weights_figure(
        words, words, values, text=hover_text(), digits=board().view.digits, top=top, **(look or size())
    )
    if places is not None:
        at_places(figure, places)
    chart(name, figure, words, key=key)
    st.html(reader_table(said(f"{name}.title"), words, values))
    return figure


def size(room: int = HALF) -> dict[str, int]:
    """How large a figure is whose place is so wide; bigger type and figures for a projector."""
    large = {"height": 470, "font_size": 19} if board().view.projector else {"height": 356, "font_size": 14}
    return large | {"room": room}


def chart(name: str, figure: go.Figure, words: Sequence[str], *, key: str | None = None) -> None:
    scrolled(figure, key or f"{name}_chart", said(f"table.alt.{name}", count=len(words)))


def scrolled(figure: go.Figure, key: str, alt: str, **options: Any) -> None:
    """The picture; where the window is narrower than its labels and digits need, it scrolls in a box of its own."""
    with st.container(key=f"scroll_{key}"):
        st.html(f"<style>.st-key-{key}{{min-width:{figure.layout.meta['width']}px}}</style>")
        st.plotly_chart(figure, key=key, config=CHART, alt=alt, **options)


def left_out(figure: go.Figure) -> str:
    """Sentences for what there was no room for in a picture, as HTML; nothing where all is there."""
    plan = figure.layout.meta
    said_of = [said("table.left_out.digits")] if board().view.digits and not plan["digits"] else []
    said_of += [said("table.left_out.labels", every=plan["every"])] if plan["every"] > 1 else []
    return f'<p class="left-out">{html.escape(" ".join(said_of))}</p>' if said_of else ""


def hover_text(hover: str = "table.hover") -> HeatmapText:
    return HeatmapText(said("table.query"), said("table.key"), said(hover))


def reader_table(
    title: str, words: Sequence[str], values: Floats, digits: str = ".2f", *, columns: Sequence[str] | None = None
) -> str:
    """The same numbers as an HTML table that is heard, not seen. For many words a sentence instead: the rows are read below.

    columns: the keys, where they are other words than the queries.
    """
    columns = words if columns is None else columns
    if max(len(words), len(columns)) > MOST_LISTED:
        return f'<p class="visually-hidden">{html.escape(said("table.large", limit=MOST_LISTED))}</p>'
    names = [html.escape(word) for word in words]
    head = "".join(f'<th scope="col">{name}</th>' for name in map(html.escape, columns))
    corner = html.escape(f"{said('table.query')}\\{said('table.key')}")
    rows = "".join(
        f'<tr><th scope="row">{name}</th>' + "".join(f"<td>{cell(value, digits)}</td>" for value in row) + "</tr>"
        for name, row in zip(names, values, strict=True)
    )
    return (
        f'<div class="visually-hidden"><table><caption>{html.escape(title)}</caption>'
        f'<thead><tr><th scope="col">{corner}</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>'
    )


def cell(value: float, digits: str) -> str:
    return "-" if np.isnan(value) else format(value, digits)


def scale_bar(top: float) -> str:
    """What the colours mean."""
    end = "1" if top == 1 else f"{top:.2f}"
    return (
        f'<div class="scale"><span>{html.escape(said("table.scale"))}</span><span>0</span>'
        f'<i style="background:linear-gradient(90deg,{",".join(WEIGHTS)})"></i><span>{end}</span>'
        f"<span>{html.escape(said('table.empty_cell'))}</span></div>"
    )


def named(words: Sequence[str], i: int, places: Sequence[int] | None = None) -> str:
    """A word for a sentence; one that stands more than once is named with its place. places: where the words stand in their
    sentence, where these are not all of it."""
    place = i if places is None else places[i]
    return words[i] if list(words).count(words[i]) == 1 else said("reading.place", word=words[i], place=place + 1)
