"""The film of a fitting: table, hand table and difference at each kept step, with the loss, a slider and a play button.

It plays in the browser, without the server; while a fitting goes on, it follows its last step.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from attention.figures.colours import DIFFERENCES, WEIGHTS
from attention.figures.heatmap import difference_limit
from attention.train import Run, sampled
from pages.ui.widgets.component import load_component

MAX_DIGITS = 12
"""Three tables stand side by side: beyond this many words a cell has no room for digits."""
MAX_LOSS = 50.0
"""A loss beyond this (a run that goes wrong) is drawn at it."""

_film = load_component("film", "player", "film")


def film(run: Run, *, run_id: int, labels: Mapping[str, str], key: str, live: bool = False) -> None:
    """Draw the run so far.

    run_id: a new number for each new run. live: it still goes on, only its last step is sent.
    labels: computed, hand, difference, loss, play, pause, slider, readout (gaps step, loss), curve (gaps first, last, floor).
    """
    _film(key=key, data=film_data(run, run_id=run_id, labels=labels, live=live))


def film_data(run: Run, *, run_id: int, labels: Mapping[str, str], live: bool = False) -> dict[str, Any]:
    """What the browser needs. The frames' tables are packed as uint16, 10000 times the weight."""
    frames = [] if live else [(frame.number, frame.loss, frame.table) for frame in run.frames]
    if not frames or frames[-1][0] != run.number:
        frames.append((run.number, run.last.loss, run.last.table))
    considered = run.objective.mask.ravel().tolist()
    target = [
        value if kept else None for value, kept in zip(run.objective.target.ravel().tolist(), considered, strict=True)
    ]
    limit = difference_limit(
        *(np.where(run.objective.mask, table - run.objective.target, np.nan) for *_, table in frames)
    )
    tables = np.round(np.array([table for *_, table in frames]) * 10000).astype("<u2")
    return {
        "run": run_id,
        "live": live,
        "words": list(run.hand.words),
        "digits": len(run.hand) <= MAX_DIGITS,
        "numbers": [number for number, *_ in frames],
        "frameLosses": [drawable(loss) for _, loss, _ in frames],
        "tables": base64.b64encode(tables.tobytes()).decode("ascii"),
        "target": target,
        "losses": [[number, drawable(loss)] for number, loss in sampled(run.losses)],
        "floor": run.objective.floor,
        "steps": run.settings.steps,
        "weights": list(WEIGHTS),
        "differences": list(DIFFERENCES),
        "limit": limit,
        "labels": dict(labels),
    }


def drawable(loss: float) -> float:
    return min(loss, MAX_LOSS) if math.isfinite(loss) else MAX_LOSS
