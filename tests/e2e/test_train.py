"""The training page in a real browser: matrices learn before one's eyes, and the film of it needs no server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attention.session.board import opening_board
from attention.train import FitSettings, Run
from tests.e2e.test_axe import grave
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


def setting(page: Any, name: str, value: str) -> None:
    """A number in the sidebar."""
    field = inside(page, f"fit_{name}").get_by_role("spinbutton")
    field.fill(value)
    field.press("Enter")
    settled(page)


def trained(page: Any, last: int) -> None:
    expect(standing(page)).to_contain_text(f"第 {last} / 500 步")
    settled(page)


def readout(page: Any) -> Any:
    return page.locator(".film .readout")


def way_back(page: Any) -> Any:
    return page.locator(".film .way-back")


def the_run() -> Run:
    """The same run as on the page, by the core."""
    run = Run(opening_board().hand, FitSettings())
    run.advance(500)
    return run


def test_a_run_to_the_end_and_its_film_without_the_server(tab: Any, address: str) -> None:
    run, sent = the_run(), frames(tab)
    opened(tab, address, "train")
    expect(standing(tab)).to_contain_text("第 0 / 500 步")
    first = tab.locator(".film .computed table")
    before = cells(first)
    press(tab, "开始训练")
    expect(readout(tab)).to_contain_text("第 2 步")  # it plays by itself, from its beginning
    expect(readout(tab)).to_have_attribute("aria-live", "off")  # a screen reader is not told every frame
    trained(tab, run.number)
    so_far = len(sent)
    button(tab, "快").click()
    expect(readout(tab)).to_contain_text(f"第 {run.number} 步，损失 {run.last.loss:.3f}")
    expect(readout(tab)).to_have_attribute("aria-live", "polite")
    expect(button(tab, "播放")).to_be_visible()
    for frame in (run.film[-1], run.film[0]):
        rows = [[float(x) for x in row[1:] if x != "-"] for row in cells(first)[1:]]
        assert rows == [
            pytest.approx([w for w, kept in zip(row, mask, strict=True) if kept], abs=0.00501)
            for row, mask in zip(frame.table, run.objective.mask, strict=True)
        ]
        slider = tab.get_by_role("slider", name="训练到第几步")
        slider.focus()
        tab.keyboard.press("Home")
        expect(readout(tab)).to_contain_text("第 0 步")
    assert cells(first) == before
    assert len(sent) == so_far


def test_a_cell_is_chosen_by_keys_and_the_way_back_has_the_numbers_of_its_step(tab: Any, address: str) -> None:
    tab.emulate_media(reduced_motion="reduce")
    run = the_run()
    opened(tab, address, "train")
    press(tab, "开始训练")
    trained(tab, run.number)
    expect(readout(tab)).to_contain_text(f"第 {run.number} 步")  # where nothing should move, the end is shown
    expect(tab.locator(".film .play")).to_be_hidden()
    tab.get_by_role("button", name="第 5 步", exact=True).click()
    expect(readout(tab)).to_contain_text("第 5 步")
    tab.locator(".film .computed td[tabindex='0']").focus()
    tab.keyboard.press("Home")
    tab.keyboard.press("ArrowDown")
    expect(way_back(tab)).to_contain_text("“喜欢”→“我”")
    expect(way_back(tab).locator(".sentence")).to_have_attribute("aria-live", "polite")
    tab.locator(".film .computed tbody tr").nth(3).locator("td").nth(6).click()
    expect(way_back(tab)).to_contain_text("“周末”→“散步”")
    traced = next(frame for frame in run.film if frame.number == 5).traced
    assert traced is not None
    assert traced.after is not None
    wanted = {
        ".loss.node": run.losses[5],
        ".slope": traced.d_scores[0, 3, 6],
        ".score": traced.scores[0, 3, 6],
        ".to-W_Q": traced.to_W_Q[0, 3, 6],
        ".to-W_K": traced.to_W_K[0, 3, 6],
        ".node.W_Q": np.linalg.norm(traced.d_W_Q),
        ".node.W_K": np.linalg.norm(traced.d_W_K),
    }
    for place, value in wanted.items():
        shown = numbers(way_back(tab).locator(place).inner_text())[-1]
        assert shown == pytest.approx(value, rel=6e-4), place
    told = numbers(way_back(tab).locator(".sentence").inner_text())
    assert told[0] == pytest.approx(run.film[4].table[3, 6], rel=6e-4)
    assert told[-2:] == pytest.approx([traced.scores[0, 3, 6], traced.after[0, 3, 6]], rel=6e-4)


def test_the_film_the_curve_and_the_way_back_are_on_the_first_screen(tab: Any, address: str) -> None:
    opened(tab, address, "train")
    press(tab, "开始训练")
    settled(tab)
    curve = tab.locator(".film .curve svg").first
    for place in (curve, tab.locator(".film .computed table"), way_back(tab).locator(".chain")):
        expect(place).to_be_in_viewport(ratio=1)
    expect(curve).to_contain_text("下限 1.283（手工表的熵）")
    assert [text for text in curve.locator(".tick").all_text_contents() if "." not in text] == (
        "0 1 2 3 5 8 13 21 34 54".split()
    )


def test_nobody_is_kept_out_of_the_film_and_its_tries(tab: Any, address: str) -> None:
    opened(tab, address, "train")
    unfold(tab, "试一试")
    inside(tab, "try_rank").get_by_role("button").click()
    expect(inside(tab, "train_experiments").get_by_test_id("stAlert")).to_contain_text("秩是 1")
    for width in (1280, 390):
        tab.set_viewport_size({"width": width, "height": 844})
        settled(tab)
        assert grave(tab) == {}, width


def test_one_step_start_over_and_a_rate_that_is_too_high(tab: Any, address: str) -> None:
    opened(tab, address, "train")
    setting(tab, "d_k", "1")  # never learned, so there are steps to wait for
    setting(tab, "d_model", "64")
    setting(tab, "steps", "5000")
    press(tab, "走一步")
    expect(standing(tab)).to_contain_text("第 1 / 5000 步")
    press(tab, "继续")
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
    expect(inside(page, "fit_d_k").get_by_role("spinbutton")).to_have_value("16")
