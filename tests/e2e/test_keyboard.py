"""The main journey by keyboard alone: no mouse, no script, only what somebody types who has nothing else."""

from __future__ import annotations

from typing import Any

from tests.e2e.visit import (
    SEED_WORDS,
    becomes,
    button,
    expect,
    has_words,
    inside,
    opened,
    sentence,
    settled,
)

MOST = 150
"""Steps of a key until whoever wants something must have come to it."""
FOCUSED = """element => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active === element || (active !== null && element.contains(active));
}"""


def has_focus(place: Any) -> bool:
    return any(place.nth(i).evaluate(FOCUSED) for i in range(place.count()))


def go(page: Any, place: Any, key: str = "Tab") -> None:
    """Step along until the place has the focus."""
    for _ in range(MOST):
        if has_focus(place):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{place} is not reached by {key}")


def test_the_main_journey_needs_no_mouse(tab: Any, address: str) -> None:
    opened(tab, address)
    go(tab, sentence(tab))
    tab.keyboard.press("Control+a")
    tab.keyboard.insert_text("小猫在公园睡觉")
    has_words(tab, ["小猫", "在", "公园", "睡觉"])
    settled(tab)

    go(tab, inside(tab, "words").locator(".chips button"))  # one stop for the whole line
    go(tab, button(tab, "合并“公园”和“睡觉”"), "ArrowRight")
    tab.keyboard.press("Enter")
    has_words(tab, ["小猫", "在", "公园睡觉"])
    settled(tab)

    go(tab, inside(tab, "hand").locator(".editor input"))
    tab.keyboard.press("ArrowDown")  # from the row of 小猫 to that of 在
    tab.keyboard.press("ArrowRight")
    tab.keyboard.type("0.7")
    tab.keyboard.press("Enter")
    becomes(tab, "hand", 1, 2, 0.7)
    settled(tab)

    go(tab, inside(tab, "source").get_by_role("radio"), "Shift+Tab")
    tab.keyboard.press("ArrowDown")
    expect(inside(tab, "source").get_by_role("radio", name="句法")).not_to_be_checked()
    settled(tab)

    fold = tab.get_by_test_id("stExpander").locator("summary").filter(has_text="下载这张表")
    go(tab, fold)
    tab.keyboard.press("Enter")
    expect(tab.get_by_test_id("stExpander").get_by_role("button", name="JSON").first).to_be_visible()
    settled(tab)

    go(tab, inside(tab, "menu").get_by_role("link", name="四步计算", exact=True), "Shift+Tab")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("heading", level=1, name="四步计算", exact=True)).to_be_visible()
    has_words(tab, ["小猫", "在", "公园睡觉"])


def test_where_one_is_can_be_seen(tab: Any, address: str) -> None:
    opened(tab, address)
    has_words(tab, SEED_WORDS)
    settled(tab)
    chips, seam = inside(tab, "words").locator(".chips"), button(tab, "合并“我”和“喜欢”")
    buttons = inside(tab, "hand").locator(".acts")
    for part, place, step in ((chips, seam, "ArrowRight"), (buttons, button(tab, "变对称"), "Tab")):
        before = part.screenshot()
        go(tab, part.locator("button"))
        go(tab, place, step)
        assert part.screenshot() != before
