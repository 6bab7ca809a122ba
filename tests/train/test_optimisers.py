"""Gradient steps, as in the papers, by hand, and as PyTorch takes them where it is installed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from attention.train import OPTIMISERS, adam, momentum, sgd
from attention.train.optimisers import Update
from attention.types import Floats

RNG = np.random.default_rng(0)
THETA = RNG.normal(size=4)
GRADIENTS = [RNG.normal(size=4) * 10.0**k for k in (0, -3, 3, 0, -8, 1)]


def path(update: Update) -> list[Floats]:
    state, theta, places = None, THETA, []
    for gradient in GRADIENTS:
        state, theta = update(state, theta, gradient)
        places.append(theta)
    return places


def test_gradient_descent() -> None:
    np.testing.assert_allclose(path(sgd(0.1)), THETA - 0.1 * np.cumsum(GRADIENTS, axis=0))


def test_momentum_by_hand() -> None:
    _, theta = momentum(0.5, decay=0.8)(None, np.array([1.0]), np.array([2.0]))
    assert theta == pytest.approx([0.0])
    velocity, theta = momentum(0.5, decay=0.8)(np.array([2.0]), theta, np.array([-1.0]))
    assert velocity == pytest.approx([0.6])
    assert theta == pytest.approx([-0.3])


def test_adam_is_algorithm_1_of_the_paper() -> None:
    m, v, theta, wanted = np.zeros(4), np.zeros(4), THETA, []
    for t, g in enumerate(GRADIENTS, 1):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g**2
        m_hat, v_hat = m / (1 - 0.9**t), v / (1 - 0.999**t)
        theta = theta - 0.03 * m_hat / (np.sqrt(v_hat) + 1e-8)
        wanted.append(theta)
    np.testing.assert_allclose(path(adam(0.03)), wanted, rtol=1e-10)


@pytest.mark.parametrize("size", [1e-4, 1.0, 1e6])
def test_the_first_step_of_adam_is_the_learning_rate_whatever_the_gradients_size(size: float) -> None:
    _, theta = adam(0.03)(None, np.zeros(2), np.array([size, -size]))
    np.testing.assert_allclose(theta, [-0.03, 0.03], rtol=1e-3)


@pytest.mark.parametrize("name", OPTIMISERS)
def test_a_step_changes_nothing_that_it_was_given(name: str) -> None:
    update = OPTIMISERS[name](0.1)
    state, theta = update(None, THETA, GRADIENTS[0])
    given = (
        [theta, GRADIENTS[1], *(x for x in vars(state).values() if isinstance(x, np.ndarray))]
        if name == "adam"
        else [theta]
    )
    before = [array.copy() for array in given]
    one, again = (update(state, theta, GRADIENTS[1])[1] for _ in range(2))
    np.testing.assert_array_equal(one, again)
    for array, kept in zip(given, before, strict=True):
        np.testing.assert_array_equal(array, kept)


@pytest.mark.parametrize("name", OPTIMISERS)
def test_every_optimiser_finds_the_bottom_of_a_bowl(name: str) -> None:
    update, state, theta = OPTIMISERS[name](0.05), None, np.array([3.0, -2.0])
    for _ in range(500):
        state, theta = update(state, theta, 2 * (theta - 1))
    np.testing.assert_allclose(theta, 1, atol=0.01)


def test_every_optimiser_against_pytorch(torch: Any) -> None:
    makers: dict[str, Any] = {
        "adam": lambda p: torch.optim.Adam(p, lr=0.03),
        "momentum": lambda p: torch.optim.SGD(p, lr=0.03, momentum=0.9),
        "sgd": lambda p: torch.optim.SGD(p, lr=0.03),
    }
    assert makers.keys() == OPTIMISERS.keys()
    for name, maker in makers.items():
        parameter = torch.nn.Parameter(torch.tensor(THETA))
        optimiser, wanted = maker([parameter]), []
        for gradient in GRADIENTS:
            parameter.grad = torch.tensor(gradient)
            optimiser.step()
            wanted.append(parameter.detach().numpy().copy())
        np.testing.assert_allclose(path(OPTIMISERS[name](0.03)), wanted, rtol=1e-9, err_msg=name)
