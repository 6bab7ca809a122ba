"""A page that breaks: the visitor is told a number, the log has it on one line, and what was typed is still there."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.visit import expect, opened, press, sentence, settled, type_in

TOLD = re.compile(r"编号 ([2-9A-Z]{6})")


@pytest.fixture
def visitor(desk: Any, serve: Callable[[str], str]) -> Any:
    page = desk.new_page()
    opened(page, serve("faulty.py"))
    yield page
    page.close()


def told(page: Any) -> str:
    """The number that the visitor reads."""
    alert = page.get_by_role("alert").filter(has_text="编号")
    expect(alert).to_be_visible()
    found = TOLD.search(alert.inner_text())
    assert found is not None
    return found[1]


def lines(log: str, number: str) -> list[str]:
    return [line for line in log.splitlines() if number in line]


@pytest.mark.parametrize(("name", "place"), [("body", "page"), ("callback", "broken"), ("fragment", "part")])
def test_a_fault_is_told_logged_and_costs_nothing_typed(
    visitor: Any, serve: Callable[[str], str], log_of: Callable[[str], str], name: str, place: str
) -> None:
    typed = f"小猫{name}睡觉"
    type_in(visitor, typed)
    press(visitor, name)
    number = told(visitor)
    found = lines(log_of(serve("faulty.py")), number)
    assert len(found) == 1
    assert " page=table error=KeyError at=tests/e2e/scripts/faulty.py:" in found[0]
    assert place in found[0]
    expect(sentence(visitor)).to_have_value(typed)
    expect(visitor.get_by_test_id("stException")).to_have_count(0)
    type_in(visitor, "我们看书")  # and it goes on
    expect(visitor.get_by_text("drawn to the end")).to_be_visible()
    expect(visitor.get_by_role("alert").filter(has_text="编号")).to_have_count(0)
    log = log_of(serve("faulty.py"))
    assert "Traceback" not in log
    assert "小猫" not in log


def test_what_never_reaches_the_frame_is_told_and_does_not_run_for_ever(
    visitor: Any, serve: Callable[[str], str], log_of: Callable[[str], str]
) -> None:
    press(visitor, "always")
    number = told(visitor)
    assert len(lines(log_of(serve("faulty.py")), number)) == 1
    settled(visitor)
    assert 1 <= log_of(serve("faulty.py")).count("faulty.py:23:page") <= 2
