"""The page that opens offline, and those for paper."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable

import numpy as np
import pytest

from attention.exchange.html_page import LONGEST_HEADING, document, html_page
from attention.exchange.html_table import table_html
from attention.exchange.picture import Picture
from attention.exchange.print_page import MAX_ON_SHEET, print_page, worksheet
from attention.hand.table import blank_table
from attention.sources.table import AttentionTable
from attention.texts.files import LABELS
from attention.types import Floats
from tests.exchange.exports import SEED, export_with, seed_export

NAN = np.nan


def page(data: bytes) -> str:
    return data.decode("utf8")


def test_both_tables_are_in_it_with_their_digits() -> None:
    text = page(html_page(seed_export()))
    assert [text.count(f"<h2>{title}</h2>") for title in ("注意力表", "手工表")] == [1, 1]
    assert text.count(">0.90</td>") == 12 + sum(f"{x:.2f}" == "0.90" for x in seed_export().drawn.ravel())
    assert '<html lang="zh-CN">' in text
    assert "<h2>Hand table</h2>" in page(html_page(seed_export(language="en")))


@pytest.mark.parametrize("write", [html_page, print_page, worksheet])
def test_words_are_said_and_explained_where_that_is_asked_for(write: Callable[[AttentionTable], bytes]) -> None:
    said = "<span><bdi>喜欢</bdi> xǐhuan · to like</span>"
    assert said in page(write(seed_export(readings=True)))
    assert said not in page(write(seed_export()))


def test_without_a_hand_table_there_is_one_table() -> None:
    assert page(html_page(export_with(SEED.words))).count("<table") == 1


def test_only_its_own_style_and_script_may_run() -> None:
    text = page(html_page(export_with(("<script>alert(1)</script>", "去"))))
    policy = re.search(r'content="(default-src[^"]*)"', text)
    assert policy
    for kind in ("style", "script"):
        inside = re.findall(f"<{kind}>(.*?)</{kind}>", text, re.DOTALL)
        assert len(inside) == 1
        digest = base64.b64encode(hashlib.sha256(inside[0].encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none';")


def test_a_page_without_a_script_lets_none_run() -> None:
    text = page(document(seed_export(), "x", "y", style="print.css"))
    assert "<script" not in text
    assert text.count("sha256-") == 2


def test_no_style_stands_at_an_element_where_the_policy_would_stop_it() -> None:
    for write in (html_page, print_page, worksheet):
        assert " style=" not in page(write(export_with(("我",) * 30, blank_table(("我",) * 30))))


@pytest.mark.parametrize("n", [7, 25, 256])
def test_it_stays_small(n: int) -> None:
    words = tuple(f"词{i}" for i in range(n))
    assert len(html_page(export_with(words, blank_table(words)))) < {7: 15_000, 25: 60_000, 256: 2_000_000}[n]


def picture(words: tuple[str, ...], values: Floats, top: float = 1.0) -> Picture:
    return Picture("x", "x", "", words, tuple(range(len(words))), values, top, True, "zh")


def test_a_cell_has_its_colour_its_digits_and_its_value_for_hovering() -> None:
    text = table_html(picture(("我", "去"), np.array([[NAN, 0.456], [0.0, 1.0]])))
    assert "<td class=n>-</td><td class=c46>0.46</td>" in text
    assert "<td>0.00</td><td class=c100>1.00</td>" in text
    assert re.findall('data-v="([^"]*)"', text) == ["-,46", "0,100"]


def test_stretched_colours_do_not_change_what_is_said() -> None:
    text = table_html(picture(("我",), np.array([[0.2]]), top=0.4))
    assert '<tr data-v="20"><th scope="row"><bdi>我</bdi></th><td class=c50>0.20</td>' in text


def test_many_words_have_no_digits_but_values() -> None:
    words = ("我",) * 26
    text = table_html(picture(words, np.full((26, 26), 0.5)))
    assert 'class="table bare turned"' in text
    assert "0.50" not in text
    assert text.count("50,") == 26 * 25


def test_a_long_word_is_shortened_and_whole_when_pointed_at() -> None:
    text = table_html(picture(("一二三四五六七八九十百千",), np.array([[NAN]])))
    assert '<bdi title="一二三四五六七八九十百千">一二三四五六七八九…</bdi>' in text


def test_what_hovering_says_has_all_its_gaps() -> None:
    for text in LABELS["label.cell"]:
        assert set(re.findall(r"\{(\w+)\}", text)) == {"query", "key", "row", "column", "value"}


def test_a_very_long_sentence_does_not_fill_the_page() -> None:
    words = ("去",) * 250
    text = page(html_page(export_with(words)))
    assert f"<h1>{'去' * LONGEST_HEADING}…</h1>" in text


def test_paper_is_a4_and_light_and_has_the_worksheet_on_its_own_sheet() -> None:
    text = page(print_page(seed_export()))
    assert "@page { size: A4;" in text
    assert "color-scheme: light" in text
    assert text.count("<table") == 3
    assert text.index("手工表</h2>") < text.index('class="sheet"')
    assert "section + .sheet, .legend + .sheet, .words + .sheet { break-before: page; }" in text


def test_the_worksheet_is_empty_but_for_the_diagonal() -> None:
    text = page(worksheet(seed_export()))
    assert text.count("<table") == 1
    assert re.findall(r"<td[^>]*>([^<]*)</td>", text) == ["-" if i == j else "" for i in range(7) for j in range(7)]
    assert "姓名" in text
    assert text.count("<bdi>散步</bdi>") == 2
    assert "Name:" in page(worksheet(seed_export(language="en")))


def test_a_worksheet_has_as_many_words_as_a_pencil_needs_room() -> None:
    text = page(worksheet(export_with(tuple(f"词{i}" for i in range(30)))))
    assert text.count('<th scope="row">') == MAX_ON_SHEET
    assert f"纸上只放得下前 {MAX_ON_SHEET} 个词" in text
    assert "纸上" not in page(worksheet(seed_export()))


def test_on_paper_a_large_table_is_a_picture_that_shrinks() -> None:
    words = ("去",) * 40
    text = page(print_page(export_with(words, blank_table(words))))
    assert (text.count("<svg "), text.count("<table")) == (2, 1)
