"""The word chips in a real browser: one click, one event, for the words that were seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.visit import button, expect

WORDS = "我 喜欢 在 周末 去 公园 散步 ， 图书馆 。".split()
Serve = Callable[[str], str]


def visit(page: Any, serve: Serve, query: str = "") -> None:
    page.goto(f"{serve('chips.py')}/?{query}")
    expect(page.get_by_role("list", name="词").or_(page.get_by_role("list", name="Words"))).to_be_visible()
    expect(page.get_by_text("events:")).to_be_visible()


def happened(page: Any, events: str, words: str) -> None:
    expect(page.get_by_text("words:")).to_have_text(f"words: {words}")
    expect(page.get_by_text("events:")).to_have_text(f"events: {events}")


def merge(left: str, right: str) -> str:
    return f"合并“{left}”和“{right}”"


def split(word: str, part: str) -> str:
    return f"在“{part}”后面拆开“{word}”"


@pytest.mark.parametrize("read", ["top", "result"])
def test_merge_and_split_once_each(page: Any, serve: Serve, read: str) -> None:
    visit(page, serve, f"read={read}")
    button(page, merge("公园", "散步")).click()
    happened(page, "merge 5 0", "我/喜欢/在/周末/去/公园散步/，/图书馆/。")
    button(page, split("图书馆", "图书")).click()
    happened(page, "merge 5 0; split 7 2", "我/喜欢/在/周末/去/公园散步/，/图书/馆/。")
    button(page, split("公园散步", "公")).click()
    happened(page, "merge 5 0; split 7 2; split 5 1", "我/喜欢/在/周末/去/公/园散步/，/图书/馆/。")
    page.get_by_role("button", name="another run").click()
    happened(page, "merge 5 0; split 7 2; split 5 1", "我/喜欢/在/周末/去/公/园散步/，/图书/馆/。")


def test_a_double_click_on_a_slow_server_merges_once(page: Any, serve: Serve) -> None:
    visit(page, serve, "late=1")
    button(page, merge("公园", "散步")).dblclick()
    expect(page.locator(".chips")).to_have_attribute("aria-busy", "true")
    button(page, merge("我", "喜欢")).click()  # not taken: the words are about to change
    expect(button(page, merge("公园", "散步"))).to_have_count(0)
    expect(page.locator(".chips")).to_have_attribute("aria-busy", "false")
    happened(page, "merge 5 0", "我/喜欢/在/周末/去/公园散步/，/图书馆/。")
    button(page, merge("去", "公园散步")).click()
    happened(page, "merge 5 0; merge 4 0", "我/喜欢/在/周末/去公园散步/，/图书馆/。")


def test_keyboard_alone(page: Any, serve: Serve) -> None:
    visit(page, serve)
    page.keyboard.press("Tab")
    first = button(page, merge("我", "喜欢"))
    while not first.evaluate("e => e.getRootNode().activeElement === e"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(button(page, split("喜欢", "喜"))).to_be_focused()
    page.keyboard.press("Enter")
    happened(page, "split 1 1", "我/喜/欢/在/周末/去/公园/散步/，/图书馆/。")
    expect(button(page, merge("喜", "欢"))).to_be_focused()  # where the gap was, to take it back
    page.keyboard.press("Space")
    happened(page, "split 1 1; merge 1 0", "我/喜欢/在/周末/去/公园/散步/，/图书馆/。")
    page.keyboard.press("End")
    expect(button(page, merge("图书馆", "。"))).to_be_focused()
    page.keyboard.press("Tab")  # one stop for the whole line
    expect(page.get_by_role("button", name="another run")).to_be_focused()


def test_touch_a_tap_opens_the_chip_and_its_gaps(phone: Any, serve: Serve) -> None:
    visit(phone, serve)
    gap = button(phone, split("图书馆", "图"))
    narrow = gap.bounding_box()["width"]
    phone.get_by_role("listitem").nth(8).get_by_text("图书馆").tap(position={"x": 6, "y": 10})
    expect(gap).not_to_have_css("width", f"{narrow:g}px")
    assert gap.bounding_box()["width"] >= 40
    gap.tap()
    happened(phone, "split 8 1", "我/喜欢/在/周末/去/公园/散步/，/图/书馆/。")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_mark_is_underlined_and_said(page: Any, serve: Serve) -> None:
    visit(page, serve)
    item = page.get_by_role("listitem").nth(5)
    expect(item.locator("[title='训练时没有见过']")).to_have_count(1)
    expect(item).to_contain_text("训练时没有见过")
    expect(item.locator(".word")).to_have_css("text-decoration-style", "dotted")
    item.locator(".chip").click(position={"x": 4, "y": 4})
    expect(page.get_by_text("训练时没有见过", exact=True)).to_be_visible()


def test_256_words_wrap_without_overflow(phone: Any, serve: Serve) -> None:
    visit(phone, serve, "n=256")
    expect(phone.get_by_role("listitem")).to_have_count(256)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_seven_words_take_one_line(page: Any, serve: Serve) -> None:
    visit(page, serve, "n=7")
    assert page.get_by_role("list", name="词").bounding_box()["height"] <= 40
