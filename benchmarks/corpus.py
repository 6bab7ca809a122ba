"""Many sentences into Parquet: two processes against one, the memory of both together; two workers of Dask against one."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import attention
from benchmarks import Result
from benchmarks.browser import ROOT

SENTENCES = 40_000
DASK_SENTENCES = 20_000
PARTITIONS = 40


def sentences(number: int) -> list[str]:
    """Those that were written for the recipes, each with a number, so that no two are alike."""
    tables = sorted((ROOT / "recipes" / "data" / "tables").glob("*.txt"))
    blocks = [block for path in tables for block in path.read_text(encoding="utf-8").strip().split("\n\n")]
    own = ["".join(block.splitlines()[1].split()) for block in blocks]
    return [f"{own[i % len(own)]}{i}" for i in range(number)]


def from_command_line(given: Path, processes: int) -> tuple[float, float]:
    """Seconds, and the highest MB of all processes together; pages that they share count once."""
    command = [sys.executable, "-m", "attention", "--file", str(given), "--processes", str(processes)]
    start, highest = time.perf_counter(), 0.0
    quiet = subprocess.DEVNULL
    going = subprocess.Popen([*command, "-o", str(given.with_suffix(".parquet"))], cwd=ROOT, stderr=quiet)
    while going.poll() is None:
        highest = max(highest, megabytes(going.pid))
        time.sleep(0.2)
    if going.returncode:
        raise RuntimeError(f"the command line ended with {going.returncode}")
    return time.perf_counter() - start, highest


def megabytes(pid: int) -> float:
    """Of a process and its children; 0 where one has just ended."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        rolled = [Path(f"/proc/{one}/smaps_rollup").read_text() for one in (pid, *children)]
    except OSError:
        return 0.0
    return sum(int(size) for text in rolled for size in re.findall(r"^Pss:\s+(\d+)", text, re.MULTILINE)) / 1000


def on_workers(workers: int) -> float:
    """Seconds for DASK_SENTENCES on so many workers that have loaded everything."""
    import dask.dataframe
    import pandas as pd
    from distributed import Client, LocalCluster

    texts = pd.DataFrame({"text": sentences(DASK_SENTENCES)})
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        client.run(loaded)
        start = time.perf_counter()
        rows: Any = attention.on_dask(dask.dataframe.from_pandas(texts, npartitions=PARTITIONS)).persist()
        if len(rows) != DASK_SENTENCES:
            raise RuntimeError("rows are missing")
        return time.perf_counter() - start


def loaded() -> None:
    attention.table("我去公园")


def measure() -> list[Result]:
    with tempfile.TemporaryDirectory() as folder:
        given = Path(folder) / "sentences.txt"
        given.write_text("".join(f"{line}\n" for line in sentences(SENTENCES)), encoding="utf-8")
        seconds, memory = zip(*(from_command_line(given, processes) for processes in (1, 2)), strict=True)
    alone, both = (on_workers(workers) for workers in (1, 2))
    faster = Result(
        f"{SENTENCES:,} sentences, two processes against one", f"{seconds[0] / seconds[1]:.2f} ×", "≥ 1.8 ×",
        per_second(SENTENCES, *seconds),
    )  # fmt: skip
    held = Result("memory of one, of two processes", f"{memory[0]:.0f}, {memory[1]:.0f} MB", "≤ 400 MB")
    on_dask = Result(
        f"{DASK_SENTENCES:,} sentences, two workers of Dask against one", f"{alone / both:.2f} ×", "≥ 1.8 ×",
        per_second(DASK_SENTENCES, alone, both),
    )  # fmt: skip
    return [faster, held, on_dask]


def per_second(number: int, alone: float, both: float) -> str:
    return f"{number / alone:,.0f} and {number / both:,.0f} a second"
