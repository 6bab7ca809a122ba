"""A lesson in real browsers: the teacher's page on one, a student's phone on another, and what goes wrong between them."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from attention.classroom.places import open_place
from attention.classroom.store import Store
from tests.classroom.places import cells
from tests.e2e.conftest import started
from tests.e2e.visit import button, chart, expect, inside, opened, press, type_in, values

ROOT = Path(__file__).parents[2]
WORDS = "我 喜欢 在 周末".split()
BOXES = """all => all.map(one => {
    const box = one.getBoundingClientRect();
    return [box.left, box.right, box.width, box.height];
})"""
Serve = Callable[..., str]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:///{tmp_path_factory.mktemp('rooms') / 'rooms.sqlite'}"


@pytest.fixture
def school(serve: Serve, place: str) -> str:
    """The address of an app whose rooms lie in a file of their own."""
    return serve(ROOT / "app.py", ATTENTION_STORE=place)


def room_opened(page: Any, address: str, text: str = "") -> str:
    """The teacher opens a room; its code."""
    opened(page, address, "classroom")
    if text:
        type_in(page, text)
    press(page, "为这句话创建课堂")
    code = inside(page, "poster").locator(".code")
    expect(code).to_be_visible()
    return str(code.inner_text())


@pytest.fixture
def rooms(place: str) -> Iterator[Store]:
    """The same rooms, past the app."""
    store = Store(open_place(place))
    yield store
    store.close()


def seated(page: Any, address: str, code: str) -> None:
    page.goto(f"{address}/classroom?room={code}")
    expect(button(page, "交表").or_(button(page, "再交一次"))).to_be_visible()


def cell(page: Any, j: int) -> Any:
    """A cell of the chosen row, from 0; the row's own word has none."""
    return page.locator(".line .cell").nth(j)


def tap(page: Any, j: int, times: int) -> None:
    for _ in range(times):
        cell(page, j).click()


def note(page: Any, text: str | re.Pattern[str]) -> None:
    expect(
        page.get_by_role("status").get_by_text(text).or_(page.locator(".note").get_by_text(text)).first
    ).to_be_visible()


def count(page: Any, text: str) -> None:
    expect(inside(page, "count")).to_contain_text(text)


def test_a_lesson(page: Any, phone: Any, school: str) -> None:
    code = room_opened(page, school)
    count(page, "已交 0 张表")
    seated(phone, school, code)
    for times, text in enumerate(("0.1", "0.5", "0.9", "没填", "0.1")):
        tap(phone, 0, 1)
        expect(cell(phone, 0)).to_have_text(text), times
    tap(phone, 0, 2)
    phone.locator(".line .type").nth(1).tap()
    phone.keyboard.type("0。7")
    phone.keyboard.press("Enter")
    expect(cell(phone, 1)).to_have_text("0.7")
    button(phone, "其余填 0.1").tap()
    expect(cell(phone, 5)).to_have_text("0.1")
    note(phone, "填了 6 格，还没有交")
    button(phone, "交表").tap()
    note(phone, "已交（6 格）")

    count(page, "已交 1 张表")  # by itself
    expect(chart(page, "class_mean")).to_be_visible()
    page.wait_for_function(
        "() => document.querySelector('.st-key-class_mean .js-plotly-plot')?._fullData?.[0]?.z?.[0]?.[1] > 0.89",
    )
    assert values(page, "class_mean")[0][1:4] == pytest.approx([0.9, 0.7, 0.1], abs=1e-6)
    expect(inside(phone, "class_mean")).to_have_count(0)

    press(page, "给全班看结果")
    expect(inside(phone, "class_mean")).to_be_visible()
    press(page, "关闭：不再收表")
    note(phone, "老师关闭了课堂")
    expect(button(phone, "再交一次")).to_be_disabled()
    expect(cell(phone, 0)).to_have_text("0.9")


def test_everything_fits_a_phone_and_a_finger(phone: Any, school: str, rooms: Store) -> None:
    words = ["中华人民共和国中央人民政府", "a" * 60, *"小明 昨天 去 了 学校 ， 他 今天 也 去 了 。".split()]
    seated(phone, school, rooms.open_room(words).room.code)
    targets = phone.locator(".st-key-phone button")
    boxes = targets.evaluate_all(BOXES)
    assert len(boxes) == len(words) + 2 * (len(words) - 1) + 4  # rows; cell and "type" a word; the buttons below
    for left, right, width, height in boxes:
        assert min(width, height) >= 44
        assert 0 <= left < right <= 390
    assert phone.evaluate("document.scrollingElement.scrollWidth <= 390")
    tops = [target.bounding_box()["y"] for target in phone.locator(".line .cell").all()]
    assert all(b - a >= 44 for a, b in pairwise(tops)), "no cell lies over another"


