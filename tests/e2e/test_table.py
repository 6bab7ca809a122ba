"""The main page in a real browser: a sentence becomes two tables, everything can be edited, nothing is lost."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

from attention.session.board import opening_board, with_edits, with_words
from attention.session.share_link import pack
from attention.types import Switches
from attention.words.segment import from_words
from tests.e2e.visit import (
    SEED_WORDS,
    agreement,
    becomes,
    button,
    chart,
    english,
    expect,
    frames,
    hand_cell,
    has_rows,
    has_words,
    inside,
    lift,
    opened,
    press,
    sentence,
    source,
    switch,
    turn_to,
    type_in,
    unfold,
    values,
    write,
)

CONTAINERS = "sentence words source switches computed hand".split()
FIGURES = "数字与差别"
HOSTILE = [
    *"**粗** 2024 1e5 <b> $x$ %{z} [x](http://a) :red[x]".split(),
    '"><img/src=x/onerror="window.ran=1">',
    "{left}",
]


def shortened(word: str) -> str:
    return word if len(word) <= 10 else word[:9] + "…"


def test_the_first_screen_holds_sentence_words_and_both_tables(tab: Any, address: str) -> None:
    opened(tab, address)
    has_words(tab, SEED_WORDS)
    for key in CONTAINERS:
        expect(inside(tab, key)).to_have_count(1)
    assert len(values(tab, "computed")) == 7
    assert chart(tab, "computed").evaluate("chart => chart._fullData[0].type") == "heatmap"
    for key, place in (("computed", chart(tab, "computed")), ("hand", tab.get_by_role("grid"))):
        has_rows(tab, key, SEED_WORDS)
        assert [len(row) for row in values(tab, key)] == [7] * 7
        box = place.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 720
        assert box["x"] + box["width"] <= 1280
    expect(agreement(tab)).to_have_text("7/7 行一致")
    expect(inside(tab, "source").get_by_role("radio", name="句法")).to_be_checked()
    expect(tab.locator("html")).to_have_attribute("lang", "zh-CN")


LABELS = """chart => ['xtick', 'ytick'].map((name) => [...chart.querySelectorAll(`.${name} text`)].map((text) => {
    const box = text.getBoundingClientRect();
    return name === 'xtick' ? [box.left, box.right] : [box.top, box.bottom];
}))"""
"""Where the labels of both axes begin and end."""


def test_28_words_stand_in_full_width_and_no_label_runs_into_the_next(tab: Any, address: str) -> None:
    opened(tab, address)
    type_in(tab, "我们看书" * 14)
    has_words(tab, ["我们", "看书"] * 14)
    lift(tab)
    has_rows(tab, "hand", ["我们", "看书"] * 14)
    has_rows(tab, "computed", ["我们", "看书"] * 14)
    assert chart(tab, "computed").bounding_box()["width"] > 850
    assert tab.get_by_role("grid").bounding_box()["width"] > 850
    for ends in chart(tab, "computed").evaluate(LABELS):
        assert len(ends) == 28
        assert all(end <= start + 2 for (_, end), (start, _) in pairwise(sorted(ends)))
    assert chart(tab, "computed").evaluate("chart => chart.querySelectorAll('.heatmap-label').length") >= 28 * 27


def test_projector_size_reaches_chips_and_editor(tab: Any, address: str) -> None:
    opened(tab, address)
    parts = [inside(tab, "words").locator(".chip").first, hand_cell(tab, 0, 0)]
    before = [part.bounding_box()["height"] for part in parts]
    switch(tab, "view_projector")
    for part, height in zip(parts, before, strict=True):
        expect(part).to_have_css("font-size", re.compile("19|2[0-9]|17.5"))
        assert part.bounding_box()["height"] > 1.2 * height


def test_on_a_phone_many_words_scroll_in_a_box_of_their_own(phone: Any, address: str) -> None:
    opened(phone, address, "?text=" + "我们看书" * 14)
    expect(chart(phone, "computed")).to_be_visible()
    assert chart(phone, "computed").bounding_box()["width"] > 600
    assert phone.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= 390


def test_both_tables_follow_while_typing_and_repeated_words_keep_their_rows(tab: Any, address: str) -> None:
    opened(tab, address)
    type_in(tab, "公园，公园，公园！")  # no Enter
    six = ["公园", "，", "公园", "，", "公园", "！"]
    has_words(tab, six)
    expect(tab.get_by_text("先填“公园·第1词”这一行：它和谁有关系？")).to_be_visible()
    for key in ("computed", "hand"):
        has_rows(tab, key, six)
        assert len(values(tab, key)) == 6
    lift(tab)
    unfold(tab, FIGURES)
    expect(inside(tab, "reading").locator("tbody tr")).to_have_count(6)
    expect(inside(tab, "reading")).to_contain_text("公园·第5词")
    hover(tab, "computed", 4, 2)
    expect(tab.locator(".hoverlayer text").first).to_contain_text("查询 公园（第5词）→ 键 公园（第3词）：")


def hover(page: Any, key: str, i: int, j: int) -> None:
    """Put the mouse on a cell of a picture."""
    chart(page, key).scroll_into_view_if_needed()
    place = chart(page, key).evaluate(
        """(chart, [i, j]) => {
            const { xaxis, yaxis } = chart._fullLayout, box = chart.getBoundingClientRect();
            return [box.x + xaxis._offset + xaxis.d2p(j + 1), box.y + yaxis._offset + yaxis.d2p(i + 1)];
        }""",
        [i, j],
    )
    page.mouse.move(place[0] - 3, place[1] - 3)
    page.mouse.move(*place)


def test_half_composed_pinyin_is_not_sent(tab: Any, address: str) -> None:
    sent = frames(tab)
    opened(tab, address)
    sentence(tab).click()
    tab.keyboard.press("Control+a")
    keyboard = tab.context.new_cdp_session(tab)
    keyboard.send("Input.imeSetComposition", {"text": "gong'yuan", "selectionStart": 9, "selectionEnd": 9})
    since = tab.evaluate("performance.now()")
    tab.wait_for_function("since => performance.now() > since + 700", arg=since)  # more than twice the page's rest
    keyboard.send("Input.insertText", {"text": "公园"})
    has_words(tab, ["公园"])
    assert not any(b"gong" in frame for frame in sent)


def test_hostile_words_are_text_everywhere(tab: Any, address: str) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    text = "".join(HOSTILE)
    board = with_words(replace(opening_board(), text=text), from_words(text, HOSTILE))
    board = with_edits(replace(board, switches=Switches(causal=True)), board.words, [(4, 2, 0.9)])
    opened(tab, address, f"?s={pack(board)}")
    has_words(tab, HOSTILE)
    unfold(tab, FIGURES)
    for key in ("computed", "difference"):
        has_rows(tab, key, [shortened(word) for word in HOSTILE])
        expect(chart(tab, key).locator(".xtick text")).to_have_text([shortened(word) for word in HOSTILE])
    has_rows(tab, "hand", HOSTILE)
    expect(inside(tab, "hand").locator(".head .word")).to_have_text(HOSTILE)
    expect(inside(tab, "reading").locator("tbody tr")).to_have_count(len(HOSTILE))
    for i, word in enumerate(HOSTILE):
        expect(inside(tab, "reading").locator("tbody tr").nth(i)).to_contain_text(f"“{word}”")
    for i in (5, 8):
        hover(tab, "computed", i, 3)
        expect(tab.locator(".hoverlayer text").first).to_contain_text(
            f"查询 {shortened(HOSTILE[i])}（第{i + 1}词）→ 键 <b>（第4词）："
        )
    turn_to(tab, "四步计算")
    tab.get_by_role("combobox", name="查询").click()
    expect(tab.get_by_role("option")).to_have_text([f"{i + 1} {word}" for i, word in enumerate(HOSTILE)])
    tab.get_by_role("option").first.click()
    unfold(tab, "全部数字")
    expect(tab.get_by_test_id("stAlert").get_by_text("“**粗**”没有可看的词", exact=True)).to_be_visible()
    turn_to(tab, "让表自己学")
    expect(tab.locator(".film .computed tbody th")).to_have_text(
        [word if len(word) <= 8 else word[:7] + "…" for word in HOSTILE]
    )
    assert tab.evaluate("window.ran") is None
    assert not any(url.endswith("/x") for url in asked)


def test_everything_travels_in_the_link_and_survives_a_reload(tab: Any, browser: Any, address: str) -> None:
    opened(tab, address)
    write(tab, 0, 2, "0.35")
    becomes(tab, "hand", 0, 2, 0.35)
    press(tab, "合并“公园”和“散步”")
    words = [*SEED_WORDS[:5], "公园散步"]
    has_words(tab, words)
    becomes(tab, "hand", 0, 2, 0.35)  # the words that stayed keep their values
    source(tab, "随机")
    expect(inside(tab, "computed")).to_contain_text("来源：随机")
    switch(tab, "switch_causal")
    hand_cell(tab, 0, 0).hover()
    expect(inside(tab, "spot").locator(".read")).to_contain_text("“我”没有可看的词")
    english(tab)
    computed, hand = values(tab, "computed"), values(tab, "hand")
    other = browser.new_context().new_page()
    other.goto(tab.url)
    for _ in range(2):  # opened, and then reloaded
        has_words(other, words)
        has_rows(other, "computed", words)
        assert same(values(other, "computed"), computed)
        assert same(values(other, "hand"), hand)
        expect(inside(other, "source").get_by_role("radio", name="Random")).to_be_checked()
        expect(other.get_by_role("heading", level=1, name="Attention table")).to_be_visible()
        other.reload()
    other.context.close()
    press(tab, "Reset cut")
    has_words(tab, SEED_WORDS)
    becomes(tab, "hand", 0, 2, 0.35)


def same(one: list[list[float]], other: list[list[float]]) -> bool:
    """Equal cell by cell, empty where the other is empty."""
    pairs = [(a, b) for row, line in zip(one, other, strict=True) for a, b in zip(row, line, strict=True)]
    return all((math.isnan(a) and math.isnan(b)) or abs(a - b) < 1e-6 for a, b in pairs)


def test_control_z_takes_back_one_step_after_the_other_whatever_is_still_on_its_way(tab: Any, address: str) -> None:
    opened(tab, address)
    for value in ("0.3", "0.7"):
        write(tab, 0, 2, value)  # a click, which goes on to the next value, and what is typed: two steps
    for expected in (0.5, 0.3, 0.5, 0.1):
        tab.keyboard.press("Control+z")
        becomes(tab, "hand", 0, 2, expected)
    for _ in range(4):
        tab.keyboard.press("Control+y")
    becomes(tab, "hand", 0, 2, 0.7)
    expect(button(tab, "↷ 重做")).to_be_disabled()
