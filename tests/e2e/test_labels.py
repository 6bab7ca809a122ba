"""Lists whose labels change under them, with the language or the words.

The browser answers with a label, not with an option: it must have the new one.
"""

from __future__ import annotations

from typing import Any

from attention.view import Language
from pages.ui.texts import say
from tests.e2e.visit import english, expect, has_words, opened, press, settled, type_in


def works(page: Any, language: Language) -> None:
    """A switch is turned, and the page answers."""
    for name in ("switches.causal", "switches.punctuation"):
        settled(page)
        page.get_by_text(say(language, name), exact=True).click()
        expect(page.get_by_role("switch", name=say(language, name), exact=True)).to_be_checked()
    settled(page)
    expect(page.get_by_test_id("stException")).to_have_count(0)


def test_after_another_language_the_lists_of_examples_and_sources_still_answer(tab: Any, address: str) -> None:
    opened(tab, address, "why")
    press(tab, say("zh", "why.title.swap"))
    english(tab)
    works(tab, "en")
    press(tab, say("en", "why.guess.swap.a"))
    expect(tab.locator(".question").first).to_be_visible()


def test_after_another_sentence_the_lists_of_words_still_answer(tab: Any, address: str) -> None:
    opened(tab, address, "steps")
    type_in(tab, "小明昨天去了学校")
    has_words(tab, "小明 昨天 去 了 学校".split())
    works(tab, "zh")
