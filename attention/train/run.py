"""A fitting to be watched: it can be advanced a little at a time, and keeps the steps for a film of it."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

import numpy as np

from attention.core import attention_mask
from attention.errors import Diverged
from attention.limits.turns import turn
from attention.models.untrained import embed
from attention.train.fit import FitSettings, Fitted, Step, fit
from attention.train.objective import Objective, forward, objective_for
from attention.types import Floats, HandTable

ENOUGH = 0.001
"""Nats above the floor: a run that is nearer has learned its table, and ends."""
FEWEST_FRAMES = 6
MAX_FRAME_CELLS = 40_000
"""Cells of all frames together, head by head; more would be slow to send."""
MAX_TRACED_WORDS = 30
"""Up to so many words, a frame keeps how the loss reached the matrices."""
WORSE = 1.5
"""A run whose loss is this many times that of its first step is called diverging."""
MAX_CURVES = 6


@dataclass(frozen=True)
class Traced:
    """How the loss of a step reached W_Q and W_K. scores (h, n, n): q·k; after (h, n, n): the next step's, None before it came;
    d_scores (h, n, n): ∂loss/∂(q·k); d_W_Q, d_W_K (h, d_model, d_k).

    to_W_Q, to_W_K (h, n, n): how large (Frobenius norm) the part of ∂loss/∂W is that comes by way of a cell; the parts of all
    cells together are ∂loss/∂W.
    """

    scores: Floats
    d_scores: Floats
    d_W_Q: Floats
    d_W_K: Floats
    to_W_Q: Floats
    to_W_K: Floats
    after: Floats | None = None


@dataclass(frozen=True)
class Frame:
    """A remembered step: its number, loss in nats, and table (n, n); traced: only where the words are few enough."""

    number: int
    loss: float
    table: Floats
    traced: Traced | None


@dataclass(frozen=True)
class Curve:
    """The losses of a run that was watched before: pairs of a step and its loss in nats."""

    settings: FitSettings
    losses: tuple[tuple[int, float], ...]


@dataclass
class Run:
    """One fitting of `hand`, from random matrices on. `last` is its last step; `losses` one a step."""

    hand: HandTable
    settings: FitSettings
    objective: Objective = field(init=False)
    losses: list[float] = field(init=False, default_factory=list)
    frames: list[Frame] = field(init=False, default_factory=list)
    diverged: Diverged | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        s = self.settings
        self.objective = objective_for(self.hand, factor=s.factor)
        X = embed(self.hand.words, s.d_model, seed=s.seed, positions=s.positions)
        self._kept = frame_numbers(s.steps, len(self.hand), s.heads)
        self._steps = fit(X, self.objective, s, np.random.default_rng(s.seed))
        self.last: Step = next(self._steps)
        self._remember(self.last)

    @property
    def number(self) -> int:
        """The number of the last step."""
        return self.last.number

    @property
    def learned(self) -> bool:
        """Whether the loss is as good as at its floor."""
        return self.gap < ENOUGH

    @property
    def finished(self) -> bool:
        """Whether no further step will come: the table is learned, all steps are done, or the loss is no longer a number."""
        return self.learned or self.diverged is not None or self.number >= self.settings.steps

    @property
    def diverging(self) -> bool:
        """Whether the loss has risen well above that of the first step."""
        return self.diverged is not None or self.last.loss > WORSE * self.losses[0] + 0.1

    @property
    def gap(self) -> float:
        """Loss above the floor, in nats."""
        return self.last.loss - self.objective.floor

    @property
    def film(self) -> list[Frame]:
        """The remembered steps, and the last one."""
        return self.frames if self.frames[-1].number == self.number else [*self.frames, frame_of(self.last)]

    @property
    def curve(self) -> Curve:
        """The losses so far."""
        return Curve(self.settings, tuple(sampled(self.losses)))

    def advance(self, steps: int, *, seconds: float = math.inf) -> None:
        """Take up to so many steps, for about so long; stops early once it is finished.

        Of several visitors' runs one at a time goes on (attention/limits/turns.py).
        """
        with turn():
            until = time.monotonic() + seconds
            if self.finished:
                return
            try:
                for step in islice(self._steps, max(0, min(steps, self.settings.steps - self.number))):
                    self.last = step
                    self._remember(step)
                    if self.learned or time.monotonic() > until:
                        break
            except Diverged as error:
                self.diverged = error

    def fitted(self) -> Fitted:
        """The outcome of the run, to be kept as a weight source or in a file."""
        last = self.last
        return Fitted(self.settings, last.W_Q, last.W_K, last.number, last.loss, self.objective.floor, self.hand.words)

    def _remember(self, step: Step) -> None:
        self.losses.append(step.loss)
        if self.frames and (before := self.frames[-1]).traced and before.number == step.number - 1:
            self.frames[-1] = replace(before, traced=replace(before.traced, after=step.scores))
        if step.number in self._kept:
            self.frames.append(frame_of(step))


def frame_of(step: Step) -> Frame:
    """What a film keeps of a step."""
    few = len(step.table) <= MAX_TRACED_WORDS
    return Frame(step.number, step.loss, step.table, traced_back(step) if few else None)


def traced_back(step: Step) -> Traced:
    """The way back from the loss to W_Q and W_K, as the step's own gradients tell it.

    ∂loss/∂W_Q = Σᵢⱼ xᵢ ⊗ δᵢⱼ·kⱼ and ∂loss/∂W_K = Σᵢⱼ xⱼ ⊗ δᵢⱼ·qᵢ, with δ = ∂loss/∂(q·k): a cell's part is as large as |δᵢⱼ| times
    the lengths of its two vectors.
    """
    x, q, k = (np.linalg.norm(vectors, axis=-1) for vectors in (step.X, step.cache.Q, step.cache.K))
    size = np.abs(step.d_scores)
    to_W_Q, to_W_K = size * x[:, None] * k[:, None, :], size * x * q[:, :, None]
    return Traced(step.scores, step.d_scores, step.d_W_Q, step.d_W_K, to_W_Q, to_W_K)


def frame_numbers(steps: int, n: int, heads: int = 1) -> frozenset[int]:
    """The steps that a film of `steps` steps between n words keeps: 0, 1, 2, 3, 5, 8, 13 … and the last, since most happens at
    the beginning. Where that would be too many cells, some of them."""
    numbers, following = [0, 1], 2
    while following < steps:
        numbers.append(following)
        following = sum(numbers[-2:])
    numbers = [number for number in numbers if number < steps] + [steps]
    most = max(FEWEST_FRAMES, MAX_FRAME_CELLS // max(n * n * heads, 1))
    places = np.linspace(0, len(numbers) - 1, min(most, len(numbers)))
    return frozenset(numbers[round(float(place))] for place in places)


def sampled(losses: Sequence[float], most: int = 300) -> list[tuple[int, float]]:
    """Step numbers and losses for a curve of at most so many points, including the first and the last; the first ones all, since
    most happens there."""
    last = len(losses) - 1
    first = min(last + 1, most // 3)
    rest = np.linspace(first, last, most - first if last >= first else 0)
    numbers = sorted({*range(first), *(round(float(x)) for x in rest)})
    return [(i, losses[i]) for i in numbers]


def with_curve(curves: tuple[Curve, ...], run: Run) -> tuple[Curve, ...]:
    """The curves of earlier runs with that of this one, in the place of one of the same settings; the oldest go."""
    if not run.number:
        return curves
    known = {curve.settings: curve for curve in curves} | {run.settings: run.curve}
    return tuple(known.values())[-MAX_CURVES:]


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
