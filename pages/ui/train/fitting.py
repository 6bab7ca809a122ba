"""The visitor's fitting: its settings and its run. Each change of the settings or of the hand table begins a new run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attention.session.board import computed_table
from attention.sources.fitted_matrices import FITTED
from attention.sources.table import AttentionTable
from attention.train import FitSettings, Run
from pages.ui.frame import state
from pages.ui.frame.state import board

RUN, RUN_ID, GOES_ON, SETTINGS, TRIED = "run", "run_id", "goes_on", "fit_settings", "tried"
ASKED = "asked"
"""Under GOES_ON between the click and the page that follows it; then what the run was told to learn."""


def settings() -> FitSettings:
    chosen: FitSettings = state.value(SETTINGS, FitSettings())
    return chosen


def change_settings(tried: str | None = None, **changes: Any) -> None:
    """New settings: the run begins anew. tried: the experiment that made them."""
    state.keep(SETTINGS, replace(settings(), **changes))
    state.keep(TRIED, tried)
    state.keep(RUN, None)
    if state.value(GOES_ON) is not ASKED:
        pause()


def restart() -> None:
    state.keep(RUN, None)
    pause()


def go_on() -> None:
    """Train from now on, with the settings and the hand table as they are once all that came in with this click counts."""
    state.keep(GOES_ON, ASKED)


def pause() -> None:
    state.keep(GOES_ON, None)


def running() -> bool:
    """Whether the run goes on: it was told to, and neither its settings nor the hand table have changed since."""
    if state.value(GOES_ON) is ASKED:
        state.keep(GOES_ON, (settings(), board().hand))
    started = state.value(GOES_ON)
    return started is not None and started[0] == settings() and started[1] is board().hand


def current_run() -> Run:
    """The run for the hand table and the settings as they are now; a new one where either changed."""
    run: Run | None = state.value(RUN)
    if run is None or run.settings != settings() or run.hand is not board().hand:
        run = Run(board().hand, settings())
        state.keep(RUN, run)
        state.keep(RUN_ID, state.value(RUN_ID, 0) + 1)
    return run


def usual_settings() -> None:
    change_settings(**vars(FitSettings()))


def computed_now() -> AttentionTable:
    """The board's words through the run's matrices, as they are at its last step."""
    return computed_table(board(), source=FITTED.name, given={FITTED.name: current_run().fitted()})
