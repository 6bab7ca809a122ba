"""A whole run: in order, on several processes, broken off and gone on, in bounded memory."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from attention.corpus import run
from attention.corpus.lines import BATCH_LINES
from attention.corpus.parts import Counts, Parts, write_whole
from attention.corpus.progress import Progress
from attention.corpus.rows import Asked
from attention.errors import FileError, FileProblem

ROOT = Path(__file__).parents[2]
ASKED = Asked("random")
BATCHES = 5
MANY = 7 * BATCH_LINES
MAX_MEGABYTES = 400


def sentences(number: int) -> str:
    """So many, one a line, no two alike: those that came with the recipes, one or two of them."""
    tables = sorted((ROOT / "recipes" / "data" / "tables").glob("*.txt"))
    blocks = [block for path in tables for block in path.read_text(encoding="utf-8").strip().split("\n\n")]
    own = ["".join(block.splitlines()[1].split()) for block in blocks]
    return "".join(f"{own[i % len(own)]}{own[i // len(own)] if i >= len(own) else ''}\n" for i in range(number))


@pytest.fixture
def given(tmp_path: Path) -> Path:
    path = tmp_path / "sentences.txt"
    path.write_text("".join(f"我去{i}\n" for i in range((BATCHES - 1) * BATCH_LINES + 7)), encoding="utf-8")
    return path


def write(given: Path, output: Path | None, asked: Asked = ASKED, out: Any = None) -> Counts:
    with given.open("rb") as file:
        return run.write_tables(file, asked, output, out, processes=1, progress=Progress(None))


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The first lines of the batches that are computed."""
    seen: list[int] = []
    work = run.work

    def noted(task: run.Task) -> run.Finished:
        seen.append(task.lines[0].number)
        return work(task)

    monkeypatch.setattr(run, "work", noted)
    return seen


