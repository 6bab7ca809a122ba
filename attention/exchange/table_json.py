"""Everything about a sentence's tables as JSON, and back.

    format     "attention-table/table/1"
    text       the sentence
    words      its words, in order: n texts
    own_words  a class's own words, which the cut keeps whole
    readings   for each word its pinyin and a short English gloss, two texts; null unless they were asked for
    weights    n rows of n numbers from 0 to 1; a row sums to 1, or is all 0 where the word may attend to nothing
    mask       n rows of n; 1 where the row's word may attend to the column's, else 0; without it, what the switches say
    linked     n rows of n numbers: the probability that two words are linked; null where the source does not know it
    hand       n rows of n numbers from 0 to 1, null for '-'; null if there is no hand table
    source     name (attention.sources.registry.SOURCES) and the figures that name the weights: seed …
    switches   scale, temperature, diagonal, causal, hide_punctuation: attention.types.Switches
    view       language, linked, digits …: attention.view.View
    versions   of this product, of Python and of the packages that the numbers depend on

The command line adds `agreement`, and attention/corpus/forms.py further keys for the lines of a file. Row = query, column =
key. Keys that are not known are passed over. A hand table alone is words and hand, or words
and values as in assets/examples.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from attention.errors import AttentionError, FileError, FileProblem, TemperatureError
from attention.exchange.labels import asked_readings
from attention.exchange.versions import versions
from attention.hand.compare import Agreement
from attention.limits.budget import Budget
from attention.reading.files import MAX_FILE_BYTES, decode_strictly, refusing_file, require_words, word_of
from attention.reading.values import known_fields
from attention.sources.registry import SOURCES
from attention.sources.table import AttentionTable, mask_for, require_distributions
from attention.types import Floats, HandTable, Mask, Origin, Switches
from attention.view import View
from attention.words.segment import own_words_in

TABLE_FORMAT = "attention-table/table/1"
MATRIX_KEYS = ("weights", "mask", "linked", "hand")


def table_fields(table: AttentionTable) -> dict[str, Any]:
    """What the file holds, by key."""
    return {
        "format": TABLE_FORMAT,
        "text": table.text,
        "words": list(table.words),
        "own_words": list(table.own_words),
        "readings": [list(reading) for reading in asked_readings(table)] or None,
        "weights": table.weights.tolist(),
        "mask": table.mask.astype(int).tolist(),
        "linked": None if table.linked is None else table.linked.tolist(),
        "hand": None if table.hand is None else with_nulls(table.hand.values),
        "source": {"name": table.origin.source, **table.origin.details},
        "switches": asdict(table.switches),
        "view": asdict(table.view),
        "versions": versions(),
    }


def with_nulls(values: Floats) -> list[list[float | None]]:
    """values (n, n) as lists, None for NaN."""
    return [[None if np.isnan(value) else float(value) for value in row] for row in values]


def table_json(table: AttentionTable, more: Mapping[str, Any] | None = None) -> bytes:
    """One key a line, and in tables one row a line. more: further keys."""
    lines = [f" {plain(key)}: {laid_out(key, value)}" for key, value in {**table_fields(table), **(more or {})}.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode("utf8")


def json_line(table: AttentionTable, more: Mapping[str, Any] | None = None) -> bytes:
    """The same in one line, without what is alike for many sentences, and without `readings`. more: further keys."""
    kept = {
        key: value for key, value in table_fields(table).items() if key not in ("mask", "view", "versions", "readings")
    }
    return (plain({**kept, **(more or {})}) + "\n").encode("utf8")


def agreement_fields(agreement: Agreement) -> dict[str, Any]:
    """The agreement for JSON: positions from 0; null where there is nothing to compare, and for an infinite divergence."""
    rows = [{**asdict(row), "kl": finite(row.kl)} for row in agreement.rows]
    return {
        "agreeing": agreement.agreeing,
        "compared": agreement.compared,
        "rho": agreement.rho,
        "kl": finite(agreement.kl),
        "rows": rows,
    }


def finite(value: float | None) -> float | None:
    """The value, or None where it is infinite: JSON has no infinity."""
    return None if value is None or value == float("inf") else value


def laid_out(key: str, value: Any) -> str:
    """A value as JSON, a matrix with one row per line."""
    if key not in MATRIX_KEYS or value is None:
        return plain(value)
    return "[\n  " + ",\n  ".join(map(plain, value)) + "\n ]"


def plain(value: Any) -> str:
    """A value as JSON, on one line."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def read_json(name: str, data: bytes) -> AttentionTable:
    """What `table_json` wrote. Raises FileError, with line and column, where it is damaged."""
    with refusing_file(name):
        return Reader(name, data).attention_table()


