"""The translation in a real browser: step by step, by mouse and keyboard, without the server; hostile words stay words."""

from __future__ import annotations

from typing import Any

from attention.sources.translation_model import translate_model
from tests.e2e.visit import SEED_WORDS, button, expect, frames, has_rows, inside, opened, settled

SEED_ENGLISH = " ".join(translate_model().translate(SEED_WORDS).words)


def units(page: Any) -> Any:
    return page.locator(".player .unit")


def pressed(page: Any) -> Any:
    return page.locator(".player .unit[aria-pressed=true]")


def step(page: Any) -> Any:
    return page.locator(".player .readout")


def shares(page: Any) -> list[float]:
    """The weights under the Chinese words."""
    return [float(text) for text in page.locator(".player .number").all_inner_texts()]


def test_forward_back_and_a_click_need_no_server(tab: Any, address: str) -> None:
    sent = frames(tab)
    opened(tab, address, "translate")
    expect(units(tab).first).to_have_text("I")
    assert " ".join(units(tab).all_inner_texts()[:-1]) == SEED_ENGLISH
    settled(tab)
    before = len(sent)
    units(tab).filter(has_text="walk").click()
    expect(step(tab)).to_contain_text("写 walk")
    at_walk = shares(tab)
    units(tab).filter(has_text="park").click()
    expect(step(tab)).to_contain_text("写 park")
    expect(step(tab)).to_contain_text("“公园”")
    at_park = shares(tab)
    assert max(at_park) == at_park[5]
    assert max(at_walk) != at_walk[5]
    button(tab, "上一步").click()
    expect(pressed(tab)).to_have_text("the")
    button(tab, "下一步").click()
    expect(pressed(tab)).to_have_text("park")
    assert shares(tab) == at_park
    tab.locator(".player .slider").focus()
    tab.keyboard.press("Home")
    expect(pressed(tab)).to_have_text("I")
    expect(button(tab, "上一步")).to_be_disabled()
    assert len(sent) == before


def test_it_plays_to_the_end_and_stops(page: Any, address: str) -> None:
    opened(page, address, "translate")
    expect(units(page).first).to_have_text("I")
    page.locator(".player .slider").focus()
    page.keyboard.press("End")
    button(page, "播放").click()  # from the end it starts anew
    expect(pressed(page)).to_have_text("I")
    expect(button(page, "暂停")).to_be_visible()
    expect(pressed(page)).to_have_text("（结束）")
    expect(button(page, "播放")).to_be_visible()


def test_on_a_phone_nothing_is_wider_than_the_screen(phone: Any, address: str) -> None:
    opened(phone, address, "translate")
    expect(units(phone).first).to_have_text("I")
    has_rows(phone, "translate_cross", SEED_ENGLISH.split())
    assert phone.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    tall = [box["height"] for box in (unit.bounding_box() for unit in units(phone).all()) if box]
    assert min(tall) >= 44, "big enough for a finger"
    assert inside(phone, "translate_said").is_visible()


def seen(page: Any) -> bool:
    """Whether the written unit stands inside the box that scrolls."""
    found: bool = pressed(page).evaluate(
        """unit => { const inner = unit.getBoundingClientRect(), box = unit.closest(".scroll").getBoundingClientRect();
            return inner.left >= box.left - 1 && inner.right <= box.right + 1; }"""
    )
    return found


def test_on_a_phone_the_written_word_is_in_view(phone: Any, address: str) -> None:
    """Its box scrolls, the page does not."""
    phone.emulate_media(reduced_motion="reduce")
    opened(phone, address, "translate")
    expect(units(phone).first).to_have_text("I")
    settled(phone)
    assert phone.locator(".player .scroll").evaluate("box => box.scrollWidth > box.clientWidth")
    assert seen(phone)
    phone.locator(".player .slider").focus()
    phone.keyboard.press("Home")
    top = phone.locator(".player").bounding_box()["y"]
    for word in [*SEED_ENGLISH.split(), "（结束）"]:
        expect(pressed(phone)).to_have_text(word)
        assert seen(phone), word
        phone.keyboard.press("ArrowRight")
    assert phone.locator(".player").bounding_box()["y"] == top
