"""Which language a visitor reads, on every page and in every name that is only heard; pinyin and meanings where one points."""

from __future__ import annotations

from typing import Any

from pages.ui.texts import say
from tests.e2e.visit import chart, english, expect, inside, opened, press, settled, switch, type_in

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
    opened(tab, address)
    english(tab)
    type_in(tab, "<img/src=x/onerror=alert(1)>猫")
    expect(inside(tab, "hand").locator(".head").last).to_have_attribute("title", "猫 · māo · cat")
    press(tab, say("en", "curtain.lift"))
    settled(tab)
    assert title(tab, 0, None) == "<"
