"""Started without our server the page belongs to Streamlit; where its scripts run at all, a part that is missing is told too."""

from __future__ import annotations

from typing import Any

from tests.e2e.visit import expect


def test_a_sentence_stands_in_place_of_errors(browser: Any, address: str) -> None:
    page = browser.new_page(locale="zh-CN")
    page.add_init_script("delete Object.hasOwn")
    page.goto(f"{address}/?room=ABC234")
    expect(page.locator("#old-browser")).to_contain_text("这个浏览器太旧")
    expect(page.locator("#old-browser")).to_contain_text("课堂代码：ABC234")
    expect(page.locator("#root")).to_be_hidden()
    page.close()
