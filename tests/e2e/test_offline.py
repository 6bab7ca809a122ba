"""One visit over all pages: nothing leaves the machine, nothing is wider than a phone, nothing is in the other language."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from pages.ui.frame import PAGES
from pages.ui.texts import say
from tests.e2e.visit import PATIENCE, SEED_WORDS, button, expect, has_words, inside, opened, settled, turn_to
from tests.pages.test_texts import TERMS

HAN = re.compile(r"[\u3400-\u9fff]+")
FOLDS = "[data-testid=stExpander] details:not([open]) > summary"
NAMES = {"中文", "语言"}
KNOWN = "Failed to load resource: the server responded with a status of 404"
"""Streamlit asks for its health at the path of the page first."""


def unfold_all(page: Any) -> None:
    """Open every folded part, one after another."""
    for _ in range(30):
        folded = page.locator(FOLDS)
        if not (count := folded.count()):
            return
        folded.first.click()
        expect(folded).to_have_count(count - 1, timeout=PATIENCE)
        settled(page)
    raise AssertionError("there is always one more to unfold")


def seen(page: Any) -> str:
    """All the text of the page, also that of its pictures and components."""
    texts = page.locator("[data-testid=stMain], [data-testid=stSidebar]").all_inner_texts()
    texts += page.locator(".film, .editor, .chips, .matrix").all_inner_texts()
    texts += page.locator(".xtick text, .ytick text, .xtitle, .ytitle").all_text_contents()
    return "\n".join(texts)


def test_a_whole_visit_asks_nobody_outside(browser: Any, address: str) -> None:
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720})
    page = context.new_page()
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    opened(page, address)
    for name in PAGES:
        turn_to(page, say("zh", f"page.{name.name}"))
        unfold_all(page)
        has_words(page, SEED_WORDS)
    context.close()
    hosts = {urlsplit(url).hostname for url in asked if urlsplit(url).scheme not in ("data", "blob")}
    assert hosts == {"127.0.0.1"}
    assert any(url.startswith("ws://") for url in asked)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_no_page_speaks_the_other_language(tab: Any, address: str, language: Any) -> None:
    opened(tab, address)
    if language == "en":
        tab.get_by_role("radio", name="English").or_(button(tab, "English")).first.click()
        expect(tab.get_by_role("heading", level=1, name="Attention table")).to_be_visible(timeout=PATIENCE)
        settled(tab)
    strange: dict[str, set[str]] = {}
    for name in PAGES:
        turn_to(tab, say(language, f"page.{name.name}"))
        if name.name != "why":  # its texts are lessons, with names and examples; tests/pages has them
            unfold_all(tab)
            strange[name.name] = foreign(seen(tab), language)
    assert strange == {name: set() for name in strange}


def foreign(text: str, language: str) -> set[str]:
    """What belongs to the other language: Latin words that are no terms; Chinese outside of sentence, names and quotes."""
    if language == "zh":
        return set(re.findall(r"[A-Za-z]{3,}", text)) - TERMS - {"English"}
    allowed = NAMES | set(SEED_WORDS) | {"".join(SEED_WORDS), "小明昨天去了学校他今天也去了学校"}
    allowed |= set("小明 昨天 去 了 学校 他 今天 也 把".split())
    return set(HAN.findall(re.sub(r"“[^”]*”", "", text))) - allowed


def test_no_page_is_wider_than_a_phone(phone: Any, address: str) -> None:
    wide: dict[str, Any] = {}
    opened(phone, address)
    for page in PAGES:
        path = "" if page.name == "table" else page.name
        opened(phone, address, path)
        unfold_all(phone)
        wide[page.name] = phone.evaluate(
            """() => {
                const scroller = document.querySelector('[data-testid=stMain]');
                const over = [document.documentElement, scroller].map(e => e.scrollWidth - e.clientWidth);
                return Math.max(...over, document.documentElement.scrollWidth - window.innerWidth);
            }"""
        )
    assert wide == {page.name: 0 for page in PAGES}


def test_a_dark_page_raises_no_errors(browser: Any, address: str) -> None:
    context = browser.new_context(locale="zh-CN", color_scheme="dark", viewport={"width": 1280, "height": 720})
    page = context.new_page()
    errors: dict[str, list[str]] = {}
    page.on("console", lambda message: message.type == "error" and errors.setdefault(page.url, []).append(message.text))
    for name in PAGES:
        opened(page, address, "" if name.name == "table" else name.name)
        expect(inside(page, "words")).to_be_visible(timeout=PATIENCE)
        assert (
            page.get_by_test_id("stApp").evaluate("app => getComputedStyle(app).backgroundColor") == "rgb(21, 24, 29)"
        )
    context.close()
    for messages in errors.values():
        assert len(messages) <= 2
        assert all(message.startswith(KNOWN) for message in messages)