@dataclass(frozen=True, eq=False)
class HandFile:
    """A hand table from a file, the sentence that it is of, "" where the file does not say, and a class's own words."""

    hand: HandTable
    text: str = ""
    own_words: tuple[str, ...] = ()


def read_hand_json(name: str, data: bytes, *, or_weights: bool = False) -> HandFile:
    """The hand table in such a file, or in one that has nothing but words and hand (or values). Raises FileError.

    or_weights: where there is none, the computed weights stand for it.
    """
    with refusing_file(name):
        reader = Reader(name, data)
        keys = ("hand", "values", "weights") if or_weights else ("hand", "values")
        key = next((key for key in keys if reader.given.get(key) is not None), None)
        if key is None:
            raise reader.fault("no hand table in it", FileProblem.KIND)
        text = reader.string("text") if "text" in reader.given else ""
        return HandFile(reader.hand(reader.words(), key), text, reader.own_words())


class Reader:
    """Takes the parts out of a file and checks each; raises FileError, which says where the fault is."""

    def __init__(self, name: str, data: bytes) -> None:
        if len(data) > MAX_FILE_BYTES:
            raise FileError(
                name, f"larger than {MAX_FILE_BYTES} bytes", problem=FileProblem.LARGE, found=str(MAX_FILE_BYTES)
            )
        self.name = name
        text, budget = decode_strictly(name, data, "utf-8-sig"), Budget(len(data))
        budget.take(sys.getsizeof(text))
        try:
            self.given = budget.json(text, refuse_constant)
        except json.JSONDecodeError as error:
            raise FileError(name, error.msg, problem=FileProblem.JSON, line=error.lineno, column=error.colno) from error
        except (ValueError, RecursionError) as error:
            raise self.fault(str(error), FileProblem.JSON) from error
        if not isinstance(self.given, dict):
            raise self.fault("not an object", FileProblem.KIND)

    def fault(self, reason: str, problem: FileProblem, *place: int, found: object = "") -> FileError:
        """The error for a fault. place: in a table, the row, or row and column, from 0."""
        line, column = (*(i + 1 for i in place), None, None)[:2]
        return FileError(self.name, reason, problem=problem, line=line, column=column, found=found)

    def attention_table(self) -> AttentionTable:
        """Everything in the file."""
        if self.given.get("format") != TABLE_FORMAT:
            raise self.fault(f"format is not {TABLE_FORMAT}", FileProblem.KIND, found=self.given.get("format", ""))
        words = self.words()
        switches, view = self.switches(), self.view()
        mask = self.mask(len(words)) if "mask" in self.given else mask_for(words, switches)
        weights = self.weights(words, mask)
        linked = None if self.given.get("linked") is None else self.table("linked", len(words))
        hand = None if self.given.get("hand") is None else self.hand(words, "hand")
        return AttentionTable(
            words, weights, mask, self.origin(),
            linked=linked, switches=switches, text=self.string("text"), hand=hand, view=view, own_words=self.own_words(),
        )  # fmt: skip

    def string(self, key: str) -> str:
        """The text of a key."""
        value = self.given.get(key)
        if not isinstance(value, str):
            raise self.fault(f"{key} is not a text", FileProblem.KIND, found=value)
        return value

    def items(self, key: str, *row: int) -> list[Any]:
        """The list of a key, or one of the lists in it."""
        value = self.items(key)[row[0]] if row else self.given.get(key)
        if not isinstance(value, list):
            raise self.fault(f"{key} is missing or not a list", FileProblem.KIND, *row, found=value)
        return value

    def words(self) -> tuple[str, ...]:
        """The sentence's words."""
        words = tuple(word_of(self.name, word) for word in self.items("words"))
        require_words(self.name, words)
        return words

    def own_words(self) -> tuple[str, ...]:
        """A class's own words; none where the file has none."""
        listed = self.items("own_words") if "own_words" in self.given else []
        return own_words_in(" ".join(word_of(self.name, word) for word in listed))

    def table(self, key: str, n: int, *, nulls: bool = False) -> Floats:
        """(n, n) numbers from 0 to 1, NaN for null where that is allowed."""
        rows = self.items(key)
        if len(rows) != n:
            raise self.fault(f"{len(rows)} rows for {n} words", FileProblem.ROWS, found=len(rows))
        return np.array([self.row(key, i, n, nulls=nulls) for i in range(n)], dtype=np.float64).reshape(n, n)

    def row(self, key: str, i: int, n: int, *, nulls: bool) -> list[float]:
        """Row i of a table as n numbers, NaN for null."""
        cells = self.items(key, i)
        if len(cells) != n:
            raise self.fault(f"{len(cells)} values for {n} words", FileProblem.CELLS, i, found=len(cells))
        for j, cell in enumerate(cells):
            if not (cell is None and nulls) and (type(cell) not in (int, float) or not 0 <= cell <= 1):
                raise self.fault("neither 0 to 1 nor null", FileProblem.VALUE, i, j, found=cell)
        return [float("nan") if cell is None else float(cell) for cell in cells]

    def mask(self, n: int) -> Mask:
        """(n, n), True where the file has 1."""
        table = self.table("mask", n)
        if len(bad := np.argwhere((table != 0) & (table != 1))):
            i, j = bad[0].tolist()
            raise self.fault("neither 0 nor 1", FileProblem.MARK, i, j, found=table[i, j])
        return table == 1

    def weights(self, words: tuple[str, ...], mask: Mask) -> Floats:
        """(n, n): rows that sum to 1 or are all 0, with nothing where the mask forbids it."""
        weights = self.table("weights", len(words))
        bad = np.flatnonzero((weights * ~mask).any(axis=1))
        try:
            require_distributions(weights)
        except AttentionError as error:
            raise self.fault("a row does not sum to 1", FileProblem.SUM) from error
        if len(bad):
            raise self.fault("a weight where the mask forbids one", FileProblem.MASK, int(bad[0]))
        return weights

    def hand(self, words: tuple[str, ...], key: str) -> HandTable:
        """The hand table of a key."""
        return HandTable(words, self.table(key, len(words), nulls=True))

    def origin(self) -> Origin:
        """Where the weights come from."""
        given = self.given.get("source")
        if not isinstance(given, dict) or given.get("name") not in SOURCES:
            raise self.fault("source has no known name", FileProblem.KIND, found=given)
        details = {key: value for key, value in given.items() if key != "name" and is_plain(value)}
        return Origin(given["name"], details)

    def switches(self) -> Switches:
        """The switches, the usual ones where the file does not set them."""
        try:
            return Switches(**self.known("switches", Switches()))
        except TemperatureError as error:
            raise self.fault(str(error), FileProblem.VALUE, found=error.found) from error

    def view(self) -> View:
        """The view, the usual one where the file does not set it."""
        try:
            return View(**self.known("view", View()))
        except ValueError as error:
            raise self.fault(str(error), FileProblem.VALUE) from error

    def known(self, key: str, usual: Any) -> dict[str, Any]:
        """The fields of a dataclass that the file sets, each checked to be of the same kind as in `usual`."""
        given = self.given.get(key, {})
        if not isinstance(given, dict):
            raise self.fault(f"{key} is not an object", FileProblem.KIND, found=given)
        try:
            return known_fields(usual, given)
        except TypeError as error:
            raise self.fault(f"{key}: {error}", FileProblem.VALUE) from error


def refuse_constant(constant: str) -> None:
    """Raise ValueError for NaN and Infinity, which Python's reader would accept."""
    raise ValueError(f"{constant} is not JSON")


def is_plain(value: object) -> bool:
    """Whether a value may be a detail of an origin: a text or a finite number."""
    return isinstance(value, str) or (isinstance(value, (int, float)) and math.isfinite(value))
