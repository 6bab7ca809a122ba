"""The rows of numbers of a JSON file as float32, without a Python number for each, which would take eight times the file's size.

Each innermost list of values is read by itself and replaced, in the rest of the file, by a list that holds the row's number.
What remains is small and is read like any JSON.
"""

from __future__ import annotations

import json
import re
from array import array
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from attention.errors import ImportProblem, ImportRefused
from attention.imported.stack import MAX_CELLS
from attention.limits.budget import TooCostly

MAX_ROWS = 250_000
"""24 layers × 16 heads × 512 queries are 196,608."""
LONGEST_ROW = 2_000_000
"""Bytes of one row: 512 keys take some 12,000."""
MAX_REST = 5_000_000
"""Bytes of what is no row: names, words, a text."""
TEXT_OR_LIST = re.compile(rb'["\[]')
VALUES = re.compile(rb'\[\s*+[^\[\]{}"\s][^\[\]{}"]*+\]')
WRITTEN = {None: "null", True: "true", False: "false"}
IN_TEXT = re.compile(rb'\\.|"', re.DOTALL)


@dataclass
class Rows:
    """The rows of a file.

    values: of all rows, one after the other; ends: where each ends in them; rest: the file with each row's number in its place;
    odd: the rows that hold something other than numbers, and what.
    """

    values: array[float] = field(default_factory=lambda: array("f"))
    ends: list[int] = field(default_factory=lambda: [0])
    rest: bytes = b""
    odd: dict[int, str] = field(default_factory=dict)

    def nested(self, value: Any) -> npt.NDArray[np.float32]:
        """Nested lists from the rest as an array of their shape.

        Raises ValueError if they are ragged, TypeError if they hold something other than numbers.
        """
        shape, first, last = self._shape(value)
        flat = np.frombuffer(self.values, np.float32)[self.ends[first] : self.ends[last + 1]]
        return flat.reshape(shape)

    def _shape(self, value: Any) -> tuple[tuple[int, ...], int, int]:
        """With the numbers of its first and last row."""
        if not isinstance(value, list) or not value:
            raise TypeError(type(value).__name__)
        if type(value[0]) is int and len(value) == 1:
            row = value[0]
            if row in self.odd:
                raise TypeError(self.odd[row])
            return (self.ends[row + 1] - self.ends[row],), row, row
        inner = [self._shape(item) for item in value]
        if len(shapes := list(dict.fromkeys(shape for shape, _, _ in inner))) > 1:
            raise ValueError(", ".join(map(str, shapes[:3])))
        return (len(value), *shapes[0]), inner[0][1], inner[-1][2]


def read_json_rows(name: str, data: bytes) -> Rows:
    """The rows of a file. Raises ImportRefused, TooCostly, and ValueError if a row is not JSON."""
    if (lists := data.count(b"[") + data.count(b"{")) > MAX_ROWS:
        raise ImportRefused(ImportProblem.ROWS, name=name, found=f"{lists:,}", wanted=f"{MAX_ROWS:,}")
    rows, rest, done = Rows(), bytearray(), 0
    while match := TEXT_OR_LIST.search(data, done):
        start, end = match.span()
        if match[0] == b'"':
            while (found := IN_TEXT.search(data, end)) and found[0] != b'"':
                end = found.end()
                require(end - done + len(rest), MAX_REST)
            end = found.end() if found else len(data)
        elif row := VALUES.match(data, start):
            require(row.end() - start, LONGEST_ROW)
            require(start - done + len(rest), MAX_REST)
            rest += data[done:start] + b"[%d]" % (len(rows.ends) - 1)
            take_row(name, rows, row[0])
            done = row.end()
            continue
        require(end - done + len(rest), MAX_REST)
        rest += data[done:end]
        done = end
    require(len(data) - done + len(rest), MAX_REST)
    rows.rest = bytes(rest + data[done:])
    return rows


def require(size: int, most: int) -> None:
    """Raise TooCostly for more than so many bytes."""
    if size > most:
        raise TooCostly(size, most)


def take_row(name: str, rows: Rows, text: bytes) -> None:
    """Add one row."""
    values = json.loads(text, parse_int=float, parse_constant=float)
    if odd := [value for value in values if type(value) is not float]:
        rows.odd[len(rows.ends) - 1] = WRITTEN[odd[0]]
    else:
        rows.values.extend(values)
    if len(rows.values) > MAX_CELLS:
        raise ImportRefused(ImportProblem.CELLS, name=name, found=f"> {MAX_CELLS:,}", wanted=f"{MAX_CELLS:,}")
    rows.ends.append(len(rows.values))
