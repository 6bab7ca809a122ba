"""Computed against hand-built: the difference map, the figures of agreement, each row in a sentence."""

from __future__ import annotations

import html
import math

import numpy as np
import streamlit as st

from attention.compare import Agreement, Reading, RowAgreement, compare, difference, read_row
from attention.figures.colours import DIFFERENCES
from attention.figures.heatmap import DIFFERENCE_LIMIT, difference_figure
from attention.sources import Computation
from attention.types import Floats, HandTable
from pages.ui.frame import let_draw, said
from pages.ui.state import board
from pages.ui.tables import chart, hover_text, named, reader_table, shows_links, size

MOST_ROWS = 40
"""So many rows are read; more would cost more than they tell."""


def comparison(computed: Computation) -> None:
    """All three, for the words that are shown; the picture last, since it takes the longest to draw."""
    words = tuple(computed.words[i] for i in computed.shown)
    hand = HandTable(words, board().hand.values[np.ix_(computed.shown, computed.shown)])
    weights = np.nan_to_num(computed.drawn(linked=shows_links(computed)))
    agreement = compare(weights, hand)
    left, right = st.columns(2, gap="small")
    with right, st.container(key="agreement"):
        agreement_figures(agreement)
    with st.container(key="reading"):
        st.html(f"<h2>{html.escape(said('reading.title'))}</h2>" + reading_table(weights, hand, agreement))
    let_draw()
    with left, st.container(key="difference"):
        difference_map(weights, hand)


def difference_map(weights: Floats, hand: HandTable) -> None:
    values = difference(weights, hand)
    st.html(f"<h2>{html.escape(said('difference.title'))}</h2>")
    figure = difference_figure(
        hand.words, hand.words, values, text=hover_text("table.hover.difference"), digits=board().view.digits, **size()
    )
    chart("difference", figure, hand.words)
    st.html(reader_table(said("difference.title"), hand.words, values) + difference_bar())


def difference_bar(scale: str = "difference.scale") -> str:
    """scale: the text that says which colour means which table."""
    colours = ",".join(DIFFERENCES)
    return (
        f'<div class="scale"><span>−{DIFFERENCE_LIMIT}</span><i style="background:linear-gradient(90deg,{colours})"></i>'
        f"<span>{DIFFERENCE_LIMIT}</span><span>{html.escape(said(scale))}</span></div>"
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


def reading_table(weights: Floats, hand: HandTable, agreement: Agreement) -> str:
    """Each row read from both tables, and whether they agree, as HTML."""
    head = "".join(
        f'<th scope="col">{html.escape(said(f"reading.{c}"))}</th>' for c in ("computed", "hand", "agrees", "kl")
    )
    rows = "".join(reading_row(hand, i, row, weights) for i, row in enumerate(agreement.rows[:MOST_ROWS]))
    more = f"<p>{html.escape(said('reading.more', limit=MOST_ROWS))}</p>" if len(hand) > MOST_ROWS else ""
    return f'<div class="scroll"><table class="rows"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{more}'


def reading_row(hand: HandTable, i: int, row: RowAgreement, weights: Floats) -> str:
    verdict = "" if row.agrees is None else said("reading.yes" if row.agrees else "reading.no")
    by_hand = sentence(hand.words, i, read_row(hand.values, i), empty="reading.unfilled")
    cells = (sentence(hand.words, i, read_row(weights, i)), by_hand, verdict)
    kl = "" if row.kl is None else number(row.kl)
    return "<tr>" + "".join(f"<td>{html.escape(c)}</td>" for c in cells) + f'<td class="num">{kl}</td></tr>'


def sentence(words: tuple[str, ...], i: int, reading: Reading | None, *, empty: str = "reading.empty") -> str:
    """One row's reading; a word that stands more than once is named with its place."""
    query = named(words, i)
    if reading is None:
        return said(empty, query=query)
    if reading.flat:
        return said("reading.flat", query=query)
    keys = [said("reading.key", key=named(words, j), weight=weight) for j, weight in reading.keys]
    return said("reading.most", query=query, keys=said("reading.and").join(keys))
