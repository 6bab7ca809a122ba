"""The picked table as a heatmap and as links, all heads of its layer, and its way to the main page."""

from __future__ import annotations

import numpy as np
import streamlit as st

from attention.core import blanked
from attention.errors import ImportRefused
from attention.figures.plan import PAGE, QUARTER
from attention.figures.thumbnail import coarse, coarse_words
from attention.imported.stack import SUM, Imported, Pick, Stack
from attention.imported.words import WordTable, reachable
from attention.sources.imported_table import IMPORTED, chosen
from attention.types import Floats
from pages.ui.frame import markup, state
from pages.ui.frame.page import said, write_paragraph
from pages.ui.frame.state import board
from pages.ui.models.picking import SPECIALS, WORDS, Shown, word_table
from pages.ui.parts import curves
from pages.ui.parts.controls import with_source
from pages.ui.parts.show import figure_size, scale_bar, show, up_to

LAYER_COLUMNS = 4
MAX_SMALL = 48
"""Rows and columns of a small table; larger ones are shown in blocks."""
HEAD_LOOK = {"height": 230, "font_size": 10, "room": QUARTER}


def picked_table(stack: Stack, units: Shown, shown: WordTable) -> None:
    """The picked table, and how it came to be."""
    with st.container(key="model_table"):
        title, top = said("models.table"), top_of(shown.weights)
        st.html(markup.heading(title))
        show(
            "model_table_chart", title, shown.rows, asked_weights(stack, units, shown), cols=shown.cols, draw=up_to(top),
            alt=f"{title}: {len(shown.rows)} × {len(shown.cols)}", look=figure_size(PAGE), scrolls=True, noted=True,
            under=scale_bar(top) + markup.paragraph(" ".join(notes(stack, shown)), "lead"),
        )  # fmt: skip


def asked_weights(stack: Stack, units: Shown, shown: WordTable) -> Floats:
    """NaN where a later word was masked."""
    return blanked(shown.weights, reachable(units.rows, units.cols)) if stack.causal else shown.weights


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
        st.caption(markup.unmarked(said(f"models.main.{error.problem}")))
        return
    if board().source == IMPORTED.name:
        st.caption(said("models.main.is"))
    else:
        st.button(
            said("models.main"), key="import_use", help=said("models.main.help"),
            on_click=state.edit, args=(with_source, IMPORTED.name),
        )  # fmt: skip


def picked_links(shown: WordTable) -> None:
    curves.links_view("model_links", shown.rows, shown.cols, shown.weights, top=top_of(shown.weights))


def layer_heads(stack: Stack, pick: Pick, shown: Shown) -> None:
    """The heads of the picked layer as small tables, and their mean."""
    layer = pick.inside(stack).layer
    write_paragraph("models.heads.text", layer=layer + 1, heads=stack.heads)
    if max(len(shown.rows), len(shown.cols)) > MAX_SMALL:
        st.caption(said("models.heads.blocks"))
    columns = st.columns(LAYER_COLUMNS)
    picks = [Pick("head", layer, head) for head in range(stack.heads)] + [Pick("layer", layer)]
    for i, one in enumerate(picks):
        title = said("models.head_title", number=i + 1) if one.how == "head" else said("models.how.layer")
        with columns[i % LAYER_COLUMNS], st.container(key=f"model_head_{i}"):
            st.html(markup.heading(title))
            small = word_table(stack, one, shown)
            small_table(f"model_head_table_{i}", title, small, asked_weights(stack, shown, small))


def small_table(key: str, title: str, shown: WordTable, values: Floats) -> None:
    few = max(len(shown.rows), len(shown.cols)) <= MAX_SMALL
    values = values if few else coarse(values, MAX_SMALL)
    rows, cols = ((words if few else coarse_words(words, MAX_SMALL)) for words in (shown.rows, shown.cols))
    look = {**HEAD_LOOK, "digits": len(cols) <= 7}
    show(key, title, rows, np.asarray(values), cols=cols, draw=up_to(top_of(shown.weights)), look=look)
