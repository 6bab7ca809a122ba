"""The page 为什么 in a real browser: the numbers on the page are worked out again from the matrices that stand on it."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pages.ui.texts import say
from tests.e2e.visit import expect, settled

ROOT = Path(__file__).parents[2]
APP = ROOT / "app.py"
PATIENCE = 60_000  # ms
Serve = Callable[[str | Path], str]


def visit(page: Any, serve: Serve, experiment: str) -> None:
    """The page with one experiment unfolded."""
    page.goto(f"{serve(APP)}/why")
    expect(page.get_by_role("textbox", name="句子")).to_have_value("我喜欢在周末去公园散步", timeout=PATIENCE)
    page.get_by_text(say("zh", f"why.title.{experiment}")).click()
    expect(page.locator(".question").first).to_be_visible(timeout=PATIENCE)
    settled(page)  # a click on a button that is being drawn anew goes nowhere


def matrix(page: Any, title: str) -> Any:
    """The numbers of the matrix under this caption."""
    table = page.get_by_role("table", name=title, exact=True)
    expect(table).to_be_visible(timeout=PATIENCE)
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


def test_who_he_is_can_be_worked_out_from_the_page(page: Any, serve: Serve) -> None:
    visit(page, serve, "reference")
    weights, output = row_and_output(page)
    assert matrix(page, "“他”的一行")[2] == pytest.approx(weights, abs=0.006)
    assert matrix(page, "值和输出")[1] == pytest.approx(output, abs=0.006)
    assert weights[0] > 0.9
    page.get_by_role("radio", name="她").click()  # nobody female was named: the row becomes even
    expect(page.get_by_role("table", name="“她”的一行", exact=True)).to_be_visible(timeout=PATIENCE)
    weights, _ = row_and_output(page)
    assert matrix(page, "“她”的一行")[2] == pytest.approx(weights, abs=0.006)
    assert weights == pytest.approx(np.full(6, 1 / 6))


def test_an_answer_is_folded_away_until_it_is_asked_for(page: Any, serve: Serve) -> None:
    visit(page, serve, "swap")
    answer = page.get_by_text("得分相等，分母不等。")
    expect(answer).to_be_hidden()
    page.get_by_text("权重表为什么还不对称？").click()
    expect(answer).to_be_visible()


@pytest.mark.parametrize("experiment", ["values", "far", "reference", "senses"])
def test_nothing_is_wider_than_a_phone(phone: Any, serve: Serve, experiment: str) -> None:
    visit(phone, serve, experiment)
    expect(phone.locator(".js-plotly-plot, table").last).to_be_visible(timeout=PATIENCE)
    main = phone.get_by_test_id("stMain")
    assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0


def test_a_sentence_to_try_goes_onto_the_board(page: Any, serve: Serve) -> None:
    visit(page, serve, "senses")
    page.get_by_role("button", name=say("zh", "why.put")).last.click()
    expect(page.get_by_role("textbox", name="句子")).to_have_value("她种了很多花", timeout=PATIENCE)
