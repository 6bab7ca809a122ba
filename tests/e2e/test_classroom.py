"""A lesson in real browsers: the teacher's page on one, a student's phone on another, and what goes wrong between them."""

from __future__ import annotations

import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from attention.classroom.places import open_place
from attention.classroom.store import Store
from tests.classroom.places import cells
from tests.e2e.conftest import started
from tests.e2e.visit import button, expect, inside, opened, press, type_in

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
    code = page.locator(".code")
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
    expect(page.get_by_role("tabpanel")).to_be_visible()


def cell(page: Any, j: int) -> Any:
    """A word of the card, from 0; the card's own word is none of them."""
    return page.locator(".panel .cell").nth(j)


def tap(page: Any, j: int, times: int) -> None:
    for _ in range(times):
        cell(page, j).click()


def level(page: Any, j: int) -> Any:
    return cell(page, j).locator(".level")


def card(page: Any, word: str) -> None:
    """The card of this word is on top."""
    expect(page.get_by_role("heading", name=f"“{word}”和谁有关系？", exact=True)).to_be_visible()


def note(page: Any, text: str | re.Pattern[str]) -> None:
    expect(page.locator(".note").get_by_text(text)).to_be_visible()


def count(page: Any, text: str) -> None:
    expect(inside(page, "count")).to_contain_text(text)


def answered(phone: Any, j: int, times: int, saved: int) -> None:
    """A card with one word tapped, and the next card; it is saved by itself."""
    tap(phone, j, times)
    button(phone, "下一词").tap()
    note(phone, f"存好了 {saved} 张卡片")


def test_a_room_from_the_first_card_to_the_reveal(page: Any, phone: Any, school: str) -> None:
    code = room_opened(page, school)
    expect(inside(page, "poster_large")).to_be_visible()
    count(page, "0 人")
    seated(phone, school, code)
    card(phone, "我")
    for text in ("有点", "很", "没有", "有点", "很"):
        tap(phone, 0, 1)
        expect(level(phone, 0)).to_have_text(text)
    button(phone, "下一词").tap()
    card(phone, "喜欢")
    note(phone, "存好了 1 张卡片")
    button(phone, "都没有，下一词").tap()
    card(phone, "在")
    note(phone, "存好了 2 张卡片")
    count(page, "1 人，2 张卡片")  # by itself
    expect(inside(page, "poster_large")).to_have_count(0)
    expect(page.locator(".filling")).to_be_visible()
    expect(page.locator(".curtained")).to_be_visible()
    assert page.locator(".js-plotly-plot").count() == phone.locator(".three").count() == 0

    press(page, "我")
    expect(page.locator(".duel")).to_be_visible()
    rows = phone.locator(".three tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.locator("th")).to_have_text(["我", "全班", "模型"])
    expect(rows.nth(0).locator("td")).to_have_text(["-", "64%", *["7%"] * 5])
    expect(rows.nth(1).locator("td")).to_have_text(["-", "64%", *["7%"] * 5])
    expect(rows.nth(2).locator("td").nth(1)).to_have_text("100%")
    expect(phone.locator(".aloud")).to_have_text(re.compile("^揭晓“我”：你最看“喜欢”"))
    phone.get_by_role("tab").nth(1).tap()
    card(phone, "喜欢")  # which is still a guess
    press(page, "再盖上")
    expect(page.locator(".curtained")).to_be_visible()
    press(page, "更多")
    button(page, "关闭：不再收表").click()
    note(phone, "老师关闭了课堂，不再收。 你交的 2 张卡片算在内。")


def test_everything_fits_a_phone_and_a_finger(phone: Any, school: str, rooms: Store) -> None:
    words = ["中华人民共和国中央人民政府", "a" * 60, *"小明 昨天 去 了 学校 ， 他 今天 也 去 了 。".split()]
    seated(phone, school, rooms.open_room(words).room.code)
    boxes = phone.locator(".st-key-phone button").evaluate_all(BOXES)
    assert len(boxes) == len(words) + (len(words) - 1) + 2  # cards; words of the first one; back and on
    for left, right, width, height in boxes:
        assert min(width, height) >= 44
        assert 0 <= left < right <= 390
    assert phone.evaluate("document.scrollingElement.scrollWidth <= 390")


SWIPE = """([from, to]) => {
    const panel = [...document.querySelectorAll('.st-key-phone *')].map(e => e.shadowRoot?.querySelector('.panel')).find(Boolean);
    const at = (x) => new Touch({ identifier: 1, target: panel, clientX: x, clientY: 400 });
    const touch = (x) => ({ changedTouches: [at(x)], bubbles: true });
    panel.dispatchEvent(new TouchEvent('touchstart', touch(from)));
    panel.dispatchEvent(new TouchEvent('touchend', touch(to)));
}"""


def test_a_swipe_turns_a_card_and_leaves_an_untouched_one_open(phone: Any, school: str, rooms: Store) -> None:
    room = rooms.open_room(WORDS)
    seated(phone, school, room.room.code)
    phone.evaluate(SWIPE, [300, 100])
    card(phone, "喜欢")
    tap(phone, 1, 2)
    phone.evaluate(SWIPE, [300, 100])
    card(phone, "在")
    note(phone, "存好了 1 张卡片")
    phone.evaluate(SWIPE, [100, 300])
    card(phone, "喜欢")
    expect(level(phone, 1)).to_have_text("很")
    phone.evaluate(SWIPE, [200, 180])
    card(phone, "喜欢")
    (sent,) = rooms.tables(room.room.code, room.secret)
    assert sent.table.considered.sum(axis=1).tolist() == [0, 3, 0, 0]


def test_a_reload_keeps_what_was_tapped_and_a_correction_replaces_it(phone: Any, school: str, rooms: Store) -> None:
    room = rooms.open_room(WORDS)
    seated(phone, school, room.room.code)
    tap(phone, 0, 2)
    phone.reload()
    expect(level(phone, 0)).to_have_text("很")
    note(phone, "存好了 1 张卡片")  # nobody has pressed anything
    button(phone, "下一词").tap()
    card(phone, "喜欢")
    phone.get_by_role("tab").first.tap()
    tap(phone, 1, 1)
    expect(level(phone, 1)).to_have_text("有点")
    note(phone, "正在存")
    note(phone, "存好了 1 张卡片")
    phone.get_by_role("tab").nth(2).tap()
    tap(phone, 0, 1)
    phone.get_by_role("tab").nth(3).tap()  # who turns to another card has answered this one
    note(phone, "存好了 2 张卡片")
    (sent,) = rooms.tables(room.room.code, room.secret)
    assert sent.table.values[0, 1:].tolist() == [0.9, 0.5, 0.1]
    assert sent.table.considered.sum(axis=1).tolist() == [3, 0, 3, 0]


def test_the_keyboard_alone_is_enough(page: Any, school: str, rooms: Store) -> None:
    seated(page, school, rooms.open_room(WORDS).room.code)
    tabs = page.get_by_role("tab")
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("tabpanel", name=WORDS[1])).to_be_visible()
    page.keyboard.press("Home")
    page.keyboard.press("Tab")  # past the other cards, to the first word
    expect(cell(page, 0)).to_be_focused()
    page.keyboard.press("Space")
    expect(level(page, 0)).to_have_text("有点")
    button(page, "下一词").focus()
    page.keyboard.press("Enter")
    card(page, WORDS[1])


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
    expect(phone.get_by_role("tabpanel")).to_be_visible()
    assert phone.evaluate(KEPT) == {}
    phone.goto("about:blank")
    phone.goto(wrong.replace("A" * 22, room.secret))
    expect(inside(phone, "steering")).to_be_visible()
    phone.wait_for_function(f"{KEPT}['{room.room.code}'] === '{room.secret}'")


