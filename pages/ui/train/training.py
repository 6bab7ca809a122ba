"""The training page's parts: the run and its film, the experiments, the matrices, the files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial

import numpy as np
import streamlit as st
from markupsafe import Markup

from attention.figures.matrix import matrix_figure
from attention.hand.table import filled_rows
from attention.session.board import Board
from attention.train import FitSettings, Fitted, Run, change_when_reversed
from attention.train.fitted_file import read_fitted, to_json, to_npz
from pages.ui.frame import markup, state
from pages.ui.frame.page import labels_of, said
from pages.ui.frame.state import board
from pages.ui.parts.show import palette, plot
from pages.ui.parts.uploads import upload
from pages.ui.train.fitting import (
    EXPERIMENTS,
    RUN_ID,
    back_to_own,
    current_run,
    earlier_curves,
    pause,
    played,
    restart,
    running,
    settings,
    train_on,
    tried,
    try_out,
    usual_settings,
)
from pages.ui.widgets.film import film
from pages.ui.widgets.pulse import pulse

TICK = 0.4
"""Seconds between two looks at a run that goes on; half of them it computes. Most runs are at their end before the first one."""


def something_to_fit() -> bool:
    """Whether any row of the hand table is filled in; else a sentence says what to do."""
    filled = bool(filled_rows(board().hand).any())
    if not filled:
        st.info(said("train.unfilled"))
    return filled


def moving(draw: Callable[[], None]) -> None:
    """Draw all that shows the run, anew at each look while it goes on: nothing that tells of it stands outside."""
    st.fragment(one_look)(draw, settings(), board())


def one_look(draw: Callable[[], None], sidebar: FitSettings, shown_board: Board) -> None:
    """Advance the run where it goes on, draw it, and let the browser ask for the next look.

    sidebar, shown_board: what the rest of the page shows. Where a button in here has changed it, all is drawn anew.
    """
    if settings() != sidebar or board() is not shown_board:
        st.rerun()
    run = current_run()
    if running():
        run.advance(run.settings.steps, seconds=TICK / 2)
        if run.finished:
            pause()
    draw()
    pulse(live=running(), number=run.number, after=TICK / 2, key="train_pulse")
    state.settle_part()


def run_buttons() -> None:
    """Train or pause, one step, begin anew or go back from an experiment, keep."""
    run, goes_on = current_run(), running()
    with st.container(key="train_buttons", horizontal=True):
        if goes_on:
            st.button(said("train.pause"), key="train_pause", type="primary", on_click=pause)
        else:
            label = said("train.start" if run.number == 0 else "train.go_on")
            st.button(label, key="train_start", type="primary", disabled=run.finished, on_click=train_on)
        st.button(
            said("train.one"),
            key="train_one",
            disabled=goes_on or run.finished,
            on_click=lambda: current_run().advance(1),
        )
        st.button(said("train.anew"), key="train_anew", disabled=run.number == 0 and not goes_on, on_click=restart)
        st.button(said("train.keep"), key="keep_fit", disabled=run.number == 0 or goes_on, on_click=keep_fit)
        if tried():
            st.button(said("train.own"), key="train_own", on_click=back_to_own)


def moving_picture(*, digits: bool = True) -> None:
    """The film so far, and where the run stands. digits: in the cells of the film, if there is room."""
    run, earlier = current_run(), earlier_curves()
    with st.container(key="train_film"):
        film(
            run, run_id=state.value(RUN_ID, 0), name=run_name(run.settings), palette=palette(), labels=labels_of("film"),
            earlier=[(run_name(curve.settings), curve) for curve in earlier], key="film", live=running(), played=played(),
            digits=digits,
        )  # fmt: skip
    with st.container(key="train_state"):
        st.html(markup.paragraph(run_standing(run), "lead"))
    if run.diverging:
        st.warning(said("train.diverging"))
        if not tried():
            st.button(said("train.back"), key="train_back", on_click=usual_settings)


def run_name(of: FitSettings) -> str:
    """What the settings change in the usual ones: the name of a run's curve."""
    usual = FitSettings()
    changed = [field.name for field in fields(usual) if getattr(of, field.name) != getattr(usual, field.name)]
    names = [said(f"train.named.{name}", value=value_name(of, name)) for name in changed]
    return said("train.named.join").join(names) or said("train.named")


