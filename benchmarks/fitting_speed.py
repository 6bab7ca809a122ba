"""CPU time of fitting W_Q and W_K to a hand table with Adam, 500 steps, on one thread; beside the same loop in PyTorch.

python benchmarks/fitting_speed.py
"""

# ruff: noqa: E402 (numpy reads the number of threads when it is imported)

from __future__ import annotations

import os

from attention.types import Switches

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from attention.models.untrained import embed
from attention.train import FitSettings, Objective, fit_to_end, objective_for
from attention.types import Floats, HandTable
from benchmarks import Result

STEPS = 500
SIZES = ((7, 16, 8, "≤ 60 ms, ≥ 5 × PyTorch"), (50, 32, 16, "≤ 1500 ms"))
"""Words, d_model, d_k, and what is aimed at."""


def hand_table(n: int) -> HandTable:
    """A table in which each word belongs to its neighbours."""
    values = np.full((n, n), 0.1)
    for i in range(n - 1):
        values[i, i + 1] = values[i + 1, i] = 0.9
    np.fill_diagonal(values, np.nan)
    return HandTable(tuple(f"词{i}" for i in range(n)), values)


def in_torch(X: Floats, objective: Objective, settings: FitSettings) -> Callable[[], object] | None:
    """The same loop with torch's autograd and Adam; None where torch is not installed."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(1)
    x, target = torch.from_numpy(X), torch.from_numpy(np.array(objective.target))
    bias = torch.from_numpy(np.array(objective.bias))

    def run() -> object:
        start = np.random.default_rng(0).standard_normal((2, settings.d_model, settings.d_k)) / np.sqrt(
            settings.d_model
        )
        W = torch.nn.Parameter(torch.from_numpy(start))
        adam = torch.optim.Adam([W], lr=settings.learning_rate)
        for _ in range(STEPS):
            scores = (x @ W[0]) @ (x @ W[1]).T * objective.factor + bias
            loss = -(target * torch.log_softmax(scores, dim=1).nan_to_num(neginf=0.0)).sum() / objective.asked
            adam.zero_grad()
            loss.backward()
            adam.step()
        return W

    return run


def cpu_ms(works: list[Callable[[], object]], times: int = 7) -> list[float]:
    """Median CPU time in ms of each, run in turn so that the machine's moods fall on all alike."""
    spent: list[list[float]] = [[] for _ in works]
    for _ in range(times + 1):
        for work, times_of_it in zip(works, spent, strict=True):
            start = time.process_time()
            work()
            times_of_it.append((time.process_time() - start) * 1000)
    return [statistics.median(times_of_it[1:]) for times_of_it in spent]


def measure() -> list[Result]:
    results = []
    for n, d_model, d_k, aim in SIZES:
        hand = hand_table(n)
        settings = FitSettings(d_model=d_model, d_k=d_k, steps=STEPS)
        X, objective = embed(hand.words, d_model), objective_for(hand, factor=Switches().factor(d_k))
        ours = lambda X=X, o=objective, s=settings: fit_to_end(X, o, s, np.random.default_rng(0))  # noqa: E731
        theirs = in_torch(X, objective, settings)
        times = cpu_ms([ours, theirs] if theirs else [ours])
        note = (
            f"PyTorch {times[1]:.0f} ms, {times[1] / times[0]:.1f} × as long" if theirs else "PyTorch is not installed"
        )
        results.append(
            Result(f"{STEPS} Adam steps, {n} words, d_model {d_model}, d_k {d_k}", f"{times[0]:.0f} ms", aim, note)
        )
    return results


if __name__ == "__main__":
    for row in measure():
        print(f"{row.name}: {row.value} (aim {row.aim}); {row.note}")
