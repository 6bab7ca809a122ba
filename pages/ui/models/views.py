"""The picked table as a heatmap and as links, and its way to the main page."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from attention.core import blanked
from attention.errors import ImportRefused
from attention.imported.stack import SUM, Imported, Pick, Stack
from attention.imported.words import WordTable, reachable
from attention.session.board import Board
from attention.sources.e5_model import E5
from attention.sources.imported_table import IMPORTED, chosen
from attention.types import Floats
from pages.ui.frame import markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.models.picking import SPECIALS, WORDS, Shown
from pages.ui.models.wall import pick_sentences
from pages.ui.parts import curves, imports
from pages.ui.parts.controls import with_source
from pages.ui.parts.show import figure_size, scale_bar, show, up_to


def picked_table(stack: Stack, pick: Pick, units: Shown, shown: WordTable) -> None:
    """The picked table, and how it came to be."""
    with st.container(key="model_table"):
        title, top = said("models.table"), top_of(shown.weights)
        sentences = [*pick_sentences(stack, pick, units), *notes(stack, shown)]
        st.html(markup.heading(title))
        show(
            "model_table_chart", title, shown.rows, asked_weights(stack, units, shown), cols=shown.cols, draw=up_to(top),
            alt=f"{title}: {len(shown.rows)} × {len(shown.cols)}", look=figure_size(), scrolls=True, noted=True,
            under=scale_bar(top) + markup.paragraph(" ".join(sentences), "lead"),
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


def on_the_main_page(held: Imported, stack: Stack, pick: Pick) -> None:
    """Make the picked table the main page's source, where it is between the words of the sentence; else say why not."""
    try:
        chosen(held, stack.kind, Pick(), board().cut.tokens)
    except ImportRefused as error:
        st.caption(markup.unmarked(said(f"models.main.{error.problem}")))
        return
    shipped = imports.is_shipped()
    if board().source == (E5 if shipped else IMPORTED).name and (not shipped or board().pick == pick):
        st.caption(said("models.main.is"))
    elif shipped:
        st.button(said("models.main"), key="import_use", on_click=state.edit, args=(with_picked, pick))
    else:
        st.button(
            said("models.main"), key="import_use", help=said("models.main.help"),
            on_click=state.edit, args=(with_source, IMPORTED.name),
        )  # fmt: skip


def with_picked(board: Board, pick: Pick) -> Board:
    """The main page shows this table of the app's own model."""
    return replace(board, source=E5.name, pick=pick)


def picked_links(shown: WordTable) -> None:
    curves.links_view("model_links", shown.rows, shown.cols, shown.weights, top=top_of(shown.weights))
