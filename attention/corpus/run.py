"""A file of sentences becomes a file of tables, on all cores, in bounded memory; broken off, the same command goes on.

The file is read batch by batch (lines.py); a batch is computed by one of several processes, which were split off after
dictionary and model were loaded, so that they share these. No more than two batches a process are under way.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from itertools import chain, islice
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import IO, Any

from attention.corpus.forms import JSON_LINES, PARQUET, Form
from attention.corpus.lines import BATCH_LINES, Line, batched, read_lines
from attention.corpus.parts import Counts, Parts, write_whole
from attention.corpus.progress import Progress
from attention.corpus.rows import Asked, line_tables
from attention.errors import FileError, FileProblem
from attention.words.segment import own_words_line

AHEAD = 2
"""Batches a process that are under way."""


@dataclass(frozen=True)
class Task:
    """A batch to compute; done: it is there already. parts: where it goes; without, its bytes come back."""

    lines: list[Line]
    asked: Asked
    form: Form
    parts: Parts | None = None
    stem: str = ""

    @property
    def done(self) -> Finished | None:
        """What is there of it after an earlier run."""
        found = self.parts.found(self.stem) if self.parts else None
        return Finished(found[1], self.lines[-1].end, path=found[0]) if found else None


@dataclass(frozen=True)
class Finished:
    """A batch: what it has, the bytes of the input up to its end, and its own or the file with them. error: its first."""

    counts: Counts
    end: int
    data: bytes = b""
    path: Path | None = None
    error: str = ""


def work(task: Task) -> Finished:
    """Compute a batch, and write it where it has a place."""
    rows = line_tables(task.lines, task.asked)
    counts = Counts(len(rows), sum(row.made is None for row in rows), sum(row.shortened for row in rows))
    data, end = task.form.write(rows, task.asked), task.lines[-1].end
    error = next((f"line {row.line.number}: {row.error}" for row in rows if row.error), "")
    if task.parts is None:
        return Finished(counts, end, data, error=error)
    write_whole(path := task.parts.path(task.stem, counts), data)
    return Finished(counts, end, path=path, error=error)


def form_of(output: Path | None) -> Form:
    """Parquet for a file whose name ends so, else JSON lines."""
    return PARQUET if output and output.suffix.lower() == PARQUET.ending else JSON_LINES


def write_tables(
    file: IO[bytes], asked: Asked, output: Path | None, out: Any, *, processes: int, progress: Progress
) -> Counts:
    """The tables of a file's sentences into the output, in their order, or as JSON lines onto `out`.

    Raises FileError if there are no sentences or none of them has a table; AttentionError for what would go wrong with any.
    """
    form = form_of(output)
    parts = Parts(output, form) if output else None
    asked, lines = with_named_words(asked, read_lines(file))
    batches = batched(lines, 1 if file.isatty() else BATCH_LINES)
    counts, written, error = Counts(), list[Path](), ""
    for done in in_order(tasks_of(batches, asked, form, parts), asked, processes):
        counts, error = counts + done.counts, error or done.error
        if done.path:
            written.append(done.path)
        else:
            out.write(done.data)
            out.flush()
        progress.show(counts.sentences, done.end)
    progress.end()
    if parts:
        parts.join(written)
    if counts.failed == counts.sentences:
        problem = FileProblem.KIND if counts.failed else FileProblem.EMPTY
        raise FileError(file.name, f"no sentences in it{error and f' ({error})'}", problem=problem)
    return counts


def with_named_words(asked: Asked, lines: Iterator[Line]) -> tuple[Asked, Iterator[Line]]:
    """The same with a class's own words that the first line names, as in a file of sentences on the page, and the other lines."""
    first = list(islice(lines, 1))
    named = own_words_line(first[0].text) if first and not first[0].error else None
    if named is None:
        return asked, chain(first, lines)
    return replace(asked, own_words=(*asked.own_words, *named)), lines


def tasks_of(batches: Iterable[list[Line]], asked: Asked, form: Form, parts: Parts | None) -> Iterator[Task]:
    """A task a batch."""
    for number, lines in enumerate(batches):
        yield Task(lines, asked, form, parts, parts.stem(number, lines, asked) if parts else "")


def in_order(tasks: Iterator[Task], asked: Asked, processes: int) -> Iterator[Finished]:
    """Each task's outcome, in their order. One task alone, or one process, is done here."""
    first = list(islice(tasks, 2))
    tasks = chain(first, tasks)
    if processes == 1 or len(first) < 2:
        yield from (task.done or work(task) for task in tasks)
        return
    first[0].form.write(line_tables([Line(0, "我")], asked), asked)  # loads all that every process needs
    gc.collect()
    gc.freeze()  # so that it stays shared
    try:
        yield from on_processes(tasks, processes)
    except BrokenProcessPool as error:
        raise ChildProcessError("a process was killed; the same command goes on from there") from error
    finally:
        gc.unfreeze()


def on_processes(tasks: Iterator[Task], processes: int) -> Iterator[Finished]:
    """As in_order, on several processes."""
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    going: deque[Future[Finished]] = deque()
    pool = ProcessPoolExecutor(processes, context, initializer=follow_parent)
    try:
        for task in tasks:
            going.append(settled(task.done) if task.done else pool.submit(work, task))
            if len(going) == AHEAD * processes:
                yield going.popleft().result()
        while going:
            yield going.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def settled(done: Finished) -> Future[Finished]:
    """What is there already as something that was waited for."""
    future: Future[Finished] = Future()
    future.set_result(done)
    return future


def follow_parent() -> None:
    """In a process: it ends with the one that it works for, however that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent := multiprocessing.parent_process():
        threading.Thread(target=end_after, args=(parent,), daemon=True).start()


def end_after(parent: BaseProcess) -> None:
    """Wait for the end of the other process."""
    parent.join()
    os._exit(1)
