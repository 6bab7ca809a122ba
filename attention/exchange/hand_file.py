"""A hand table from a file, CSV or JSON."""

from __future__ import annotations

import codecs
from pathlib import Path

from attention.errors import FileError, FileProblem
from attention.exchange.table_csv import read_hand_csv
from attention.exchange.table_json import HandFile, read_hand_json
from attention.reading.files import MAX_FILE_BYTES, refusing_file
from attention.reading.workbook import refuse_workbook
from attention.types import HandTable

MAX_CSV = 4_000_000
"""Bytes."""
MAX_CSV_CELLS = 400_000
"""And ends of lines: a spreadsheet may add thousands of empty ones."""


def read_hand(name: str, data: bytes) -> HandTable:
    """The hand table in a file, CSV or JSON, whatever the file's name says. Raises FileError."""
    return read_hand_file(name, data).hand


def read_hand_file(name: str, data: bytes, *, or_weights: bool = False) -> HandFile:
    """The same with the sentence and a class's own words, where the file has them. or_weights: as in read_hand_json."""
    with refusing_file(name):
        refuse_workbook(name, data)
    start = data[:1000].removeprefix(codecs.BOM_UTF8).lstrip()[:1]
    if start in (b"{", b"["):
        return read_hand_json(name, data, or_weights=or_weights)
    with refusing_file(name):
        require_affordable(name, data)
        return read_hand_csv(name, data)


def require_affordable(name: str, data: bytes) -> None:
    """Check the size before any cell is built: 257 rows of 257 cells take 1.5 MB with all their digits, twice that in UTF-16.

    Raises FileError.
    """
    if len(data) > MAX_CSV:
        raise FileError(name, f"larger than {MAX_CSV} bytes", problem=FileProblem.LARGE, found=f"{MAX_CSV:,}")
    if (cells := sum(map(data.count, (b",", b";", b"\t", b"\n", b"\r")))) > MAX_CSV_CELLS:
        raise FileError(name, f"{cells} cells", problem=FileProblem.MANY, found=f"{cells:,}")


def load_hand(path: Path) -> HandTable:
    """As `read_hand`, from a path. Raises FileError also if there is no such file."""
    return read_hand(path.name, read_bytes(path))


def load_compared(path: Path) -> HandTable:
    """As `load_hand`; where the file is a computed table without a hand table, its weights. Raises FileError."""
    return read_hand_file(path.name, read_bytes(path), or_weights=True).hand


def read_bytes(path: Path) -> bytes:
    """The bytes of a file that is not too large. Raises FileError."""
    try:
        with path.open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise FileError(path.name, error.strerror or str(error), problem=FileProblem.MISSING) from error