def test_the_next_pupil_at_the_same_browser(phone: Any, school: str, rooms: Store) -> None:
    room = rooms.open_room(WORDS)
    seated(phone, school, room.room.code)
    answered(phone, 0, 2, saved=1)
    expect(inside(phone, "whose")).to_have_count(0)
    phone.reload()
    note(phone, "存好了 1 张卡片")
    button(phone, "我是另一个人，另填一张").tap()
    card(phone, "我")
    expect(level(phone, 0)).to_have_text("没有")
    answered(phone, 1, 1, saved=1)
    button(phone, "回到第 1 个人的表").tap()
    expect(inside(phone, "whose")).to_have_count(0)
    card(phone, "喜欢")  # the first that is open
    phone.get_by_role("tab").first.tap()
    expect(level(phone, 0)).to_have_text("很")
    phone.reload()
    phone.get_by_role("tab").first.tap()
    expect(level(phone, 1)).to_have_text("有点")  # who came last
    sent = rooms.tables(room.room.code, room.secret)
    assert [one.table.values[0, 1:].tolist() for one in sent] == [[0.9, 0.1, 0.1], [0.1, 0.5, 0.1]]


def test_what_a_closed_room_says_is_so(phone: Any, school: str, rooms: Store) -> None:
    room = rooms.open_room(WORDS)
    seated(phone, school, room.room.code)
    rooms.close_room(room.room.code, room.secret)
    line = phone.locator(".note")
    expect(line).to_have_text("老师关闭了课堂，不再收。")
    expect(cell(phone, 0)).to_be_disabled()
    rooms.close_room(room.room.code, room.secret, closed=False)
    answered(phone, 0, 1, saved=1)
    rooms.close_room(room.room.code, room.secret)
    expect(line).to_have_text("老师关闭了课堂，不再收。 你交的 1 张卡片算在内。")


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
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '53100'; END $$"
        )
        connection.execute("CREATE TRIGGER full_disk BEFORE INSERT ON hand_tables EXECUTE FUNCTION full_disk()")
        tap(phone, 0, 2)
        note(phone, "磁盘满了")
        expect(level(phone, 0)).to_have_text("很")
        connection.execute("DROP TRIGGER full_disk ON hand_tables")
    note(phone, "存好了 1 张卡片")  # it is sent again by itself
    count(page, "1 人，1 张卡片")
    press(page, "全部揭晓")
    expect(phone.locator(".three")).to_be_visible()


