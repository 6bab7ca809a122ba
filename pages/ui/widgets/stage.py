"""The stage of the four steps: one query's row on its way from q ⊙ k to the output.

It is drawn in the browser, without the server, from the numbers that the core computed; geometry is all that the browser adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from attention.figures.colours import DIFFERENCES, WEIGHTS
from attention.types import Floats, Trace
from pages.ui.widgets.component import load_component

MAX_KEYS = 32
"""So many words of a row have room for a bar each."""
MAX_STRIPS = 8
"""So many value vectors have room for a strip each; the others are one strip together."""
MAX_COLUMNS = 64

_stage = load_component("stage", "player", "stage")


def stage(data: Mapping[str, Any], *, labels: Mapping[str, Any], key: str) -> None:
    """Draw `stage_data`, whose ways each also have `scale` (whether √d_k divides) and `sentences`, one a step.

    labels: what stage.js and stage_scene.js ask for, some with gaps.
    """
    _stage(key=key, data={**data, "labels": dict(labels)})


def stage_data(traces: Sequence[Trace], words: Sequence[str], i: int, j: int) -> dict[str, Any]:
    """The numbers of query i, and of key j in step 1. traces: of the same matrices, such as with ÷√d_k and without."""
    weights = np.max([trace.weights[i] for trace in traces], axis=0)
    order = [j, *(int(k) for k in np.argsort(-weights, kind="stable") if k != j)]
    keys, trace = sorted(order[:MAX_KEYS]), traces[0]
    seen = [k for k in order if trace.mask[i, k]]
    strips, others = sorted(seen[:MAX_STRIPS]), seen[MAX_STRIPS:]
    columns = slice(MAX_COLUMNS)
    return {
        "words": [words[k] for k in keys],
        "places": [k + 1 for k in keys],
        "query": words[i],
        "pair": [i, j],
        "chosen": keys.index(j),
        "mask": trace.mask[i, keys].tolist(),
        "q": trace.Q[i].tolist(),
        "k": trace.K[j].tolist(),
        "products": (trace.Q[i] * trace.K[j]).tolist(),
        "scores": trace.scores[i, keys].tolist(),
        "strips": [keys.index(k) for k in strips],
        "others": len(others),
        "values": trace.V[strips, columns].tolist(),
        "before": trace.V[i, columns].tolist(),
        "left": int(trace.mask[i].sum() - trace.mask[i, keys].sum()),
        "ways": [way(trace, i, keys, strips, others) for trace in traces],
        "signed": list(DIFFERENCES),
        "shades": list(WEIGHTS),
    }


def way(trace: Trace, i: int, keys: list[int], strips: list[int], others: list[int]) -> dict[str, Any]:
    """The numbers that depend on the factor of the scores. rest: the weight of the words that have no bar."""
    powers, columns = exponentials(trace, i), slice(MAX_COLUMNS)
    drawn = np.isin(np.arange(len(powers)), keys)
    return {
        "factor": trace.factor,
        "scaled": trace.scaled[i, keys].tolist(),
        "top": float(trace.scaled[i][trace.mask[i]].max(initial=-np.inf)) if trace.mask[i].any() else 0.0,
        "exps": powers[keys].tolist(),
        "total": float(powers.sum()),
        "weights": trace.weights[i, keys].tolist(),
        "rest": float(trace.weights[i, ~drawn].sum()),
        "shares": (trace.weights[i, strips, None] * trace.V[strips, columns]).tolist(),
        "othersWeight": float(trace.weights[i, others].sum()),
        "othersShare": (trace.weights[i, others] @ trace.V[others, columns]).tolist(),
        "output": trace.output[i, columns].tolist(),
        "change": (trace.output[i, columns] - trace.V[i, columns]).tolist(),
    }


def exponentials(trace: Trace, i: int) -> Floats:
    """exp of each score of row i less the row's largest, (n,), as softmax takes it; 0 where masked."""
    masked = trace.masked[i]
    return np.exp(masked - masked.max(initial=np.finfo(masked.dtype).min))
