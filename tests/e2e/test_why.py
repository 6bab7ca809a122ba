"""The page 为什么 in a real browser: the numbers on the page are worked out again from the matrices that stand on it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from pages.ui.texts import say
from tests.e2e.visit import expect, opened, unfold


def visit(page: Any, address: str, experiment: str) -> None:
    """The page with one experiment unfolded."""
    opened(page, address, "why")
    unfold(page, say("zh", f"why.title.{experiment}"))


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
