"""The rules of the classroom, the same tests on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attention.classroom import store as rules
from attention.classroom.keys import LETTERS, new_secret, seated, tidy_code
from attention.classroom.places import open_place
from attention.classroom.sql import SqlBackend
from attention.classroom.store import (
    DAY,
    FREE_WRONG,
    LONGEST_WAIT,
    MAX_OF_ONE,
    MAX_OPENED,
    MAX_WRONG,
    OPENED_SPAN,
    TIDY_SPAN,
    UNUSED_SPAN,
    WRONG_SPAN,
    NewRoom,
    Store,
)
from attention.errors import (
    NotShown,
    RoomClosed,
    RoomFull,
    RoomInputError,
    RoomsTooMany,
    RoomUnknown,
    SeatsTooMany,
    SecretWrong,
    StoreCrowded,
    VoteOver,
)
from attention.words.segment import MAX_CHARACTERS, MAX_WORDS
from tests.classroom.places import ALL, WORDS, Clock, address_of, cells, student

ROW = [0.0, 0.25, 0.5, 0.25]
"""Of a computed table."""
AT_ONCE = pytest.mark.parametrize("place", ["memory"], indirect=True)
"""For a rule with many cases that says nothing of the database."""


@pytest.fixture(params=ALL)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqlBackend]:
    opened = open_place(address_of(request.param, request, tmp_path))
    yield opened
    opened.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(place: SqlBackend, clock: Clock) -> Store:
    return Store(place, clock=clock, steady=clock.hand)


def same(a: object, b: object) -> bool:
    return np.array_equal(np.asarray(a, dtype=float), np.asarray(b, dtype=float), equal_nan=True)


# A room and its tables


def test_a_room_is_found_by_its_code_as_people_type_it(store: Store) -> None:
    room = store.open_room(WORDS).room
    assert len(room.code) == 6
    assert set(room.code) <= set(LETTERS)
    for typed in (room.code, room.code.lower(), f" {room.code[:3]}-{room.code[3:]} "):
        assert store.find(typed).words == tuple(WORDS)


def test_words_come_back_as_they_went(store: Store) -> None:
    words = ["<b>", "=1+1", "NaN", "公园", "公园", "👍🏽", '"', "\\u0041", "';DROP-TABLE-rooms;--"]
    assert store.room(store.open_room(words).room.code).words == tuple(words)


def test_a_table_comes_back_as_it_was_sent_open_cells_too(store: Store) -> None:
    code = store.open_room(WORDS).room.code
    values = cells()
    values[0, 1], values[0, 2], values[1, 2], values[2] = 0, 1, 0.333, np.nan
    store.send(code, student(), values.tolist())
    own = store.own(code, student())
    assert own is not None
    assert same(own.table.values, values)
    assert own.table.words == tuple(WORDS)
    one_cell: Any = [[None, 0.5, None, None], *[[None] * 4] * 3]
    store.send(code, student(), one_cell)
    own = store.own(code, student())
    assert own is not None
    assert int(own.table.considered.sum()) == 1


def test_a_student_has_one_table_and_corrects_it(store: Store) -> None:
    opened = store.open_room(WORDS)
    for value in (0.1, 0.5, 0.9):
        store.send(opened.room.code, student(1), cells(value))
    store.send(opened.room.code, student(2), cells(0.2))
    first, second = store.tables(opened.room.code, opened.secret)
    assert (first.number, second.number) == (1, 2)
    assert same(first.table.values, cells(0.9))
    assert store.own(opened.room.code, student(3)) is None


def test_every_change_has_a_new_revision_and_a_look_has_none(store: Store) -> None:
    opened = store.open_room(WORDS)
    code, seen = opened.room.code, []
    changes: list[Callable[[], object]] = [
        lambda: store.send(code, student(), cells()),
        lambda: store.send(code, student(), cells(0.2)),
        lambda: store.hide(code, opened.secret, 1),
        lambda: store.reveal(code, opened.secret, {0: ROW}),
        lambda: store.ask(code, opened.secret, "sums"),
        lambda: store.vote(code, student(), "sums", "a"),
        lambda: store.turn_to_scene(code, opened.secret, 2),
        lambda: store.close_room(code, opened.secret),
    ]
    for change in changes:
        change()
        seen.append(store.room(code).revision)
    assert seen == sorted(set(seen))
    store.find(code), store.own(code, student()), store.tables(code, opened.secret), store.revealed(code)
    assert store.room(code).revision == seen[-1]


def test_rooms_do_not_mix(store: Store) -> None:
    one, other = store.open_room(WORDS), store.open_room(WORDS)
    store.send(one.room.code, student(), cells(0.1))
    store.send(other.room.code, student(), cells(0.9))
    store.delete(one.room.code, one.secret)
    (left,) = store.tables(other.room.code, other.secret)
    assert same(left.table.values, cells(0.9))


def test_many_at_once_lose_nothing_and_get_each_a_number(store: Store) -> None:
    opened = store.open_room(WORDS)
    faults: list[BaseException] = []

    def send(i: int) -> None:
        try:
            store.send(opened.room.code, student(i), cells(i / 100))
            store.send(opened.room.code, student(i), cells(i / 50))
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=send, args=(i,)) for i in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    tables = store.tables(opened.room.code, opened.secret)
    assert [sent.number for sent in tables] == list(range(1, 31))
    assert sorted(sent.table.values[0, 1] for sent in tables) == pytest.approx([i / 50 for i in range(30)])
    assert store.room(opened.room.code).revision == 60


def test_two_classes_of_sixty_at_once_lose_nothing_and_do_not_mix(store: Store) -> None:
    """Cards come in one by one, as phones send them, and then a vote; in both classes students have the same ids."""
    rooms = [store.open_room(WORDS) for _ in range(2)]
    for one in rooms:
        store.ask(one.room.code, one.secret, "cell")

    def fill_in(which: int, i: int) -> None:
        code, values = rooms[which].room.code, np.full((4, 4), np.nan)
        for card in range(len(WORDS)):
            values[card] = cells((60 * which + i) / 200)[card]
            store.send(code, student(i), values, maker=f"{which}.{i}")
        store.vote(code, student(i), "cell", ("share", "count")[which], maker=f"{which}.{i}")

    with ThreadPoolExecutor(16) as pool:
        for done in [pool.submit(fill_in, which, i) for i in range(60) for which in range(2)]:
            done.result()
    for which, one in enumerate(rooms):
        tables = store.tables(one.room.code, one.secret)
        assert [sent.number for sent in tables] == list(range(1, 61))
        values = sorted(float(sent.table.values[0, 1]) for sent in tables)
        assert values == pytest.approx([(60 * which + i) / 200 for i in range(60)])
        assert all(np.nanmin(sent.table.values) == np.nanmax(sent.table.values) for sent in tables)
        assert all(sent.table.considered.sum() == 12 for sent in tables)
        assert store.votes(one.room.code, one.secret, "cell") == {("share", "count")[which]: 60}


# Closing, showing, hiding, deleting


def test_a_closed_room_takes_nothing_until_it_is_open_again(store: Store) -> None:
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(), cells(0.1))
    store.close_room(opened.room.code, opened.secret)
    for who in (student(), student(2)):
        with pytest.raises(RoomClosed):
            store.send(opened.room.code, who, cells(0.9))
    (sent,) = store.tables(opened.room.code, opened.secret)
    assert same(sent.table.values, cells(0.1))
    store.close_room(opened.room.code, opened.secret, closed=False)
    store.send(opened.room.code, student(), cells(0.9))


def test_students_see_only_the_rows_that_are_revealed_and_never_a_hidden_table(store: Store) -> None:
    opened = store.open_room(WORDS)
    code = opened.room.code
    store.send(code, student(1), cells(0.1))
    store.send(code, student(2), cells(0.9))
    with pytest.raises(NotShown):
        store.revealed(code)
    store.reveal(code, opened.secret, {2: ROW})
    store.hide(code, opened.secret, 1)
    seen = store.revealed(code)
    assert seen.model == {2: tuple(ROW)}
    (table,) = seen.tables
    assert same(table.values[2], cells(0.9)[2])
    assert np.isnan(np.delete(table.values, 2, axis=0)).all(), "nothing of another row"
    assert [sent.hidden for sent in store.tables(code, opened.secret)] == [True, False]
    store.hide(code, opened.secret, 1, hidden=False)
    store.reveal(code, opened.secret, {0: ROW, 2: ROW[::-1]})
    assert len(store.revealed(code).tables) == 2
    assert store.revealed(code).model == {0: tuple(ROW), 2: tuple(ROW[::-1])}
    store.reveal(code, opened.secret, {})
    with pytest.raises(NotShown):
        store.revealed(code)
    store.reveal(code, opened.secret, {1: ROW})
    assert set(store.revealed(code).model) == {1}, "what was covered again stays covered"


@AT_ONCE
@pytest.mark.parametrize("model", [{4: ROW}, {-1: ROW}, {0: ROW[:3]}, {0: [2.0, 0, 0, 0]}, {0: [float("nan")] * 4}])
def test_what_is_no_row_of_a_table_is_not_revealed(store: Store, model: Any) -> None:
    opened = store.open_room(WORDS)
    with pytest.raises(RoomInputError):
        store.reveal(opened.room.code, opened.secret, model)
    assert not store.room(opened.room.code).shown


# Votes


def test_a_vote_is_kept_by_question_and_corrected_until_it_is_counted(store: Store) -> None:
    opened, other = store.open_room(WORDS), store.open_room(WORDS)
    code = opened.room.code
    with pytest.raises(VoteOver):
        store.vote(code, student(1), "sums", "one")
    store.ask(code, opened.secret, "sums")
    for i, answer in enumerate(("one", "two", "two")):
        store.vote(code, student(i), "sums", answer)
    store.vote(code, student(0), "sums", "two")
    with pytest.raises(VoteOver):
        store.vote(code, student(0), "tables", "two")
    with pytest.raises(NotShown):
        store.counted_votes(code)
    assert store.votes(code, opened.secret, "sums") == {"two": 3}
    assert store.own_vote(code, student(0), "sums") == "two"
    assert store.own_vote(code, student(9), "sums") is None
    store.ask(code, opened.secret, "sums", counted=True)
    assert store.counted_votes(code) == {"two": 3}
    with pytest.raises(VoteOver):
        store.vote(code, student(0), "sums", "one")
    store.ask(code, opened.secret, "tables")
    assert store.votes(code, opened.secret, "tables") == {}
    assert store.votes(code, opened.secret, "sums") == {"two": 3}, "it is kept"
    assert store.votes(other.room.code, other.secret, "sums") == {}


@AT_ONCE
@pytest.mark.parametrize("name", ["", "A", "a b", "<b>", "a" * 41, "1", None])
def test_a_name_that_is_none_is_no_vote(store: Store, name: Any) -> None:
    opened = store.open_room(WORDS)
    store.ask(opened.room.code, opened.secret, "sums")
    with pytest.raises(RoomInputError):
        store.vote(opened.room.code, student(), "sums", name)
    assert store.votes(opened.room.code, opened.secret, "sums") == {}


def test_one_session_stuffs_no_ballot_and_a_full_one_takes_everybodys_first_vote(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = store.open_room(WORDS)
    code = opened.room.code
    store.ask(code, opened.secret, "sums")
    for i in range(MAX_OF_ONE):
        store.vote(code, student(i), "sums", "one", maker="a")
    with pytest.raises(SeatsTooMany):
        store.vote(code, student(99), "sums", "one", maker="a")
    monkeypatch.setattr(rules, "MAX_VOTES", MAX_OF_ONE)
    store.vote(code, student(100), "sums", "two", maker="b")
    with pytest.raises(RoomFull):
        store.vote(code, student(101), "sums", "two", maker="b")
    store.vote(code, student(100), "sums", "one", maker="b")
    assert store.votes(code, opened.secret, "sums") == {"one": MAX_OF_ONE + 1}


# The lesson and the next sentence


def test_the_class_goes_on_in_another_room_with_the_same_secret(store: Store) -> None:
    opened = store.open_room(WORDS)
    code = opened.room.code
    store.send(code, student(), cells())
    store.turn_to_scene(code, opened.secret, 3)
    after = store.go_on(code, opened.secret, ["小猫", "吃", "鱼"])
    assert (after.words, after.scene) == (("小猫", "吃", "鱼"), 3)
    assert store.room(code).next == after.code
    assert store.tables(after.code, opened.secret) == ()
    assert len(store.tables(code, opened.secret)) == 1, "what was sent stays"
    with pytest.raises(RoomClosed):
        store.send(code, student(), cells())
    with pytest.raises(RoomInputError):
        store.go_on(after.code, opened.secret, ["一"])
    assert store.room(after.code).next == ""


def test_a_scene_is_where_the_lesson_is(store: Store) -> None:
    opened = store.open_room(WORDS)
    assert opened.room.scene == -1
    store.ask(opened.room.code, opened.secret, "sums", counted=True)
    for scene, kept in ((2, 2), (-7, -1), (10**9, rules.MAX_SCENE)):
        store.turn_to_scene(opened.room.code, opened.secret, scene)
        now = store.room(opened.room.code)
        assert (now.scene, now.question, now.counted) == (kept, "", False)


def test_a_hidden_table_stays_hidden_when_it_is_corrected(store: Store) -> None:
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(), cells(0.1))
    store.hide(opened.room.code, opened.secret, 1)
    store.send(opened.room.code, student(), cells(0.2))
    assert store.tables(opened.room.code, opened.secret)[0].hidden
    own = store.own(opened.room.code, student())
    assert own is not None
    assert same(own.table.values, cells(0.2))


def test_a_deleted_room_is_gone_with_its_tables(store: Store, place: SqlBackend) -> None:
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(), cells())
    store.delete(opened.room.code, opened.secret)
    assert place.rows(opened.room.code) == []
    for look in (store.find, store.room):
        with pytest.raises(RoomUnknown):
            look(opened.room.code)
    with pytest.raises(RoomUnknown):
        store.send(opened.room.code, student(), cells())


# The teacher's secret


def steering(store: Store) -> list[Callable[[str, str], object]]:
    return [
        store.steer,
        store.tables,
        lambda code, secret: store.hide(code, secret, 1),
        lambda code, secret: store.reveal(code, secret, {0: ROW}),
        store.close_room,
        lambda code, secret: store.ask(code, secret, "sums"),
        lambda code, secret: store.votes(code, secret, "sums"),
        lambda code, secret: store.turn_to_scene(code, secret, 1),
        lambda code, secret: store.go_on(code, secret, WORDS),
        store.delete,
    ]


@pytest.mark.parametrize("i", range(10))
def test_nobody_steers_without_the_secret(store: Store, i: int) -> None:
    opened, other = store.open_room(WORDS), store.open_room(WORDS)
    store.send(opened.room.code, student(), cells())
    before = store.room(opened.room.code)
    for secret in ("", student(), other.secret, opened.secret[:-1], new_secret(), opened.room.lock, "é" * 22):
        with pytest.raises(SecretWrong):
            steering(store)[i](opened.room.code, secret)
    assert store.room(opened.room.code) == before
    steering(store)[i](opened.room.code, opened.secret)


def test_secrets_have_128_random_bits_and_only_their_digest_is_kept(store: Store, place: SqlBackend) -> None:
    opened = [store.open_room(WORDS) for _ in range(20)]
    assert len({one.secret for one in opened}) == 20
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", one.secret) for one in opened)
    kept = place.room(opened[0].room.code)
    assert opened[0].secret not in repr(vars(kept))


def test_a_students_id_is_not_kept_and_differs_between_rooms(store: Store, place: SqlBackend) -> None:
    kept = []
    for _ in range(2):
        code = store.open_room(WORDS).room.code
        store.send(code, student(7), cells())
        kept += [row.student for row in place.rows(code)]
    assert kept[0] != kept[1]
    assert student(7) not in kept


# Guessing


def refused(look: Callable[[], object]) -> RoomUnknown:
    with pytest.raises(RoomUnknown) as caught:
        look()
    return caught.value


def test_every_wrong_code_has_the_same_answer(store: Store) -> None:
    opened = store.open_room(WORDS)
    answers = [refused(partial(store.find, code)) for code in ("", "AAAAAA", "AAAA", "0O1I", "<b>", "\0", "x" * 9999)]
    answers += [refused(lambda: store.room("AAAAAA")), refused(lambda: store.steer("AAAAAA", opened.secret))]
    assert len({(type(error), str(error), str(vars(error))) for error in answers}) == 1


def test_however_many_codes_were_wrong_a_right_one_enters_at_once(store: Store, clock: Clock) -> None:
    code = store.open_room(WORDS).room.code
    waits = [refused(lambda: store.find("AAAAAA", address="10.0.0.7")).wait for _ in range(2 * MAX_WRONG)]
    assert waits[:FREE_WRONG] == [0] * FREE_WRONG
    assert waits == sorted(waits)
    assert waits[FREE_WRONG] > 0
    assert waits[-1] == LONGEST_WAIT, "bounded"
    assert store.find(code, address="10.0.0.7").code == code
    assert refused(lambda: store.find("AAAAAA", address="10.0.0.8")).wait == 0, "another address"
    clock.passes(WRONG_SPAN)
    assert refused(lambda: store.find("AAAAAA", address="10.0.0.7")).wait == 0, "ten minutes later"


def test_what_can_be_no_code_is_no_try(store: Store) -> None:
    for typed in ("", "AAAA", "0O1I", "K7M3PXA", "。", "teacher", "x" * 9999) * MAX_WRONG:
        assert refused(partial(store.find, typed, address="10.0.0.7")).wait == 0
    assert refused(lambda: store.find("AAAAAA", address="10.0.0.7")).wait == 0


def test_the_right_code_counts_for_nothing(store: Store) -> None:
    code = store.open_room(WORDS).room.code
    for _ in range(MAX_WRONG + 5):
        store.find(code, address="10.0.0.7")
    assert refused(lambda: store.find("AAAAAA", address="10.0.0.7")).wait == 0


AROUND = [
    "{}。", "{}，", "《{}》", "（{}）", "“{}”！", " {}\r\n", "{}。快来", "房间代码：{}，六位", "\u3000{}\u200b", "{}?",
    "{} 老师说的", "http://10.0.0.7:8501/classroom?room={}", "http://a.example/?room={}&x=1#teacher=AA", "{}%E3%80%82",
    "{}\0", "\ufeff{}",
]  # fmt: skip


@pytest.mark.parametrize("frame", AROUND)
def test_a_code_is_found_in_what_stands_around_it(frame: str) -> None:
    full = "".join(chr(ord(sign) + 0xFEE0) for sign in "k7m3px")
    for typed in ("K7M3PX", "k7m3px", full, "K7M-3PX", "k7m 3px", "K7M—3PX", "K 7 M 3 P X"):
        assert tidy_code(frame.format(typed)) == "K7M3PX"


def test_wrong_secrets_keep_nobody_out(store: Store) -> None:
    opened = store.open_room(WORDS)
    for _ in range(MAX_WRONG + 5):
        with pytest.raises(SecretWrong):
            store.steer(opened.room.code, new_secret())
    assert store.steer(opened.room.code, opened.secret)
    assert store.find(opened.room.code, address="10.0.0.7")


def test_one_ipv6_network_counts_as_one_address(store: Store) -> None:
    def wait(address: str) -> float:
        return float(refused(lambda: store.find("AAAAAA", address=address)).wait)

    assert max(wait(f"2001:db8::{i:x}") for i in range(MAX_WRONG)) == LONGEST_WAIT
    assert wait("2001:db8:0:1::1") == 0


def test_addresses_are_not_kept(store: Store, place: SqlBackend, monkeypatch: pytest.MonkeyPatch) -> None:
    keys: list[str] = []
    count = place.count_try
    monkeypatch.setattr(place, "count_try", lambda key, **times: keys.append(key) or count(key, **times))
    refused(lambda: store.find("AAAAAA", address="10.0.0.7"))
    assert re.fullmatch("[0-9a-f]{64}", keys[0])


def test_two_stores_on_one_place_count_together(place: SqlBackend, clock: Clock) -> None:
    stores = [Store(place, clock=clock, steady=clock.hand) for _ in range(2)]
    waits = [refused(partial(stores[i % 2].find, "AAAAAA", address="10.0.0.7")).wait for i in range(MAX_WRONG)]
    assert waits[-1] == LONGEST_WAIT


# Rooms and tables in great numbers


def test_one_session_opens_only_so_many_rooms_and_keeps_nobody_else_from_it(store: Store, clock: Clock) -> None:
    for _ in range(MAX_OPENED):
        store.open_room(WORDS, maker="pupil")
    with pytest.raises(RoomsTooMany):
        store.open_room(WORDS, maker="pupil")
    assert store.open_room(WORDS, maker="teacher")
    clock.passes(OPENED_SPAN)
    assert store.open_room(WORDS, maker="pupil")


def test_beyond_the_last_room_a_flood_gives_way_and_no_room_in_use(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "MAX_STORED_ROOMS", 12)
    prepared, used = store.open_room(WORDS, maker="teacher"), store.open_room(WORDS, maker="pupil")
    store.send(used.room.code, student(), cells())
    for i in range(10):
        clock.passes(1)
        store.open_room(WORDS, maker="pupil" if i % 2 else "")
    with pytest.raises(RoomsTooMany):
        store.open_room(WORDS, maker="late teacher")
    clock.passes(UNUSED_SPAN)
    late = [store.open_room(WORDS, maker=f"late {i}") for i in range(9)]
    with pytest.raises(RoomsTooMany):  # all that are unused are new, or the only one of their maker
        [store.open_room(WORDS, maker=f"more {i}") for i in range(9)]
    for one in (used, *late):
        assert store.room(one.room.code)
    assert len(store.tables(used.room.code, used.secret)) == 1
    assert prepared.room.code


def test_one_session_fills_no_room_and_an_honest_student_comes_in(store: Store) -> None:
    opened = store.open_room(WORDS)
    for i in range(MAX_OF_ONE):
        store.send(opened.room.code, student(i), cells(), maker="pupil")
    for i in range(MAX_OF_ONE, 300):
        with pytest.raises(SeatsTooMany):
            store.send(opened.room.code, student(i), cells(), maker="pupil")
    store.send(opened.room.code, student(0), cells(0.9), maker="pupil")
    store.send(opened.room.code, student(999), cells(), maker="honest")
    assert len(store.tables(opened.room.code, opened.secret)) == MAX_OF_ONE + 1
    other = store.open_room(WORDS)
    store.send(other.room.code, student(0), cells(), maker="pupil")


def size_of(store: Store, opened: NewRoom) -> int:
    return store.room(opened.room.code).bytes


def test_the_bytes_of_a_room_are_those_of_its_tables(store: Store, place: SqlBackend) -> None:
    opened = store.open_room(WORDS)
    for value, who in ((0.5, 1), (0.1234, 1), (0.1, 2), (0.0, 1)):
        store.send(opened.room.code, student(who), cells(value))
        assert size_of(store, opened) == sum(len(row.cells) for row in place.rows(opened.room.code))


def test_tables_without_number_keep_out_nobodys_first_one(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MAX_TABLES", 4)
    code = store.open_room(WORDS).room.code
    for who in range(4):
        store.send(code, student(who), cells(0.5), maker=f"junk {who // 2}")
    for maker in ("junk 0", ""):
        with pytest.raises(RoomFull):
            store.send(code, student(9), cells(0.5), maker=maker)
    for who in range(10, 13):
        store.send(code, student(who), cells(0.5), maker=f"pupil {who}")
    store.send(code, student(10), cells(0.9), maker="pupil 10")
    with pytest.raises(RoomFull):
        store.send(code, student(13), cells(0.5), maker="pupil 10")


def test_a_room_holds_only_so_many_bytes_and_hidden_tables_make_place(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(0), cells(0.5))
    size = size_of(store, opened)
    monkeypatch.setattr(rules, "MAX_ROOM_BYTES", 2 * size)
    store.send(opened.room.code, student(1), cells(0.5))
    for who, value in ((2, 0.5), (1, 0.1234)):
        with pytest.raises(RoomFull):
            store.send(opened.room.code, student(who), cells(value))
    assert size_of(store, opened) == 2 * size
    store.send(opened.room.code, student(1), cells(0.9))
    for number in (1, 2):
        store.hide(opened.room.code, opened.secret, number)
    for who in (2, 3):
        store.send(opened.room.code, student(who), cells(0.5))
    for number in (3, 4):
        store.hide(opened.room.code, opened.secret, number)
    with pytest.raises(RoomFull):
        store.send(opened.room.code, student(4), cells(0.5))
    assert len(store.tables(opened.room.code, opened.secret)) == 4, "nothing was put out"


def test_all_rooms_together_hold_only_so_much_and_a_small_class_still_sends(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    large, small = store.open_room(WORDS), store.open_room(WORDS)
    store.send(large.room.code, student(0), cells(0.5))
    size = size_of(store, large)
    monkeypatch.setattr(rules, "SHARE", 2 * size)
    monkeypatch.setattr(rules, "MAX_STORE_BYTES", 3 * size)
    for who in (1, 2):
        store.send(large.room.code, student(who), cells(0.5))
    with pytest.raises(StoreCrowded) as caught:
        store.send(large.room.code, student(3), cells(0.5))
    assert caught.value.most == rules.MAX_STORE_BYTES // rules.MB
    for who in (0, 1):
        store.send(small.room.code, student(who), cells(0.5))
    with pytest.raises(StoreCrowded):
        store.send(small.room.code, student(2), cells(0.5))
    store.send(large.room.code, student(0), cells(0.9))
    store.delete(large.room.code, large.secret)
    store.send(small.room.code, student(2), cells(0.5))


def test_a_room_holds_only_so_many_tables(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MAX_TABLES", 3)
    opened = store.open_room(WORDS)
    for i in range(3):
        store.send(opened.room.code, student(i), cells())
    before = store.room(opened.room.code)
    with pytest.raises(RoomFull):
        store.send(opened.room.code, student(3), cells())
    assert store.room(opened.room.code) == before
    store.send(opened.room.code, student(1), cells(0.9))
    assert len(store.tables(opened.room.code, opened.secret)) == 3
    store.hide(opened.room.code, opened.secret, 1)
    store.send(opened.room.code, student(3), cells())


def test_a_taken_code_is_not_given_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["AAAAAA", "AAAAAA", "CCCCCC"])
    monkeypatch.setattr(rules, "new_code", lambda: next(codes))
    one, other = store.open_room(WORDS), store.open_room(["公园", "散步"])
    assert (one.room.code, other.room.code) == ("AAAAAA", "CCCCCC")
    assert store.room("AAAAAA").words == tuple(WORDS)


# What is taken


@AT_ONCE
@pytest.mark.parametrize(
    "words",
    [
        [],
        ["我"],
        ["我", ""],
        ["我", "一 个"],
        ["我", "\u200b"],
        ["我", "a\0b"],
        ["我", "\ud800"],
        ["我", 7],
        ["我"] * (MAX_WORDS + 1),
        ["我", "字" * MAX_CHARACTERS],
    ],
)
def test_words_that_are_none_are_refused(store: Store, words: list[str]) -> None:
    with pytest.raises(RoomInputError):
        store.open_room(words)


def test_the_longest_sentence_is_taken(store: Store) -> None:
    opened = store.open_room(["字"] * MAX_WORDS)
    store.send(opened.room.code, student(), cells(0.25, MAX_WORDS))
    (sent,) = store.tables(opened.room.code, opened.secret)
    assert same(sent.table.values, cells(0.25, MAX_WORDS))


def nested(depth: int) -> list[object]:
    made: list[object] = []
    for _ in range(depth):
        made = [made]
    return made


BAD_TABLES = {
    "larger": cells(0.5, 5),
    "smaller": cells(0.5, 3),
    "ragged": [[None, 0.5], [0.5]],
    "flat": [0.5] * 16,
    "deep": [cells().tolist()],
    "above 1": cells(1.01),
    "below 0": cells(-0.1),
    "infinite": cells(float("inf")),
    "text": [["x"] * 4] * 4,
    "numbers as text": [["0.5"] * 4] * 4,
    "truths": [[True] * 4] * 4,
    "a number that no float holds": [[None, 10**400, None, None], *[[None] * 4] * 3],
    "a number of many digits": [[None, -(10**4000), None, None], *[[None] * 4] * 3],
    "many letters": [["a" * 20_000, *[0] * 20_000]],
    "deep as a well": nested(2000),
    "none": None,
    "dict": {"a": 1},
    "diagonal": np.full((4, 4), 0.5),
    "nothing": np.full((4, 4), np.nan),
}


@AT_ONCE
@pytest.mark.parametrize("values", BAD_TABLES.values(), ids=BAD_TABLES)
def test_a_table_that_does_not_fit_is_refused_and_the_old_one_stays(store: Store, values: object) -> None:
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(), cells())
    before = store.room(opened.room.code)
    with pytest.raises(RoomInputError):
        store.send(opened.room.code, student(), values)  # type: ignore[arg-type]
    assert store.room(opened.room.code) == before
    assert same(store.tables(opened.room.code, opened.secret)[0].table.values, cells())


@AT_ONCE
@pytest.mark.parametrize("who", ["", "x", "0" * 31, "0" * 33, "G" * 32, "0" * 32 + "\n"])
def test_a_student_without_a_proper_id_is_refused(store: Store, who: str) -> None:
    code = store.open_room(WORDS).room.code
    with pytest.raises(RoomInputError):
        store.send(code, who, cells())


# How long


def days_pass(store: Store, clock: Clock, days: float) -> int:
    """The app runs on and looks every six hours; how many rooms were deleted."""
    deleted = 0
    for _ in range(round(days * 4)):
        clock.passes(6 * TIDY_SPAN)
        deleted += store.tidy()
    return deleted


def test_a_room_that_nobody_touches_for_its_days_is_deleted_a_day_later(place: SqlBackend, clock: Clock) -> None:
    store = Store(place, days=30, clock=clock, steady=clock.hand)
    old, used, visited = (store.open_room(WORDS) for _ in range(3))
    store.send(old.room.code, student(), cells())
    assert days_pass(store, clock, 29) == 0
    store.send(used.room.code, student(), cells())
    store.steer(visited.room.code, visited.secret)
    assert days_pass(store, clock, 2) == 0
    assert store.room(old.room.code), "marked, and still there for whoever comes now"
    assert days_pass(store, clock, 1) == 1
    with pytest.raises(RoomUnknown):
        store.tables(old.room.code, old.secret)
    assert place.rows(old.room.code) == []
    assert store.room(used.room.code)
    assert store.room(visited.room.code)


def test_whoever_comes_into_a_marked_room_keeps_it(store: Store, clock: Clock) -> None:
    opened = store.open_room(WORDS)
    days_pass(store, clock, 30.5)
    store.send(opened.room.code, student(), cells())
    assert days_pass(store, clock, 29) == 0
    assert store.steer(opened.room.code, opened.secret)


@AT_ONCE
@pytest.mark.parametrize("jumps", [[31], [31, 31], [400, 400, 400], [31, -31], [-400, 431], [31, 3650]])
@pytest.mark.parametrize("restarted", [False, True])
def test_a_clock_that_is_set_wrong_deletes_nothing(
    place: SqlBackend, clock: Clock, jumps: list[float], restarted: bool
) -> None:
    store = Store(place, clock=clock, steady=clock.hand)
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(), cells())
    days_pass(store, clock, 1)
    right = clock.now
    for jump in jumps:
        clock.now += jump * DAY
        store = Store(place, clock=clock, steady=clock.hand) if restarted else store
        assert days_pass(store, clock, 0.5) == 0
        assert store.steer(opened.room.code, opened.secret), "the lesson goes on"
        assert store.own(opened.room.code, student())
    clock.now = right + DAY
    assert days_pass(store, clock, 29) == 0
    assert store.room(opened.room.code)


def test_a_new_start_marks_and_a_later_one_deletes(place: SqlBackend, clock: Clock) -> None:
    code = Store(place, days=2, clock=clock).open_room(WORDS).room.code
    for _ in range(3):
        clock.now += 0.9 * DAY
        Store(place, days=2, clock=clock)
        assert place.room(code)
    clock.now += 0.6 * DAY
    Store(place, days=2, clock=clock)
    clock.now += 0.9 * DAY
    Store(place, days=2, clock=clock)
    assert place.room(code) is None


def test_a_clock_that_is_set_back_keeps_on_tidying(store: Store, clock: Clock) -> None:
    store.open_room(WORDS)
    clock.now -= 40 * DAY
    assert days_pass(store, clock, 70) == 0
    assert days_pass(store, clock, 3) == 1


def test_counts_of_tries_are_swept_too(place: SqlBackend, clock: Clock) -> None:
    store = Store(place, clock=clock, steady=clock.hand)
    key = store._tries_key("code", "10.0.0.7")
    for later in (OPENED_SPAN + 1, -OPENED_SPAN):  # the other is from a clock that was ahead
        refused(lambda: store.find("AAAAAA", address="10.0.0.7"))
        assert place.tries(key, since=0) == 1
        clock.steady += TIDY_SPAN
        clock.now += later
        store.tidy()
        assert place.tries(key, since=0) == 0


def test_others_at_one_computer_have_ids_of_their_own() -> None:
    ids = [seated(student(1), seat) for seat in range(9)]
    assert ids[0] == student(1)
    assert len(set(ids)) == 9
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in ids)
