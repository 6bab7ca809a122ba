"""Rows: the same numbers as one by one, and a reason where there is no table; in Parquet and in JSON."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import numpy as np
import pyarrow.parquet as pq
import pytest

import attention
from attention.corpus.forms import GROUP_BYTES, SCHEMA, arrow_table, grouped, join_parquet, to_json_lines, to_parquet
from attention.corpus.lines import Line
from attention.corpus.rows import Asked, line_tables
from attention.errors import HandTableError
from attention.hand.examples import examples
from attention.types import HandTable, Switches
from attention.words.segment import MAX_CHARACTERS

SEED = examples()[0]
SENTENCES = ["他也去了学校。", SEED.text, "", "\u200b\u200d", "我爱你", "他也去了学校。"]
LINES = [Line(i, text) for i, text in enumerate(SENTENCES, 5)]
ASKED = Asked("random", 3, None, Switches(diagonal=True))


def parquet(lines: list[Line], asked: Asked) -> list[dict]:
    return pq.read_table(io.BytesIO(to_parquet(line_tables(lines, asked), asked))).to_pylist()


def json_rows(lines: list[Line], asked: Asked) -> list[dict]:
    return [json.loads(line) for line in to_json_lines(line_tables(lines, asked), asked).splitlines()]


def test_a_row_has_the_numbers_of_the_sentence_alone() -> None:
    for read in (parquet, json_rows):
        for line, row in zip(LINES, read(LINES, ASKED), strict=True):
            assert row["line"] == line.number
            if row.get("error"):
                continue
            alone = attention.table(line.text, source="random", seed=3, switches=ASKED.switches)
            assert (row["text"], row["words"]) == (alone.text, list(alone.words))
            np.testing.assert_allclose(row["weights"], alone.weights, rtol=1e-6, atol=1e-12)


def test_a_sentence_that_cannot_be_cut_is_a_row_with_the_reason() -> None:
    bad = Line(9, "ab\ufffd", "not text in utf-8")
    for read in (parquet, json_rows):
        rows = read([*LINES, bad], ASKED)
        reasons = [row.get("error") for row in rows]
        empty = "the text has no visible character"
        assert reasons == [None, None, empty, empty, None, None, "not text in utf-8"]
        assert rows[-1]["text"] == "ab\ufffd"
        assert rows[-1].get("weights") is None
        assert rows[-1].get("words") is None


def test_where_every_weight_comes_from() -> None:
    row = parquet(LINES, ASKED)[0]
    assert json.loads(row["source"]) == {"name": "random", "seed": 3}
    assert json.loads(row["switches"])["diagonal"] is True
    assert json_rows(LINES, ASKED)[0]["source"] == {"name": "random", "seed": 3}


def test_the_agreement_with_a_hand_table_and_with_an_example() -> None:
    words = ("我", "爱", "你")
    hand = HandTable(words, np.array([[np.nan, 0.9, 0.1], [0.9, np.nan, 0.1], [0.1, 0.9, np.nan]]))
    lines = [Line(1, "我 爱 你"), Line(2, SEED.text), Line(3, "他走了")]
    wanted = attention.table("我 爱 你").agreement(hand), attention.table(SEED.text).agreement()
    rows = parquet(lines, Asked(hand=hand))
    for row, agreement in zip(rows, wanted, strict=False):
        assert (row["agreeing"], row["compared"]) == (agreement.agreeing, agreement.compared)
        assert row["rho"] == pytest.approx(agreement.rho)
        assert row["kl"] == pytest.approx(agreement.kl)
    assert rows[2]["agreeing"] is rows[2]["rho"] is None
    in_json = json_rows(lines, Asked(hand=hand))
    assert in_json[0]["agreement"]["agreeing"] == wanted[0].agreeing
    assert "agreement" not in in_json[2]


def test_an_infinite_divergence_is_none() -> None:
    asked = Asked("random", switches=Switches(causal=True))
    assert parquet([Line(1, SEED.text)], asked)[0]["kl"] is None
    assert json_rows([Line(1, SEED.text)], asked)[0]["agreement"]["kl"] is None


def test_a_row_says_what_was_left_out() -> None:
    long = Line(1, "我去" * MAX_CHARACTERS)
    for read in (parquet, json_rows):
        row = read([long, Line(2, "我去")], ASKED)[0]
        assert row["unread"] == MAX_CHARACTERS
        assert row["undrawn"] > 0
    assert "unread" not in json_rows([Line(2, "我去")], ASKED)[0]


def test_what_would_go_wrong_with_any_sentence_is_no_row() -> None:
    with pytest.raises(HandTableError):
        line_tables(LINES, Asked("fitted"))


def test_rows_without_any_table() -> None:
    rows = line_tables([Line(1, "")], ASKED)
    assert arrow_table(rows, ASKED).schema == SCHEMA
    assert arrow_table([], ASKED).num_rows == 0


def test_files_of_batches_become_one_in_their_order(tmp_path) -> None:
    paths = [tmp_path / str(i) for i in range(3)]
    for i, path in enumerate(paths):
        path.write_bytes(to_parquet(line_tables(LINES[2 * i : 2 * i + 2], ASKED), ASKED))
    join_parquet(paths, tmp_path / "whole")
    assert pq.read_table(tmp_path / "whole").to_pylist() == parquet(LINES, ASKED)
    assert pq.ParquetFile(tmp_path / "whole").num_row_groups == 1


def test_groups_are_bounded_in_bytes() -> None:
    class Table:
        nbytes = GROUP_BYTES // 3

    assert [len(group) for group in grouped([Table()] * 9)] == [4, 4, 1]


@pytest.mark.parametrize(
    "other",
    [
        replace(ASKED, seed=4),
        replace(ASKED, source="syntax"),
        replace(ASKED, switches=Switches()),
        replace(ASKED, hand=SEED.table),
        replace(ASKED, language="en"),
    ],
)
def test_another_question_has_another_digest(other: Asked) -> None:
    assert other.digest(LINES) != ASKED.digest(LINES)
    assert other.digest(LINES) == replace(other).digest(list(LINES))


def test_other_lines_and_another_hand_table_have_another_digest() -> None:
    values = SEED.table.values.copy()
    values[0, 1] = 0.123456789
    changed = replace(ASKED, hand=HandTable(SEED.table.words, values))
    assert changed.digest(LINES) != replace(ASKED, hand=SEED.table).digest(LINES)
    assert ASKED.digest(LINES[1:]) != ASKED.digest(LINES)
    assert ASKED.digest([replace(LINES[0], number=1), *LINES[1:]]) != ASKED.digest(LINES)
