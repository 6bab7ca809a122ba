"""CSV: spreadsheets show it right, and it reads back exactly; each fault has its line and its cell."""

from __future__ import annotations

import csv
import io
import re
import tracemalloc
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import FileError
from attention.exchange.table_csv import computed_csv, escape_cell, hand_csv, read_hand_csv, unescape_cell
from attention.hand.table import blank_table
from attention.types import HandTable
from attention.words.segment import MAX_CHARACTERS, MAX_WORDS
from tests.exchange.exports import ODD, SEED, WORD, WORDS, export_with, hands, is_word, seed_export

NAN = np.nan


def cells(data: bytes) -> list[list[str]]:
    """What a spreadsheet reads."""
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def read_csv(name: str, data: bytes) -> HandTable:
    return read_hand_csv(name, data).hand


def table(*rows: str) -> bytes:
    return "\n".join(rows).encode("utf8")


def test_the_seed_table_is_written_as_it_is_read_on_the_page() -> None:
    rows = cells(hand_csv(seed_export()))
    assert rows[0] == ["查询\\键", "我", "喜欢", "在", "周末", "去", "公园", "散步"]
    assert rows[1] == ["我", "-", "0.9", "0.1", "0.1", "0.1", "0.1", "0.1"]
    assert len(rows) == 8
    assert cells(hand_csv(seed_export(language="en")))[0][0] == "Query\\Key"


def test_it_begins_with_the_mark_that_excel_needs() -> None:
    assert hand_csv(seed_export()).startswith(b"\xef\xbb\xbf")
    assert computed_csv(seed_export()).startswith(b"\xef\xbb\xbf")


@given(words=WORDS, data=st.data())
def test_a_hand_table_comes_back_value_for_value(words: tuple[str, ...], data: st.DataObject) -> None:
    hand = data.draw(hands(words))
    back = read_csv("x", hand_csv(export_with(words, hand)))
    assert back.words == words
    np.testing.assert_array_equal(back.values, hand.values)


def test_a_computed_table_comes_back_with_all_its_digits() -> None:
    export = seed_export()
    back = read_csv("x", computed_csv(export))
    np.testing.assert_array_equal(back.values, export.drawn)


def test_pinyin_and_meaning_stand_in_two_columns_more_and_reading_passes_these_over() -> None:
    export = seed_export(readings=True)
    assert [row[-2:] for row in cells(hand_csv(export))[:3]] == [
        ["拼音", "英文词义"],
        ["wǒ", "I, me"],
        ["xǐhuan", "to like"],
    ]
    back = read_csv("x", hand_csv(export))
    assert back.words == SEED.words
    np.testing.assert_array_equal(back.values, SEED.values)


def test_two_words_called_as_these_columns_keep_their_rows() -> None:
    for words in (("我", "拼音", "英文词义"), ("拼音", "英文词义")):
        for said in (False, True):
            assert read_csv("x", hand_csv(export_with(words, readings=said))).words == words


def test_a_class_s_own_words_stand_in_a_row_below_and_come_back() -> None:
    for said in (False, True):
        export = replace(seed_export(readings=said), own_words=("去公园", "=1+1", '"'))
        data = hand_csv(export)
        assert cells(data)[-1] == ["我们的词：", "去公园", "'=1+1", '"']
        back = read_hand_csv("x", data)
        assert (back.hand.words, back.own_words) == (SEED.words, ("去公园", "=1+1", '"'))
        assert read_csv("x", computed_csv(export)).words == SEED.words
    rows = table(",我,我们的词：", "我,-,1", "我们的词：,1,-")
    assert read_hand_csv("x", rows).own_words == ()


def test_without_a_hand_table_an_empty_one_to_fill_in_goes_out() -> None:
    back = read_csv("x", hand_csv(export_with(("我", "去"))))
    np.testing.assert_array_equal(back.values, blank_table(("我", "去")).values)


@given(WORD)
def test_no_word_is_a_formula(word: str) -> None:
    cell = escape_cell(word)
    assert not re.match("[=+@＝＋－＠\t\r-]", cell)
    assert unescape_cell(cell) == word


@pytest.mark.parametrize(
    "word", ["公园", "2024", "0.5", "100%", "T恤", "1月", "三", "B超", "don't", "年", "e", "covid19"]
)
def test_an_ordinary_word_is_left_alone(word: str) -> None:
    assert escape_cell(word) == word


@pytest.mark.parametrize(
    "word", ["1e5", "007", "2024-01-01", "1/2", "true", "12:30", "3月5日", "1,000", "123456789012", "Sept2"]
)
def test_what_a_spreadsheet_would_change_is_kept_as_text(word: str) -> None:
    assert escape_cell(word) == f"'{word}"


