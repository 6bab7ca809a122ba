"""The film of a fitting: table, hand table and difference at each kept step, the loss beside the losses of earlier runs, and for
a chosen cell the way back from the loss to W_Q and W_K.

It plays in the browser, without the server, from the numbers that the core computed; geometry is all that the browser adds.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from attention.figures.colours import Palette
from attention.figures.heatmap import difference_limit
from attention.train import Curve, Frame, Run
from attention.types import Floats
from pages.ui.widgets.component import load_component

MAX_DIGITS = 10
"""Three tables stand side by side: beyond this many words a cell has no room for digits."""
HUGE = 1e30
"""Numbers beyond this (a run that goes wrong) are sent as this."""
HIGHEST = 1.3
"""The curve's axis ends at so many times the largest first loss; what is above leaves the picture."""

_film = load_component("film", "player", "film")


def film(
    run: Run,
    *,
    run_id: int,
    name: str,
    earlier: Sequence[tuple[str, Curve]],
    palette: Palette,
    labels: Mapping[str, str],
    key: str,
    live: bool = False,
    played: int = 0,
    digits: bool = True,
) -> None:
    """Draw the run so far.

    run_id: a new number for each new run; name: of its curve; earlier: the curves of other runs, named. live: it still goes on.
    played: once this has become more, the film is played from its beginning. digits: in the cells, if there is room.
    labels: what film.js and its parts ask for.
    """
    data = film_data(run, name=name, earlier=earlier, palette=palette)
    data["digits"] = data["digits"] and digits
    _film(key=key, data=data | {"run": run_id, "live": live, "played": played, "labels": dict(labels)})


def film_data(run: Run, *, name: str, earlier: Sequence[tuple[str, Curve]], palette: Palette) -> dict[str, Any]:
    """The numbers that the browser shows. Arrays are packed as little-endian float32, frame by frame."""
    frames, mask, target = run.film, run.objective.mask, run.objective.target
    tables = np.array([frame.table for frame in frames])
    off = np.where(mask, tables - target, np.nan)
    curves = [(name, run.curve.losses), *((other, curve.losses) for other, curve in earlier)]
    return {
        "words": list(run.hand.words),
        "digits": len(run.hand) <= MAX_DIGITS,
        "numbers": [frame.number for frame in frames],
        "frameLosses": [bounded(frame.loss) for frame in frames],
        "tables": packed(tables),
        "target": [value if kept else None for value, kept in zip(target.flat, mask.flat, strict=True)],
        "limit": difference_limit(*off),
        "chosen": int(np.nan_to_num(off[0]).argmin()),
        "traced": traced_data(frames),
        "curves": [
            {"name": title, "losses": [[step, bounded(loss)] for step, loss in losses]} for title, losses in curves
        ],
        "floor": run.objective.floor,
        "top": curve_top([losses for _, losses in curves], run.objective.floor),
        "weights": list(palette.weights),
        "differences": list(palette.differences),
    }


def traced_data(frames: Sequence[Frame]) -> dict[str, Any] | None:
    """The way back from the loss, frame by frame: arrays (frames, h, n, n), the sizes of ∂loss/∂W_Q and ∂loss/∂W_K (frames, h),
    and both as pictures (frames, 2, h, d_model, d_k), in 127ths of the largest entry of all frames. None for many words."""
    traced = [frame.traced for frame in frames if frame.traced]
    if not traced:
        return None
    gradients = np.clip(np.nan_to_num([(one.d_W_Q, one.d_W_K) for one in traced]), -HUGE, HUGE)
    shares = np.round(127 * gradients / (np.abs(gradients).max() or 1.0)).astype("i1")
    unknown = np.full_like(traced[0].scores, np.nan)
    arrays = {
        name: packed(np.array([getattr(one, name) for one in traced]))
        for name in ("scores", "d_scores", "to_W_Q", "to_W_K")
    }
    return arrays | {
        "after": packed(np.array([unknown if one.after is None else one.after for one in traced])),
        "sizes": [[sizes(one.d_W_Q), sizes(one.d_W_K)] for one in traced],
        "gradients": base64.b64encode(shares.tobytes()).decode("ascii"),
        "shape": list(gradients.shape[2:]),
    }


def sizes(gradient: Floats) -> list[float]:
    """Frobenius norm of the gradient (h, d_model, d_k) of each head."""
    return [bounded(float(np.linalg.norm(head))) for head in gradient]


def curve_top(curves: Sequence[Sequence[tuple[int, float]]], floor: float) -> float:
    """Where the axis of the losses ends."""
    first = max(losses[0][1] for losses in curves)
    highest = max(loss for losses in curves for _, loss in losses)
    return max(min(highest, HIGHEST * first), floor + 0.01)


def packed(array: Floats) -> str:
    return base64.b64encode(np.clip(array, -HUGE, HUGE).astype("<f4").tobytes()).decode("ascii")


def bounded(value: float) -> float:
    return min(value, HUGE) if math.isfinite(value) else HUGE
