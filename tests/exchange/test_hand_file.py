"""A hand table from a file, whichever kind it is, and how it comes onto the board."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest

from attention.errors import FileError
from attention.exchange.formats import FORMATS
from attention.exchange.hand_file import load_hand, read_hand, read_hand_file
from attention.exchange.sentences_file import read_sentences
from attention.exchange.table_json import table_json
from attention.hand.examples import examples
from attention.hand.table import blank_table, with_values
from attention.reading.workbook import workbook
from attention.session.board import Board, computed_table, opening_board, with_own_words, with_text
from attention.session.open_file import put_hand
from attention.types import HandTable
from tests.exchange.exports import SEED, export_with, seed_export


@pytest.mark.parametrize("name", ["hand-csv", "json"])
def test_a_file_of_ours_is_told_by_what_is_in_it(name: str) -> None:
    hand = read_hand("without ending", FORMATS[name].write(seed_export()))
    assert hand.words == SEED.words
    np.testing.assert_array_equal(hand.values, SEED.values)


def test_a_computed_table_will_do_as_a_hand_table() -> None:
    hand = read_hand("x", FORMATS["csv"].write(seed_export()))
    np.testing.assert_array_equal(hand.values, seed_export().drawn)


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\x80\x04.", b"PK\x03\x04\0", b"hello", b'{"words": ["a"]}'])
def test_what_has_no_hand_table_is_refused(data: bytes) -> None:
    with pytest.raises(FileError):
        read_hand("x", data)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError) as caught:
        load_hand(tmp_path / "none.csv")
    assert caught.value.problem == "missing"
    (tmp_path / "a.csv").write_bytes(FORMATS["hand-csv"].write(seed_export()))
    assert load_hand(tmp_path / "a.csv").words == SEED.words


def zipped(*names: str) -> bytes:
    """A file of the kind that spreadsheets write: a zip whose parts have these names."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as parts:
        for name in names:
            parts.writestr(name, "application/vnd.oasis.opendocument.spreadsheet" if name == "mimetype" else "<x/>",
                           zipfile.ZIP_STORED if name == "mimetype" else None)  # fmt: skip
    return file.getvalue()


OLD = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(2000)
WORKBOOKS = {
    "Excel": zipped("[Content_Types].xml", "_rels/.rels", "xl/workbook.xml", "xl/worksheets/sheet1.xml"),
    "Excel/WPS": OLD + "Workbook".encode("utf-16-le") + bytes(100),
    "OpenDocument": zipped("mimetype", "content.xml"),
    "Numbers": zipped("Index/Document.iwa"),
}


@pytest.mark.parametrize("name", ["表.xlsx", "表.csv", "表.json", "表", "表.et"])
@pytest.mark.parametrize("kind", WORKBOOKS)
def test_a_workbook_is_called_so_under_any_name(kind: str, name: str) -> None:
    for read in (read_hand, read_sentences):
        with pytest.raises(FileError) as caught:
            read(name, WORKBOOKS[kind])
        assert (caught.value.problem, caught.value.found) == ("workbook", kind)
        assert "CSV UTF-8" in str(caught.value)


def test_an_excel_file_of_xml_is_a_workbook_and_other_files_are_not() -> None:
    xml = b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>'
    assert workbook(b"\xef\xbb\xbf" + xml) == "Excel"
    for data in (zipped("word/document.xml"), OLD, b"<html></html>", b"", ",我\n我,xl/".encode()):
        assert workbook(data) is None


def other(words: tuple[str, ...]) -> HandTable:
    return with_values(blank_table(words), [(0, len(words) - 1, 0.7)])


def test_for_the_words_on_the_board_only_the_table_changes() -> None:
    board = opening_board()
    changed = put_hand(board, "x", other(board.words))
    assert (changed.text, changed.cut) == (board.text, board.cut)
    assert changed.hand.values[0, -1] == 0.7


@pytest.mark.parametrize(
    "words",
    [("他", "走", "了"), ("喜", "欢", "去"), ("hello", "world"), ("don", "'", "t"), ("去", "去", "去"), ("=1+1", "，")],
)
def test_other_words_become_the_sentence_and_its_cut(words: tuple[str, ...]) -> None:
    board = put_hand(opening_board(), "x", other(words))
    assert board.words == board.hand.words == words
    assert board.hand.values[0, -1] == 0.7
    assert "".join(board.text.split()) == "".join(words)


def test_an_empty_board_gets_the_sentence_back() -> None:
    empty: Board = with_text(opening_board(), "")
    assert put_hand(empty, "x", SEED).text == examples()[0].text


def test_words_that_are_no_sentence_are_refused() -> None:
    with pytest.raises(FileError) as caught:
        put_hand(opening_board(), "x", blank_table(("New York", "去")))
    assert caught.value.problem == "words"


def test_what_the_page_wrote_comes_back_onto_the_page() -> None:
    words = ("去", "=1+1", "去")
    data = FORMATS["hand-csv"].write(export_with(words, other(words)))
    assert put_hand(opening_board(), "x", read_hand("x", data)).hand.values[0, 2] == 0.7


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"," * 1_000_000, "many"),
        (b"\n" * 1_000_000, "many"),
        (b"a" * 5_000_000, "large"),
        (b"a;b\t" * 250_000, "many"),
    ],
    ids=["commas", "line ends", "long", "other marks"],
)
def test_a_file_of_too_many_cells_is_refused_before_they_are_made(data: bytes, problem: str) -> None:
    with pytest.raises(FileError) as caught:
        read_hand("x.csv", data)
    assert caught.value.problem == problem


def test_the_largest_table_is_affordable() -> None:
    words = tuple(f"词{i}" for i in range(256))
    table = HandTable(words, np.random.default_rng(0).random((256, 256)))
    for form in ("hand-csv", "json"):
        data = FORMATS[form].write(export_with(words, table))
        np.testing.assert_array_equal(read_hand("x", data).values, table.values)


def test_a_file_brings_its_blanks_and_its_own_words() -> None:
    board = with_own_words(with_text(opening_board(), "New York 我喜欢小李子"), ["小李子"])
    file = read_hand_file("x.json", table_json(computed_table(board)))
    assert (file.text, file.own_words) == ("New York 我喜欢小李子", ("小李子",))
    opened = put_hand(opening_board(), "x", file.hand, text=file.text, own_words=file.own_words)
    assert (opened.text, opened.words, opened.own_words) == (board.text, board.words, ("小李子",))
    assert put_hand(opening_board(), "x", file.hand, text="别的").text == "New York我喜欢小李子"