def test_a_reload_keeps_what_was_filled_in_and_a_correction_replaces_it(phone: Any, school: str, rooms: Store) -> None:
    room = rooms.open_room(WORDS)
    seated(phone, school, room.room.code)
    tap(phone, 0, 3)
    note(phone, "填了 1 格")
    phone.reload()
    expect(cell(phone, 0)).to_have_text("0.9")
    button(phone, "交表").tap()
    note(phone, "已交（1 格）")
    phone.reload()
    note(phone, "已交（1 格）")
    tap(phone, 1, 1)
    note(phone, "有改动还没有交")
    button(phone, "再交一次").tap()
    note(phone, "已交（2 格）")
    (sent,) = rooms.tables(room.room.code, room.secret)
    assert sent.table.values[0, 1:3].tolist() == [0.9, 0.1]


def test_the_keyboard_alone_is_enough(page: Any, school: str, rooms: Store) -> None:
    seated(page, school, rooms.open_room(WORDS).room.code)
    tabs = page.get_by_role("tab")
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel", name=WORDS[1])).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("Tab")  # past the other tabs, to the row's first cell
    expect(cell(page, 0)).to_be_focused()
    cell(page, 2).focus()
    page.keyboard.press("Space")
    expect(cell(page, 2)).to_have_text("0.1")
    page.keyboard.type("0.25")
    page.keyboard.press("Enter")
    expect(cell(page, 2)).to_have_text("0.25")
    expect(cell(page, 2)).to_be_focused()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    note(page, "“7”不是 0 到 1 的数")
    expect(cell(page, 2)).to_have_text("0.25")
    page.keyboard.press("Delete")
    expect(cell(page, 2)).to_have_text("没填")


def test_the_teachers_link_opens_the_desk_elsewhere_and_tells_no_server_its_secret(
    page: Any, phone: Any, school: str
) -> None:
    code = room_opened(page, school)
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(f"{request.url} {request.headers.get('referer', '')}"))
    press(page, "更多")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    press(page, "复制老师链接")
    page.wait_for_function("window.copied")
    link = page.evaluate("window.copied")
    secret = link.partition("#teacher=")[2]
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", secret)
    phone.goto(link)
    expect(inside(phone, "steering")).to_be_visible()
    assert phone.url == f"{school}/classroom?room={code}", "the secret is off the address bar"
    assert secret not in page.url
    assert not [request for request in asked if secret in request]
    phone.reload()
    expect(inside(phone, "steering")).to_be_visible()


KEPT = "JSON.parse(localStorage.getItem('attention-table.rooms') ?? '{}')"


def test_a_wrong_link_takes_the_room_from_no_teacher(page: Any, school: str) -> None:
    code = room_opened(page, school)
    page.wait_for_function(f"{KEPT}['{code}']")
    secret = page.evaluate(f"{KEPT}['{code}']")
    page.goto("about:blank")
    page.goto(f"{school}/classroom?room={code}#teacher=AAAAAAAAAAAAAAAAAAAAAA")
    expect(inside(page, "steering")).to_be_visible()
    page.wait_for_function("!location.hash")
    page.reload()
    expect(inside(page, "steering")).to_be_visible()
    assert page.evaluate(f"{KEPT}['{code}']") == secret


def test_a_wrong_link_at_another_browser_is_told_and_nothing_of_it_is_kept(
    phone: Any, school: str, rooms: Store
) -> None:
    room = rooms.open_room(WORDS)
    wrong = f"{school}/classroom?room={room.room.code}#teacher=AAAAAAAAAAAAAAAAAAAAAA"
    phone.goto(wrong)
    expect(inside(phone, "notices")).to_contain_text("密钥不对")
    expect(button(phone, "交表")).to_be_visible()
    assert phone.evaluate(KEPT) == {}
    phone.goto("about:blank")
    phone.goto(wrong.replace("A" * 22, room.secret))
    expect(inside(phone, "steering")).to_be_visible()
    phone.wait_for_function(f"{KEPT}['{room.room.code}'] === '{room.secret}'")


def test_the_next_pupil_at_the_same_browser(phone: Any, school: str, rooms: Store) -> None:
    room = rooms.open_room(WORDS)
    seated(phone, school, room.room.code)
    tap(phone, 0, 3)
    button(phone, "交表").tap()
    note(phone, "已交（1 格）")
    expect(inside(phone, "whose")).to_have_count(0)
    phone.reload()
    note(phone, "已交（1 格）")
    button(phone, "我是另一个人，另填一张").tap()
    expect(cell(phone, 0)).to_have_text("没填")
    tap(phone, 1, 1)
    note(phone, "填了 1 格，还没有交")
    button(phone, "交表").tap()
    note(phone, "已交（1 格）")
    button(phone, "回到第 1 个人的表").tap()
    expect(cell(phone, 0)).to_have_text("0.9")
    phone.reload()
    expect(cell(phone, 1)).to_have_text("0.1")  # who came last
    assert [sent.table.values[0, 1:3].tolist() for sent in rooms.tables(room.room.code, room.secret)] == [
        pytest.approx([0.9, float("nan")], nan_ok=True),
        pytest.approx([float("nan"), 0.1], nan_ok=True),
    ]


