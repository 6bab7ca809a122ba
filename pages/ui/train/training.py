"""The training page's parts: the run and its film, what one step did, the experiments, the files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import streamlit as st
from markupsafe import Markup

from attention.figures.matrix import matrix_figure
from attention.hand.table import filled_rows
from attention.session.board import Board
from attention.train import FitSettings, Fitted, Run, change_when_reversed
from attention.train.fitted_file import read_fitted, to_json, to_npz
from pages.ui.frame import inputs, markup, state
from pages.ui.frame.page import labels_of, said
from pages.ui.frame.state import board
from pages.ui.parts.show import plot
from pages.ui.parts.uploads import upload
from pages.ui.train.fitting import (
    RUN_ID,
    TRIED,
    change_settings,
    current_run,
    go_on,
    pause,
    restart,
    running,
    settings,
    usual_settings,
)
from pages.ui.widgets.film import film
from pages.ui.widgets.pulse import pulse

TICK = 0.2
"""Seconds between two looks at a run that goes on."""
TICKS = 30
"""A run is shown in about so many looks, so that it can be followed and stopped."""

EXPERIMENTS: dict[str, dict[str, Any]] = {
    "rate": {"learning_rate": 3.0},
    "rank": {"d_k": 1},
    "scale": {"scale": False},
    "heads": {"heads": 2},
    "order": {"positions": False},
}
"""What each experiment changes in the usual settings; its texts are "train.try.<name>"."""


def something_to_fit() -> bool:
    """Whether any row of the hand table is filled in; else a sentence says what to do."""
    filled = bool(filled_rows(board().hand).any())
    if not filled:
        st.info(said("train.unfilled"))
    return filled


def moving(draw: Callable[[], None]) -> None:
    """Draw all that shows the run, anew at each look while it goes on: nothing that tells of it stands outside."""
    st.fragment(one_look)(draw, settings(), board())


def one_look(draw: Callable[[], None], shown_settings: FitSettings, shown_board: Board) -> None:
    """Advance the run where it goes on, draw it, and let the browser ask for the next look.

    shown_settings, shown_board: what the rest of the page shows. Where a button in here has changed it, all is drawn anew.
    """
    if settings() != shown_settings or board() is not shown_board:
        st.rerun()
    run = current_run()
    if running():
        run.advance(max(1, run.settings.steps // TICKS), seconds=TICK / 2)
        if run.finished:
            pause()
    draw()
    pulse(live=running(), number=run.number, after=TICK, key="train_pulse")
    state.settle_part()


def run_buttons() -> None:
    """Train or pause, one step, begin anew."""
    run, goes_on = current_run(), running()
    with st.container(key="train_buttons", horizontal=True):
        if goes_on:
            st.button(said("train.pause"), key="train_pause", type="primary", on_click=pause)
        else:
            label = said("train.start" if run.number == 0 else "train.go_on")
            st.button(label, key="train_start", type="primary", disabled=run.finished, on_click=go_on)
        st.button(
            said("train.one"),
            key="train_one",
            disabled=goes_on or run.finished,
            on_click=lambda: current_run().advance(1),
        )
        st.button(said("train.anew"), key="train_anew", disabled=run.number == 0 and not goes_on, on_click=restart)
        st.button(said("train.keep"), key="keep_fit", disabled=run.number == 0 or goes_on, on_click=keep_fit)


def moving_picture() -> None:
    """The film so far, and where the run stands."""
    run = current_run()
    with st.container(key="train_film"):
        film(run, run_id=state.value(RUN_ID, 0), labels=labels_of("film"), key="film", live=running())
    with st.container(key="train_state"):
        st.html(markup.paragraph(standing(run), "lead"))
    if run.diverging:
        st.warning(said("train.diverging"))
        st.button(said("train.back"), key="train_back", on_click=usual_settings)


def standing(run: Run) -> str:
    """Where the run stands, in a sentence."""
    loss, floor = f"{min(run.last.loss, 9999):.3f}", f"{run.objective.floor:.3f}"
    gap = f"{min(run.gap, 9999):.3f}"
    return said("train.standing", step=run.number, steps=run.settings.steps, loss=loss, floor=floor, gap=gap)


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


def one_step_in_digits() -> None:
    """What the last step changed in one cell."""
    run, words = current_run(), board().words
    left, right = st.columns(2)
    titles = [f"{i + 1} {word}" for i, word in enumerate(words)]
    with left:
        i = inputs.select("table.query", inputs.of_page("digits_query", 0, "step_query"), titles)
    with right:
        j = inputs.select("table.key", inputs.of_page("digits_key", min(1, len(words) - 1), "step_key"), titles)
    if run.previous is None:
        st.info(said("train.digits.none"))
    elif not run.objective.mask[i, j]:
        st.info(said("train.digits.masked"))
    else:
        st.html(step_table(run, run.previous, i, j))


def step_table(run: Run, before: Any, i: int, j: int) -> Markup:
    """Score, weight and target of a cell before and after the last step."""
    both = (before, run.last)
    target = float(run.objective.target[i, j])
    rows = []
    for head in range(run.settings.heads):
        scores = [float(step.cache.Q[head, i] @ step.cache.K[head, j]) * run.objective.factor for step in both]
        rows.append(change_row(said("train.digits.score", head=head + 1), *scores))
        weights = [float(step.weights[head, i, j]) for step in both]
        rows.append(change_row(said("train.digits.weight", head=head + 1), *weights))
    rows.append(change_row(said("train.digits.gap"), *(float(step.table[i, j]) - target for step in both)))
    rows.append(change_row(said("train.digits.loss"), before.loss, run.last.loss))
    head_row = ["", *(said("train.digits.step", step=step.number) for step in both), said("train.digits.change")]
    return markup.table(head_row, rows) + markup.paragraph(said("train.digits.target", target=f"{target:.4f}"))


def change_row(name: str, before: float, after: float) -> list[str]:
    """Before, after and change to four digits; the change is that of the digits shown, so that they can be checked."""
    before, after = round(before, 4), round(after, 4)
    return [name, f"{before:.4f}", f"{after:.4f}", f"{after - before + 0.0:+.4f}"]


def experiments() -> None:
    """Five things to try: each sets its settings and trains."""
    tried = state.value(TRIED)
    with st.container(key="train_experiments"):
        for name, changes in EXPERIMENTS.items():
            left, right = st.columns([4, 1], vertical_alignment="center")
            text = Markup("<b>{}</b><br>{}").format(said(f"train.try.{name}"), said(f"train.try.{name}.text"))
            left.html(markup.paragraph(text))
            right.button(said("train.try"), key=f"try_{name}", width="stretch", on_click=try_out, args=(name, changes))
            if tried == name:
                st.info(outcome(name, current_run()))


def try_out(name: str, changes: dict[str, Any]) -> None:
    change_settings(name, **(vars(FitSettings()) | changes))
    go_on()


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
    return said(f"train.try.{name}.outcome", **numbers)


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
