"""The picked table as a heatmap and as links, all heads of its layer, and its way to the main page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from attention.errors import ImportRefused
from attention.figures.heatmap import weights_figure
from attention.figures.plan import PAGE, QUARTER
from attention.figures.thumbnail import coarse, coarse_words
from attention.imported.stack import SUM, Imported, Pick, Stack
from attention.imported.words import WordTable, reachable
from attention.session.board import Board
from attention.sources.imported_table import chosen
from attention.types import Floats
from pages.ui.frame import markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.models.picking import SPECIALS, WORDS, Shown, table
from pages.ui.parts import curves
from pages.ui.parts.tables import CHART, hover_text, left_out, reader_table, scale_bar, scrolled, size

COLUMNS = 4
MOST_SMALL = 48
"""Rows and columns of a small table; larger ones are shown in blocks."""
SMALL = {"height": 230, "font_size": 10, "room": QUARTER}


def one_table(stack: Stack, units: Shown, shown: WordTable) -> None:
    """The picked table, and how it came to be."""
    with st.container(key="model_table"):
        top = top_of(shown.weights)
        figure = weights_figure(
            shown.rows,
            shown.cols,
            drawn(stack, units, shown),
            text=hover_text(),
            digits=board().view.digits,
            top=top,
            **size(PAGE),
        )
        title = said("models.table")
        st.html(markup.heading(title))
        scrolled(figure, "model_table_chart", f"{title}: {len(shown.rows)} × {len(shown.cols)}")
        read = reader_table(title, shown.rows, drawn(stack, units, shown), columns=shown.cols)
        st.html(scale_bar(top) + left_out(figure) + markup.paragraph(" ".join(notes(stack, shown)), "lead") + read)


def drawn(stack: Stack, units: Shown, shown: WordTable) -> Floats:
    """NaN where a later word was masked: a picture tells 0 from 'not asked'."""
    return np.where(reachable(units.rows, units.cols), shown.weights, np.nan) if stack.causal else shown.weights


def top_of(weights: Floats) -> float:
    """Where the colours end: 1, or the largest weight where the visitor wants that or there are larger ones."""
    largest = float(np.nan_to_num(weights).max(initial=1e-9))
    return max(largest, 1e-9) if board().view.stretch or largest > 1 + 1e-3 else 1.0


def notes(stack: Stack, shown: WordTable) -> list[str]:
    """How pieces became what is shown, in sentences."""
    sums = stack.sums
    found = [said("models.sums.right", rows=sums.rows, tolerance=f"{sums.tolerance:.2g}")] if stack.softmax else []
    if stack.softmax and sums.decimals and sums.tolerance > SUM:
        found.append(said("models.sums.rounded", decimals=sums.decimals))
    found.append(said("models.note.words" if state.value(WORDS, True) else "models.note.pieces"))
    if any(piece.special for line in (stack.queries, stack.keys) for piece in line.pieces):
        left_out = not state.value(SPECIALS, False)
        found.append(said("models.note.left_out" if left_out else "models.note.specials"))
    if shown.rescaled and not stack.softmax:
        found.append(said("models.note.rescaled"))
    if stack.kind in ("cross", "decoder"):
        found.append(said("models.note.decoder"))
    return found


def on_the_main_page(held: Imported, stack: Stack) -> None:
    """Make the picked table the main page's source, where it is between the words of the sentence; else say why not."""
    try:
        chosen(held, stack.kind, Pick(), board().cut.tokens)
    except ImportRefused as error:
        problem = error.data["problem"]
        st.caption(markup.unmarked(said(f"models.main.{problem}")))
        return
    if board().source == "imported":
        st.caption(said("models.main.is"))
    else:
        st.button(
            said("models.main"), key="import_use", on_click=state.edit, args=(as_source,), help=said("models.main.help")
        )


def as_source(board: Board) -> Board:
    return replace(board, source="imported")


def links_of(shown: WordTable) -> None:
    curves.links_view("model_links", shown.rows, shown.cols, shown.weights, top=top_of(shown.weights))


def all_heads(stack: Stack, pick: Pick, shown: Shown) -> None:
    """The heads of the picked layer as small tables, and their mean."""
    layer = pick.inside(stack).layer
    st.html(markup.paragraph(said("models.heads.text", layer=layer + 1, heads=stack.heads)))
    if max(len(shown.rows), len(shown.cols)) > MOST_SMALL:
        st.caption(said("models.heads.blocks"))
    columns = st.columns(COLUMNS)
    picks = [Pick("head", layer, head) for head in range(stack.heads)] + [Pick("layer", layer)]
    for i, one in enumerate(picks):
        title = said("models.head_title", number=i + 1) if one.how == "head" else said("models.how.layer")
        with columns[i % COLUMNS], st.container(key=f"model_head_{i}"):
            st.html(markup.heading(title))
            small = table(stack, one, shown)
            small_table(f"model_head_table_{i}", title, small, drawn(stack, shown, small))


def small_table(key: str, title: str, shown: WordTable, values: Floats) -> None:
    few = max(len(shown.rows), len(shown.cols)) <= MOST_SMALL
    values = values if few else coarse(values, MOST_SMALL)
    rows, cols = ((words if few else coarse_words(words, MOST_SMALL)) for words in (shown.rows, shown.cols))
    figure = weights_figure(
        rows, cols, values, text=hover_text(), digits=len(cols) <= 7, top=top_of(shown.weights), **SMALL
    )
    st.plotly_chart(figure, key=key, config=CHART, alt=title)
    st.html(reader_table(title, rows, np.asarray(values), columns=cols))
