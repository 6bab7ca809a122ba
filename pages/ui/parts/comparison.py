"""Computed against hand-built: the difference map, the figures of agreement, each row in a sentence."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import streamlit as st
from markupsafe import Markup

from attention.hand.compare import Agreement, RowReading, compare, difference, read_row
from attention.hand.table import filled_rows
from attention.sources.table import AttentionTable
from attention.types import Floats, HandTable
from pages.ui.frame import markup
from pages.ui.frame.page import let_draw, said, write_heading, write_paragraph
from pages.ui.frame.state import board
from pages.ui.parts.show import beside, difference_options, show_named, word_names

MAX_READ = 40
"""So many rows are read; more would cost more than they tell."""


def compare_shown(computed: AttentionTable, whole: HandTable | None = None, *, key: str = "agreement") -> None:
    """The computed table against a hand table of all words, the board's if none is given; for the words that are shown. Rows that
    nobody has filled in are not compared. The picture comes last, since it takes the longest to draw. key: of the figures' place.
    """
    whole = board().hand if whole is None else whole
    words = computed.shown_words
    hand = HandTable(words, computed.between_shown(whole.values))
    drawn = computed.drawn
    weights, names = np.nan_to_num(drawn), word_names(words, places=computed.shown)
    if not filled_rows(hand).any():
        with st.container(key=key):
            st.html(markup.heading(said("agreement.title")) + markup.paragraph(said("agreement.unfilled")))
        with st.container(key="reading"):
            st.html(markup.heading(said("reading.title")) + computed_rows(drawn, names))
        return
    agreement = compare(weights, hand)
    left, right, look = beside(words, "difference", key)
    with right:
        write_heading("agreement.title")
        for name, value in agreement_figures(agreement).items():
            st.metric(said(f"agreement.{name}"), value, help=said(f"agreement.{name}.help"))
        write_paragraph("agreement.kl.why", "said whole")
    with st.container(key="reading"):
        st.html(markup.heading(said("reading.title")) + both_rows(drawn, hand, agreement, names))
    let_draw()
    with left:
        write_heading("difference.title")
        values = difference(weights, hand)
        options = difference_options(values)
        show_named("difference", words, values, places=computed.shown, look=look, noted=True, **options)


def agreement_figures(agreement: Agreement) -> dict[str, str]:
    """How many rows agree, the rank correlation and the divergence, as they are shown."""
    counts = {"agreeing": agreement.agreeing, "compared": agreement.compared}
    rows = said("agreement.rows.value", **counts) if agreement.compared else said("agreement.none")
    return {"rows": rows, "rho": agreement_value(agreement.rho), "kl": agreement_value(agreement.kl)}


def agreement_value(value: float | None) -> str:
    if value is None:
        return said("agreement.none")
    return "∞" if math.isinf(value) else f"{value:.2f}"


def agrees(verdict: bool | None) -> str:
    """Whether a row's strongest keys are the same in both tables; empty where they were not compared."""
    return "" if verdict is None else said("reading.yes" if verdict else "reading.no")


def both_rows(weights: Floats, hand: HandTable, agreement: Agreement, names: Sequence[str]) -> Markup:
    """Each row read from both tables, and whether they agree. names: what the words are called."""
    filled = filled_rows(hand)
    lines = [
        [
            row_sentence(names, i, read_row(weights, i)),
            row_sentence(names, i, read_row(hand.values, i)) if filled[i] else said("reading.unfilled", query=names[i]),
            agrees(row.agrees),
            "" if row.kl is None else agreement_value(row.kl),
        ]
        for i, row in enumerate(agreement.rows[:MAX_READ])
    ]
    return rows_read(("computed", "hand", "agrees", "kl"), lines, len(hand))


def computed_rows(weights: Floats, names: Sequence[str]) -> Markup:
    """Each row of the computed table alone."""
    lines = [[row_sentence(names, i, read_row(weights, i))] for i in range(len(names))[:MAX_READ]]
    return rows_read(("computed",), lines, len(names))


def rows_read(columns: Sequence[str], lines: Sequence[Sequence[str]], count: int) -> Markup:
    """The rows under the titles of these columns; a sentence where more of `count` rows were not read."""
    cells = [
        [markup.cell(text, "num" if name == "kl" else "") for name, text in zip(columns, line, strict=True)]
        for line in lines
    ]
    more = markup.paragraph(said("reading.more", limit=MAX_READ)) if count > MAX_READ else ""
    return markup.table([said(f"reading.{name}") for name in columns], cells) + more


def row_sentence(names: Sequence[str], i: int, reading: RowReading | None) -> str:
    """One row's reading. names: what the words are called; one that stands more than once is named with its place."""
    query = names[i]
    if reading is None:
        return said("reading.empty", query=query)
    if reading.flat:
        return said("reading.flat", query=query)
    return said("reading.most", query=query, keys=keys_named(names, reading))


def keys_named(names: Sequence[str], reading: RowReading | None) -> str:
    """The strongest keys of a row with their weights; empty for no reading."""
    keys = () if reading is None else reading.keys
    return said("reading.and").join(said("reading.key", key=names[j], weight=weight) for j, weight in keys)
