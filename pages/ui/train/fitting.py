"""The visitor's fitting: its settings, its run, and the things that are tried. Each change of the settings or of the hand table
begins a new run; what is tried is a run of its own, and leaves the settings alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attention.session.board import computed_table
from attention.sources.fitted_matrices import FITTED
from attention.sources.table import AttentionTable
from attention.train import Curve, FitSettings, Run, with_curve
from attention.types import HandTable
from pages.ui.frame import state
from pages.ui.frame.state import board

RUN, RUN_ID, GOES_ON, SETTINGS, TRIED, CURVES, PLAYED = (
    "run", "run_id", "goes_on", "fit_settings", "tried", "curves", "played",
)  # fmt: skip
ASKED = "asked"
"""Under GOES_ON between the click and the page that follows it; then what the run was told to learn."""

EXPERIMENTS: dict[str, dict[str, Any]] = {
    "rate": {"learning_rate": 3.0},
    "rank": {"d_k": 1},
    "scale": {"scale": False},
    "heads": {"heads": 2},
    "order": {"positions": False},
}
"""What each experiment changes in the usual settings; its texts are "train.try.<name>"."""


def settings() -> FitSettings:
    """What stands in the sidebar."""
    chosen: FitSettings = state.value(SETTINGS, FitSettings())
    return chosen


def tried() -> str | None:
    """The experiment that is shown instead of the visitor's own run."""
    name: str | None = state.value(TRIED)
    return name


def shown_settings() -> FitSettings:
    """Those of the run that is shown."""
    name = tried()
    return replace(FitSettings(), **EXPERIMENTS[name]) if name else settings()


def change_settings(**changes: Any) -> None:
    """New settings: the visitor's own run begins anew."""
    state.keep(SETTINGS, replace(settings(), **changes))
    back_to_own()


def usual_settings() -> None:
    change_settings(**vars(FitSettings()))


def back_to_own() -> None:
    """Show the visitor's own run again instead of an experiment's."""
    state.keep(TRIED, None)
    if state.value(GOES_ON) is not ASKED:
        pause()


def try_out(name: str) -> None:
    """Show what an experiment comes to, from its beginning; the settings stay as they are."""
    state.keep(TRIED, name)
    state.keep(RUN, [run for run in runs() if run.settings != shown_settings()])
    train_on()


def restart() -> None:
    state.keep(RUN, [run for run in runs() if run is not current_run()])
    pause()


def train_on() -> None:
    """Train from now on, with the settings and the hand table as they are once all that came in with this click counts. The film
    of it is played from its beginning."""
    state.keep(GOES_ON, ASKED)
    state.keep(PLAYED, played() + 1)


def pause() -> None:
    state.keep(GOES_ON, None)


def played() -> int:
    """How often a run was started: the film is played whenever this has become more."""
    return int(state.value(PLAYED, 0))


def running() -> bool:
    """Whether the run goes on: it was told to, and neither its settings nor the hand table have changed since."""
    if state.value(GOES_ON) is ASKED:
        state.keep(GOES_ON, (shown_settings(), board().hand))
    started = state.value(GOES_ON)
    return started is not None and started[0] == shown_settings() and started[1] is board().hand


def runs() -> list[Run]:
    """The visitor's own run and that of an experiment, as far as they are of this hand table."""
    return [run for run in state.value(RUN, ()) if run.hand is board().hand]


def current_run() -> Run:
    """The run that is shown: for the hand table and the settings as they are now, a new one where either changed."""
    wanted = {settings(), shown_settings()}
    kept = [run for run in runs() if run.settings in wanted]
    shown = next((run for run in kept if run.settings == shown_settings()), None)
    if shown is None:
        shown = Run(board().hand, shown_settings())
    if not kept or shown is not kept[-1]:
        state.keep(RUN_ID, state.value(RUN_ID, 0) + 1)
    state.keep(RUN, [*(run for run in kept if run is not shown), shown])
    return shown


def earlier_curves() -> tuple[Curve, ...]:
    """The curves of what ran before on this hand table, without that of the run that is shown; that one is remembered."""
    run = current_run()
    hand, curves = state.value(CURVES, (None, ()))
    known: tuple[Curve, ...] = with_curve(curves if hand is run.hand else (), run)
    kept: tuple[HandTable, tuple[Curve, ...]] = run.hand, known
    state.keep(CURVES, kept)
    return tuple(curve for curve in known if curve.settings != run.settings)


def computed_now() -> AttentionTable:
    """The board's words through the run's matrices, as they are at its last step."""
    return computed_table(board(), source=FITTED.name, given={FITTED.name: current_run().fitted()})
