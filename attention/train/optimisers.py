"""Gradient steps as pure functions: (state, parameters, gradient) → (new state, new parameters). All arrays are flat, (p,).

Adam after Kingma & Ba (2015), algorithm 1, with its usual β₁ = 0.9, β₂ = 0.999, ε = 1e-8.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from attention.types import Floats

Update = Callable[[Any, Floats, Floats], tuple[Any, Floats]]


@dataclass(frozen=True)
class AdamState:
    """How many steps were taken, and the running means (p,) of the gradient and of its square."""

    step: int
    mean: Floats
    square: Floats


def sgd(learning_rate: float) -> Update:
    """θ ← θ − η·g; keeps no state."""

    def update(state: None, theta: Floats, gradient: Floats) -> tuple[None, Floats]:
        return None, theta - learning_rate * gradient

    return update


def momentum(learning_rate: float, decay: float = 0.9) -> Update:
    """v ← decay·v + g; θ ← θ − η·v. The state is v, None before the first step."""

    def update(velocity: Floats | None, theta: Floats, gradient: Floats) -> tuple[Floats, Floats]:
        velocity = gradient if velocity is None else decay * velocity + gradient
        return velocity, theta - learning_rate * velocity

    return update


def adam(learning_rate: float, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8) -> Update:
    """Steps of about η in every direction, whatever the gradient's size. The state is None before the first step."""

    def update(state: AdamState | None, theta: Floats, gradient: Floats) -> tuple[AdamState, Floats]:
        if state is None:
            state = AdamState(0, np.zeros_like(theta), np.zeros_like(theta))
        t = state.step + 1
        mean = beta1 * state.mean + (1 - beta1) * gradient
        square = beta2 * state.square + (1 - beta2) * (gradient * gradient)
        rate = learning_rate * (1 - beta2**t) ** 0.5 / (1 - beta1**t)
        return AdamState(t, mean, square), theta - rate * mean / (np.sqrt(square) + epsilon * (1 - beta2**t) ** 0.5)

    return update


OPTIMISERS: dict[str, Callable[..., Update]] = {"adam": adam, "momentum": momentum, "sgd": sgd}
