"""Sentences from a file of any size, one a line, read as a stream and put together into batches."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO

from attention.errors import FileError
from attention.reading.files import decode_strictly, encoding_of
from attention.words.segment import MAX_WORDS

LONGEST_LINE = 1_000_000
"""Bytes of a line; a longer one is no sentence."""
QUOTED = 200
"""Characters that are kept of a line which cannot be read."""
BATCH_LINES = 512
"""Sentences that are computed and written together."""
MAX_BATCH_CELLS = 1_000_000
"""And cells that their tables have at most, so that long sentences take no more memory than short ones."""


@dataclass(frozen=True)
class Line:
    """number: from 1. error: why it cannot be read as a sentence, in English. end: the bytes of the file up to here."""

    number: int
    text: str
    error: str = ""
    end: int = 0


def read_lines(file: IO[bytes]) -> Iterator[Line]:
    """The lines of a file but the blank ones. One that is no text, or too long, comes with the reason.

    What a file's or a stream's beginning is written in holds for all of it: UTF-8, GB 18030, or UTF-16 with its mark. A single
    short line of GBK can pass for UTF-8.
    """
    encoding = encoding_of(file.peek() if isinstance(file, io.BufferedReader) else b"")
    if encoding == "utf-16":
        yield from wide_lines(file)
        return
    number = end = 0
    while data := file.readline(LONGEST_LINE + 1):
        number, end = number + 1, end + len(data)
        if len(data) <= LONGEST_LINE:
            line = decoded(number, data, encoding, end)
        else:
            start = data[:QUOTED]
            while data and not data.endswith(b"\n"):
                end += len(data := file.readline(LONGEST_LINE))
            line = Line(number, start.decode("utf-8", "ignore"), f"longer than {LONGEST_LINE} bytes", end)
        if line.error or line.text:
            yield line


def wide_lines(file: IO[bytes]) -> Iterator[Line]:
    """The lines of UTF-16, whose line ends are no single bytes; what is no character in it becomes U+FFFD."""
    end, wide = 0, io.TextIOWrapper(file, "utf-16", "replace")
    for number, text in enumerate(wide, 1):
        end += 2 * len(text)
        if text := text.replace("\0", "\ufffd").strip():
            yield Line(number, text, end=end)
    wide.detach()


def decoded(number: int, data: bytes, encoding: str, end: int) -> Line:
    """A line from its bytes."""
    try:
        return Line(number, decode_strictly("", data, encoding).strip(), end=end)
    except FileError as error:
        return Line(number, data.decode("utf-8", "replace").replace("\0", "\ufffd").strip()[:QUOTED], error.reason, end)


def batched(lines: Iterable[Line], most: int = BATCH_LINES) -> Iterator[list[Line]]:
    """The lines in lists of `most`, or fewer where they are long; always the same for the same lines."""
    batch: list[Line] = []
    cells = 0
    for line in lines:
        size = min(len(line.text), MAX_WORDS) ** 2
        if batch and cells + size > MAX_BATCH_CELLS:
            yield batch
            batch, cells = [], 0
        batch.append(line)
        cells += size
        if len(batch) == most:
            yield batch
            batch, cells = [], 0
    if batch:
        yield batch