# A phone that sleeps


class Line:
    """A phone's way to its server, at an address of its own. Asleep, the page is frozen, its connections are cut, and none goes
    through."""

    def __init__(self, server: str) -> None:
        self._port = int(server.rpartition(":")[2])
        self._door, self._ends, self._asleep = socket.create_server(("127.0.0.1", 0)), list[socket.socket](), False
        self.address = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        with suppress(OSError):  # the door is closed
            while True:
                near, _ = self._door.accept()
                if self._asleep:
                    near.close()
                    continue
                far = socket.create_connection(("127.0.0.1", self._port))
                self._ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=carry, args=(one, other), daemon=True).start()

    def sleep(self, phone: Any) -> None:
        self._asleep = True
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        phone.context.new_cdp_session(phone).send("Page.setWebLifecycleState", {"state": "frozen"})

    def wake(self, phone: Any) -> None:
        self._asleep = False
        phone.context.new_cdp_session(phone).send("Page.setWebLifecycleState", {"state": "active"})

    def close(self) -> None:
        for end in (self._door, *self._ends):
            end.close()


def carry(one: socket.socket, other: socket.socket) -> None:
    """What comes from one end goes to the other, until either is closed."""
    with suppress(OSError):
        while data := one.recv(65536):
            other.sendall(data)
        other.shutdown(socket.SHUT_RDWR)


@pytest.mark.parametrize("kept", [120, 0], ids=["the server knows it still", "after minutes it does not"])
def test_a_phone_that_has_slept_has_its_cards_and_what_was_revealed_meanwhile(
    phone: Any, serve: Serve, place: str, rooms: Store, kept: int
) -> None:
    """Streamlit keeps the session of a lost connection for two minutes; 0 seconds stand here for five of them."""
    school = serve(ROOT / "app.py", ATTENTION_STORE=place, STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL=str(kept))
    room = rooms.open_room(WORDS)
    code, secret = room.room.code, room.secret
    line = Line(school)
    seated(phone, line.address, code)
    answered(phone, 0, 2, saved=1)
    line.sleep(phone)
    rooms.reveal(code, secret, {0: [0.0, 1.0, 0.0, 0.0]})
    line.wake(phone)
    expect(phone.locator(".three tbody tr")).to_have_count(3)
    phone.get_by_role("tab").nth(1).tap()
    answered(phone, 1, 2, saved=2)  # what it sends from now on goes into its own table
    (sent,) = rooms.tables(code, secret)
    assert sent.table.values[1, [0, 2, 3]].tolist() == [0.1, 0.9, 0.1]
    line.close()


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
    tap(phone, 0, 2)
    server.kill()
    tap(phone, 1, 1)
    expect(level(phone, 1)).to_have_text("有点")
    button(phone, "下一词").tap()
    card(phone, "喜欢")
    note(phone, re.compile("正在存|还没有送到"))
    server.start()
    note(phone, "存好了 1 张卡片")
    (sent,) = store.tables(room.room.code, room.secret)
    assert sent.table.values[0, 1:].tolist() == [0.9, 0.5, 0.1]
    store.close()


def test_the_teachers_computer_restarts_in_the_middle_of_a_vote(
    page: Any, phone: Any, server: Server, tmp_path: Path
) -> None:
    """It runs the server as well: both are gone at once, without a word. The teacher comes back to the same room."""
    store = Store(open_place(f"sqlite:///{tmp_path / 'rooms.sqlite'}"))
    code = room_opened(page, server.address)
    seated(phone, server.address, code)
    answered(phone, 0, 2, saved=1)
    count(page, "1 人，1 张卡片")
    press(page, "投票")
    button(page, "把权重加起来，哪个一定是 1？").click()
    button(phone, "每一行").tap()
    expect(phone.locator(".st-key-vote").get_by_text("收到了，可以改。")).to_be_visible()
    server.kill()
    page.goto("about:blank")
    server.start()
    opened(page, server.address, "classroom")
    press(page, f"课堂 {code}")
    expect(inside(page, "wall_vote")).to_contain_text("1 人投了票")
    press(page, "看投票结果")
    expect(phone.locator(".bars b")).to_have_text(["1", "0", "0"])  # the phone has come back by itself
    press(page, "结束投票")
    count(page, "1 人，1 张卡片")
    press(page, "我")
    expect(phone.locator(".three tbody tr")).to_have_count(3)
    store.close()


def test_the_teacher_sees_each_table_from_a_server_whose_messages_are_late(
    page: Any, serve: Serve, place: str, rooms: Store
) -> None:
    late = serve("late.py", ATTENTION_STORE=place, LATE_PAGE="7_classroom.py", LATE="1.8")
    made = rooms.open_room(WORDS)
    page.goto(f"{late}/?room={made.room.code}#teacher={made.secret}")
    expect(inside(page, "count")).to_contain_text("0 人")
    for number in range(1, 3):
        rooms.send(made.room.code, f"{number:032x}", cells())
        expect(inside(page, "count")).to_contain_text(f"{number} 人")
