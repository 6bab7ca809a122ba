"""Which language a visitor reads, on every page and in every name that is only heard; pinyin and meanings where one points."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from attention.session.board import opening_board, with_words
from attention.session.share_link import pack
from attention.view import View
from attention.words.segment import from_words
from tests.e2e.conftest import ROOT, started
from tests.e2e.visit import (
    chart,
    english,
    expect,
    has_words,
    inside,
    opened,
    sentence,
    settled,
    switch,
    type_in,
)

LABEL = """(chart, [row, column]) => {
    const { l, t, w, h } = chart._fullLayout._size, box = chart.getBoundingClientRect();
    const n = chart._fullData[0].z.length;
    return row === null ? [box.x + l + w * (column + 0.5) / n, box.y + t - 8] : [box.x + l - 12, box.y + t + h * (row + 0.5) / n];
}"""
"""Where the label of a row or of a column of the picture stands."""


def title(page: Any, *place: int | None) -> str:
    """What the picture says to who points at the label."""
    picture = chart(page, "computed")
    page.mouse.move(*picture.evaluate(LABEL, list(place)))
    return str(picture.evaluate("chart => chart.title"))


def test_labels_of_both_tables_say_pinyin_and_meaning_while_that_is_wished(tab: Any, address: str) -> None:
    opened(tab, address)
    assert title(tab, 1, None) == ""
    english(tab)
    assert title(tab, 1, None) == "喜欢 · xǐhuan · to like"
    assert title(tab, None, 5) == "公园 · gōngyuán · park"
    sides, heads = inside(tab, "hand").locator(".side"), inside(tab, "hand").locator(".head")
    expect(sides.nth(1)).to_have_attribute("title", "喜欢 · xǐhuan · to like\nquery 喜欢 (word 2), sum: 2.20")
    expect(heads.nth(1)).to_have_attribute("title", "喜欢 · xǐhuan · to like")
    switch(tab, "view_readings")
    settled(tab)
    expect(heads.nth(1)).to_have_attribute("title", "喜欢")
    expect(sides.nth(1)).to_have_attribute("title", "query 喜欢 (word 2), sum: 2.20")
    assert title(tab, 1, None) == ""


def test_a_hostile_word_s_label_says_it_as_text(tab: Any, address: str) -> None:
    """Markup is text, and so are a text's gap and what Streamlit says itself."""
    words = ["<img/src=x/onerror=alert(1)>", "猫", "{value}", "停止"]
    text = "".join(words)
    board = with_words(replace(opening_board(View().in_language("en")), text=text), from_words(text, words))
    opened(tab, address, f"?s={pack(board)}")
    expect(inside(tab, "hand").locator(".head").nth(1)).to_have_attribute("title", "猫 · māo · cat")
    assert [title(tab, row, None) for row in range(3)] == [words[0], "猫 · māo · cat", words[2]]
    assert tab.get_by_title("停止", exact=True).or_(tab.locator(":text-is('停止')")).count()
    assert tab.get_by_title("Stop", exact=True).count() == tab.get_by_label("Stop", exact=True).count() == 0


def test_streamlit_s_own_dialog_speaks_the_page_s_language(page: Any, tmp_path: Path) -> None:
    process, address = started(ROOT / "app.py", tmp_path / "log", {})
    opened(page, address)
    process.terminate()
    process.wait(timeout=60)
    expect(page.get_by_role("dialog")).to_contain_text("连不上服务器")
    expect(page.get_by_role("dialog")).to_contain_text("服务器没有回答")
    expect(page.get_by_role("dialog").get_by_role("button", name="关闭")).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "language", "title"),
    [("en-US", "en", "Four steps"), ("zh-TW", "zh-CN", "四步计算")],
)
def test_the_browser_s_language_comes_first_and_a_typed_address_keeps_all(
    browser: Any, address: str, locale: str, language: str, title: str
) -> None:
    context = browser.new_context(locale=locale)
    page = context.new_page()
    opened(page, address)
    expect(page.locator("html")).to_have_attribute("lang", language)
    type_in(page, "猫吃鱼")
    has_words(page, ["猫", "吃", "鱼"])
    settled(page)
    opened(page, address, "steps")
    expect(page.get_by_role("heading", level=1, name=title, exact=True)).to_be_visible()
    expect(page).to_have_title(re.compile(f"^{title} · "))
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(sentence(page)).to_have_value("猫吃鱼")
    context.close()


def test_a_language_that_was_chosen_goes_before_the_browser_s_on_a_typed_address(tab: Any, address: str) -> None:
    opened(tab, address)
    english(tab)
    opened(tab, address, "heads")
    expect(tab.get_by_role("heading", level=1, name="Multi-head attention", exact=True)).to_be_visible()
