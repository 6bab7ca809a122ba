"""The rules of the classroom, the same tests on memory, SQLite and PostgreSQL."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from attention.errors import NotShown, RoomClosed, RoomError, RoomFull, RoomInputError, RoomsTooMany, RoomUnknown
from attention.store import store as rules
from attention.store.backend import Backend
from attention.store.keys import LETTERS, new_secret
from attention.store.places import open_place
from attention.store.store import DAY, MOST_OPENED, MOST_WRONG, OPENED_SPAN, WRONG_SPAN, Store
from attention.tokens import MAX_CHARACTERS, MAX_WORDS
from tests.store.places import ALL, WORDS, Clock, address_of, cells, student


@pytest.fixture(params=ALL)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Backend]:
    opened = open_place(address_of(request.param, request, tmp_path))
    yield opened
    opened.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(place: Backend, clock: Clock) -> Store:
    return Store(place, clock=clock)


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
    store.send(code, student(), [[None, 0.5, None, None], *[[None] * 4] * 3])
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
        lambda: store.show(code, opened.secret),
        lambda: store.close_room(code, opened.secret),
    ]
    for change in changes:
        change()
        seen.append(store.room(code).revision)
    assert seen == sorted(set(seen))
    store.find(code), store.own(code, student()), store.tables(code, opened.secret), store.shown_tables(code)
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


def test_students_see_the_tables_only_while_they_are_shown_and_never_a_hidden_one(store: Store) -> None:
    opened = store.open_room(WORDS)
    code = opened.room.code
    store.send(code, student(1), cells(0.1))
    store.send(code, student(2), cells(0.9))
    with pytest.raises(NotShown):
        store.shown_tables(code)
    store.show(code, opened.secret)
    store.hide(code, opened.secret, 1)
    (seen,) = store.shown_tables(code)
    assert same(seen.table.values, cells(0.9))
    assert [sent.hidden for sent in store.tables(code, opened.secret)] == [True, False]
    store.hide(code, opened.secret, 1, hidden=False)
    assert len(store.shown_tables(code)) == 2
    store.show(code, opened.secret, shown=False)
    with pytest.raises(NotShown):
        store.shown_tables(code)


def test_a_hidden_table_stays_hidden_when_it_is_corrected(store: Store) -> None:
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(), cells(0.1))
    store.hide(opened.room.code, opened.secret, 1)
    store.send(opened.room.code, student(), cells(0.2))
    assert store.tables(opened.room.code, opened.secret)[0].hidden
    own = store.own(opened.room.code, student())
    assert own is not None
    assert same(own.table.values, cells(0.2))


def test_a_deleted_room_is_gone_with_its_tables(store: Store, place: Backend) -> None:
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
        store.show,
        store.close_room,
        store.delete,
    ]


@pytest.mark.parametrize("i", range(6))
def test_nobody_steers_without_the_secret(store: Store, i: int) -> None:
    opened, other = store.open_room(WORDS), store.open_room(WORDS)
    store.send(opened.room.code, student(), cells())
    before = store.room(opened.room.code)
    for secret in ("", student(), other.secret, opened.secret[:-1], new_secret(), opened.room.lock, "é" * 22):
        with pytest.raises(RoomUnknown):
            steering(store)[i](opened.room.code, secret)
    assert store.room(opened.room.code) == before
    steering(store)[i](opened.room.code, opened.secret)


def test_secrets_have_128_random_bits_and_only_their_digest_is_kept(store: Store, place: Backend) -> None:
    opened = [store.open_room(WORDS) for _ in range(20)]
    assert len({one.secret for one in opened}) == 20
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{22}", one.secret) for one in opened)
    kept = place.room(opened[0].room.code)
    assert opened[0].secret not in repr(vars(kept))


def test_a_students_id_is_not_kept_and_differs_between_rooms(store: Store, place: Backend) -> None:
    kept = []
    for _ in range(2):
        code = store.open_room(WORDS).room.code
        store.send(code, student(7), cells())
        kept += [row.student for row in place.rows(code)]
    assert kept[0] != kept[1]
    assert student(7) not in kept


# Guessing


def refused(look: Callable[[], object]) -> RoomError:
    with pytest.raises(RoomUnknown) as caught:
        look()
    return caught.value


def test_every_wrong_code_has_the_same_answer(store: Store) -> None:
    opened = store.open_room(WORDS)
    answers = [
        refused(lambda code=code: store.find(code)) for code in ("", "AAAAAA", "AAAA", "0O1I", "<b>", "\0", "x" * 9999)
    ]
    answers += [refused(lambda: store.steer(opened.room.code, new_secret())), refused(lambda: store.room("AAAAAA"))]
    assert len({(type(error), str(error), str(error.data)) for error in answers}) == 1


def test_after_too_many_wrong_codes_the_right_one_is_refused_like_a_wrong_one(store: Store, clock: Clock) -> None:
    code = store.open_room(WORDS).room.code
    for _ in range(MOST_WRONG - 1):
        refused(lambda: store.find("AAAAAA", address="10.0.0.7"))
    assert store.find(code, address="10.0.0.7")
    refused(lambda: store.find("AAAAAA", address="10.0.0.7"))
    assert str(refused(lambda: store.find(code, address="10.0.0.7"))) == str(refused(lambda: store.find("CCCCCC")))
    assert store.find(code, address="10.0.0.8"), "another address"
    clock.now += WRONG_SPAN
    assert store.find(code, address="10.0.0.7"), "ten minutes later"


def test_the_right_code_counts_for_nothing(store: Store) -> None:
    code = store.open_room(WORDS).room.code
    for _ in range(MOST_WRONG + 5):
        store.find(code, address="10.0.0.7")


def test_wrong_secrets_are_limited_by_address_and_room(store: Store) -> None:
    one, other = store.open_room(WORDS), store.open_room(WORDS)
    for _ in range(MOST_WRONG):
        refused(lambda: store.steer(one.room.code, new_secret(), address="10.0.0.7"))
    refused(lambda: store.steer(one.room.code, one.secret, address="10.0.0.7"))
    assert store.steer(one.room.code, one.secret, address="10.0.0.8")
    assert store.steer(other.room.code, other.secret, address="10.0.0.7")
    assert store.find(one.room.code, address="10.0.0.7"), "its students may still come in"


def test_one_ipv6_network_counts_as_one_address(store: Store) -> None:
    code = store.open_room(WORDS).room.code
    for i in range(MOST_WRONG):
        refused(lambda i=i: store.find("AAAAAA", address=f"2001:db8::{i:x}"))
    refused(lambda: store.find(code, address="2001:db8::ffff"))
    assert store.find(code, address="2001:db8:0:1::1")


def test_addresses_are_not_kept(store: Store, place: Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    keys: list[str] = []
    count = place.count_try
    monkeypatch.setattr(place, "count_try", lambda key, **times: keys.append(key) or count(key, **times))
    refused(lambda: store.find("AAAAAA", address="10.0.0.7"))
    assert re.fullmatch("[0-9a-f]{64}", keys[0])


def test_two_stores_on_one_place_count_together(place: Backend, clock: Clock) -> None:
    one, other = Store(place, clock=clock), Store(place, clock=clock)
    code = one.open_room(WORDS).room.code
    for i in range(MOST_WRONG):
        refused(lambda i=i: (one, other)[i % 2].find("AAAAAA", address="10.0.0.7"))
    refused(lambda: one.find(code, address="10.0.0.7"))


def test_one_address_opens_only_so_many_rooms(store: Store, clock: Clock) -> None:
    for _ in range(MOST_OPENED):
        store.open_room(WORDS, address="10.0.0.7")
    with pytest.raises(RoomsTooMany):
        store.open_room(WORDS, address="10.0.0.7")
    assert store.open_room(WORDS, address="10.0.0.8")
    clock.now += OPENED_SPAN
    assert store.open_room(WORDS, address="10.0.0.7")


def test_a_room_holds_only_so_many_tables(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "MOST_TABLES", 3)
    opened = store.open_room(WORDS)
    for i in range(3):
        store.send(opened.room.code, student(i), cells())
    before = store.room(opened.room.code)
    with pytest.raises(RoomFull):
        store.send(opened.room.code, student(3), cells())
    assert store.room(opened.room.code) == before
    store.send(opened.room.code, student(1), cells(0.9))
    assert len(store.tables(opened.room.code, opened.secret)) == 3


def test_a_taken_code_is_not_given_again(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["AAAAAA", "AAAAAA", "CCCCCC"])
    monkeypatch.setattr(rules, "new_code", lambda: next(codes))
    one, other = store.open_room(WORDS), store.open_room(["公园", "散步"])
    assert (one.room.code, other.room.code) == ("AAAAAA", "CCCCCC")
    assert store.room("AAAAAA").words == tuple(WORDS)


# What is taken


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
    "none": None,
    "dict": {"a": 1},
    "diagonal": np.full((4, 4), 0.5),
    "nothing": np.full((4, 4), np.nan),
}


@pytest.mark.parametrize("values", BAD_TABLES.values(), ids=BAD_TABLES)
def test_a_table_that_does_not_fit_is_refused_and_the_old_one_stays(store: Store, values: object) -> None:
    opened = store.open_room(WORDS)
    store.send(opened.room.code, student(), cells())
    before = store.room(opened.room.code)
    with pytest.raises(RoomInputError):
        store.send(opened.room.code, student(), values)  # type: ignore[arg-type]
    assert store.room(opened.room.code) == before
    assert same(store.tables(opened.room.code, opened.secret)[0].table.values, cells())


@pytest.mark.parametrize("who", ["", "x", "0" * 31, "0" * 33, "G" * 32, "0" * 32 + "\n"])
def test_a_student_without_a_proper_id_is_refused(store: Store, who: str) -> None:
    code = store.open_room(WORDS).room.code
    with pytest.raises(RoomInputError):
        store.send(code, who, cells())


# How long


def test_a_room_that_nobody_touches_for_its_days_is_deleted(place: Backend, clock: Clock) -> None:
    store = Store(place, days=30, clock=clock)
    old, used, visited = (store.open_room(WORDS) for _ in range(3))
    store.send(old.room.code, student(), cells())
    clock.now += 29 * DAY
    store.send(used.room.code, student(), cells())
    store.steer(visited.room.code, visited.secret)
    clock.now += DAY + 1
    with pytest.raises(RoomUnknown):
        store.room(old.room.code)
    with pytest.raises(RoomUnknown):
        store.tables(old.room.code, old.secret)
    assert place.room(old.room.code) is not None, "not yet swept"
    assert store.tidy() == 1
    assert place.room(old.room.code) is None
    assert place.rows(old.room.code) == []
    assert store.room(used.room.code)
    assert store.room(visited.room.code)


def test_a_new_start_sweeps(place: Backend, clock: Clock) -> None:
    code = Store(place, days=2, clock=clock).open_room(WORDS).room.code
    clock.now += 2 * DAY + 1
    Store(place, days=2, clock=clock)
    assert place.room(code) is None


def test_counts_of_tries_are_swept_too(place: Backend, clock: Clock) -> None:
    store = Store(place, clock=clock)
    refused(lambda: store.find("AAAAAA", address="10.0.0.7"))
    key = store._tries_key("code", "10.0.0.7")
    assert place.tries(key, since=0) == 1
    clock.now += OPENED_SPAN + 1
    store.tidy()
    assert place.tries(key, since=0) == 0
