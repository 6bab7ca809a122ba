"""The classroom without a browser: door, desk and seat on a store in memory; what the browser says is put into the session."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from attention.classroom.keys import new_secret
from attention.classroom.keys import seated as seat_id
from attention.classroom.store import LONGEST_WAIT, MAX_OF_ONE, MAX_OPENED, MAX_WRONG, NewRoom, Store
from attention.errors import RoomUnknown, StoreBusy, StoreFull, StoreUnavailable
from attention.session.board import computed_table, opening_board
from pages.ui.classroom import door
from pages.ui.frame import cache
from pages.ui.frame.markup import unmarked
from pages.ui.texts import say
from pages.ui.widgets.pocket import MAX_ROOMS, Found, found_in, teacher_link
from tests.pages.visit import (
    SEED_WORDS,
    board,
    button,
    component,
    containers,
    english,
    figures,
    metrics,
    opened,
    prose,
    rows,
    sourced,
    turned,
    typed,
    unfolded,
    whole,
    z,
)

ME = "0" * 31 + "1"


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.setenv("ATTENTION_STORE", "memory:")
    st.cache_resource.clear()
    yield cache.room_store()
    st.cache_resource.clear()


def cells(value: float, n: int = 7) -> Any:
    return [[None if i == j else value for j in range(n)] for i in range(n)]


def student(i: int) -> str:
    return f"{i:032x}"


def pocketed(app: AppTest, **keys: str) -> AppTest:
    """The browser has said its id and the secrets that it keeps."""
    app.session_state[door.FOUND] = Found(ME, keys)
    return whole(app.run())


def seated(code: str) -> AppTest:
    """A student who has opened the room's link."""
    return pocketed(opened("classroom", room=code))


def at_desk(room: NewRoom) -> AppTest:
    """The teacher, with the teacher's link."""
    return pocketed(opened("classroom", room=room.room.code), **{room.room.code: room.secret})


def sends(app: AppTest, of: str, values: Any, time: int = 1) -> AppTest:
    """What the phone's table does at "send" for the `time`-th time: numbered edits of an empty table. of: room and seat."""
    cells = [(i, j, value) for i, row in enumerate(values) for j, value in enumerate(row) if value is not None]
    edits = [[1000 * time + k, *cell] for k, cell in enumerate(cells)]
    batch = {"words": SEED_WORDS[: len(values)], "of": of, "edits": edits}
    app.session_state["phone_table"] = {"edits": {"client": "c", "batches": [batch]}}
    return whole(app.run())


def warnings(app: AppTest) -> list[str]:
    return [element.value for element in app.warning]


def said_in(app: AppTest, key: str, **gaps: Any) -> bool:
    return say("zh", key, **gaps) in prose(app)


@pytest.fixture
def room(store: Store) -> NewRoom:
    return store.open_room(SEED_WORDS)


# The door


def test_a_teacher_opens_a_room_for_the_sentence_on_the_board(store: Store) -> None:
    app = button(pocketed(typed(opened("classroom"), "小猫喜欢吃鱼")), "open_the_room")
    code = app.session_state["room"]
    assert store.room(code).words == ("小猫", "喜欢", "吃", "鱼")
    assert code in prose(app)
    assert component(app, "pocket")["keep"].keys() == {code}
    assert component(app, "address")["room"] == code


def test_an_empty_sentence_opens_nothing() -> None:
    app = pocketed(typed(opened("classroom"), ""))
    assert app.button("open_the_room").disabled


def test_one_word_is_too_few_and_says_so() -> None:
    app = button(pocketed(typed(opened("classroom"), "公园")), "open_the_room")
    assert "open_room" in containers(app)
    assert "2 到 256 个词" in warnings(app)[0]


def entered(app: AppTest, text: str) -> AppTest:
    app.text_input("room_code").set_value(text)
    return whole(next(b for b in app.button if b.label == say("zh", "enter.go")).click().run())


def test_a_student_enters_by_typing_the_code(room: NewRoom) -> None:
    app = entered(pocketed(opened("classroom")), f" {room.room.code.lower()} ")
    assert said_in(app, "room.title", code=room.room.code)
    assert component(app, "phone_table")["words"] == SEED_WORDS


@pytest.mark.parametrize("wrong", ["AAAAAA", "<script>"])
def test_a_wrong_code_is_answered_in_one_sentence(room: NewRoom, wrong: str) -> None:
    app = entered(pocketed(opened("classroom")), wrong)
    assert "没有这个课堂" in warnings(app)[0]
    assert "open_room" in containers(app)


def test_a_wrong_link_leads_to_the_door_with_the_same_sentence(room: NewRoom) -> None:
    by_link = pocketed(opened("classroom", room="AAAAAA"))
    typed_in = entered(pocketed(opened("classroom")), "AAAAAA")
    assert "open_room" in containers(by_link)
    assert warnings(typed_in)


