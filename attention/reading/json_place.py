"""JSON from a file: what is in it, and where in the text a value stands, so that an error can say the line and the column."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from typing import Any

from attention.errors import FileError
from attention.limits.budget import Budget, json_cost

BLANKS = re.compile(r"[ \t\r\n]*")
DECODER = json.JSONDecoder()


def parse_json(name: str, text: str, budget: Budget) -> Any:
    """The value that the text says. Raises TooCostly, and FileError, with line and column where it is no JSON."""
    budget.take(sys.getsizeof(text) + json_cost(text))
    try:
        return json.loads(text, parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        raise FileError(name, error.msg, problem="json", line=error.lineno, column=error.colno) from error
    except (ValueError, RecursionError) as error:
        raise FileError(name, str(error), problem="json") from error


def refuse_constant(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def line_and_column(text: str, path: Sequence[str | int]) -> tuple[int, int]:
    """Line and column, from 1, of the value at the end of the path, or of the last one on the way that is there."""
    at = after_blanks(text, 0)
    for step in path:
        found = member(text, at, step) if text[at] == "{" else item(text, at, step) if text[at] == "[" else None
        if found is None:
            break
        at = found
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def after_blanks(text: str, at: int) -> int:
    match = BLANKS.match(text, at)
    return match.end() if match else at


def after_value(text: str, at: int) -> int:
    """Behind the value that begins at `at`, and behind the blanks that follow."""
    return after_blanks(text, DECODER.raw_decode(text, at)[1])


def item(text: str, at: int, wanted: str | int) -> int | None:
    """Where in the list that begins at `at` its value number `wanted`, from 0, begins."""
    at, number = after_blanks(text, at + 1), 0
    while text[at] != "]":
        if number == wanted:
            return at
        at, number = after_value(text, at), number + 1
        at = after_blanks(text, at + 1) if text[at] == "," else at
    return None


def member(text: str, at: int, wanted: str | int) -> int | None:
    """Where in the object that begins at `at` the value of the key `wanted` begins; the last one counts, as for json."""
    at, found = after_blanks(text, at + 1), None
    while text[at] != "}":
        key, end = DECODER.raw_decode(text, at)
        at = after_blanks(text, after_blanks(text, end) + 1)
        found = at if key == wanted else found
        at = after_value(text, at)
        at = after_blanks(text, at + 1) if text[at] == "," else at
    return found
