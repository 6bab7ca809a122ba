"""A translation as it comes about: the Chinese words above, the English ones below, unit by unit, with links, probabilities and
runners-up; a slider, step and play buttons. It plays in the browser, without the server.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from attention.figures.colours import Palette
from attention.models.translate import END, WORD, Translation
from attention.types import Floats
from pages.ui.widgets.component import load_component

FAINTEST = 0.02
"""A weight below this has no link: two hundred hair lines would hide the others."""

_player = load_component("translation_player", "player", "translation_player")


def translation_player(
    translation: Translation,
    weights: Floats,
    *,
    palette: Palette,
    labels: Mapping[str, str],
    marks: Mapping[int, str],
    key: str,
) -> None:
    """weights (m, n): for each step where it looked. marks: what to say about a Chinese word, by its position.

    labels: title, source, target, play, pause, back, forward, slider, candidates, end, piece, and readout (gaps step, of, unit,
    percent, word, weight).
    """
    _player(key=key, data=player_data(translation, weights, palette=palette, labels=labels, marks=marks))


def player_data(
    translation: Translation, weights: Floats, *, palette: Palette, labels: Mapping[str, str], marks: Mapping[int, str]
) -> dict[str, Any]:
    """What the browser needs."""
    return {
        "source": list(translation.source),
        "marks": {str(i): text for i, text in marks.items()},
        "steps": [
            {
                **shown(step.unit),
                "p": round(step.probability, 4),
                "candidates": [[shown(unit), round(p, 4)] for unit, p in step.candidates],
            }
            for step in translation.steps
        ],
        "weights": np.round(weights, 4).tolist(),
        "faintest": FAINTEST,
        "colours": list(palette.weights),
        "labels": dict(labels),
    }


def shown(unit: str) -> dict[str, Any]:
    """A unit as its text, and whether it begins a word, goes on with one, or ends the sentence."""
    if unit == END:
        return {"text": "", "kind": "end"}
    return {"text": unit.removeprefix(WORD), "kind": "word" if unit.startswith(WORD) else "piece"}
