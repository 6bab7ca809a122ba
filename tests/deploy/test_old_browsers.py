"""A browser too old for Streamlit: a sentence and the room's code in place of a white page or of errors."""

from __future__ import annotations

import re
import urllib.request
from typing import Any

import pytest

from deploy.old_browsers import paths
from pages.ui.frame.page import PAGES
from tests.deploy.processes import Served

PATIENCE = 60_000  # ms
ROOM = "ABC234"


def text_of(url: str) -> str:
    with urllib.request.urlopen(url, timeout=20) as answer:
        text: str = answer.read().decode("utf8")
        return text


def test_every_page_has_the_script_before_all_others(served: Served) -> None:
    assert len(paths()) == len(PAGES)
    for path in paths():
        page = text_of(served.url + path)
        assert re.findall(r"<script[^>]*src=\"([^\"]*)\"", page)[0] == "./old-browser.js"
        assert 'id="root"' in page
    script = text_of(f"{served.url}/old-browser.js")
    assert "课堂代码" in script
    assert "Room code" in script
    assert '"SAID"' not in script


@pytest.fixture
def visitor(browser: Any) -> Any:
    context = browser.new_context(locale="zh-CN", viewport={"width": 390, "height": 844})
    yield context.new_page()
    context.close()


def is_told(page: Any) -> None:
    """The sentence, the code, and nothing else to be seen."""
    told = page.locator("#old-browser")
    told.wait_for(timeout=PATIENCE)
    text = told.inner_text()
    assert "这个浏览器太旧" in text
    assert "在浏览器中打开" in text
    assert f"课堂代码：{ROOM}" in text
    assert page.locator("#root").is_hidden()
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize(
    "missing", ["Object.hasOwn", "Array.prototype.at", "window.structuredClone", "String.prototype.replaceAll"]
)
def test_what_streamlit_needs_and_is_missing(served: Served, visitor: Any, missing: str) -> None:
    visitor.add_init_script(f"delete {missing}")
    visitor.goto(f"{served.url}/classroom?room={ROOM.lower()}", timeout=PATIENCE)
    is_told(visitor)


def test_a_script_that_the_browser_cannot_read(served: Served, visitor: Any) -> None:
    broken = {"body": "class A { static { ; }", "content_type": "text/javascript"}
    visitor.route(re.compile(r"/static/js/index\.[^/]*\.js$"), lambda route: route.fulfill(**broken))
    visitor.goto(f"{served.url}/?room={ROOM}", timeout=PATIENCE)
    is_told(visitor)


def test_a_new_browser_is_told_nothing(served: Served, visitor: Any) -> None:
    visitor.goto(f"{served.url}/steps", timeout=PATIENCE)
    visitor.get_by_role("heading", level=1).wait_for(timeout=PATIENCE)
    assert visitor.locator("#old-browser").count() == 0
