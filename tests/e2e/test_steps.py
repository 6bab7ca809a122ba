"""The page of the four steps in a real browser: the stage moves by itself, numbers are checked by hand, a matrix is typed."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest

from attention.core import attend, attention_mask
from attention.sources.typed_matrices import board_example
from tests.e2e.visit import (
    button,
    expect,
    frames,
    has_words,
    inside,
    opened,
    picture_values,
    settled,
    source,
    type_in,
    unfold,
)

CENTRE = """(chart, [i, j]) => {
    const { xaxis, yaxis } = chart._fullLayout, box = chart.getBoundingClientRect();
    return [box.x + xaxis._offset + xaxis.d2p(j + 1), box.y + yaxis._offset + yaxis.d2p(i + 1)];
}"""

WATCH = """mark => {
    window.seen = [];
    new MutationObserver(() => window.seen.push(mark.getAttribute("opacity"))).observe(mark, { attributes: true });
}"""


def drawn(page: Any) -> list[list[float]]:
    """The table of all numbers."""
    return picture_values(page, ".st-key-steps_table")


def choose(page: Any, label: str, option: str) -> None:
    settled(page)
    field = page.get_by_role("combobox", name=label, exact=True)
    field.scroll_into_view_if_needed()  # a list that is open while the page scrolls closes
    expect(field).to_be_in_viewport(ratio=1)
    field.click()
    page.get_by_role("option", name=option, exact=True).click()


def click(page: Any, i: int, j: int) -> None:
    """On a cell of the table."""
    settled(page)
    chart = page.locator(".js-plotly-plot").first
    expect(chart.locator(".scatterlayer .point").first).to_be_attached()
    chart.scroll_into_view_if_needed()
    x, y = chart.evaluate(CENTRE, [i, j])
    page.mouse.move(x - 2, y - 2)
    page.mouse.move(x, y)
    page.mouse.click(x, y)


def own(page: Any, address: str) -> None:
    """The page with the visitor's own sentence and all its numbers."""
    opened(page, address, "steps")
    button(page, "换成上面的句子").click()
    expect(button(page, "板书例子")).to_be_visible()
    settled(page)
    unfold(page, "全部数字")


def readout(page: Any) -> Any:
    return inside(page, "steps_stage").locator(".readout")


def digits(page: Any) -> Any:
    return inside(page, "steps_stage").locator(".digits")


def marks(page: Any) -> list[str]:
    """What all that is drawn tells a screen reader, once it has come to rest."""
    found = inside(page, "steps_stage").locator("svg [role=button]")
    expect(found.first).to_be_attached()
    told: list[str] = found.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return told


def test_the_stage_is_stepped_switched_and_asked_without_the_server(page: Any, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    sent = frames(page)
    opened(page, address, "steps")
    expect(readout(page)).to_contain_text("q·k = 4")
    settled(page)
    before = len(sent)
    page.keyboard.press("ArrowRight")
    expect(readout(page)).to_contain_text("√4 = 2：“鱼”从 4 变成 2。掩码遮住 1 个")
    page.get_by_role("switch", name="÷ √d_k", exact=True).click()
    expect(readout(page)).to_contain_text("没有除以 √4 = 2：“鱼”从 4 到 4。")
    page.keyboard.press("ArrowRight")
    expect(readout(page)).to_contain_text("“鱼”最多，0.8808。")
    page.get_by_role("switch", name="÷ √d_k", exact=True).click()
    expect(readout(page)).to_contain_text("“鱼”最多，0.7311。")
    page.keyboard.press("ArrowRight")
    expect(readout(page)).to_contain_text("变得最多的是第 1 列：0 → 2.462。")
    button(page, "2 缩放和掩码").click()
    expect(button(page, "2 缩放和掩码")).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowLeft")
    expect(readout(page)).to_contain_text("q·k = 4")
    button(page, "播放").click()
    expect(readout(page)).to_have_attribute("aria-live", "polite")  # once a step is not too often to be read aloud
    button(page, "暂停").click()
    assert len(sent) == before


def test_a_click_or_enter_tells_all_digits_which_are_the_core_s(page: Any, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, address, "steps")
    b = board_example()
    trace = attend(b.X, b.W_Q, b.W_K, b.W_V, mask=attention_mask(3, diagonal=False))
    assert marks(page)[:4] == [f"查询 q，第 {c + 1} 列 = {q:g}" for c, q in enumerate(trace.Q[1])]
    picture = inside(page, "steps_stage").locator("svg")
    picture.get_by_label("q ⊙ k，第 3 列").click()
    expect(digits(page)).to_have_text("q ⊙ k，第 3 列：2 × 1 = 2")
    button(page, "3 softmax").click()
    picture.get_by_label("“鱼”（第 3 词）的权重").click()
    expect(digits(page)).to_contain_text("“鱼”（第 3 词）的权重：1 ÷ 1.36787944117144")
    assert float(digits(page).inner_text().split(" = ")[1]) == trace.weights[1, 2]
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(digits(page)).to_have_text(re.compile("“猫”（第 1 词）：e 的（1 − 2）次方 = 0.3678794411714"))
    button(page, "4 加权求和").click()
    told = dict(one.split(" = ") for one in marks(page))
    assert [float(told[f"输出，第 {c} 列"]) for c in (1, 2)] == trace.output[1].tolist()


def test_with_reduced_motion_each_step_stands_still_at_its_end_else_it_moves(page: Any, address: str) -> None:
    opened(page, address, "steps")
    score = inside(page, "steps_stage").get_by_label("“鱼”（第 3 词）的得分 q·k = 4")
    expect(score).to_have_attribute("opacity", "1")
    score.evaluate(WATCH)
    button(page, "1 评分").click()
    page.wait_for_function("window.seen.includes('0') && window.seen[window.seen.length - 1] === '1'")
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("window.seen.length = 0")
    button(page, "1 评分").click()
    expect(score).to_have_attribute("opacity", "1")
    assert page.evaluate("window.seen") == []


def test_the_stage_and_its_sentence_are_on_the_first_screen(page: Any, address: str) -> None:
    opened(page, address, "steps")
    for name in ("换成上面的句子", "板书例子"):
        expect(readout(page)).to_be_in_viewport(ratio=1)
        expect(inside(page, "steps_stage").locator("svg")).to_be_in_viewport(ratio=1)
        button(page, name).click()
        settled(page)


def test_a_click_on_a_cell_and_the_selectors_choose(tab: Any, address: str) -> None:
    own(tab, address)
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
    button(tab, "改板书例子的矩阵").click()
    unfold(tab, "全部数字")
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