def test_one_guesser_keeps_nobody_out(room: NewRoom, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    monkeypatch.setattr(door, "time", SimpleNamespace(sleep=slept.append))
    for _ in range(MAX_WRONG):
        with pytest.raises(RoomUnknown):
            store.find("AAAAAA", address=None)
    app = entered(pocketed(opened("classroom")), "AAAAAA")
    assert "没有这个课堂" in warnings(app)[0]
    assert slept == [LONGEST_WAIT]
    app = entered(app, room.room.code)
    assert said_in(app, "room.title", code=room.room.code)
    assert slept == [LONGEST_WAIT], "a right code enters at once"
    assert warnings(app) == []


def test_one_pupil_opens_many_rooms_and_the_teacher_still_opens_one(store: Store) -> None:
    app = button(button(pocketed(opened("classroom")), "open_the_room"), "steer_leave")
    for _ in range(MAX_OPENED - 1):
        store.open_room(SEED_WORDS, maker=app.session_state["maker"])
    app = button(app, "open_the_room")
    assert "课堂太多了" in warnings(app)[0]
    assert app.session_state["room"] is None
    assert button(pocketed(opened("classroom")), "open_the_room").session_state["room"]


def test_a_link_with_something_behind_the_code_opens_the_room(room: NewRoom) -> None:
    app = pocketed(opened("classroom", room=room.room.code.lower() + "，快来"))
    assert said_in(app, "room.title", code=room.room.code)
    assert component(app, "address")["room"] == room.room.code


def test_a_notice_stays_until_the_visitor_does_something(room: NewRoom) -> None:
    app = opened("classroom", room="AAAAAA")
    for _ in range(3):  # the browser speaks, a fragment asks for the page
        assert "没有这个课堂" in warnings(app)[0]
        assert len(warnings(app)) == 1
        app = pocketed(app)
    app = entered(app, "CCCCCC")
    assert len(warnings(app)) == 1
    app = english(app)
    assert "no such room" in warnings(app)[0], "who turns to another language wants to read it"
    assert warnings(typed(app, "小猫吃鱼")) == []


def test_a_notice_is_left_behind_on_another_page_and_after_any_button(room: NewRoom) -> None:
    assert warnings(turned(opened("classroom", room="AAAAAA"), "steps")) == []
    app = button(pocketed(opened("classroom", room="AAAAAA")), "open_the_room")
    assert warnings(app) == []


def test_what_was_so_for_a_while_is_said_for_as_long(
    room: NewRoom, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = at_desk(room)
    for name in ("room", "steer", "tables"):
        monkeypatch.setattr(store, name, lambda *_, **__: (_ for _ in ()).throw(StoreBusy("locked")))
    app = whole(app.run())
    assert "太忙" in warnings(app)[0]
    monkeypatch.undo()
    assert warnings(whole(app.run())) == [], "the store is back, whatever the visitor does"


def test_a_link_waits_while_the_store_is_away(room: NewRoom, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "find", lambda *_, **__: (_ for _ in ()).throw(StoreBusy("locked")))
    app = pocketed(opened("classroom", room=room.room.code))
    assert said_in(app, "classroom.wait")
    assert "太忙" in warnings(app)[0]
    assert component(app, "address")["room"] == room.room.code, "a reload asks again"
    monkeypatch.undo()
    app = whole(app.run())
    assert said_in(app, "room.title", code=room.room.code)
    assert warnings(app) == []


def test_who_waits_for_a_store_may_leave(room: NewRoom, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "find", lambda *_, **__: (_ for _ in ()).throw(StoreBusy("locked")))
    app = button(pocketed(opened("classroom", room=room.room.code)), "wait_leave")
    assert "open_room" in containers(app)
    monkeypatch.undo()
    assert "open_room" in containers(whole(app.run()))


def test_before_the_browser_has_spoken_nothing_of_the_room_is_shown(room: NewRoom) -> None:
    app = opened("classroom", room=room.room.code)
    assert said_in(app, "classroom.wait")
    assert not figures(app)
    assert "phone" not in containers(app)


def test_who_has_left_stays_out_whatever_the_address_says(room: NewRoom) -> None:
    app = button(seated(room.room.code), "seat_leave")
    assert "open_room" in containers(app)
    assert component(app, "address")["room"] is None
    assert "open_room" in containers(whole(app.run()))


def test_the_room_stays_over_a_change_of_page_and_so_does_the_own_board(room: NewRoom) -> None:
    app = pocketed(typed(opened("classroom"), "小猫喜欢吃鱼"))
    app = entered(app, room.room.code)
    app = turned(app, "table")
    assert board(app).text == "小猫喜欢吃鱼"
    assert component(app, "address")["room"] is None
    assert component(app, "address")["link"]
    app = turned(app, "classroom")
    assert said_in(app, "room.title", code=room.room.code)


def test_privacy_is_told_everywhere_in_both_languages(room: NewRoom) -> None:
    for app in (pocketed(opened("classroom")), seated(room.room.code), at_desk(room)):
        assert said_in(app, "privacy.line", days="30")
        assert said_in(app, "privacy.text", days="30")
    assert "30 days" in prose(english(pocketed(opened("classroom"))))


# The seat


def test_a_sent_table_is_kept_and_answered(room: NewRoom, store: Store) -> None:
    app = sends(seated(room.room.code), room.room.code, cells(0.9))
    (sent,) = store.tables(room.room.code, room.secret)
    assert sent.table.values[0, 1] == 0.9
    assert component(app, "phone_table")["receipt"] == "c:1041"
    assert component(app, "phone_table")["refused"] == ""
    assert component(app, "phone_table")["sent"] == cells(0.9)
    sends(app, room.room.code, cells(0.1), time=2)
    (sent,) = store.tables(room.room.code, room.secret)
    assert sent.table.values[0, 1] == 0.1


def test_a_table_is_sent_once_however_often_the_page_runs(room: NewRoom, store: Store) -> None:
    app = sends(seated(room.room.code), room.room.code, cells(0.9))
    before = store.room(room.room.code).revision
    whole(app.run())
    whole(app.run())
    assert store.room(room.room.code).revision == before


def test_a_table_for_another_room_is_not_taken(room: NewRoom, store: Store) -> None:
    other = store.open_room(SEED_WORDS)
    sends(seated(room.room.code), other.room.code, cells(0.9))
    assert store.tables(room.room.code, room.secret) == ()
    assert store.tables(other.room.code, other.secret) == ()


def test_a_table_that_no_phone_sends_is_refused_with_a_sentence(room: NewRoom, store: Store) -> None:
    app = sends(seated(room.room.code), room.room.code, [[0.5] * 7] * 7)
    assert "课堂不收这个" in component(app, "phone_table")["refused"]
    assert store.tables(room.room.code, room.secret) == ()


def test_one_browser_under_many_ids_leaves_nobody_out(room: NewRoom, store: Store) -> None:
    app = seated(room.room.code)
    for i in range(MAX_OF_ONE + 1):
        app.session_state[door.FOUND] = Found(student(i))
        app = sends(app, room.room.code, cells(0.9), time=i + 1)
    assert "不能再多" in component(app, "phone_table")["refused"]
    assert len(store.tables(room.room.code, room.secret)) == MAX_OF_ONE
    app = sends(seated(room.room.code), room.room.code, cells(0.1))
    assert component(app, "phone_table")["refused"] == ""


def test_the_next_pupil_at_the_same_browser_gets_a_table_of_their_own(room: NewRoom, store: Store) -> None:
    code = room.room.code
    first = sends(seated(code), code, cells(0.9))
    assert "whose" not in containers(first), "who has just sent it is not asked"
    app = seated(code)
    assert said_in(app, "whose.ask")
    assert component(app, "phone_table")["sent"] == cells(0.9)
    app = button(app, "whose_other")
    assert component(app, "phone_table")["of"] == f"{code}.1"
    assert component(app, "phone_table")["sent"] is None
    assert component(app, "pocket")["seats"] == {code: 1}
    app = sends(app, f"{code}.1", cells(0.1))
    assert [sent.table.values[0, 1] for sent in store.tables(code, room.secret)] == [0.9, 0.1]
    app = button(app, "whose_back")
    assert component(app, "phone_table")["sent"] == cells(0.9)


def test_a_table_that_comes_late_is_its_own_pupils(room: NewRoom, store: Store) -> None:
    code = room.room.code
    app = opened("classroom", room=code)
    app.session_state[door.FOUND] = Found(ME, seats={code: 1})
    app = sends(app, code, cells(0.9))  # from seat 0, sent again after a lost connection
    assert component(app, "phone_table")["of"] == f"{code}.1"
    assert component(app, "phone_table")["sent"] is None
    own = store.own(code, ME)
    assert own is not None


def test_going_on_is_a_click_and_many_pupils_are_enough(room: NewRoom, store: Store) -> None:
    code = room.room.code
    store.send(code, ME, cells(0.9))
    app = button(seated(code), "whose_go_on")
    assert "whose" not in containers(app)
    app = opened("classroom", room=code)
    app.session_state[door.FOUND] = Found(ME, seats={code: MAX_OF_ONE - 1})
    store.send(code, seat_id(ME, MAX_OF_ONE - 1), cells(0.5))
    app = button(whole(app.run()), "whose_other")
    assert "不能再多" in warnings(app)[0]
    assert component(app, "phone_table")["sent"] == cells(0.5)


def test_a_closed_room_refuses_and_the_table_stays_where_it_is(room: NewRoom, store: Store) -> None:
    app = seated(room.room.code)
    store.close_room(room.room.code, room.secret)
    app = sends(app, room.room.code, cells(0.9))
    assert "关闭" in component(app, "phone_table")["refused"]
    assert component(app, "phone_table")["closed"]


@pytest.mark.parametrize(
    ("fault", "sentence"), [(StoreFull, "磁盘满了"), (StoreBusy, "太忙"), (StoreUnavailable, "打不开")]
)
def test_a_store_that_fails_is_one_sentence_and_the_table_stays_on_the_page(
    room: NewRoom,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
    fault: Any,
    sentence: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = seated(room.room.code)
    for name in ("send", "room", "own"):
        monkeypatch.setattr(store, name, lambda *_, **__: (_ for _ in ()).throw(fault("the reason")))
    app = sends(app, room.room.code, cells(0.9))
    assert sentence in component(app, "phone_table")["refused"]
    assert len(warnings(app)) == 1
    assert "the reason" not in prose(app)
    monkeypatch.undo()
    app = sends(app, room.room.code, cells(0.9), time=2)
    assert component(app, "phone_table")["refused"] == ""
    assert len(store.tables(room.room.code, room.secret)) == 1


ROW = [0.0, 0.7, 0.1, 0.05, 0.05, 0.05, 0.05]
"""Of a computed table."""


def test_a_student_sees_nothing_of_the_others_before_the_teacher_reveals_it(room: NewRoom, store: Store) -> None:
    values: Any = cells(0.7)
    values[0] = [None, 0.9, 0.3, None, None, None, None]
    store.send(room.room.code, student(5), values)
    app = seated(room.room.code)
    assert figures(app) == []
    assert component(app, "phone_table")["results"] == []
    assert component(app, "phone_table")["sent"] is None
    store.reveal(room.room.code, room.secret, {0: ROW})
    app = whole(app.run())
    shares = [0, 0.75, 0.25, 0, 0, 0, 0]
    assert component(app, "phone_table")["results"] == [{"query": 0, "mean": shares, "model": ROW}]
    assert figures(app) == []
    store.reveal(room.room.code, room.secret, {})
    assert component(whole(app.run()), "phone_table")["results"] == []


def test_nothing_is_computed_before_the_reveal(room: NewRoom, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    store.send(room.room.code, student(1), cells(0.437))
    monkeypatch.setattr("pages.ui.classroom.overview.computed_table", lambda *_, **__: pytest.fail("computed"))
    app = at_desk(room)
    assert figures(app) == []
    assert not {"0.43", "0.44"} & set(re.findall(r"\d\.\d\d", prose(app))), "nor is a value of the class"
    seated(room.room.code)


def test_a_student_votes_and_changes_the_vote_and_sees_the_count_only_once_it_is_shown(
    room: NewRoom, store: Store
) -> None:
    code = room.room.code
    store.ask(code, room.secret, "sums")
    store.vote(code, student(7), "sums", "columns")
    app = seated(code)
    assert "phone" not in containers(app)
    assert said_in(app, "vote.sums")
    app = button(button(app, "vote_both"), "vote_rows")
    assert store.votes(code, room.secret, "sums") == {"columns": 1, "rows": 1}
    assert app.button("vote_rows").proto.type == "primary"
    assert said_in(app, "vote.kept")
    assert 'class="bars"' not in "".join(element.value for element in app.get("html"))
    store.ask(code, room.secret, "sums", counted=True)
    app = whole(app.run())
    assert said_in(app, "vote.counted")
    assert app.button("vote_rows").disabled
    assert 'class="bars"' in "".join(element.value for element in app.get("html"))
    store.ask(code, room.secret)
    assert "phone" in containers(whole(app.run()))


def test_the_class_follows_to_the_next_sentence(room: NewRoom, store: Store) -> None:
    app, desk, phone = seated(room.room.code), at_desk(room), at_desk(room)
    desk.text_input("next_text").set_value("小猫喜欢吃鱼")
    desk = button(desk, "next_go")
    code = store.room(room.room.code).next
    assert store.room(code).words == ("小猫", "喜欢", "吃", "鱼")
    assert code in prose(desk)
    assert "steering" in containers(desk)
    app = whole(app.run())
    assert component(app, "phone_table")["words"] == ["小猫", "喜欢", "吃", "鱼"]
    assert "steering" in containers(button(whole(phone.run()), "steer_follow")), "the teacher's other device asks first"


def test_a_student_has_no_steering_wheel(room: NewRoom) -> None:
    app = seated(room.room.code)
    assert {element.key for element in app.button} == {"seat_leave"}
    assert room.secret not in repr(app.session_state)


def test_a_deleted_room_leads_back_to_the_door(room: NewRoom, store: Store) -> None:
    app = seated(room.room.code)
    store.delete(room.room.code, room.secret)
    app = whole(app.run())
    assert "open_room" in containers(app)
    assert "没有这个课堂" in warnings(app)[0]


# The desk


def revealed(app: AppTest) -> AppTest:
    """The desk with all rows open, and the whole tables unfolded."""
    return unfolded(button(app, "steer_show"), "wall.all")


def test_the_wall_is_the_poster_until_the_first_card_comes_in(room: NewRoom, store: Store) -> None:
    app = at_desk(room)
    assert "poster_large" in containers(app)
    one_card: Any = [[None, 0.9, *[0.1] * 5], *[[None] * 7] * 6]
    store.send(room.room.code, student(1), one_card)
    app = whole(app.run())
    assert "poster_large" not in containers(app)
    assert room.room.code in prose(app)
    assert said_in(app, "desk.count", count=1, cards=1)
    assert said_in(app, "wall.curtain")
    store.send(room.room.code, student(2), cells(0.1))
    html = "".join(element.value for element in whole(app.run()).get("html"))
    filled = html.partition('class="filling"')[2].partition("</table>")[0]
    assert filled.count("0.92)") == 6, "the first row, which both have filled in"
    assert filled.count("0.52)") == 36


def test_the_teacher_reveals_a_row_as_bars_and_the_pair_that_divides_the_class(room: NewRoom, store: Store) -> None:
    for i, value in enumerate((0.1, 0.9, 0.9)):
        values = cells(0.1)
        values[6][1] = value
        values[3][2] = value
        store.send(room.room.code, student(i), values)
    app = button(at_desk(room), "reveal_6")
    model = store.revealed(room.room.code).model
    assert set(model) == {6}
    assert model[6] == pytest.approx(computed_row(6), abs=1e-4)
    assert "“散步”—“喜欢”：2 人说很有关系，1 人说没有。" in prose(app)
    bars = duel(app)
    assert bars["喜欢"] == (f"{(0.1 + 1.8) / 3 / ((0.1 + 1.8) / 3 + 0.5):.0%}", f"{model[6][1]:.0%}")
    assert "散步" not in bars, "a word does not look at itself"
    app = button(app, "reveal_3")
    assert set(store.revealed(room.room.code).model) == {3, 6}
    assert "周末" not in duel(app)
    app = button(app, "reveal_6")
    assert "散步" not in duel(app), "a row that is open already is looked at again"
    app = button(app, "steer_unshow")
    assert not store.room(room.room.code).shown
    assert said_in(app, "wall.curtain")


def computed_row(i: int) -> Any:
    made: Any = computed_table(opening_board()).weights[i]
    return made


def duel(app: AppTest) -> dict[str, tuple[str, str]]:
    """By key, what the bars of class and model say."""
    html = "".join(element.value for element in app.get("html")).partition('class="duel"')[2].partition("</table>")[0]
    lines = re.findall(r"<tr>(.*?)</tr>", html.partition("<tbody>")[2], flags=re.DOTALL)
    found = [[re.sub("<[^>]*>", "", cell).strip() for cell in re.split("</t[dh]>", line)][:3] for line in lines]
    return {word: (mine, model) for mine, word, model in found}


def test_a_vote_on_the_wall_is_a_count_until_it_is_shown(room: NewRoom, store: Store) -> None:
    code = room.room.code
    app = button(at_desk(room), "ask_sums")
    for i, answer in enumerate(("rows", "rows", "both")):
        store.vote(code, student(i), "sums", answer)
    app = whole(app.run())
    assert said_in(app, "vote.count", count=3)
    assert "width:100.0%" not in "".join(element.value for element in app.get("html"))
    app = button(app, "vote_count")
    assert "width:100.0%" in "".join(element.value for element in app.get("html"))
    app = button(app, "vote_end")
    assert store.room(code).question == ""
    assert store.votes(code, room.secret, "sums") == {"rows": 2, "both": 1}


def test_a_guess_of_why_is_put_to_the_class_and_what_is_so_follows_the_count(room: NewRoom, store: Store) -> None:
    code, guess = room.room.code, {answer: say("zh", f"why.guess.rows.{answer}") for answer in "abc"}
    app = button(button(turned(at_desk(room), "why"), "open_rows"), "class_ask")
    assert store.room(code).question == "why_rows"
    assert not {"why_controls", "why_answers"} & containers(app), "neither what is so nor a guess of the teacher's own"
    phone = seated(code)
    assert said_in(phone, "why.ask.rows")
    assert [element.label for element in phone.button if element.key.startswith("vote_")] == list(guess.values())
    button(phone, "vote_c")
    for i, answer in enumerate("cb"):
        store.vote(code, student(i + 7), "why_rows", answer)
    app = whole(app.run())
    assert said_in(app, "vote.count", count=3)
    assert not any(text in prose(app) for text in ("✓", say("zh", "why.class.told", answer=guess["c"])))
    app = button(app, "vote_count")
    assert "why_controls" in containers(app)
    assert say("zh", "why.class.told", answer=guess["c"]) in prose(app)
    assert [f"{guess['b']} ✓" in prose(one) for one in (app, whole(phone.run()))] == [True, True]
    app = button(app, "vote_end")
    assert store.room(code).question == ""
    assert say("zh", "why.class.told", answer=guess["c"]) in prose(app), "it stays known"
    assert "why_controls" not in containers(button(app, "why_next")), "the next one is still to be guessed"


def test_who_has_no_class_is_offered_no_vote_on_why(room: NewRoom, store: Store) -> None:
    assert "class_guess" not in containers(button(opened("why"), "open_rows"))
    assert "class_guess" not in containers(button(turned(seated(room.room.code), "why"), "open_rows"))
    app = at_desk(room)
    store.delete(room.room.code, room.secret)
    assert "class_guess" not in containers(button(turned(app, "why"), "open_rows"))


def test_a_guess_goes_to_the_room_where_the_class_is_now(room: NewRoom, store: Store) -> None:
    app = at_desk(room)
    there = store.go_on(room.room.code, room.secret, SEED_WORDS[:4])
    button(button(turned(app, "why"), "open_rows"), "class_ask")
    assert (store.room(room.room.code).question, store.room(there.code).question) == ("", "why_rows")


def test_the_whole_tables_show_mean_spread_and_disputes(room: NewRoom, store: Store) -> None:
    for i, value in enumerate((0.1, 0.9)):
        values = cells(0.5)
        values[6][1] = value
        values[0] = [None] * 7 if i else values[0]
        store.send(room.room.code, student(i), values)
    app = revealed(at_desk(room))
    assert z(app, "class_mean_chart")[6][1] == pytest.approx(0.5)
    assert z(app, "class_mean_chart")[0][1] == pytest.approx(0.5), "the student who left it open does not count"
    assert z(app, "class_spread_chart")[6][1] == pytest.approx(0.4)
    assert np.isnan(z(app, "class_spread_chart")[0][1])
    assert "“散步”这一行（平均标准差 0.07）：最不一致的是“喜欢”，从 0.1 到 0.9，平均 0.50" in prose(app)


def test_the_seeds_own_table_agrees_in_all_rows(room: NewRoom, store: Store) -> None:
    """Agreement, reading and difference are those of the main page, with the class's mean as the hand table."""
    main = opened(folds=["numbers.title"])
    values = board(main).hand.values
    for i in range(3):
        store.send(room.room.code, student(i), values)
    app = revealed(at_desk(room))
    assert metrics(app) == metrics(main)
    assert rows(app, say("zh", "reading.computed")) == rows(main, say("zh", "reading.computed"))
    assert np.array_equal(z(app, "difference_chart"), z(main, "difference_chart"), equal_nan=True)
    assert np.array_equal(z(app, "computed_chart"), z(main, "computed_chart"), equal_nan=True)


def test_the_rooms_words_count_not_those_on_the_board(room: NewRoom, store: Store) -> None:
    store.send(room.room.code, student(1), cells(0.5))
    app = opened("table", room=room.room.code)
    app = typed(app, "小猫吃鱼")
    app = revealed(pocketed(turned(app, "classroom"), **{room.room.code: room.secret}))
    assert z(app, "computed_chart").shape == (7, 7)
    assert board(app).text == "小猫吃鱼"


def test_the_computed_table_may_come_from_another_source(room: NewRoom, store: Store) -> None:
    store.send(room.room.code, student(1), cells(0.5))
    app = revealed(sourced(at_desk(room), "fitted"))
    assert z(app, "computed_chart").shape == (7, 7)
    assert say("zh", "computed.title") in prose(app)


def test_rows_that_nobody_has_filled_in_are_called_so(room: NewRoom, store: Store) -> None:
    values = cells(0.1)
    values[0], values[1][0] = [None] * 7, 0.9
    store.send(room.room.code, student(1), values)
    app = revealed(at_desk(room))
    assert "“我”这一行还没有填" in prose(app)
    assert "没有可看的词" not in prose(app)
    assert said_in(app, "disputes.few"), "one table differs from nothing"
    store.send(room.room.code, student(2), values)
    assert said_in(whole(app.run()), "disputes.none")


def test_where_all_is_hidden_there_is_no_mean_and_the_desk_says_why(room: NewRoom, store: Store) -> None:
    assert "steer_show" not in {element.key for element in at_desk(room).button}, "nobody has sent anything yet"
    store.send(room.room.code, student(1), cells(0.5))
    store.hide(room.room.code, room.secret, 1)
    assert said_in(revealed(at_desk(room)), "desk.all_hidden")


def test_a_hidden_table_counts_for_nothing_and_comes_back(room: NewRoom, store: Store) -> None:
    for i, value in enumerate((0.1, 0.9)):
        store.send(room.room.code, student(i), cells(value))
    app = unfolded(revealed(at_desk(room)), "sent.title")
    app = button(app, "sent_hide")
    assert z(app, "class_mean_chart")[0][1] == pytest.approx(0.1)
    assert said_in(app, "desk.hidden", count=1)
    assert z(app, "class_one_chart")[0][1] == pytest.approx(0.9)
    app = button(app, "sent_hide")
    assert z(app, "class_mean_chart")[0][1] == pytest.approx(0.5)


def test_reveal_and_close_and_back(room: NewRoom, store: Store) -> None:
    store.send(room.room.code, student(1), cells(0.5))
    app = button(button(at_desk(room), "steer_show"), "steer_close")
    now = store.room(room.room.code)
    assert (now.shown, now.closed) == (True, True)
    assert said_in(app, "desk.closed")
    assert said_in(app, "desk.shown")
    button(button(app, "steer_unshow"), "steer_close")
    now = store.room(room.room.code)
    assert (now.shown, now.closed) == (False, False)


def test_delete_asks_first_and_then_forgets(room: NewRoom, store: Store) -> None:
    store.send(room.room.code, student(1), cells(0.5))
    app = at_desk(room)
    assert said_in(app, "steer.delete.text", count=1)
    app = button(app, "steer_delete")
    assert "open_room" in containers(app)
    assert component(app, "pocket")["forget"] == [room.room.code]
    assert f"room_{room.room.code}" not in [element.key for element in app.button]
    assert store._backend.room(room.room.code) is None


def test_rooms_of_this_computer_are_offered_at_the_door_until_they_are_forgotten(room: NewRoom) -> None:
    app = button(at_desk(room), "steer_leave")
    app = button(app, f"room_{room.room.code}")
    assert said_in(app, "desk.count", count=0, cards=0)
    app = button(app, "steer_forget")
    assert [element.key for element in app.button if str(element.key).startswith("room_")] == []


def offered(app: AppTest, code: str, secret: str, **keys: str) -> AppTest:
    """The browser has found a secret behind the address, and keeps these."""
    app.session_state[door.FOUND] = Found(ME, keys, {code: secret})
    return whole(app.run())


def test_a_wrong_link_takes_nothing_from_the_teacher(room: NewRoom) -> None:
    code = room.room.code
    app = offered(opened("classroom", room=code), code, "A" * 22, **{code: room.secret})
    assert "steering" in containers(app)
    pocket = component(app, "pocket")
    assert pocket["keep"] == {code: room.secret}
    assert pocket["refused"] == {code: "A" * 22}
    assert pocket["forget"] == []
    assert "steering" in containers(whole(app.run()))


def test_a_wrong_secret_makes_a_student_and_stays_in_the_browser(room: NewRoom) -> None:
    code, wrong = room.room.code, new_secret()
    app = pocketed(opened("classroom", room=code), **{code: wrong})
    assert "phone" in containers(app)
    assert "steering" not in containers(app)
    assert "密钥不对" in warnings(app)[0]
    assert component(app, "pocket")["forget"] == []
    assert component(app, "pocket")["keep"] == {}
    app = offered(app, code, room.secret, **{code: wrong})
    assert "steering" in containers(app), "the right link opens it all the same"
    assert component(app, "pocket")["keep"] == {code: room.secret}


@pytest.mark.parametrize("fault", [StoreBusy, StoreUnavailable])
def test_not_now_is_no_answer_about_a_secret(
    room: NewRoom, store: Store, monkeypatch: pytest.MonkeyPatch, fault: Any
) -> None:
    code = room.room.code
    monkeypatch.setattr(store, "steer", lambda *_: (_ for _ in ()).throw(fault("not now")))
    app = offered(opened("classroom", room=code), code, room.secret)
    assert said_in(app, "classroom.wait"), "no student's page for one who may be the teacher"
    assert component(app, "pocket")["refused"] == {}
    monkeypatch.undo()
    app = whole(app.run())
    assert "steering" in containers(app)
    assert component(app, "pocket")["keep"] == {code: room.secret}


def test_a_room_that_is_gone_takes_no_secret_along(room: NewRoom, store: Store) -> None:
    app = at_desk(room)
    store._backend.remove(room.room.code)
    app = whole(app.run())
    assert "没有这个课堂" in warnings(app)[0]
    assert component(app, "pocket")["forget"] == []
    store._backend.add_room(room.room, most=10, unused_before=0)
    assert "steering" in containers(button(app, f"room_{room.room.code}")), "a copy was put back"


def test_what_the_visitor_has_forgotten_opens_again_by_its_link(room: NewRoom) -> None:
    code = room.room.code
    app = button(at_desk(room), "steer_forget")
    assert component(app, "pocket")["forget"] == [code]
    app = entered(app, code)
    assert "phone" in containers(app)
    app.session_state["pocket"] = {"found": {"student": ME, "keys": {}, "offers": {code: room.secret}, "moment": 1}}
    app = whole(app.run())
    assert "steering" in containers(app)
    assert component(app, "pocket")["forget"] == []


def test_rooms_that_a_browser_claims_to_have_opened_are_looked_up_like_any_code(store: Store) -> None:
    """Else whoever makes secrets up could try codes without being counted."""
    app = button(pocketed(opened("classroom"), AAAAAA="A" * 22), "room_AAAAAA")
    assert "没有这个课堂" in warnings(app)[0]
    assert store._backend.tries(store._tries_key("code", None), since=0) == 1


def test_nothing_is_read_or_drawn_anew_while_nothing_changes(
    room: NewRoom, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.send(room.room.code, student(1), cells(0.5))
    app = at_desk(room)
    monkeypatch.setattr(store, "tables", lambda *_: pytest.fail("read again"))
    whole(app.run())
    store._backend.set_room(room.room.code, now=time.time())
    monkeypatch.undo()
    store.send(room.room.code, student(2), cells(0.7))
    assert said_in(whole(app.run()), "desk.count", count=2, cards=14)


def test_the_desk_keeps_its_tables_while_the_store_is_away(
    room: NewRoom, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.send(room.room.code, student(1), cells(0.7))
    app = revealed(at_desk(room))
    for name in ("room", "steer", "tables"):
        monkeypatch.setattr(store, name, lambda *_, **__: (_ for _ in ()).throw(StoreUnavailable("gone")))
    app = whole(app.run())
    assert z(app, "class_mean_chart")[0][1] == pytest.approx(0.7)
    assert len(warnings(app)) == 1
    assert "打不开" in warnings(app)[0]


def test_a_store_that_cannot_be_opened_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATTENTION_STORE", "nonsense")
    st.cache_resource.clear()
    app = button(pocketed(opened("classroom")), "open_the_room")
    assert warnings(app) == [unmarked(say("zh", "error.StoreAddressError"))]
    monkeypatch.setenv("ATTENTION_STORE", "memory:")
    assert "count" in containers(button(app, "open_the_room")), "it is tried again at the next visit"


def test_hostile_words_are_words(store: Store) -> None:
    words = ["<b>粗</b>", "**x**", "$y$", "[a](b)", "公园", "公园"]
    opened_room = store.open_room(words)
    store.send(opened_room.room.code, student(1), cells(0.5, 6))
    other = cells(0.5, 6)
    other[0][1] = 0.9
    store.send(opened_room.room.code, student(2), other)
    app = revealed(at_desk(opened_room))
    raw = "".join(element.value for element in app.get("html"))
    assert "<b>粗" not in raw
    assert "“<b>粗</b>”这一行" in prose(app)
    assert len(z(app, "class_mean_chart")) == 6


def test_the_desk_offers_its_files(room: NewRoom, store: Store) -> None:
    store.send(room.room.code, student(1), cells(0.5))
    app = at_desk(room)
    assert {element.proto.label for element in app.get("download_button")} >= {"导出 CSV", "导出 JSON"}


def test_the_desk_speaks_english(room: NewRoom, store: Store) -> None:
    store.send(room.room.code, student(1), cells(0.5))
    app = english(revealed(at_desk(room)))
    assert say("en", "class_mean.title") in prose(app)
    assert say("en", "desk.count", count=1, cards=7) in prose(app)


# What components say


def test_the_pockets_words_are_checked() -> None:
    secret = new_secret()
    found = found_in(
        {"found": {"student": ME, "keys": {"K7M3PX": secret, "k7m3px": secret, "K7M3P2": "short", "x": 1}}}
    )
    assert found == Found(ME, {"K7M3PX": secret})
    for wrong in (None, {}, {"found": None}, {"found": {"student": "x"}}, {"found": {"keys": {}}}):
        assert found_in(wrong) is None
    assert found_in({"found": {"student": ME, "keys": [1]}}) == Found(ME, {})
    assert secret not in repr(found)
    many = {f"AAAA{a}{b}": secret for a in "ACDEFHJKMNPRTVWXY23456789" for b in "ACDEFHJKMNPRTVWXY23456789" * 9}
    assert found_in(
        {"found": {"student": ME, "keys": many, "seats": {"K7M3PX": 2, "AAAAAA": 10**9, "AAAAA2": "1"}}}
    ) == (Found(ME, many, seats={"K7M3PX": 2}))
    more = {f"{a}{b}{c}AAA": secret for a in "ACDEF" for b in "ACDEFHJKMNPRTVWXY23456789" for c in "ACDEFHJKMNPRTVWXY"}
    limited = found_in({"found": {"student": ME, "keys": more}})
    assert limited is not None
    assert list(limited.keys) == list(more)[-MAX_ROOMS:], "the newest"


def test_the_teachers_link_hides_its_secret_from_servers() -> None:
    link = teacher_link("http://127.0.0.1/classroom", "K7M3PX", "s" * 22)
    assert link.partition("#")[0] == "http://127.0.0.1/classroom?room=K7M3PX"
    assert link.endswith("#teacher=" + "s" * 22)
