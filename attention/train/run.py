"""A fitting to be watched: it can be advanced a little at a time, and keeps the steps for a film of it."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from attention.core import attention_mask
from attention.errors import Diverged
from attention.limits.turns import turn
from attention.models.untrained import embed
from attention.train.fit import FitSettings, Fitted, Step, fit
from attention.train.objective import Objective, forward, objective_for
from attention.types import Floats, HandTable

MAX_FRAMES = 80
FEWEST_FRAMES = 6
MAX_FRAME_CELLS = 40_000
"""Cells of all frames together; more would be slow to send."""
WORSE = 1.5
"""A run whose loss is this many times that of its first step is called diverging."""


@dataclass(frozen=True)
class Frame:
    """A remembered step: its number, loss in nats, and table (n, n)."""

    number: int
    loss: float
    table: Floats


@dataclass
class Run:
    """One fitting of `hand`, from random matrices on. `previous` and `last` are its last two steps; `losses` one a step."""

    hand: HandTable
    settings: FitSettings
    objective: Objective = field(init=False)
    losses: list[float] = field(init=False, default_factory=list)
    frames: list[Frame] = field(init=False, default_factory=list)
    previous: Step | None = field(init=False, default=None)
    diverged: Diverged | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        s = self.settings
        self.objective = objective_for(self.hand, factor=s.factor)
        X = embed(self.hand.words, s.d_model, seed=s.seed, positions=s.positions)
        self._kept = frame_numbers(s.steps, len(self.hand))
        self._steps = fit(X, self.objective, s, np.random.default_rng(s.seed))
        self.last: Step = next(self._steps)
        self._remember(self.last)

    @property
    def number(self) -> int:
        """The number of the last step."""
        return self.last.number

    @property
    def finished(self) -> bool:
        """Whether no further step will come: all steps are done, or the loss is no longer a number."""
        return self.diverged is not None or self.number >= self.settings.steps

    @property
    def diverging(self) -> bool:
        """Whether the loss has risen well above that of the first step."""
        return self.diverged is not None or self.last.loss > WORSE * self.losses[0] + 0.1

    @property
    def gap(self) -> float:
        """Loss above the floor, in nats."""
        return self.last.loss - self.objective.floor

    def advance(self, steps: int, *, seconds: float = math.inf) -> None:
        """Take up to so many steps, for about so long; stops early at the last step, or when the loss is no longer a number.

        Of several visitors' runs one at a time goes on (attention/limits/turns.py).
        """
        with turn():
            until = time.monotonic() + seconds
            try:
                for step in islice(self._steps, max(0, min(steps, self.settings.steps - self.number))):
                    self.previous, self.last = self.last, step
                    self._remember(step)
                    if time.monotonic() > until:
                        break
            except Diverged as error:
                self.diverged = error

    def fitted(self) -> Fitted:
        """The outcome of the run, to be kept as a weight source or in a file."""
        last = self.last
        return Fitted(self.settings, last.W_Q, last.W_K, last.number, last.loss, self.objective.floor, self.hand.words)

    def _remember(self, step: Step) -> None:
        self.losses.append(step.loss)
        if step.number in self._kept:
            self.frames.append(Frame(step.number, step.loss, step.table))


def frame_numbers(steps: int, n: int) -> frozenset[int]:
    """The steps that a film of `steps` steps between n words keeps: denser at the beginning, where most happens."""
    most = max(FEWEST_FRAMES, min(MAX_FRAMES, MAX_FRAME_CELLS // max(n * n, 1)))
    share = np.linspace(0, 1, most) ** 2
    return frozenset(round(float(x)) for x in share * steps)


def sampled(losses: Sequence[float], most: int = 300) -> list[tuple[int, float]]:
    """Step numbers and losses for a curve of at most so many points, including the first and the last."""
    numbers = sorted({round(float(x)) for x in np.linspace(0, len(losses) - 1, min(most, len(losses)))})
    return [(i, losses[i]) for i in numbers]


def change_when_reversed(run: Run) -> float:
    """How much a weight changes, at most, when the run's matrices see the same words in reverse order.

    0 without positions: attention alone does not know the order of the words. Every word but itself may be attended to.
    """
    s, words = run.settings, run.hand.words
    n = len(words)
    objective = Objective(np.zeros((n, n)), attention_mask(n, diagonal=n == 1), run.objective.factor)
    forth, back = (
        forward(embed(order, s.d_model, seed=s.seed, positions=s.positions), run.last.W_Q, run.last.W_K, objective)[
            1
        ].table
        for order in (words, words[::-1])
    )
    return float(np.abs(forth - back[::-1, ::-1]).max())
