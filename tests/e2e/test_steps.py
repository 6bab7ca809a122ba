"""The page of the four steps in a real browser: choose a cell, check its numbers by hand, type a matrix."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.e2e.visit import expect, has_words, opened, press, settled, source, type_in, unfold

CENTRE = """(chart, [i, j]) => {
    const { xaxis, yaxis } = chart._fullLayout, box = chart.getBoundingClientRect();
    return [box.x + xaxis._offset + xaxis.d2p(j + 1), box.y + yaxis._offset + yaxis.d2p(i + 1)];
}"""


def drawn(page: Any) -> list[list[float]]:
    chart = page.locator(".js-plotly-plot").first
    found: list[list[float]] = chart.evaluate("chart => Array.from(chart._fullData[0].z, row => Array.from(row))")
    return found


def choose(page: Any, label: str, option: str) -> None:
    settled(page)
    page.get_by_role("combobox", name=label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def click(page: Any, i: int, j: int) -> None:
    """On a cell of the table."""
    settled(page)
    chart = page.locator(".js-plotly-plot").first
    expect(chart.locator(".scatterlayer .point").first).to_be_attached()
    x, y = chart.evaluate(CENTRE, [i, j])
    page.mouse.move(x - 2, y - 2)
    page.mouse.move(x, y)
    page.mouse.click(x, y)


def test_a_click_on_a_cell_and_the_selectors_choose(tab: Any, address: str) -> None:
    opened(tab, address, "steps")
    click(tab, 3, 2)
    expect(tab.get_by_text("“周末”的查询 q 和“在”的键 k")).to_be_visible()
    choose(tab, "查询", "6 公园")
    expect(tab.get_by_text("“公园”的查询 q 和“在”的键 k")).to_be_visible()
    choose(tab, "键", "5 去")
    expect(tab.get_by_text("“公园”的查询 q 和“去”的键 k")).to_be_visible()
    click(tab, 0, 1)
    expect(tab.get_by_text("“我”的查询 q 和“喜欢”的键 k")).to_be_visible()
    type_in(tab, "小猫睡觉")  # the selectors now stand on words that they did not have
    expect(tab.get_by_text("“小猫”的查询 q 和“睡觉”的键 k")).to_be_visible()
    source(tab, "随机")
    expect(tab.get_by_text("来源：随机")).to_be_visible()
    choose(tab, "查询", "2 睡觉")
    expect(tab.get_by_text("“睡觉”的查询 q 和“睡觉”的键 k")).to_be_visible()


def test_the_board_example_and_a_typed_cell(tab: Any, address: str) -> None:
    opened(tab, address, "steps")
    press(tab, "板书例子")
    has_words(tab, ["猫", "吃", "鱼"])
    expect(tab.get_by_text("自己输入的矩阵（d_model = 3，d_k = 4，d_v = 2）")).to_be_visible()
    before = drawn(tab)
    unfold(tab, "自己输入矩阵")
    field = tab.get_by_label("W_Q 第 1 行第 3 列", exact=True)
    field.fill("5")
    field.press("Enter")
    tab.wait_for_function(
        "old => Math.abs(document.querySelector('.js-plotly-plot')?._fullData?.[0]?.z?.[0]?.[2] - old) > 0.1",
        arg=before[0][2],
    )
    # 猫 asks with q = (0, 2, 5, 0): 吃 answers 2, 鱼, which is thing and food, 5; each by √4
    assert drawn(tab)[0][2] == pytest.approx(math.exp(2.5) / (math.exp(2.5) + math.exp(1)), abs=1e-4)
    refused = tab.get_by_label("W_Q 第 1 行第 1 列", exact=True)
    refused.fill("1e9")
    refused.press("Enter")
    expect(tab.get_by_text("“1e9”不行：请输入 -1000 到 1000 的数。仍是 0。")).to_be_visible()
    expect(refused).to_have_value("0")