def test_what_a_closed_room_says_is_so(phone: Any, school: str, rooms: Store) -> None:
    room = rooms.open_room(WORDS)
    seated(phone, school, room.room.code)
    rooms.close_room(room.room.code, room.secret)
    line = phone.locator(".note")
    expect(line).to_have_text("老师关闭了课堂，不再收表。")
    tap(phone, 0, 1)
    expect(line).to_have_text("老师关闭了课堂，不再收表。 这一页上现在填的没有交上。")
    rooms.close_room(room.room.code, room.secret, closed=False)
    expect(line).to_contain_text("还没有交")
    button(phone, "交表").tap()
    note(phone, "已交（1 格）")
    rooms.close_room(room.room.code, room.secret)
    expect(line).to_have_text("老师关闭了课堂，不再收表。 你已交的那张（1 格）算在内。")


def test_what_the_switches_hold_is_what_the_board_has_after_a_room_is_opened(page: Any, school: str) -> None:
    """A run that the browser's own word breaks off must not leave empty widgets behind."""
    room_opened(page, school)
    for key in ("switch_scale", "switch_diagonal", "view_digits"):
        expect(inside(page, key).locator("input")).to_be_checked()


def test_two_apps_on_one_postgresql_share_a_lesson_and_a_full_disk_is_told(
    page: Any, phone: Any, serve: Serve, postgres: str
) -> None:
    import psycopg

    one, other = (serve(ROOT / "app.py", ATTENTION_STORE=postgres, WHICH=which) for which in ("one", "other"))
    assert one != other
    code = room_opened(page, one)
    seated(phone, other, code)
    tap(phone, 0, 3)
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$"
        )
        connection.execute("CREATE TRIGGER full_disk BEFORE INSERT ON hand_tables EXECUTE FUNCTION full_disk()")
        button(phone, "交表").tap()
        note(phone, "磁盘满了")
        expect(cell(phone, 0)).to_have_text("0.9")
        connection.execute("DROP TRIGGER full_disk ON hand_tables")
    button(phone, "交表").tap()
    note(phone, "已交（1 格）")
    count(page, "已交 1 张表")
    press(page, "给全班看结果")
    expect(inside(phone, "class_mean")).to_be_visible()


# A server that dies


class Server:
    """An app on a port of its own, which can be killed and started again there."""

    def __init__(self, place: str, log: Path) -> None:
        self._place, self._log, self._port = place, log, 0
        self.start()

    def start(self) -> None:
        self._process, self.address = started(ROOT / "app.py", self._log, {"ATTENTION_STORE": self._place}, self._port)
        self._port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(timeout=20)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(f"sqlite:///{tmp_path / 'rooms.sqlite'}", tmp_path / "log")
    yield made
    made.kill()


def test_what_is_filled_in_and_sent_while_the_server_is_dead_arrives_once_it_is_back(
    phone: Any, server: Server, tmp_path: Path
) -> None:
    store = Store(open_place(f"sqlite:///{tmp_path / 'rooms.sqlite'}"))
    room = store.open_room(WORDS)
    seated(phone, server.address, room.room.code)
    tap(phone, 0, 3)
    server.kill()
    tap(phone, 1, 2)
    expect(cell(phone, 1)).to_have_text("0.5")
    button(phone, "交表").tap()
    note(phone, re.compile("正在交|还没有送到"))
    server.start()
    note(phone, "已交（2 格）")
    (sent,) = store.tables(room.room.code, room.secret)
    assert sent.table.values[0, 1:3].tolist() == [0.9, 0.5]
    store.close()


def test_the_teacher_sees_each_table_from_a_server_whose_messages_are_late(
    page: Any, serve: Serve, place: str, rooms: Store
) -> None:
    late = serve("late.py", ATTENTION_STORE=place, LATE_PAGE="7_classroom.py", LATE="1.8")
    made = rooms.open_room(WORDS)
    page.goto(f"{late}/?room={made.room.code}#teacher={made.secret}")
    expect(inside(page, "count")).to_contain_text("已交 0 张表")
    for number in range(1, 3):
        rooms.send(made.room.code, f"{number:032x}", cells())
        expect(inside(page, "count")).to_contain_text(f"已交 {number} 张表")
