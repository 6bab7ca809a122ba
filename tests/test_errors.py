"""Errors say in English what is wrong, with what they carry."""

from __future__ import annotations

import inspect
from dataclasses import fields, is_dataclass
from string import Formatter

import pytest

from attention import errors
from attention.errors import (
    AttentionError,
    FileError,
    HandValueError,
    ImportProblem,
    ImportRefused,
    SourceError,
    StoreCrowded,
    TemperatureError,
)

CLASSES = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, AttentionError)]


@pytest.mark.parametrize("kind", [kind for kind in CLASSES if is_dataclass(kind)], ids=lambda kind: kind.__name__)
def test_a_message_asks_for_nothing_that_its_error_does_not_carry(kind: type[AttentionError]) -> None:
    asked = {name for _, name, _, _ in Formatter().parse(kind.message) if name}
    assert asked <= {field.name for field in fields(kind)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("error", "wanted"),
    [
        (FileError("a.csv", "no text", line=2, column=3), "file a.csv, line 2, column 3: no text"),
        (FileError("a.csv", "no text"), "file a.csv: no text"),
        (HandValueError(value="2", row=1, column=3), "'2' in row 1, column 3 is neither 0 to 1 nor '-'"),
        (SourceError("x", ["syntax", "random"]), "the source 'x' is not there; there are: syntax, random"),
        (TemperatureError(9, 0.1, 5.0), "the temperature 9 is not a number from 0.1 to 5"),
        (StoreCrowded(most=5), "store: the tables of all rooms are 5 MB"),
        (ImportRefused(ImportProblem.SHAPE, name="a", found=(1, 2), wanted=""), "import, shape: a has (1, 2), wanted "),
    ],
)
def test_an_error_in_english(error: AttentionError, wanted: str) -> None:
    assert str(error) == wanted


def test_what_a_visitor_has_written_is_shortened() -> None:
    assert FileError("a", "", found="字" * 30).found == "字" * 20 + "…"
    assert len(ImportRefused(ImportProblem.NAME, found="x" * 500).found) == 120
