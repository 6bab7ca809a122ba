"""The training page in a real browser: matrices learn before one's eyes, and the film of it needs no server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.visit import (
    button,
    cells,
    expect,
    frames,
    inside,
    numbers,
    opened,
    press,
    settled,
    unfold,
)


def standing(page: Any) -> Any:
    return inside(page, "train_state")


def step(page: Any) -> int:
    return int(numbers(standing(page).inner_text())[0])


def setting(page: Any, name: str, value: str) -> None:
    """A number in the sidebar."""
    field = inside(page, f"fit_{name}").get_by_role("spinbutton")
    field.fill(value)
    field.press("Enter")
    settled(page)


def trained(page: Any, steps: int = 500) -> None:
    expect(standing(page)).to_contain_text(f"第 {steps} / {steps} 步")
    settled(page)


def test_a_run_to_the_end_and_its_film_without_the_server(tab: Any, address: str) -> None:
    sent = frames(tab)
    opened(tab, address, "train")
    expect(standing(tab)).to_contain_text("第 0 / 500 步")
    first = tab.locator(".film .computed table")
    before = cells(first)
    press(tab, "开始训练")
    trained(tab)
    assert numbers(standing(tab).inner_text())[-1] < 0.02  # nats above the floor
    last = cells(first)
    assert last != before
    hand = cells(tab.locator(".film .hand table"))
    for row, line in zip(last[1:], hand[1:], strict=True):
        assert [float(x) for x in row[1:] if x != "-"] == pytest.approx(
            [float(x) for x in line[1:] if x != "-"], abs=0.06
        )
    so_far = len(sent)
    slider = tab.get_by_role("slider", name="训练到第几步")
    slider.focus()
    tab.keyboard.press("Home")
    expect(tab.locator(".film .readout")).to_contain_text("第 0 步")
    assert cells(first) == before
    tab.keyboard.press("End")
    expect(tab.locator(".film .readout")).to_contain_text("第 500 步")
    assert cells(first) == last
    button(tab, "播放").click()
    expect(button(tab, "停")).to_be_visible()
    expect(tab.locator(".film .readout")).not_to_contain_text("第 500 步")
    expect(tab.locator(".film .readout")).to_have_attribute(
        "aria-live", "off"
    )  # a screen reader is not told every frame
    button(tab, "停").click()
    expect(tab.locator(".film .readout")).to_have_attribute("aria-live", "polite")
    assert len(sent) == so_far


def test_pause_one_step_start_over_and_a_rate_that_is_too_high(tab: Any, address: str) -> None:
    opened(tab, address, "train")
    setting(tab, "steps", "5000")
    press(tab, "开始训练")
    button(tab, "暂停").click()
    expect(button(tab, "继续")).to_be_visible()
    settled(tab)
    paused = step(tab)
    assert 0 < paused < 5000
    press(tab, "走一步")
    expect(standing(tab)).to_contain_text(f"第 {paused + 1} / 5000 步")
    press(tab, "重来")
    expect(standing(tab)).to_contain_text("第 0 / 5000 步")
    setting(tab, "steps", "60")
    setting(tab, "learning_rate", "1000")
    press(tab, "开始训练")
    expect(tab.get_by_role("alert").get_by_text("损失不降反升")).to_be_visible()
    expect(button(tab, "开始训练").or_(button(tab, "继续"))).to_be_visible()
    assert "NaN" not in tab.locator(".film").inner_text()
    tab.get_by_test_id("stMain").get_by_role("button", name="恢复默认设置").click()
    expect(inside(tab, "fit_learning_rate").get_by_role("spinbutton")).to_have_value("0.03")


def test_a_run_comes_to_its_end_whatever_messages_are_lost(page: Any, serve: Callable[[str], str]) -> None:
    """What the end changes: the outcome, the button, the step."""
    opened(page, serve("late.py"))
    expect(standing(page)).to_contain_text("第 0 / 500 步")
    unfold(page, "试一试")
    inside(page, "try_rank").get_by_role("button").click()
    expect(inside(page, "train_experiments").get_by_test_id("stAlert")).to_contain_text("秩是 1")
    expect(standing(page)).to_contain_text("第 500 / 500 步")
    expect(button(page, "继续")).to_be_disabled()
    expect(inside(page, "fit_d_k").get_by_role("spinbutton")).to_have_value("1")
