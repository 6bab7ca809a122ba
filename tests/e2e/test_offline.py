"""One visit over all pages: nothing leaves the machine, nothing is wider than a phone, nothing is in the other language."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest

from attention.sources.typed_matrices import BOARD_WORDS
from pages.ui.frame.page import PAGES
from pages.ui.texts import say
from tests.e2e.test_axe import SCRIPT, grave
from tests.e2e.visit import SEED_WORDS, english, has_words, opened, settled, turn_to, unfold_all
from tests.pages.test_texts import TERMS

HAN = re.compile(r"[\u3400-\u9fff]+")
NAMES = {"中文", "语言"}
MIXED = {"why", "translate", "lesson"}
"""Lessons with names and examples, and a translation: both languages belong there. tests/pages has their texts."""
KNOWN = "Failed to load resource: the server responded with a status of 404"
"""Streamlit asks for its health at the path of the page first."""


def seen(page: Any) -> str:
    """All the text of the page, also that of its pictures and components."""
    # An icon is a word of an icon font; the lesson plan is a text of its own, with commands in it.
    page.add_style_tag(content="[data-testid=stIconMaterial], [class*=fold_lesson] { display: none !important }")
    texts = page.locator("[data-testid=stMain], [data-testid=stSidebar]").all_inner_texts()
    texts += page.locator(".film, .stage, .editor, .chips, .matrix").all_inner_texts()
    texts += page.locator(".xtick text, .ytick text, .xtitle, .ytitle").all_text_contents()
    return "\n".join(texts)


HEARD = """() => {
    const found = new Set([document.title]);
    const look = (root) => {
        for (const part of root.querySelectorAll('*')) {
            for (const name of 'aria-label aria-roledescription aria-description aria-valuetext title alt placeholder'.split(' '))
                if (part.getAttribute(name) && part.getClientRects().length) found.add(part.getAttribute(name));
            if (part.shadowRoot) look(part.shadowRoot);
        }
    };
    look(document);
    return [...found].join('\\n');
}"""
"""What a screen reader gets beside the text that is seen: names and descriptions, and the tab's title."""


@dataclass
class Visit:
    """What one visit over all pages asked for, what it read and heard on each page in the other language, and what keeps people
    out."""

    asked: list[str]
    strange: dict[str, set[str]]
    heard: dict[str, set[str]]
    grave: dict[str, dict[str, list[str]]]


@pytest.fixture(scope="module")
def visit(browser: Any, address: str) -> Visit:
    """All pages with everything unfolded, in Chinese and then in English, by one visitor."""
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720})
    page = context.new_page()
    found = Visit([], {}, {}, {})
    context.on("request", lambda request: found.asked.append(request.url))
    page.on("websocket", lambda socket: found.asked.append(socket.url))
    opened(page, address)
    for language in ("zh", "en"):
        if language == "en":
            english(page)
        for place in PAGES:
            turn_to(page, say(language, f"page.{place.name}"))
            unfold_all(page)
            if place.name != "lesson":
                has_words(page, SEED_WORDS)
            if place.name not in MIXED:
                found.strange[f"{place.name} {language}"] = foreign(seen(page), language)
                found.heard[f"{place.name} {language}"] = foreign(page.evaluate(HEARD), language)
            if language == "zh" and SCRIPT.is_file():
                found.grave[place.name] = grave(page)
    context.close()
    return found


def test_a_whole_visit_asks_nobody_outside(visit: Visit) -> None:
    hosts = {urlsplit(url).hostname for url in visit.asked if urlsplit(url).scheme not in ("data", "blob")}
    assert hosts == {"127.0.0.1"}
    assert any(url.startswith("ws://") for url in visit.asked)
    assert any(url.endswith(".js") for url in visit.asked)


def test_no_page_speaks_the_other_language(visit: Visit) -> None:
    assert len(visit.strange) == 2 * (len(PAGES) - len(MIXED))
    assert {page: found for page, found in visit.strange.items() if found} == {}
    assert {page: found for page, found in visit.heard.items() if found} == {}


def test_the_other_language_is_found() -> None:
    assert foreign("查询\nsoftmax\nPress Enter to apply", "zh") == {"Press", "Enter", "apply"}
    assert foreign("Query 公园, “查询”, 键", "en") == {"键"}


def foreign(text: str, language: str) -> set[str]:
    """What belongs to the other language: Latin words that are no terms; Chinese outside of sentence, names and quotes."""
    if language == "zh":
        return set(re.findall(r"[A-Za-z]{3,}", text)) - TERMS - {"English", "Language", "multilingual", "small"}
    allowed = NAMES | set(SEED_WORDS) | set(BOARD_WORDS) | {"".join(SEED_WORDS), "小明昨天去了学校他今天也去了学校"}
    allowed |= set("小明 昨天 去 了 学校 他 今天 也 把".split())
    return set(HAN.findall(re.sub(r"“[^”]*”", "", text))) - allowed


@dataclass
class Dark:
    """What a phone with a dark theme showed of each page: how far it is too wide, its ground, its faults; and what keeps people
    out where there is more room."""

    wide: dict[str, int]
    ground: dict[str, str]
    grave: dict[str, dict[str, list[str]]]
    errors: dict[str, list[str]]


@pytest.fixture(scope="module")
def dark(browser: Any, address: str) -> Dark:
    """Every page opened by its address, everything unfolded."""
    look: dict[str, Any] = {
        "color_scheme": "dark",
        "reduced_motion": "reduce",
        "viewport": {"width": 390, "height": 844},
    }
    context = browser.new_context(locale="zh-CN", has_touch=True, is_mobile=True, **look)
    page = context.new_page()
    found = Dark({}, {}, {}, {})
    for name in (page.name for page in PAGES):
        errors = found.errors.setdefault(name, [])
        page.on("console", lambda message, to=errors: to.append(message.text) if message.type == "error" else None)
        opened(page, address, "" if name == "table" else name)
        found.ground[name] = page.get_by_test_id("stApp").evaluate("app => getComputedStyle(app).backgroundColor")
        unfold_all(page)
        found.wide[name] = page.evaluate(
            """() => {
                const scroller = document.querySelector('[data-testid=stMain]');
                const over = [document.documentElement, scroller].map(e => e.scrollWidth - e.clientWidth);
                return Math.max(...over, document.documentElement.scrollWidth - window.innerWidth);
            }"""
        )
        if SCRIPT.is_file():
            page.set_viewport_size({"width": 1280, "height": 720})
            settled(page)
            found.grave[name] = grave(page)
            page.set_viewport_size(look["viewport"])
    context.close()
    return found


def test_no_page_is_wider_than_a_phone(dark: Dark) -> None:
    assert dark.wide == {page.name: 0 for page in PAGES}


def test_a_dark_page_raises_no_errors(dark: Dark) -> None:
    assert dark.ground == {page.name: "rgb(21, 24, 29)" for page in PAGES}
    assert [text for texts in dark.errors.values() for text in texts if not text.startswith(KNOWN)] == []


@pytest.mark.skipif(not SCRIPT.is_file(), reason="axe-core is not here; where npm is, make lint brings it")
def test_no_page_keeps_anybody_out(visit: Visit, dark: Dark) -> None:
    for found in (visit.grave, dark.grave):
        assert found == {page.name: {} for page in PAGES}
