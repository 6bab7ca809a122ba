"""How much of a word is left: a recurrent network's memory fades with each step, attention's weight does not.

The network (Elman 1990): h_t = tanh(W·h_{t−1} + U·x_t), untrained: W is `strength` times a random orthogonal matrix.
Its memory of word i at the end is how strongly the last state answers to what came in at word i: the size of ∂h_n/∂a_i
with a_t = W·h_{t−1} + U·x_t. That it shrinks step by step is the vanishing gradient (Bengio, Simard and Frasconi 1994).

Attention's output is Σ w_i·v_i, so ∂output/∂v_i = w_i times the identity: measured in the same way, its memory of word i is
the weight itself.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attention.types import Floats

INPUT = 0.5
"""Standard deviation of what a word adds to each unit: small enough for tanh to stay near its steep middle."""


@dataclass(frozen=True, eq=False)
class Network:
    """W (d, d), U (d_model, d)."""

    W: Floats
    U: Floats


def random_network(strength: float, *, d_model: int = 32, d: int = 32, seed: int = 0) -> Network:
    """A network whose W neither stretches nor shrinks any direction but by `strength`."""
    rng = np.random.default_rng(seed)
    orthogonal, _ = np.linalg.qr(rng.standard_normal((d, d)))
    return Network(strength * orthogonal, rng.standard_normal((d_model, d)) * INPUT / np.sqrt(d_model))


def states(net: Network, X: Floats) -> Floats:
    """X (n, d_model) → h (n, d), one state after each word; the state before the first word is 0."""
    h, found = np.zeros(len(net.W)), []
    for x in X:
        h = np.tanh(net.W @ h + x @ net.U)
        found.append(h)
    return np.array(found).reshape(len(X), len(net.W))


def memory(net: Network, X: Floats) -> Floats:
    """(n,): for each word, the size of ∂h_n/∂a_i, as ‖·‖_F/√d, which is 1 for the identity."""
    slopes = 1 - states(net, X) ** 2
    answer = np.eye(len(net.W))
    sizes = np.zeros(len(X))
    for i in reversed(range(len(X))):
        answer = answer * slopes[i]
        sizes[i] = np.linalg.norm(answer) / np.sqrt(len(net.W))
        answer = answer @ net.W
    return sizes