def test_a_word_that_begins_with_an_apostrophe_of_its_own_keeps_it() -> None:
    assert unescape_cell("'tis") == "'tis"
    assert [unescape_cell(escape_cell(word)) for word in ("'", "''", "'=1", "'tis")] == ["'", "''", "'=1", "'tis"]


def test_no_odd_word_is_lost() -> None:
    words = tuple(filter(is_word, ODD))
    back = read_csv("x", hand_csv(export_with(words, blank_table(words))))
    assert back.words == words


WANTED = [[NAN, 0.5], [1.0, NAN]]


@pytest.mark.parametrize(
    "data",
    [
        table(",我,去", "我,-,0.5", "去,1,-"),
        table("x;我;去", "我;-;0.5", "去;1;-", ""),
        table("\t我\t去", "我\t－\t０．５", "去\t1\t——"),
        table('"a,b",我,去', "我,-,0.5", "去,1,-"),
        table(",我,去,,", "我,-,0.5,,", "", ",,,", "去,1,-,", ",,"),
        table(" , 我 ,去", "我, - ,0.5", "去,1.0,-"),
        ",我,去\r\n我,-,.5\r\n去,1,-\r\n".encode("utf-8-sig"),
        ",我,去\n我,-,0.5\n去,1,-".encode("gb18030"),
        "\t我\t去\n我\t-\t0.5\n去\t1\t-".encode("utf-16"),
        ",我,去\r我,-,0.5\r去,1,-".encode(),
        table(",我,去", "我,,0.5", "去,1,"),
        table(",我,去,,,", "我,,0.5,,,", ",,,,,", "去,1", ",,,,,", ",,,,,"),
        table(",我,去", "我,-,50%", "去,100％,-"),
        table(";我;去", "我;;0,5", "去;1,00;"),
        table("\t我\t去", "我\t\t,5", "去\t1\t"),
        table(",我,去", "我,,.5", "去,１．０,"),
        table(",我,去", '我,,"0,5"', "去,1,"),
        table("", ";;", ";我;去", "我;-;0.5", "去;1;-"),
        table("sep=;", ";我;去", "我;-;0.5", "去;1;-"),
        ";我;去\n我;;50%\n去;1;\n".encode("gb18030"),
        "\t我\t去\r\n我\t\t50%\r\n去\t1\r\n".encode("utf-16"),
        b"\xfe\xff" + ",我,去\n我,,50%\n去,1,\n".encode("utf-16-be"),
    ],
    ids=[
        "commas",
        "semicolons",
        "tabs and wide characters",
        "corner",
        "empty cells",
        "blanks",
        "mark",
        "GBK",
        "UTF-16",
        "old Mac",
        "empty is a dash",
        "lines of commas, a row cut short",
        "percent",
        "decimal comma",
        "decimal comma between tabs",
        "no zero, wide digits",
        "quoted decimal comma",
        "empty lines first",
        "a line for Excel",
        "GBK from WPS",
        "Unicode text from Excel",
        "UTF-16, the other way round",
    ],
)
def test_what_spreadsheets_make_of_it_is_read(data: bytes) -> None:
    hand = read_csv("x", data)
    assert hand.words == ("我", "去")
    np.testing.assert_array_equal(hand.values, WANTED)


GOOD = (",我,去", "我,-,0.5", "去,1,-")


