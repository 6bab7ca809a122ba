"""The page 为什么 in a real browser: the numbers on the page are worked out again from the matrices that stand on it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from attention.experiments.guesses import RIGHT
from pages.ui.texts import say
from tests.e2e.test_axe import grave
from tests.e2e.visit import button, english, expect, inside, opened, picture_values, press, settled


def visit(page: Any, address: str, experiment: str, guess: str = "a") -> None:
    """The page with one card open, by somebody who has guessed."""
    opened(page, address, "why")
    press(page, say("zh", f"why.title.{experiment}"))
    press(page, say("zh", f"why.guess.{experiment}.{guess}"))
    settled(page)


def matrix(page: Any, title: str) -> Any:
    """The numbers of the matrix under this caption."""
    table = page.get_by_role("table", name=title, exact=True)
    expect(table).to_be_visible()
    lines = table.locator("tbody tr").evaluate_all(
        "rows => rows.map(r => [...r.querySelectorAll('td')].map(c => c.innerText))"
    )
    return np.array([[float(x) for x in line] for line in lines])


def row_and_output(page: Any) -> tuple[Any, Any]:
    """Weights and output of 他, worked out from X, W_Q, W_K and W_V as they stand on the page."""
    X, W_Q, W_K, W_V = (matrix(page, name) for name in ("X", "W_Q", "W_K", "W_V"))
    scores = (X[5] @ W_Q) @ (X[:6] @ W_K).T / math.sqrt(W_K.shape[1])
    weights = np.exp(scores) / np.exp(scores).sum()
    return weights, weights @ (X[:6] @ W_V)


def test_who_he_is_can_be_worked_out_from_the_page(page: Any, address: str) -> None:
    visit(page, address, "reference")
    weights, output = row_and_output(page)
    assert matrix(page, "“他”的一行")[2] == pytest.approx(weights, abs=0.006)
    assert matrix(page, "值和输出")[1] == pytest.approx(output, abs=0.006)
    assert weights[0] > 0.9
    page.get_by_role("radio", name="她").click()  # nobody female was named: the row becomes even
    expect(page.get_by_role("table", name="“她”的一行", exact=True)).to_be_visible()
    weights, _ = row_and_output(page)
    assert matrix(page, "“她”的一行")[2] == pytest.approx(weights, abs=0.006)
    assert weights == pytest.approx(np.full(6, 1 / 6))


def test_a_question_is_answered_by_keys_and_the_changed_side_stands_beside_the_old_one(tab: Any, address: str) -> None:
    opened(tab, address, "why")
    for text in (say("zh", "why.title.swap"), say("zh", "why.guess.swap.b")):
        button(tab, text).focus()
        tab.keyboard.press("Enter")
        settled(tab)
    expect(inside(tab, "why_explained")).to_contain_text("你猜的是“都正好行列互换”")
    before, now = (inside(tab, f"why_swap_scores_{side}") for side in ("before", "now"))
    expect(before).to_be_visible()
    left, right = before.bounding_box(), now.bounding_box()
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]
    tab.get_by_role("radio", name="W_Q 和 W_K 对调").click()
    settled(tab)
    scores, turned = (np.array(picture_values(tab, f".st-key-why_swap_scores_{side}")) for side in ("before", "now"))
    assert turned == pytest.approx(scores.T, abs=1e-3)


def test_no_card_keeps_anybody_out_or_is_too_wide(tab: Any, address: str) -> None:
    """In English and on a phone, where there is least room."""
    opened(tab, address, "why")
    english(tab)
    tab.set_viewport_size({"width": 390, "height": 844})
    settled(tab)
    assert grave(tab) == {}
    box = inside(tab, "card_values").locator(".glyph").bounding_box()
    tab.mouse.click(box["x"] + box["width"] - 5, box["y"] + 10)  # all of a card can be pressed
    expect(inside(tab, "why_answers")).to_be_visible()
    settled(tab)
    assert grave(tab) == {}
    inside(tab, "why_all_flip").locator("label").first.click()
    for name in RIGHT:
        expect(inside(tab, "why_explained")).to_be_visible()
        expect(tab.get_by_text(say("en", f"why.ask.{name}"), exact=True)).to_be_visible()
        settled(tab)
        assert grave(tab) == {}, name
        assert tab.evaluate("(m => m.scrollWidth - m.clientWidth)(document.querySelector('[data-testid=stMain]'))") == 0
        if name != list(RIGHT)[-1]:
            press(tab, say("en", "why.next"))
