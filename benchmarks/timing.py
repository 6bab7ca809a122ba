"""CPU time of a piece of work, for benchmarks that run on one thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any


def cpu_ms(work: Callable[[], Any], times: int = 30) -> float:
    """The median of several runs in ms, after one that counts for nothing."""
    work()
    spent = []
    for _ in range(times):
        start = time.process_time()
        work()
        spent.append(1000 * (time.process_time() - start))
    return median(spent)
