"""No refused file costs more memory than three times its own size and 64 MB, whichever reader it is given to."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.conftest import CASES
from tests.fuzz.costly import READERS, Cost

MEGABYTES = 40 if CASES >= 100 else 4


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="the peak can be set back on Linux only")
def test_what_a_refused_file_costs() -> None:
    """In a process of its own, whose peak is nobody else's."""
    code = [sys.executable, "-m", "tests.fuzz.costly", str(MEGABYTES)]
    root = Path(__file__).parents[2]
    done = subprocess.run(code, cwd=root, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, done.stderr
    found = [Cost(*json.loads(line)) for line in done.stdout.splitlines()]
    assert {cost.reader for cost in found} == set(READERS)
    assert sum(cost.refused for cost in found) > 100
    assert [cost for cost in found if not cost.fits] == []
