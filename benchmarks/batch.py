"""1,000 sentences, cut already: their tables one by one, and in batches of one length. CPU time on one thread."""

# ruff: noqa: E402 (numpy reads the number of threads when it is imported)

from __future__ import annotations

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import time
from collections.abc import Callable, Sequence

import numpy as np

from attention.sources.registry import compute, compute_many
from attention.sources.source import Request
from attention.sources.table import AttentionTable
from benchmarks import Result

SENTENCES = 1000
LENGTHS = (4, 25)
TIMES = 3
WORDS = "我 喜欢 在 周末 去 公园 散步 老师 把 作业 发给 了 学生 ， 因为 下雨 所以 我们 教室 里 看书 。".split()
SOURCES: tuple[str, ...] = ("syntax", "random")


def sentences() -> list[Request]:
    rng = np.random.default_rng(0)
    lengths = rng.integers(*LENGTHS, size=SENTENCES)
    return [Request(tuple(str(word) for word in rng.choice(WORDS, n))) for n in lengths]


def cpu_seconds(work: Callable[[], Sequence[AttentionTable]]) -> tuple[float, Sequence[AttentionTable]]:
    """The shortest of a few runs, and what they give."""
    spent = []
    for _ in range(TIMES):
        start = time.process_time()
        found = work()
        spent.append(time.process_time() - start)
    return min(spent), found


def compared(source: str, requests: list[Request]) -> Result:
    compute(source, requests[0])  # the model is loaded
    slow, one_by_one = cpu_seconds(lambda: [compute(source, request) for request in requests])
    fast, many = cpu_seconds(lambda: compute_many(source, requests))
    apart = max(float(np.abs(a.weights - b.weights).max()) for a, b in zip(one_by_one, many, strict=True))
    note = f"{slow:.2f} s one by one, {fast:.2f} s in batches; largest difference of a weight {apart:.0e}"
    return Result(f"{SENTENCES:,} sentences, {source}", f"{slow / fast:.1f} times as fast", "faster", note)


def measure() -> list[Result]:
    requests = sentences()
    return [compared(source, requests) for source in SOURCES]
