"""The files that leave the app, opened in a browser: the page that needs no network, the picture, the sheets for paper."""

from __future__ import annotations

import re
from typing import Any

import pytest

from attention.exchange.formats import FORMATS
from attention.hand.table import blank_table
from tests.e2e.visit import expect
from tests.exchange.exports import export_with

WORDS = ("我", "喜欢", "<img src=x onerror=alert(1)>", "{value}", "$&", "去", "去", "שלום")


def file(name: str, words: tuple[str, ...] = WORDS) -> str:
    return FORMATS[name].write(export_with(words, blank_table(words))).decode("utf8")


def cell(page: Any, i: int, j: int) -> Any:
    return page.locator("table").first.locator("tbody tr").nth(i).locator("td").nth(j)


@pytest.mark.parametrize(
    ("i", "j", "said"),
    [
        (0, 1, "查询 我（第1词）→ 键 喜欢（第2词）："),
        (2, 3, "查询 <img src=x onerror=alert(1)>（第3词）→ 键 {value}（第4词）："),
        (5, 4, "查询 去（第6词）→ 键 $&（第5词）："),
        (6, 7, "查询 去（第7词）→ 键 שלום（第8词）："),
    ],
)
def test_hovering_says_the_cell_with_its_words_as_text(page: Any, i: int, j: int, said: str) -> None:
    page.set_content(file("html"))
    expect(page.locator("#tip")).to_be_hidden()
    digits = cell(page, i, j).inner_text()
    cell(page, i, j).hover()
    expect(page.locator("#tip")).to_have_text(said + digits)
    assert re.fullmatch(r"[01]\.\d\d", digits)
    assert page.locator("img").count() == 0


def test_many_words_say_their_digits_too(page: Any) -> None:
    words = tuple(f"词{i}" for i in range(40))
    page.set_content(file("html", words))
    value = export_with(words).drawn[20, 21]
    cell(page, 20, 21).hover()
    expect(page.locator("#tip")).to_have_text(f"查询 词20（第21词）→ 键 词21（第22词）：{value:.2f}")


def test_no_script_runs_but_its_own(page: Any) -> None:
    """A script that got into the file all the same is stopped by the page's own policy."""
    page.set_content(file("html").replace("</main>", "</main><script>document.title = 'run'</script>"))
    cell(page, 0, 1).hover()
    expect(page.locator("#tip")).to_be_visible()
    assert page.title() != "run"


def test_the_picture_can_be_drawn_with_its_size(page: Any) -> None:
    page.set_content(file("svg"))
    picture = page.locator("svg")
    box = picture.bounding_box()
    assert (str(round(box["width"])), str(round(box["height"]))) == (
        picture.get_attribute("width"),
        picture.get_attribute("height"),
    )
    for text in picture.locator("text").all():
        inner = text.bounding_box()
        assert inner["x"] >= box["x"] - 1
        assert inner["x"] + inner["width"] <= box["x"] + box["width"] + 1


@pytest.mark.parametrize("n", [7, 13, 25, 40])
def test_nothing_is_wider_than_the_paper(page: Any, n: int) -> None:
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": 1000})  # 180 mm
    page.set_content(file("print", tuple(f"词语{i}" for i in range(n))))
    assert page.evaluate("document.documentElement.scrollWidth") <= 680
    for table in page.locator("table, svg").all():
        box = table.bounding_box()
        assert box["x"] + box["width"] <= 681


def test_the_worksheet_begins_on_a_sheet_of_its_own(page: Any) -> None:
    page.emulate_media(media="print")
    page.set_content(file("print"))
    assert page.locator(".sheet").evaluate("element => getComputedStyle(element).breakBefore") == "page"
