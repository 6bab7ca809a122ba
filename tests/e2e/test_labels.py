"""Lists whose labels change under them, with the language or the words.

The browser answers with a label, not with an option: it must have the new one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pages.ui.texts import say

expect = pytest.importorskip("playwright.sync_api").expect
APP = Path(__file__).parents[2] / "app.py"
PATIENCE = 60_000  # ms
Serve = Callable[[str | Path], str]


def visit(page: Any, serve: Serve, path: str) -> Any:
    """The page, drawn whole; returns the sentence box."""
    page.goto(f"{serve(APP)}/{path}")
    box = page.get_by_role("textbox", name="句子")
    expect(box).to_have_value("我喜欢在周末去公园散步", timeout=PATIENCE)
    expect(page.get_by_text(say("zh", "switches.scale")).first).to_be_visible(timeout=PATIENCE)
    return box


def works(page: Any, language: str) -> None:
    """A switch is turned, and the page answers."""
    for name in ("switches.causal", "switches.punctuation"):
        page.get_by_text(say(language, name), exact=True).click()
        expect(page.get_by_role("switch", name=say(language, name), exact=True)).to_be_checked(timeout=PATIENCE)
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-script-state", "notRunning", timeout=PATIENCE)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_after_another_language_the_lists_of_examples_and_sources_still_answer(page: Any, serve: Serve) -> None:
    visit(page, serve, "why")
    page.get_by_text("English", exact=True).click()
    expect(page.get_by_text(say("en", "why.title.swap"))).to_be_visible(timeout=PATIENCE)
    works(page, "en")
    page.get_by_text(say("en", "why.title.swap")).click()
    expect(page.locator(".question").first).to_be_visible(timeout=PATIENCE)


def test_after_another_sentence_the_lists_of_words_still_answer(page: Any, serve: Serve) -> None:
    visit(page, serve, "steps").fill("小明昨天去了学校")
    expect(page.get_by_role("button", name="小明").first).to_be_visible(timeout=PATIENCE)
    works(page, "zh")
