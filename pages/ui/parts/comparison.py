"""Computed against hand-built: the difference map, the figures of agreement, each row in a sentence."""

from __future__ import annotations

import html
import math
from collections.abc import Sequence

import numpy as np
import streamlit as st

from attention.figures.colours import DIFFERENCES
from attention.figures.heatmap import at_places, difference_figure, difference_limit
from attention.hand.compare import Agreement, Reading, compare, difference, read_row
from attention.hand.table import filled_rows
from attention.sources.registry import Computation
from attention.types import Floats, HandTable
from pages.ui.frame import markup
from pages.ui.frame.page import let_draw, said
from pages.ui.frame.state import board
from pages.ui.parts.tables import beside, chart, hover_text, left_out, named, reader_table, shows_links

MOST_ROWS = 40
"""So many rows are read; more would cost more than they tell."""


def comparison(computed: Computation) -> None:
    """All three, for the words that are shown; the picture last, since it takes the longest to draw."""
    compared(computed, board().hand)


def compared(computed: Computation, whole: HandTable) -> None:
    """The computed table against this hand table of all words; rows that nobody has filled in are not compared."""
    words = tuple(computed.words[i] for i in computed.shown)
    hand = HandTable(words, whole.values[np.ix_(computed.shown, computed.shown)])
    weights = np.nan_to_num(computed.drawn(linked=shows_links(computed)))
    names = [named(words, i, computed.shown) for i in range(len(words))]
    if not filled_rows(hand).any():
        with st.container(key="agreement"):
            st.html(markup.heading(said("agreement.title")) + markup.paragraph(said("agreement.unfilled")))
        with st.container(key="reading"):
            st.html(markup.heading(said("reading.title")) + computed_readings(weights, names))
        return
    agreement = compare(weights, hand)
    left, right, look = beside(words)
    with right, st.container(key="agreement"):
        agreement_figures(agreement)
    with st.container(key="reading"):
        st.html(f"<h2>{html.escape(said('reading.title'))}</h2>" + reading_table(weights, hand, agreement, names))
    let_draw()
    with left, st.container(key="difference"):
        difference_map(weights, hand, computed.shown, look)


def difference_map(weights: Floats, hand: HandTable, places: Sequence[int], look: dict[str, int]) -> None:
    """places: where the words stand in the sentence."""
    values = difference(weights, hand)
    st.html(f"<h2>{html.escape(said('difference.title'))}</h2>")
    figure = difference_figure(
        hand.words, hand.words, values, text=hover_text("table.hover.difference"), digits=board().view.digits, **look
    )
    chart("difference", at_places(figure, places), hand.words)
    bar = difference_bar(difference_limit(values))
    st.html(reader_table(said("difference.title"), hand.words, values) + bar + left_out(figure))


def difference_bar(limit: float, scale: str = "difference.scale") -> str:
    """limit: where the colours end. scale: the text that says which colour means which table."""
    colours = ",".join(DIFFERENCES)
    return (
        f'<div class="scale"><span>−{limit:g}</span><i style="background:linear-gradient(90deg,{colours})"></i>'
        f"<span>{limit:g}</span><span>{html.escape(said(scale))}</span></div>"
    )


def agreement_figures(agreement: Agreement) -> None:
    st.html(f"<h2>{html.escape(said('agreement.title'))}</h2>")
    counts = {"agreeing": agreement.agreeing, "compared": agreement.compared}
    rows = said("agreement.rows.value", **counts) if agreement.compared else said("agreement.none")
    st.metric(said("agreement.rows"), rows, help=said("agreement.rows.help"))
    st.metric(said("agreement.rho"), number(agreement.rho), help=said("agreement.rho.help"))
    st.metric(said("agreement.kl"), number(agreement.kl), help=said("agreement.kl.help"))


def number(value: float | None) -> str:
    if value is None:
        return said("agreement.none")
    return "∞" if math.isinf(value) else f"{value:.2f}"


def reading_table(weights: Floats, hand: HandTable, agreement: Agreement, names: Sequence[str]) -> str:
    """Each row read from both tables, and whether they agree, as HTML. names: what the words are called."""
    rows = [reading_row(weights, hand, agreement, names, i) for i in range(min(len(hand), MOST_ROWS))]
    return readings(("computed", "hand", "agrees", "kl"), rows, len(hand))


def computed_readings(weights: Floats, names: Sequence[str]) -> str:
    """Each row of the computed table alone."""
    rows = [[sentence(names, i, read_row(weights, i))] for i in range(min(len(names), MOST_ROWS))]
    return readings(("computed",), rows, len(names))


def readings(columns: Sequence[str], rows: Sequence[Sequence[str]], count: int) -> str:
    """The rows under the titles of these columns, in a box that scrolls; a sentence where more of `count` rows were not read."""
    head = "".join(f'<th scope="col">{html.escape(said(f"reading.{name}"))}</th>' for name in columns)
    body = "".join("<tr>" + "".join(map(reading_cell, columns, row)) + "</tr>" for row in rows)
    more = f"<p>{html.escape(said('reading.more', limit=MOST_ROWS))}</p>" if count > MOST_ROWS else ""
    return f'<div class="scroll"><table class="rows"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>{more}'


def reading_cell(column: str, text: str) -> str:
    return f"<td{' class=num' if column == 'kl' else ''}>{html.escape(text)}</td>"


def reading_row(weights: Floats, hand: HandTable, agreement: Agreement, names: Sequence[str], i: int) -> list[str]:
    row = agreement.rows[i]
    verdict = "" if row.agrees is None else said("reading.yes" if row.agrees else "reading.no")
    by_hand = sentence(names, i, read_row(hand.values, i))
    if not filled_rows(hand)[i]:
        by_hand = said("reading.unfilled", query=names[i])
    return [sentence(names, i, read_row(weights, i)), by_hand, verdict, "" if row.kl is None else number(row.kl)]


def sentence(names: Sequence[str], i: int, reading: Reading | None) -> str:
    """One row's reading. names: what the words are called; one that stands more than once is named with its place."""
    query = names[i]
    if reading is None:
        return said("reading.empty", query=query)
    if reading.flat:
        return said("reading.flat", query=query)
    keys = [said("reading.key", key=names[j], weight=weight) for j, weight in reading.keys]
    return said("reading.most", query=query, keys=said("reading.and").join(keys))
