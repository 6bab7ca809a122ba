"""The visitor's fitting: its settings and its run. Each change of the settings or of the hand table begins a new run."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attention.sources.registry import Computation, Request, fitted_source
from attention.train import FitSettings, Run
from pages.ui.frame import state
from pages.ui.frame.state import board

RUN, RUN_ID, RUNNING, SETTINGS, TRIED = "run", "run_id", "running", "fit_settings", "tried"


def settings() -> FitSettings:
    chosen: FitSettings = state.value(SETTINGS, FitSettings())
    return chosen


def change_settings(tried: str | None = None, **changes: Any) -> None:
    """New settings: the run begins anew. tried: the experiment that made them."""
    state.keep(SETTINGS, replace(settings(), **changes))
    state.keep(TRIED, tried)
    restart()


def restart() -> None:
    state.keep(RUN, None)
    state.keep(RUNNING, False)


def current_run() -> Run:
    """The run for the hand table and the settings as they are now; a new one where either changed."""
    run: Run | None = state.value(RUN)
    if run is None or run.settings != settings() or run.hand is not board().hand:
        run = Run(board().hand, settings())
        state.keep(RUN, run)
        state.keep(RUN_ID, state.value(RUN_ID, 0) + 1)
        state.keep(RUNNING, state.value(RUNNING, False) and state.value(TRIED) is not None)
    return run


def usual_settings() -> None:
    change_settings(**vars(FitSettings()))


def computed_now() -> Computation:
    """The board's words through the run's matrices, as they are at its last step."""
    return fitted_source(Request(board().words, board().hand, switches=board().switches), current_run().fitted())
