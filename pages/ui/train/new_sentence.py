"""And another sentence? The fitted matrices on words that they have not seen, beside the trained model."""

from __future__ import annotations

import streamlit as st

from attention.errors import AttentionError, WeightsError
from attention.hand.compare import Agreement, compare
from attention.hand.examples import examples
from attention.session.board import Board, with_text
from attention.sources.fitted_matrices import FITTED
from attention.sources.registry import USUAL, compute
from attention.sources.source import Request
from attention.sources.table import AttentionTable
from attention.train import Run
from pages.ui.frame import inputs, markup, state
from pages.ui.frame.page import said, sentence_for, source_name, write_paragraph
from pages.ui.parts.sentence import MAX_TYPED, TYPING
from pages.ui.parts.show import show_named
from pages.ui.train.fitting import current_run


def another_sentence() -> None:
    """The run's matrices on another sentence; where it is an example, its hand table says how well they do."""
    run = current_run()
    binding = inputs.of_page("other_sentence", first_other(run), "other_text")
    text = inputs.text_box("another.sentence", binding, live=TYPING, max_chars=MAX_TYPED)
    try:
        other = with_text(state.board(), text)
    except AttentionError as error:
        st.info(said(f"error.{type(error).__name__}"))
        return
    if other.is_empty:
        st.info(said("sentence.empty"))
        return
    request = Request(other.words, given={FITTED.name: run.fitted()})
    shown = {FITTED.name: compute(FITTED.name, request)}
    try:
        shown[USUAL] = compute(USUAL, request)
    except WeightsError as error:
        st.warning(markup.unmarked(sentence_for(error)))  # here: notices are drawn by a run of the whole page only
    for column, (name, computed) in zip(st.columns(2, gap="small"), shown.items(), strict=False):
        with column, st.container(key=f"other_{name}"):
            st.html(markup.heading(source_name(name)) + markup.paragraph(verdict(other, computed), "said"))
            show_named("computed", computed.words, computed.drawn, key=f"other_{name}_chart")
    write_paragraph("another.text")


def first_other(run: Run) -> str:
    return next(example.text for example in examples() if example.table.words != run.hand.words)


def verdict(other: Board, computed: AttentionTable) -> str:
    """How far the table agrees with the example's hand table; where there is none, that nobody built one."""
    hand = next((example.table for example in examples() if example.table.words == other.words), None)
    if hand is None:
        return said("another.no_hand")
    agreement: Agreement = compare(computed.weights, hand)
    rho = "–" if agreement.rho is None else f"{agreement.rho:.2f}"
    return said("another.agrees", agreeing=agreement.agreeing, compared=agreement.compared, rho=rho)