@pytest.mark.parametrize(
    ("data", "problem", "line", "column"),
    [
        (b"", "empty", 1, None),
        (b"\n\n", "empty", 1, None),
        (table("only one cell"), "empty", 1, None),
        (table(",我,去", "我,-,1.5", "去,1,-"), "value", 2, 3),
        (table(",我,去", "我,-,0.5", "去,x,-"), "value", 3, 2),
        (table(",我,去", "我,-,-0.1", "去,1,-"), "value", 2, 3),
        (table(",我,去", "我,-,nan", "去,1,-"), "value", 2, 3),
        (table(",我,去", "我,-,inf", "去,1,-"), "value", 2, 3),
        (table(",我,去", "", "我,-,0.5", "去,x,-"), "value", 4, 2),
        (table(",我,去", "我,-,0.5", "走,1,-"), "words", 3, 1),
        (table(",我,去", "去,1,-", "我,-,0.5"), "words", 2, 1),
        (table(",我,去", "我,-,0.5,0.5", "去,1,-"), "cells", 2, 4),
        (table(*GOOD, "走,1,1"), "rows", 4, None),
        (table(*GOOD[:2]), "rows", None, None),
        (table(",我,,去", "我,-,0.5,1"), "word", 1, 3),
        (table(",我,去", ",-,0.5"), "word", 2, 1),
        (table("sep=;", ";我;去", "我;-;x"), "value", 3, 3),
        (b",a,b\na,-,0.5\nb,1", "cells", 3, 3),
        (table(",New York,去"), "word", 1, 2),
        (table(',我,"去', "我,-,0.5"), "csv", 1, None),
        (table(",我,去", '我,"-"x,0.5'), "csv", 2, None),
        (b",\xff\xfe\xfa", "encoding", 1, None),
        (b",a\n\x81\x30", "encoding", 2, None),
        (b",a\na,\0", "encoding", 2, None),
        (("," + ",".join("字" * (MAX_WORDS + 1))).encode(), "many", 1, None),
        (("," + "字" * (MAX_CHARACTERS + 1)).encode(), "long", 1, None),
        (b"," * 9_000_000, "large", None, None),
    ],
)
def test_a_damaged_file_is_one_error_with_its_place(data: bytes, problem: str, line: Any, column: Any) -> None:
    with pytest.raises(FileError) as caught:
        read_csv("table.csv", data)
    found = caught.value
    assert (found.name, found.problem, found.line, found.column) == ("table.csv", problem, line, column)


@pytest.mark.parametrize("encoding", ["gbk", "cp1252", "ascii", "utf-8"])
def test_a_word_whose_characters_were_lost_is_named_and_not_taken(encoding: str) -> None:
    text = "\n".join([",我,😀,Ω去", "我,-,0.5,0.1", "😀,1,-,0.1", "Ω去,1,0.5,-"])
    data = text.encode(encoding, "replace") if encoding != "utf-8" else text.replace("我", "?").encode()
    with pytest.raises(FileError) as caught:
        read_csv("x", data)
    assert (caught.value.problem, caught.value.line) == ("lost", 1)
    assert caught.value.column == (3 if encoding == "gbk" else 2)
    assert "?" in caught.value.found


def test_a_question_mark_is_a_word_where_nothing_can_be_lost() -> None:
    words = ("他", "是", "谁", "?")
    assert read_csv("x", hand_csv(export_with(words, blank_table(words)))).words == words
    assert read_csv("x", ",谁,?\n谁,-,1\n?,1,-".encode("utf-16")).words == ("谁", "?")
    with pytest.raises(FileError) as caught:
        read_csv("x", ",谁,\ufffd\n谁,-,1\n\ufffd,1,-".encode("utf-8-sig"))
    assert caught.value.problem == "lost"


def test_what_separates_the_cells_is_seen_behind_a_quoted_one_however_long_it_is() -> None:
    assert read_csv("x", '"a""b;c"\t我\n我\t1\n'.encode()).words == ("我",)
    tracemalloc.start()
    with pytest.raises(FileError):
        read_csv("x", b'"' + b"a" * 1_000_000 + b'"')
    assert tracemalloc.get_traced_memory()[1] < 20_000_000
    tracemalloc.stop()


def test_as_many_words_as_are_drawn_are_read() -> None:
    words = ("字",) * MAX_WORDS
    assert read_csv("x", hand_csv(export_with(words))).words == words


def test_the_error_says_what_stands_there() -> None:
    with pytest.raises(FileError, match="line 2, column 4") as caught:
        read_csv("x", table(",我,去", "我,-,0,5", "去,1,-"))
    assert caught.value.found == "3"  # the comma makes one more cell
    with pytest.raises(FileError, match="line 2, column 3") as caught:
        read_csv("x", table(",我,去", "我,-,about a half of it"))
    assert caught.value.found == "about a half of it"


@given(st.binary(max_size=80) | st.text(alphabet=",;\t\n\r\"'我去-0.5x", max_size=60).map(str.encode))
def test_any_bytes_are_a_table_or_that_error(data: bytes) -> None:
    with suppress(FileError):
        assert isinstance(read_csv("x", data), HandTable)


def test_a_damaged_cell_of_the_seed_table_is_found_wherever_it_is() -> None:
    rows = hand_csv(seed_export()).decode("utf-8-sig").splitlines()
    for i in range(1, 8):
        for j in range(1, 8):
            row = rows[i].split(",")
            row[j] = "?"
            with pytest.raises(FileError) as caught:
                read_csv("x", "\n".join([*rows[:i], ",".join(row), *rows[i + 1 :]]).encode())
            assert (caught.value.line, caught.value.column) == (i + 1, j + 1)
    assert SEED.words == read_csv("x", "\n".join(rows).encode()).words
