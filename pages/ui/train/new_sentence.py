"""And another sentence? The fitted matrices on words that they have not seen, beside the trained model."""

from __future__ import annotations

import html

import streamlit as st

from attention.errors import AttentionError, WeightsError
from attention.hand.compare import Agreement, compare
from attention.hand.examples import examples
from attention.session.board import Board, with_text
from attention.sources.registry import Computation, Request, Switches, compute, fitted_source
from attention.train import Run
from pages.ui.frame import markup, state
from pages.ui.frame.page import paragraph, said, sentence_for
from pages.ui.parts.sentence import MOST_TYPED
from pages.ui.parts.tables import heatmap
from pages.ui.train.fitting import current_run

OTHER = "other_sentence"


def another_sentence() -> None:
    """The run's matrices on another sentence; where it is an example, its hand table says how well they do."""
    run = current_run()
    key = state.fill("other_text", state.value(OTHER, first_other(run)))
    st.text_input(
        said("another.sentence"), key=key, live="300ms", max_chars=MOST_TYPED,
        on_change=lambda: state.keep(OTHER, state.value(key)),
    )  # fmt: skip
    try:
        other = with_text(state.board(), state.value(OTHER, first_other(run)))
    except AttentionError as error:
        st.info(said(f"error.{type(error).__name__}"))
        return
    if other.is_empty:
        st.info(said("sentence.empty"))
        return
    request = Request(other.words, switches=Switches())
    shown = {"fitted": fitted_source(request, run.fitted())}
    try:
        shown["syntax"] = compute("syntax", request)
    except WeightsError as error:
        st.warning(markup.unmarked(sentence_for(error)))  # here: notices are drawn by a run of the whole page only
    for column, (name, computed) in zip(st.columns(2, gap="small"), shown.items(), strict=False):
        with column, st.container(key=f"other_{name}"):
            st.html(
                f'<h2>{html.escape(said(f"source.{name}"))}</h2><p class="said">{html.escape(verdict(other, computed))}</p>'
            )
            heatmap("computed", computed.words, computed.drawn(), key=f"other_{name}_chart")
    paragraph("another.text")


def first_other(run: Run) -> str:
    return next(example.text for example in examples() if example.table.words != run.hand.words)


def verdict(other: Board, computed: Computation) -> str:
    """How far the table agrees with the example's hand table; where there is none, that nobody built one."""
    hand = next((example.table for example in examples() if example.table.words == other.words), None)
    if hand is None:
        return said("another.no_hand")
    agreement: Agreement = compare(computed.weights, hand)
    rho = "–" if agreement.rho is None else f"{agreement.rho:.2f}"
    return said("another.agrees", agreeing=agreement.agreeing, compared=agreement.compared, rho=rho)
