"""How many cases of each kind are tried: a few in every run of all tests, `make fuzz` many. FUZZ_CASES and FUZZ_SEED set them.

The cases are made from the seed, so a run can be had again; a case that once broke something stands in the tests as @example.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, seed, settings

CASES = int(os.environ.get("FUZZ_CASES", "10"))
SEED = int(os.environ.get("FUZZ_SEED", "20"))
SLOW = [
    HealthCheck.too_slow,
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
    HealthCheck.function_scoped_fixture,
]


def cases(share: float = 1.0) -> Callable[[Any], Any]:
    """`share` of the cases: less where one takes long, more where it takes nothing."""
    settled = settings(
        max_examples=max(5, round(CASES * share)), deadline=None, database=None, suppress_health_check=SLOW
    )
    return lambda test: pytest.mark.slow(seed(SEED)(settled(test)))
