"""CPU time of the syntax model on one thread: the six tables of a sentence, in numpy, beside PyTorch where it is installed.

python benchmarks/syntax_speed.py
"""

# ruff: noqa: E402 (numpy reads the number of threads when it is imported)

from __future__ import annotations

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from attention.models import syntax

LENGTHS = (7, 20, 50, 200)
WORDS = "我 喜欢 在 周末 去 公园 散步 老师 把 作业 发给 了 学生 因为 下雨 所以 我们 教室 里 看书".split()


def cpu_ms(work: Callable[[], object], *, times: int = 101) -> float:
    """Median CPU time of a call in ms, after ten calls that do not count."""
    for _ in range(10):
        work()
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return statistics.median(spent) * 1000


def sentence(n: int) -> list[str]:
    return [WORDS[i % len(WORDS)] for i in range(n)]


def in_torch(model: syntax.SyntaxModel) -> Callable[[list[str]], object] | None:
    """The same arithmetic with torch, word vectors included; None where torch is not installed."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(1)
    a = {name: torch.from_numpy(np.array(array)) for name, array in model.arrays.items()}
    layers = model.card["config"]["layers"]

    def norm(x: torch.Tensor, gain: str, bias: str) -> torch.Tensor:
        return torch.nn.functional.layer_norm(x, x.shape[-1:], a[gain], a[bias])

    def run(words: list[str]) -> object:
        vectors = torch.from_numpy(model.word_vectors(words))
        x = torch.cat([a["start"], vectors @ a["W_in"]])
        x = norm(x + a["P"][: len(x)] if len(x) <= len(a["P"]) else x, "in_gain", "in_bias")
        for i in range(layers):
            y = norm(x, f"gain_{i}", f"bias_{i}") if i else x
            zero = torch.zeros_like(y[:1])
            three = torch.cat([torch.cat([zero, y[:-1]]), y, torch.cat([y[1:], zero])], dim=1)
            x = x + torch.relu(three @ a[f"W_{i}"] + a[f"b_{i}"])
        X = norm(x, "out_gain", "out_bias")[1:]
        hidden = torch.eye(len(X), dtype=torch.bool)
        found = []
        for name in syntax.HEADS:
            Q, K, V = (X @ a[f"{W}_{name}"] for W in ("W_Q", "W_K", "W_V"))
            weights = torch.softmax((Q @ K.T / K.shape[1] ** 0.5).masked_fill(hidden, -torch.inf), dim=-1)
            found.append((weights, weights @ V))
        return found

    def without_gradients(words: list[str]) -> object:
        with torch.inference_mode():
            return run(words)

    return without_gradients


def main() -> None:
    load = cpu_ms(syntax.load, times=11)
    model = syntax.load()
    torch_run = in_torch(model)
    print(f"load, checks and sha256 included: {load:.0f} ms")
    print("| words | numpy, ms | PyTorch, ms |\n|---|---|---|")
    for n in LENGTHS:
        words = sentence(n)
        theirs = f"{cpu_ms(partial(torch_run, words)):.2f}" if torch_run else "not installed"
        print(f"| {n} | {cpu_ms(partial(model.traces, words)):.2f} | {theirs} |")


if __name__ == "__main__":
    main()