def value_name(of: FitSettings, name: str) -> str:
    value = getattr(of, name)
    return said(f"train.optimiser.{value}") if name == "optimiser" else f"{value:g}"


def run_standing(run: Run) -> str:
    """Where the run stands, in a sentence."""
    loss, floor = f"{min(run.last.loss, 9999):.3f}", f"{run.objective.floor:.3f}"
    gap = f"{min(run.gap, 9999):.3f}"
    text = said("train.standing", step=run.number, steps=run.settings.steps, loss=loss, floor=floor, gap=gap)
    return text + (said("train.learned") if run.learned else "")


def learned_matrices() -> None:
    """W_Q, W_K and their gradients at the last step."""
    run = current_run()
    st.caption(said("train.matrices.help"))
    for head in range(run.settings.heads):
        named = {"W_Q": run.last.W_Q, "W_K": run.last.W_K, "∂L/∂W_Q": run.last.d_W_Q, "∂L/∂W_K": run.last.d_W_K}
        for column, (name, W) in zip(st.columns(4), named.items(), strict=True):
            with column:
                top = float(np.abs(W[head]).max())
                shape = " × ".join(map(str, W[head].shape))
                st.caption(said("train.matrix", matrix=name, head=head + 1, shape=shape, top=f"{top:.3g}"))
                plot(matrix_figure(W[head]), f"matrix_{name}_{head}", name)


def experiments() -> None:
    """Five things to try: each trains with settings of its own, beside the curves of what ran before."""
    with st.container(key="train_experiments"):
        for name in EXPERIMENTS:
            left, right = st.columns([4, 1], vertical_alignment="center")
            text = Markup("<b>{}</b><br>{}").format(said(f"train.try.{name}"), said(f"train.try.{name}.text"))
            left.html(markup.paragraph(text))
            right.button(said("train.try"), key=f"try_{name}", width="stretch", on_click=try_out, args=(name,))
            if tried() == name:
                st.info(outcome(name, current_run()))


def outcome(name: str, run: Run) -> str:
    """What the experiment shows, with its numbers as far as it has come."""
    if not run.finished:
        return said("train.try.running", step=run.number, steps=run.settings.steps)
    numbers = {
        "gap": f"{min(run.gap, 9999):.3f}",
        "loss": f"{min(run.last.loss, 9999):.3f}",
        "floor": f"{run.objective.floor:.3f}",
    }
    if name == "order":
        numbers["change"] = f"{change_when_reversed(run):.3f}"
    if name == "heads":
        numbers["apart"] = f"{float(np.abs(run.last.weights[0] - run.last.weights[-1]).max()):.2f}"
    return said(f"train.try.{name}.outcome", **numbers) + said("train.try.over")


def keeping() -> None:
    """The fitted matrices as files, and from a file."""
    run = current_run()
    with st.container(key="train_keep", horizontal=True):
        for kind, write in (("npz", to_npz), ("json", to_json)):
            st.download_button(
                said("train.download", kind=kind), partial(fitted_bytes, write, run), f"attention-fitted.{kind}",
                key=f"fit_{kind}", disabled=run.number == 0, on_click="ignore",
            )  # fmt: skip
    upload("fit_file", said("train.load"), ["npz", "json"], open_fitted, megabytes=4)


def fitted_bytes(write: Callable[[Fitted], bytes], run: Run) -> bytes:
    """The file, made when the visitor asks for it; no page is drawn then, and there is no session to ask for the run."""
    return write(run.fitted())


def open_fitted(name: str, data: bytes) -> None:
    state.keep_fitted(read_fitted(name, data))


def kept_note() -> None:
    """Which matrices the source 拟合 uses, where the visitor keeps some."""
    if kept := state.kept_fit():
        with st.container(key="train_kept", horizontal=True, vertical_alignment="center"):
            st.text(said("train.kept", words="".join(kept.words), steps=kept.steps))
            st.button(said("train.forget"), key="forget_fit", type="tertiary", on_click=state.keep_fitted, args=(None,))


def keep_fit() -> None:
    state.keep_fitted(current_run().fitted())
