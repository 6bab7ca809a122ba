"""The network's memory is a derivative, and fades; attention's is the weight."""

from __future__ import annotations

import numpy as np
import pytest

from attention.experiments.memory import memory, random_network, states
from attention.models.untrained import embed
from tests.experiments.traces import WORDS, trace


def last_state(W: np.ndarray, inputs: np.ndarray) -> np.ndarray:
    h = np.zeros(len(W))
    for a in inputs:
        h = np.tanh(W @ h + a)
    return h


@pytest.mark.parametrize("strength", [0.5, 0.9, 1.2])
def test_the_memory_is_the_derivative_by_finite_differences(strength: float) -> None:
    X, net = embed(WORDS), random_network(strength)
    inputs, step = X @ net.U, 1e-6
    assert states(net, X)[-1] == pytest.approx(last_state(net.W, inputs))
    for i, size in enumerate(memory(net, X)):
        columns = []
        for unit in range(len(net.W)):
            moved = [inputs.copy(), inputs.copy()]
            moved[0][i, unit] += step
            moved[1][i, unit] -= step
            columns.append((last_state(net.W, moved[0]) - last_state(net.W, moved[1])) / (2 * step))
        assert np.linalg.norm(columns) / np.sqrt(len(net.W)) == pytest.approx(size, rel=1e-5)


def test_the_further_back_the_fainter() -> None:
    sizes = memory(random_network(0.9), embed(WORDS * 6))
    assert (np.diff(sizes) > 0).all()
    assert sizes[-1] > 0.5
    assert sizes[0] < 1e-6 < 0.01 < sizes[-10]


def test_a_stronger_network_remembers_longer() -> None:
    first = [memory(random_network(s), embed(WORDS))[0] for s in (0.5, 0.9, 1.2)]
    assert first[0] < first[1] / 10 < first[2] / 10


def test_attention_measured_in_the_same_way_is_the_weight() -> None:
    before, step = trace(), 1e-6
    i, j = 6, 1
    V = before.V.copy()
    V[j, 0] += step
    moved = (before.weights[i] @ V - before.output[i]) / step
    assert moved[0] == pytest.approx(before.weights[i, j], abs=1e-8)
    assert np.abs(moved[1:]).max() < 1e-9


def test_one_word_and_the_most_words() -> None:
    assert memory(random_network(0.9), embed(("我",))).shape == (1,)
    assert np.isfinite(memory(random_network(1.5), embed(WORDS * 36))).all()
