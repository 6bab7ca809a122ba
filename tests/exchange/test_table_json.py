"""JSON: everything comes back; each fault has its line and column."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from attention.errors import FileError
from attention.exchange import table_json as module
from attention.exchange.table_json import json_line, read_hand_json, read_json, table_fields, table_json
from attention.sources.table import AttentionTable
from attention.words.segment import MAX_WORDS
from tests.exchange.exports import SEED, export_with, exports, seed_export

NAN = np.nan


def test_every_key_is_documented() -> None:
    described = [line.split()[0] for line in (module.__doc__ or "").splitlines() if line.startswith("    ")]
    assert described == list(table_fields(seed_export()))


def test_it_is_what_the_schema_says() -> None:
    given_ = json.loads(table_json(seed_export()))
    assert given_["words"] == list(SEED.words)
    assert given_["hand"][0] == [None, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1]
    assert given_["source"] == {"name": "random", "seed": 3}
    assert given_["mask"][0] == [0, 1, 1, 1, 1, 1, 1]
    assert given_["linked"] is None
    assert given_["switches"]["temperature"] == 1
    assert {"attention-table", "python", "numpy", "jieba"} <= set(given_["versions"])
    np.testing.assert_allclose(np.sum(given_["weights"], axis=1), 1)


def test_how_words_are_said_is_in_it_where_that_is_asked_for() -> None:
    assert json.loads(table_json(seed_export(readings=True)))["readings"][1] == ["xǐhuan", "to like"]
    assert json.loads(table_json(seed_export()))["readings"] is None


def test_a_row_of_a_table_is_a_line() -> None:
    lines = table_json(seed_export()).decode("utf8").splitlines()
    assert sum(line.startswith("  [") for line in lines) == 7 * 3
    assert table_json(seed_export()).isascii() is False


def same(back: AttentionTable, export: AttentionTable) -> None:
    assert (back.text, back.words, back.origin) == (export.text, export.words, export.origin)
    assert (back.switches, back.view) == (export.switches, export.view)
    for name in ("weights", "mask", "linked"):
        if getattr(export, name) is None:
            assert getattr(back, name) is None
        else:
            np.testing.assert_array_equal(getattr(back, name), getattr(export, name))
    assert (back.hand is None) == (export.hand is None)
    if back.hand and export.hand:
        np.testing.assert_array_equal(back.hand.values, export.hand.values)


@given(export=exports())
def test_everything_comes_back(export: AttentionTable) -> None:
    data = table_json(export)
    same(read_json("x", data), export)
    assert table_json(read_json("x", data)) == data


@given(export=exports())
def test_a_line_of_many_reads_back_too(export: AttentionTable) -> None:
    line = json_line(export, {"more": 1})
    assert line.count(b"\n") == 1
    same(read_json("x", line), replace(export, view=read_json("x", line).view))


def test_what_a_newer_version_added_is_passed_over() -> None:
    given_ = table_fields(seed_export())
    given_ |= {"new": [1], "switches": {**given_["switches"], "new": 1}, "view": {"new": {}}}
    same(read_json("x", json.dumps(given_).encode()), seed_export())


def test_a_mark_in_front_does_no_harm() -> None:
    same(read_json("x", b"\xef\xbb\xbf" + table_json(seed_export())), seed_export())


SMALL = table_fields(export_with(("我", "去")))
HAND = {"words": ["我", "去"], "hand": [[None, 0.5], [1, None]]}


@pytest.mark.parametrize(
    "given_",
    [
        HAND,
        {"words": HAND["words"], "values": HAND["hand"]},
        {"title": {"zh": "题", "en": "title"}, "words": HAND["words"], "values": HAND["hand"]},
        {**SMALL, "hand": HAND["hand"]},
    ],
    ids=["hand", "values", "example", "whole"],
)
def test_a_hand_table_is_found_in_each_kind_of_file(given_: dict[str, Any]) -> None:
    hand = read_hand_json("x", json.dumps(given_).encode()).hand
    assert hand.words == ("我", "去")
    np.testing.assert_array_equal(hand.values, [[NAN, 0.5], [1, NAN]])


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in SMALL.items() if name != key}


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"format": "attention-table/table/2"}, "kind"),
        ({"words": "我去"}, "kind"),
        ({"words": ["我", 2]}, "word"),
        ({"words": ["我", ""]}, "word"),
        ({"words": ["我", "a b"]}, "word"),
        ({"words": []}, "empty"),
        ({"words": ["我"] * (MAX_WORDS + 1)}, "many"),
        ({"words": ["我" * 1001, "去" * 1000]}, "long"),
        ({"words": ["我", "去", "了"]}, "rows"),
        ({"text": None}, "kind"),
        ({"weights": [[0, 1], [1]]}, "cells"),
        ({"weights": [[0, 1], [1, "0"]]}, "value"),
        ({"weights": [[0, 1], [1, None]]}, "value"),
        ({"weights": [[0, 1], [True, 0]]}, "value"),
        ({"weights": [[0, 1], [2, 0]]}, "value"),
        ({"weights": [[0, 1], [0.5, 0]]}, "sum"),
        ({"weights": [[0, 1], [0, 1]]}, "mask"),
        ({"weights": [0, 1]}, "kind"),
        ({"mask": [[0, 1]]}, "rows"),
        ({"mask": [[0, 0.5], [1, 0]]}, "mark"),
        ({"mask": [[0, True], [1, 0]]}, "value"),
        ({"weights": [[0, 10**400], [1, 0]]}, "value"),
        ({"switches": {"temperature": 10**400}}, "damaged"),
        ({"switches": {"temperature": "1"}}, "value"),
        ({"source": {"name": "random", "seed": 10**400}}, "damaged"),
        ({"linked": [[0, 1], [1, -1]]}, "value"),
        ({"hand": [[None, 0.5], [1.1, None]]}, "value"),
        ({"hand": {"0": 1}}, "kind"),
        ({"source": {"name": "magic"}}, "kind"),
        ({"source": "random"}, "kind"),
        ({"switches": []}, "kind"),
        ({"switches": {"scale": 1}}, "value"),
        ({"switches": {"temperature": 0}}, "value"),
        ({"switches": {"temperature": True}}, "value"),
        ({"view": {"language": "fr"}}, "value"),
        ({"view": {"language": 1}}, "value"),
    ],
)
def test_a_file_that_cannot_be_used_is_one_error(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(FileError) as caught:
        read_json("table.json", json.dumps({**SMALL, **changes}).encode())
    assert (caught.value.name, caught.value.problem) == ("table.json", problem)


@pytest.mark.parametrize("key", ["format", "text", "words", "weights", "source"])
def test_a_file_without_a_key_it_needs_is_refused(key: str) -> None:
    with pytest.raises(FileError):
        read_json("x", json.dumps(without(key)).encode())


@pytest.mark.parametrize("key", ["mask", "linked", "hand", "switches", "view", "versions"])
def test_a_file_without_another_key_is_read(key: str) -> None:
    same(read_json("x", json.dumps(without(key)).encode()), export_with(("我", "去")))


@pytest.mark.parametrize(
    ("text", "problem", "line", "column"),
    [
        ("", "json", 1, 1),
        ("{", "json", 1, 2),
        ('{"words": ["我",\n "去"],\n "hand": [[null, 0.5], [1, null]\n}', "json", 4, 1),
        ('{"words": ["我", "去"],\n "hand": [[null, 0.5],\n   [7, null]]}', "value", 2, 1),
        ('{"words": ["我", "去"],\n "hand": [[null, 0.5],\n   [1]]}', "cells", 2, None),
        ('{"words":\n ["我",\n  ""],\n "hand": []}', "word", None, None),
        ('{"hand": [[null]],\n "words": 5}', "kind", None, None),
        ('{"words": ["我"],\n "hand": [[NaN]]}', "json", None, None),
        ('{"words": ["我"],\n "hand": [[1e999]]}', "value", 1, 1),
        ("[" * 100_000, "json", None, None),
        ("[1]", "kind", None, None),
        ("5", "kind", None, None),
        ('{"words": ["我"]}', "kind", None, None),
        ('{"words": ["我"],\n "x": {"hand": 1}, "hand": [[2]], "hand": [[3]]}', "value", 1, 1),
    ],
)
def test_a_fault_has_its_line_in_the_text_or_its_row_and_cell_in_the_table(
    text: str, problem: str, line: Any, column: Any
) -> None:
    with pytest.raises(FileError) as caught:
        read_hand_json("x", text.encode())
    assert (caught.value.problem, caught.value.line, caught.value.column) == (problem, line, column)


def test_a_damaged_cell_of_the_seed_table_is_found_wherever_it_is() -> None:
    text = table_json(seed_export()).decode("utf8")
    lines = text.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith(' "hand"')) + 1
    for i in range(7):
        cells = lines[first + i].strip(" [],").split(", ")
        for j in range(7):
            changed = "  [" + ", ".join([*cells[:j], "7", *cells[j + 1 :]]) + "]" + ("," if i < 6 else "")
            with pytest.raises(FileError) as caught:
                read_json("x", "\n".join([*lines[: first + i], changed, *lines[first + i + 1 :]]).encode())
            assert (caught.value.line, caught.value.column) == (i + 1, j + 1)


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b'{"words": "\xff"}', "encoding"),
        (b'{"a": "\0"}', "encoding"),
        (b" " * 9_000_000, "large"),
        (b"\x80\x04K\x01.", "encoding"),
    ],
    ids=["not UTF-8", "zero", "large", "a pickle"],
)
def test_what_is_no_text_is_refused(data: bytes, problem: str) -> None:
    for reader in (read_json, read_hand_json):
        with pytest.raises(FileError) as caught:
            reader("x", data)
        assert caught.value.problem == problem


@pytest.mark.parametrize("text", ['{"a": [' + "[]," * 2_000_000 + "[]]}", '{"a": [' + "{}," * 2_000_000 + "{}]}"])
def test_a_file_of_many_small_parts_is_not_built(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json, "loads", lambda *_, **__: pytest.fail("it was built"))
    for reader in (read_json, read_hand_json):
        with pytest.raises(FileError) as caught:
            reader("x", text.encode())
        assert caught.value.problem == "unpacked"
