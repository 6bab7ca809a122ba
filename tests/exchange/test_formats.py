"""Every row of the table of formats: it writes any export, says what it is, and what it can read comes back the same."""

from __future__ import annotations

import html
import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given

from attention.errors import FileError
from attention.exchange.formats import FORMATS, ROWS, Format, file_name
from attention.exchange.table_csv import read_hand_csv
from attention.exchange.table_json import read_json
from attention.sources.table import AttentionTable
from attention.types import Floats, HandTable
from tests.exchange.exports import export_with, exports, seed_export

MIMES = {"csv": "text/csv", "json": "application/json", "svg": "image/svg+xml", "html": "text/html"}


def weights_and_hand(name: str, data: bytes) -> tuple[Floats | None, HandTable | None]:
    table = read_json(name, data)
    return table.drawn, table.hand


READERS = {
    "csv": lambda name, data: (read_hand_csv(name, data).hand.values, None),
    "hand-csv": lambda name, data: (None, read_hand_csv(name, data).hand),
    "json": weights_and_hand,
}
"""Computed and hand table out of the files that can be read back."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
@given(export=exports())
def test_it_writes_any_export_the_same_each_time(row: Format, export: AttentionTable) -> None:
    data = row.write(export)
    assert data == row.write(export)
    assert len(data) > 20
    data.decode("utf8")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_its_kind_of_file(row: Format) -> None:
    assert MIMES[row.ending] == row.mime
    data = row.write(seed_export())
    start = {"csv": b"\xef\xbb\xbf", "json": b"{", "svg": b"<svg ", "html": b"<!doctype html>"}[row.ending]
    assert data.startswith(start)


@pytest.mark.parametrize("name", READERS)
@given(export=exports())
def test_what_comes_out_reads_back_to_the_same_table(name: str, export: AttentionTable) -> None:
    weights, hand = READERS[name]("x", FORMATS[name].write(export))
    assert weights is not None or hand is not None
    if weights is not None:
        np.testing.assert_array_equal(weights, export.drawn)
    if hand is not None:
        assert hand.words == export.words
        np.testing.assert_array_equal(hand.values, export.hand_table.values)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.97])
def test_a_file_that_ends_too_early_is_one_error(name: str, share: float) -> None:
    data = FORMATS[name].write(seed_export())
    with pytest.raises(FileError) as caught:
        READERS[name]("some.file", data[: int(len(data) * share)])
    assert caught.value.name == "some.file"
    assert caught.value.problem != "damaged"


class Words(HTMLParser):
    """The words in the heads of a page's tables, and every element and attribute that is there."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag == "bdi":
            whole = dict(attrs).get("title")
            self.inside = whole is None
            self.words.append(whole or "")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "bdi"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.words[-1] += data


TAGS = set(
    "html head meta title style body h1 h2 p main section table caption thead tbody tr th td span bdi i div script".split()
)
ATTRIBUTES = set(
    "lang charset http-equiv content name class scope data-v data-cell data-places title id role hidden".split()
)


@pytest.mark.parametrize("row", [row for row in ROWS if row.ending == "html"], ids=lambda row: row.name)
@given(export=exports())
def test_words_are_text_in_html(row: Format, export: AttentionTable) -> None:
    page = row.write(export).decode("utf8")
    found = Words(page)
    assert found.tags <= TAGS
    assert found.attributes <= ATTRIBUTES
    assert page.count("<script") == page.count("</script") == (row.name == "html")
    n = len(export.shown_words)
    shown = [re.sub("[\ufffe\uffff]", "\ufffd", word) for word in export.shown_words]
    assert found.words[:n] == shown
    assert set(found.words) == set(shown)


@pytest.mark.parametrize("row", [row for row in ROWS if row.ending == "svg"], ids=lambda row: row.name)
@given(export=exports())
def test_words_are_text_in_svg(row: Format, export: AttentionTable) -> None:
    root = ElementTree.fromstring(row.write(export))
    assert {element.tag.rpartition("}")[2] for element in root.iter()} <= {"svg", "title", "rect", "text", "g", "path"}
    names = {name for element in root.iter() for name in element.attrib}
    assert not [name for name in names if name.startswith("on") or "href" in name or name == "style"]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_nothing_is_fetched_from_outside(row: Format) -> None:
    text = row.write(export_with(("a.example", "//x.org", "公园"))).decode("utf8")
    addresses = set(re.findall(r"https?://[^\s\"'<>]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"(src|href)\s*=|url\(|@import", text)


def test_names_are_unique_and_known_by_themselves() -> None:
    assert [row.name for row in ROWS] == list(FORMATS)


@pytest.mark.parametrize(
    ("name", "language", "wanted"),
    [
        ("csv", "zh", "注意力表-我喜欢在周末去公园散步-随机.csv"),
        ("hand-csv", "zh", "手工表-我喜欢在周末去公园散步.csv"),
        ("worksheet", "zh", "练习单-我喜欢在周末去公园散步.html"),
        ("json", "en", "Attention_tables-我喜欢在周末去公园散步-random.json"),
    ],
)
def test_a_file_name_says_what_is_in_it(name: str, language: str, wanted: str) -> None:
    assert file_name(seed_export(language=language), FORMATS[name]) == wanted


@given(export=exports())
def test_a_file_name_is_safe_everywhere(export: AttentionTable) -> None:
    for row in ROWS:
        name = file_name(export, row)
        assert name.endswith(f".{row.ending}")
        assert not re.search(r'[\\/:*?"<>|\x00-\x1f\s]|^[.-]|\.\.', name)
        assert len(name.encode("utf8")) < 255


def test_two_formats_of_one_export_never_take_each_other_s_name() -> None:
    names = [file_name(seed_export(), row) for row in ROWS]
    assert len(set(names)) == len(ROWS)


def test_a_long_sentence_is_not_cut_inside_a_character() -> None:
    name = file_name(export_with(("去" * 20, "👨‍👩‍👧", "走")), FORMATS["csv"])
    assert name == f"注意力表-{'去' * 20}-随机.csv"


def test_the_test_of_html_finds_what_is_planted() -> None:
    found = Words('<table><th><bdi>我</bdi></th></table><img src="x" onerror="y">')
    assert found.words == ["我"]
    assert found.tags - TAGS == {"img"}
    assert found.attributes - ATTRIBUTES == {"src", "onerror"}
    assert Words(f"<bdi>{html.escape('<b>')}</bdi>").words == ["<b>"]
