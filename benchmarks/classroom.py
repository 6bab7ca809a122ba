"""A class of 60 sends its tables within ten seconds, over real websockets to a real server: is anything lost, and when does the
teacher see all of it? On SQLite with one process, and on PostgreSQL with two that share the class.

A student here speaks Streamlit's protocol as the browser does: opens the room's link, answers the pocket's and the phone table's
components, looks at the room every few seconds, and sends once at a random moment. The teacher's page looks as its fragment
tells it to. Then others try codes from the same address, while a student enters. All of it on loopback, in under two minutes.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.parse import urlsplit

import websockets
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from attention.classroom.keys import new_code
from attention.classroom.places import VARIABLE, open_place
from attention.classroom.store import NewRoom, Store
from benchmarks import Result
from benchmarks.browser import served
from tools import postgres

STUDENTS = 60
GUESSERS = 30
SPAN = 10.0
"""Seconds within which all of them send."""
AIM = 5.0
PATIENCE = 60.0
WORDS = "我 喜欢 在 周末 去 公园 散步".split()


@dataclass
class Session:
    """One browser at a page, as far as the classroom needs it."""

    socket: Any
    query: str
    states: dict[str, str] = field(default_factory=dict)
    components: dict[str, tuple[str, dict[str, Any]]] = field(default_factory=dict)
    texts: set[str] = field(default_factory=set)
    timers: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    page: str = ""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def ask(self, *, fragment: str = "") -> None:
        """Ask for a run of the page, or of one fragment of it, with all that the widgets hold."""
        message = BackMsg()
        message.rerun_script.page_name = "" if self.page else "classroom"
        message.rerun_script.page_script_hash = self.page
        message.rerun_script.query_string = self.query
        message.rerun_script.fragment_id = fragment
        message.rerun_script.is_auto_rerun = bool(fragment)
        for identity, state in self.states.items():
            message.rerun_script.widget_states.widgets.add(id=identity, json_value=state)
        await self.socket.send(message.SerializeToString())

    async def listen(self) -> None:
        async for data in self.socket:
            message = ForwardMsg.FromString(data)
            kind = message.WhichOneof("type")
            if kind == "auto_rerun":
                self.repeat(message.auto_rerun.fragment_id, message.auto_rerun.interval)
            elif kind == "new_session" and not message.metadata.run.fragment_ids:
                self.stop()  # the page is drawn anew, and its fragments with it
            elif kind == "navigation":
                self.page = message.navigation.page_script_hash
            elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
                self.take(message.delta.new_element)

    def take(self, element: Any) -> None:
        if element.WhichOneof("type") == "bidi_component":
            found = element.bidi_component
            self.components[found.component_name.rpartition("attention_")[2]] = (found.id, json.loads(found.json))
        elif element.WhichOneof("type") == "html":
            self.texts.add(element.html.body)
        self.news.set()

    def repeat(self, fragment: str, interval: float) -> None:
        async def again() -> None:
            while True:
                await asyncio.sleep(interval)
                await self.ask(fragment=fragment)

        self.timers[fragment] = asyncio.create_task(again())

    def stop(self) -> None:
        for timer in self.timers.values():
            timer.cancel()
        self.timers.clear()

    async def until(self, seen: Callable[[], Any]) -> Any:
        """What `seen` gives, as soon as it gives something."""
        deadline = time.monotonic() + PATIENCE
        while not (found := seen()):
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), deadline - time.monotonic())
        return found

    def component(self, name: str) -> tuple[str, dict[str, Any]] | None:
        return self.components.get(name)

    async def say(self, name: str, state: dict[str, Any]) -> None:
        """A component answers; its page runs."""
        identity, _ = await self.until(lambda: self.component(name))
        self.states[identity] = json.dumps(state)
        await self.ask()


class Opening:
    """A session from its first run to its end."""

    def __init__(self, address: str, code: str, student: str, keys: dict[str, str]) -> None:
        self.address, self.query, self.found = address, f"room={code}", {"student": student, "keys": keys}

    async def __aenter__(self) -> Session:
        url = f"ws://{urlsplit(self.address).netloc}/_stcore/stream"
        self.socket = await websockets.connect(url, subprotocols=["streamlit"], max_size=None, proxy=None)  # type: ignore[list-item]
        self.session = Session(self.socket, self.query)
        self.listener = asyncio.create_task(self.session.listen())
        await self.session.ask()
        await self.session.say("pocket", {"found": self.found})
        return self.session

    async def __aexit__(self, *_: object) -> None:
        self.session.stop()
        self.listener.cancel()
        await self.socket.close()


def edits(i: int) -> list[tuple[int, int, int, float]]:
    """Student i's table as numbered edits of an empty one: no two are the same."""
    cells = [(row, column) for row in range(len(WORDS)) for column in range(len(WORDS)) if row != column]
    return [(serial, *cell, round((i + 1) / 100, 2)) for serial, cell in enumerate(cells, 1)]