@pytest.mark.parametrize("name", ["x.parquet", "x.jsonl"])
def test_broken_off_it_goes_on_and_the_rows_are_the_same(
    name: str, given: Path, tmp_path: Path, computed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(given, tmp_path / f"whole-{name}")
    assert len(computed) == BATCHES
    computed.clear()
    output = tmp_path / name

    def failing(path: Path, data: bytes) -> None:
        if len(computed) == 3:
            path.with_name("half").write_bytes(data[:100])
            raise OSError("the disk is full")
        write_whole(path, data)

    monkeypatch.setattr(run, "write_whole", failing)
    with pytest.raises(OSError, match="disk is full"):
        write(given, output)
    monkeypatch.setattr(run, "write_whole", write_whole)
    assert not output.exists()
    del computed[:]
    assert write(given, output).sentences == (BATCHES - 1) * BATCH_LINES + 7
    assert len(computed) == BATCHES - 2
    assert output.read_bytes() == (tmp_path / f"whole-{name}").read_bytes()
    assert not (tmp_path / f"{name}.parts").exists()


def test_other_options_and_another_file_begin_anew(
    given: Path, tmp_path: Path, computed: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "x.jsonl"

    def unjoined(*_: Any) -> None:
        raise OSError("before the end")

    join = Parts.join
    monkeypatch.setattr(Parts, "join", unjoined)
    with pytest.raises(OSError, match="before the end"):
        write(given, output)
    changed = given.read_text(encoding="utf-8").replace("我去7\n", "他去7\n", 1)
    given.write_text(changed, encoding="utf-8")
    computed.clear()
    with pytest.raises(OSError, match="before the end"):
        write(given, output)
    assert computed == [1]
    computed.clear()
    monkeypatch.setattr(Parts, "join", join)
    write(given, output, Asked("random", seed=1))
    assert len(computed) == BATCHES
    rows = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    assert {row["source"]["seed"] for row in rows} == {1}
    assert [row["line"] for row in rows] == list(range(1, len(rows) + 1))
    assert rows[7]["text"] == "他去7"


def test_sentences_without_a_table_do_not_stop_it(tmp_path: Path) -> None:
    given, out = tmp_path / "s.txt", io.BytesIO()
    given.write_bytes("我去\n\xff\n\u200b\n他走\n".encode("utf-8").replace("\xff".encode(), b"\xff"))
    assert write(given, None, out=out) == Counts(4, 2, 0)
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [row.get("error") for row in rows] == [None, "not text in utf-8", "the text has no visible character", None]


@pytest.mark.parametrize(("data", "problem"), [(b"\n \n", FileProblem.EMPTY), (b"\xff\n\xfe\n", FileProblem.KIND)])
def test_no_sentence_at_all_is_refused(data: bytes, problem: FileProblem, tmp_path: Path) -> None:
    (tmp_path / "s.txt").write_bytes(data)
    with pytest.raises(FileError) as refused:
        write(tmp_path / "s.txt", tmp_path / "x.parquet")
    assert refused.value.problem is problem


# As processes


def command(given: Path, output: Path | str, *more: str) -> list[str]:
    return [sys.executable, "-m", "attention", "--file", str(given), "-o", str(output), "--processes", "2", *more]


@pytest.fixture
def many(tmp_path: Path) -> Path:
    path = tmp_path / "many.txt"
    path.write_text(sentences(MANY), encoding="utf-8")
    return path


def descendants(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children]


def gone(pid: int) -> bool:
    try:
        return " Z " in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True


def until(true: Any, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="processes are looked at through /proc")
def test_killed_and_gone_on_with_it_has_the_rows_of_one_process(many: Path, tmp_path: Path) -> None:
    output, alone = tmp_path / "x.parquet", tmp_path / "alone.parquet"
    parts = tmp_path / "x.parquet.parts"
    going = subprocess.Popen(command(many, output), cwd=ROOT)
    until(lambda: len(list(parts.glob("*.parquet"))) >= 3)
    workers = descendants(going.pid)
    os.kill(going.pid, signal.SIGKILL)
    going.wait()
    until(lambda: all(map(gone, workers)), 10)
    assert len(workers) == 2
    assert not output.exists()
    before = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.parquet")}
    again = subprocess.Popen(command(many, output), cwd=ROOT)
    until(lambda: len(list(parts.glob("*.parquet"))) > len(before) or again.poll() is not None)
    kept = {path.name: path.stat().st_mtime_ns for path in parts.glob("*.parquet") if path.name in before}
    assert again.wait() == 0
    assert kept in (before, {})
    subprocess.run([*command(many, alone), "--processes", "1"], cwd=ROOT, check=True)
    rows = pq.read_table(output)
    assert rows.equals(pq.read_table(alone))
    assert rows["line"].to_pylist() == list(range(1, MANY + 1))
    assert not parts.exists()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory is read from /proc")
def test_memory_is_bounded_whatever_the_sentences(tmp_path: Path) -> None:
    """All processes together, pages that they share counted once; long sentences take most."""
    given = tmp_path / "long.txt"
    given.write_text("".join(f"{i}{line.strip() * 40}\n" for i, line in enumerate(sentences(150).splitlines())))
    going = subprocess.Popen(command(given, tmp_path / "x.parquet"), cwd=ROOT)
    highest = max(megabytes(going))
    assert going.returncode == 0
    assert pq.ParquetFile(tmp_path / "x.parquet").metadata.num_rows == 150
    assert 100 < highest < MAX_MEGABYTES


def megabytes(process: subprocess.Popen) -> Iterator[float]:
    while process.poll() is None:
        total = 0
        try:
            for pid in (process.pid, *descendants(process.pid)):
                found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
                total += int(found[1]) if found else 0
        except OSError:  # one has ended
            continue
        yield total / 1000
        time.sleep(0.05)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="processes are looked at through /proc")
def test_a_process_that_is_killed_is_said_and_the_same_command_goes_on(many: Path, tmp_path: Path) -> None:
    output = tmp_path / "x.jsonl"
    going = subprocess.Popen(command(many, output), cwd=ROOT, stderr=subprocess.PIPE)
    until(lambda: len(list((tmp_path / "x.jsonl.parts").glob("*.jsonl"))) >= 2)
    os.kill(descendants(going.pid)[0], signal.SIGKILL)
    _, said = going.communicate()
    assert (going.returncode, said) == (2, b"attention: a process was killed; the same command goes on from there\n")
    assert subprocess.run(command(many, output), cwd=ROOT).returncode == 0
    assert len(output.read_bytes().splitlines()) == MANY
