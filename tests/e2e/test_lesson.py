"""A lesson in real browsers: one wall, the teacher's phone, three students; a tour without a class; how large its type is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from attention.classroom.places import open_place
from attention.classroom.store import Store
from attention.experiments.lesson_plan import scenes
from tests.e2e.test_axe import SCRIPT, grave
from tests.e2e.visit import SEED_WORDS, button, expect, inside, listen, press, settled

ROOT = Path(__file__).parents[2]
SCENES = scenes("zh")
SMALL = """() => {
    const found = [];
    const walk = (root) => {
        for (const one of root.querySelectorAll('*')) {
            if (one.shadowRoot) walk(one.shadowRoot);
            const box = one.getBoundingClientRect();
            const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
            const seen = text && box.width > 2 && box.x >= 0 && !one.closest('style, script');
            if (!seen) continue;
            const drawn = one.getScreenCTM?.();
            const size = parseFloat(getComputedStyle(one).fontSize) * (drawn ? Math.hypot(drawn.b, drawn.d) : 1);
            if (size < 23.9) found.push(`${one.textContent.slice(0, 20)} ${size.toFixed(1)}`);
        }
    };
    walk(document);
    return found;
}"""
"""Texts that are set in less than 24 pixels, or drawn so small, in components as well; on the screen and below it."""
CUT = """() => {
    const out = (one, frame) => one.getBoundingClientRect().left < frame.getBoundingClientRect().left;
    const all = (place, kind) => [...place.querySelectorAll(kind)];
    const corners = all(document, '*').map((one) => one.shadowRoot?.querySelector('.corner')).filter(Boolean);
    return [
        ...all(document, '.js-plotly-plot').flatMap((chart) =>
            all(chart, '.annotation-text').map((one) => [one.textContent, out(one, chart)])),
        ...corners.map((one) => [one.textContent, one.scrollWidth > one.clientWidth]),
    ];
}"""
"""The names of both axes, and whether they are cut off, of each picture and of the hand table."""


def in_scene(page: Any, at: int) -> None:
    expect(page.locator(".strip .title")).to_have_text(SCENES[at].title)
    settled(page)


def test_a_tour_by_keys_goes_on_after_a_reload_and_is_large_enough(page: Any, address: str) -> None:
    listen(page)
    page.goto(f"{address}/lesson")
    in_scene(page, 0)
    for at, key in enumerate(("PageDown", "ArrowRight", "PageDown", " ", "PageDown", "PageDown", "PageUp"), start=1):
        assert page.evaluate(SMALL) == [], SCENES[at - 1].title
        if SCRIPT.is_file():
            assert grave(page) == {}, SCENES[at - 1].title
        page.keyboard.press(key)
        in_scene(page, at if at < len(SCENES) else at - 2)
    page.keyboard.press("PageUp")
    in_scene(page, 4)
    page.reload()
    in_scene(page, 4)
    expect(page.locator(".stage")).to_be_visible()


def test_the_names_of_the_axes_are_whole_in_english(browser: Any, address: str) -> None:
    page = browser.new_page(locale="en-US", viewport={"width": 1280, "height": 720})
    listen(page)
    page.goto(f"{address}/lesson")
    for at, names in enumerate((0, 1, 3)):
        expect(page.locator(".strip .title")).to_have_text(scenes("en")[at].title)
        settled(page)
        found = page.evaluate(CUT)
        assert [text.lower() for text, _ in found] == ["query\\key"] * names
        assert [cut for _, cut in found] == [False] * names
        page.keyboard.press("PageDown")
    page.close()


def test_a_lesson_with_a_wall_a_teachers_phone_and_three_students(
    page: Any, phone: Any, browser: Any, serve: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    place = f"sqlite:///{tmp_path_factory.mktemp('lesson') / 'rooms.sqlite'}"
    school = serve(ROOT / "app.py", ATTENTION_STORE=place)
    store = Store(open_place(place))
    room = store.open_room(SEED_WORDS)
    code, secret = room.room.code, room.secret
    listen(page)
    page.goto(f"{school}/lesson?room={code}#teacher={secret}")
    in_scene(page, 0)
    phone.goto(f"{school}/classroom?room={code}#teacher={secret}")
    expect(inside(phone, "notes")).to_contain_text(SCENES[0].title)
    button(phone, "下一场").click()
    in_scene(page, 1)
    expect(inside(page, "poster_large")).to_be_visible()

    contexts = [browser.new_context(locale="zh-CN", viewport={"width": 390, "height": 844}) for _ in range(3)]
    students = [context.new_page() for context in contexts]
    for i, student in enumerate(students):
        student.goto(f"{school}/classroom?room={code}")
        for _ in range(1 + i % 2):
            student.locator(".panel .cell").first.click()
        button(student, "下一词").click()
    expect(inside(page, "count")).to_contain_text("3 人，3 张卡片")
    press(page, "我")
    for student in students:
        expect(student.locator(".three tbody tr")).to_have_count(3)

    page.keyboard.press("PageDown")
    in_scene(page, 2)
    press(page, "开始投票")
    for student, answer in zip(students, ("第三张", "第三张", "第一张"), strict=True):
        button(student, answer).click()
    expect(inside(page, "wall_vote")).to_contain_text("3 人投了票")
    assert page.locator(".bars b").all_inner_texts() == ["", "", ""], "not before it is counted"
    press(page, "看投票结果")
    expect(page.locator(".bars b")).to_have_text(["1", "0", "2"])
    expect(students[0].locator(".bars b")).to_have_text(["1", "0", "2"])
    page.reload()
    in_scene(page, 2)
    expect(inside(phone, "notes")).to_contain_text(SCENES[2].title)
    for context in contexts:
        context.close()
    store.close()