async def student(address: str, code: str, i: int, ready: asyncio.Barrier) -> tuple[float, float]:
    """Opens the room, waits for the others, sends; when it was sent and when the receipt was there."""
    async with Opening(address, code, f"{i:032x}", {}) as session:
        await session.until(lambda: session.component("phone_table"))
        await ready.wait()
        await asyncio.sleep(random.uniform(0, SPAN))
        sent = time.monotonic()
        await session.say(
            "phone_table", {"edits": {"client": "b", "batches": [{"words": WORDS, "of": code, "edits": edits(i)}]}}
        )
        receipt = await session.until(lambda: (session.component("phone_table") or ("", {}))[1].get("receipt"))
        assert receipt == f"b:{len(edits(i))}", session.component("phone_table")
        return sent, time.monotonic()


async def lesson(addresses: Sequence[str], room: NewRoom) -> tuple[list[float], float]:
    """Seconds from send to receipt, one a student; seconds from the last receipt until the teacher's page has them all."""
    code, ready = room.room.code, asyncio.Barrier(STUDENTS)
    async with Opening(addresses[0], code, "f" * 32, {code: room.secret}) as teacher:
        await teacher.until(lambda: any("class='code'" in text for text in teacher.texts))
        sending = [student(addresses[i % len(addresses)], code, i, ready) for i in range(STUDENTS)]
        times = await asyncio.gather(*sending)
        await teacher.until(lambda: any(f"已交 {STUDENTS} 张表" in text for text in teacher.texts))
        seen = time.monotonic()
    last = max(received for _, received in times)
    return [received - sent for sent, received in times], max(0.0, seen - last)


async def guesser(address: str, until: float) -> int:
    """Opens links with codes that are made up, and waits for each answer; how many."""
    tried = 0
    while time.monotonic() < until:
        async with Opening(address, new_code(), f"{random.getrandbits(128):032x}", {}) as session:
            await session.until(lambda: any("老师：" in text for text in session.texts))
        tried += 1
    return tried


async def guessing(address: str, room: NewRoom) -> tuple[float, float]:
    """Codes that GUESSERS try in a second, and the seconds until a student with the right code sits in the room meanwhile."""
    until = time.monotonic() + 2 * SPAN
    guessers = [asyncio.create_task(guesser(address, until)) for _ in range(GUESSERS)]
    await asyncio.sleep(SPAN)
    came = time.monotonic()
    async with Opening(address, room.room.code, "1" * 32, {}) as session:
        await session.until(lambda: session.component("phone_table"))
        seated = time.monotonic()
    return sum(await asyncio.gather(*guessers)) / (2 * SPAN), seated - came


@contextmanager
def school(place: str, processes: int) -> Iterator[list[str]]:
    """Addresses of so many servers on one store."""
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = place
    try:
        with ExitStack() as stack:
            yield [stack.enter_context(served("app.py")) for _ in range(processes)]
    finally:
        os.environ.pop(VARIABLE)
        if before is not None:
            os.environ[VARIABLE] = before


def measured(name: str, place: str, processes: int) -> list[Result]:
    store = Store(open_place(place))
    room = store.open_room(WORDS)
    with school(place, processes) as addresses:
        waits, behind = asyncio.run(lesson(addresses, room))
    kept = {float(sent.table.values[0, 1]) for sent in store.tables(room.room.code, room.secret)}
    lost = STUDENTS - len(kept & {round((i + 1) / 100, 2) for i in range(STUDENTS)})
    store.close()
    note = f"send to receipt: median {median(waits) * 1000:.0f} ms, p95 {quantiles(waits, n=20)[-1] * 1000:.0f} ms"
    return [
        Result(f"{name}, {STUDENTS} students send within {SPAN:.0f} s: lost", str(lost), "0", note),
        Result(f"{name}: the teacher sees all", f"{behind:.1f} s after the last", f"≤ {AIM:.0f} s"),
    ]


def guessed(place: str) -> list[Result]:
    store = Store(open_place(place))
    room = store.open_room(WORDS)
    store.close()
    with school(place, 1) as (address,):
        rate, seated = asyncio.run(guessing(address, room))
    return [
        Result(f"{GUESSERS} guessers behind the class's address: codes tried", f"{rate:.1f} a second"),
        Result("meanwhile a student with the right code enters", f"{seated:.1f} s", f"≤ {AIM:.0f} s"),
    ]


def measure() -> list[Result]:
    with tempfile.TemporaryDirectory() as folder:
        rows = measured("SQLite, one process", f"sqlite:///{Path(folder) / 'rooms.sqlite'}", 1)
        rows += guessed(f"sqlite:///{Path(folder) / 'guessed.sqlite'}")
    if programs := postgres.find():
        with postgres.serving(programs) as server:
            rows += measured("PostgreSQL, two processes", f"{server}/postgres", 2)
    return rows


if __name__ == "__main__":
    for row in measure():
        print(f"{row.name}: {row.value} (aim {row.aim}; {row.note})")
