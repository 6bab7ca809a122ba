"""A class of 60 on this machine: all fill in seven cards within ten seconds, then the teacher reveals.

    python -m benchmarks.classroom [--students 60] [--classes 1] [--processes 1]

Several classes, of so many students each, fill in and see what is revealed at the same time. A phone is a websocket that speaks
Streamlit's protocol. What it sends was recorded from a real browser that came by the room's link and filled in a card; only the
student's id, the room's code and the values differ. Like the browser it asks again a second after each answer. Measured is from
the moment at which the store has what is revealed until a phone has it. For comparison the same is measured on a bare page with
one fragment that reads a file every second. Phones and servers share this machine's cores.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from attention.classroom.places import open_place
from attention.classroom.store import NewRoom, Store
from benchmarks import Result
from benchmarks.browser import chromium, served
from benchmarks.load import SMALL, Server, Socket, connected, seat, serving
from tools import postgres

WORDS = "我 喜欢 在 周末 去 公园 散步".split()
STUDENTS, CARDS_SPAN, ROUNDS, AIM = 60, 10.0, 5, 2.0
LOOK = 1.0
"""Seconds between two looks, as pages/ui/classroom/seat.py has it."""
MODEL = re.compile(rb'"model":\s*\[')
PATIENCE = 60.0
BARE = """
import pathlib, streamlit as st
@st.fragment(run_every=1.0)
def look():
    st.text(pathlib.Path({file!r}).read_text())
look()
"""


@dataclass(frozen=True)
class Recorded:
    """What a browser sent: when it opened the page, after it had found its id, when it looked, and with a card."""

    opening: bytes
    known: bytes | None
    look: bytes
    card: bytes | None
    student: str = ""
    room: str = ""

    def of(self, student: str, room: str, which: str) -> bytes:
        """The message with another student's id and another room's code, which are as long."""
        message: bytes = getattr(self, which)
        if not self.student:
            return message
        return message.replace(self.student.encode(), student.encode()).replace(self.room.encode(), room.encode())


@dataclass
class Phone:
    """seen: when it had what was revealed; kept: the cards of which the server has said that they are kept."""

    socket: Socket
    script: Recorded
    room: str
    number: int
    seen: float = 0.0
    answered: asyncio.Event = field(default_factory=asyncio.Event)
    receipts: set[str] = field(default_factory=set)
    edits: list[list[Any]] = field(default_factory=list)

    @property
    def student(self) -> str:
        return f"{self.number:032x}"

    async def read(self) -> None:
        """All that comes in, as it comes."""
        async for raw in self.socket.receive():
            if MODEL.search(raw) and not self.seen:
                self.seen = time.perf_counter()
            self.receipts |= {found.decode() for found in re.findall(rb"bench:\d+", raw)}
            if len(raw) < SMALL and ForwardMsg.FromString(raw).WhichOneof("type") == "script_finished":
                self.answered.set()

    async def ask(self, message: bytes) -> None:
        self.answered.clear()
        await self.socket.send(message)
        async with asyncio.timeout(PATIENCE):
            await self.answered.wait()

    def says(self, which: str) -> bytes:
        return self.script.of(self.student, self.room, which)

    async def come_in(self) -> None:
        await self.ask(self.says("opening"))
        if self.script.known:
            await self.ask(self.says("known"))

    async def look(self, until: asyncio.Event) -> None:
        """Every second, each phone at a moment of its own."""
        await asyncio.sleep(random.uniform(0, LOOK))
        while not until.is_set():
            await self.ask(with_edits(self.says("look"), self.edits))
            await asyncio.sleep(LOOK)

    async def fill_in(self) -> None:
        """Seven cards within ten seconds, one after another."""
        for i in range(len(WORDS)):
            await asyncio.sleep(random.uniform(0.5, 1.5) * CARDS_SPAN / (len(WORDS) + 1))
            values = [[i, j, random.choice((0.1, 0.5, 0.9))] for j in range(len(WORDS)) if j != i]
            self.edits = [[i + 1, *cell[1:]] for cell in self.edits] + [[i + 1, *value] for value in values]
            await self.socket.send(with_edits(self.says("card"), self.edits))


def with_edits(message: bytes, edits: list[list[Any]]) -> bytes:
    """The recorded card with these cells."""
    sent = BackMsg.FromString(message)
    for widget in sent.rerun_script.widget_states.widgets:
        if "batches" in widget.json_value:
            state = json.loads(widget.json_value)
            state["edits"]["client"] = "bench"
            state["edits"]["batches"][0]["edits"] = edits
            widget.json_value = json.dumps(state)
    return sent.SerializeToString()


def recorded(url: str) -> Recorded:
    """Come by the room's link, fill in a card, and keep what was sent. On a page without cards only the look."""
    sent: list[bytes] = []
    with chromium() as browser:
        page = browser.new_page(locale="zh-CN", viewport={"width": 390, "height": 844})
        page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(bytes(frame))))
        page.goto(url)
        card = student = None
        if "room=" in url:
            page.get_by_role("tabpanel").wait_for(timeout=60_000)
            student = page.evaluate("localStorage.getItem('attention-table.student')")
            page.locator(".panel .cell").first.click()
            page.locator(".note.good").wait_for(timeout=60_000)
            card = next(frame for frame in sent if b"batches" in frame)
        page.wait_for_timeout(4 * 1000 * LOOK)
    known = next((frame for frame in sent if student and student.encode() in frame), None)
    look = next(frame for frame in reversed(sent) if BackMsg.FromString(frame).rerun_script.fragment_id)
    return Recorded(sent[0], known, look, card, student or "", url.partition("room=")[2])


@dataclass(frozen=True)
class Class:
    """One run: seconds until each phone had each reveal; phones whose cards are all kept; processor time a second in waiting."""

    delays: list[float]
    kept: int
    idle: float

    @property
    def p95(self) -> float:
        return sorted(self.delays)[int(0.95 * len(self.delays))] if self.delays else float("nan")


async def run(
    url: str,
    script: Recorded,
    students: int,
    reveal: Callable[[bool], None],
    busy: Callable[[], float],
    rooms: Sequence[str] = ("",),
) -> Class:
    """Phones come in, so many into each room, fill in their cards, wait, and see what is revealed, several times."""
    over, delays, idle = asyncio.Event(), [], 0.0
    async with asyncio.TaskGroup() as group:
        phones = []
        for i in range(students * len(rooms)):
            cookies = await asyncio.to_thread(seat, url)
            socket = await connected_for_good(group, url, cookies)
            phones.append(Phone(socket, script, rooms[i % len(rooms)], i + 1))
        readers = [group.create_task(phone.read()) for phone in phones]
        for phone in phones:
            await phone.come_in()
        looks = [group.create_task(phone.look(over)) for phone in phones]
        if script.card:
            await asyncio.gather(*(phone.fill_in() for phone in phones))
        await asyncio.sleep(3)
        before = busy()
        await asyncio.sleep(5)
        idle = (busy() - before) / 5
        for _ in range(ROUNDS):
            for phone in phones:
                phone.seen = 0.0
            await asyncio.to_thread(reveal, True)
            start = time.perf_counter()
            while not all(phone.seen for phone in phones) and time.perf_counter() - start < PATIENCE:
                await asyncio.sleep(0.05)
            delays += [(phone.seen or time.perf_counter()) - start for phone in phones]
            await asyncio.to_thread(reveal, False)
            await asyncio.sleep(2 * LOOK + random.random())
        over.set()
        await asyncio.gather(*looks)
        for task in (*readers, *OPEN):
            task.cancel()
    OPEN.clear()
    return Class(delays, sum(f"bench:{len(WORDS)}" in phone.receipts for phone in phones), idle)


OPEN: list[asyncio.Task[None]] = []


async def connected_for_good(group: asyncio.TaskGroup, url: str, cookies: str) -> Socket:
    """A websocket that stays open until its task is cancelled."""
    opened: asyncio.Future[Socket] = asyncio.get_running_loop().create_future()

    async def hold() -> None:
        async with connected(url, cookies) as socket:
            opened.set_result(socket)
            await asyncio.Event().wait()

    OPEN.append(group.create_task(hold()))
    return await opened


@contextmanager
def kept(processes: int) -> Iterator[str]:
    """Where the rooms are: a file of their own; for several processes a PostgreSQL server."""
    if processes > 1:
        if not (programs := postgres.find()):
            raise RuntimeError(postgres.NONE_FOUND)
        with postgres.serving(programs) as address:
            yield f"{address}/postgres"
        return
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/rooms.sqlite"


def classes_on(server: Server, store: Store, students: int, classes: int) -> tuple[Class, list[NewRoom]]:
    rooms = [store.open_room(WORDS) for _ in range(classes)]
    codes = [room.room.code for room in rooms]
    row = [0.0, 0.7, 0.06, 0.06, 0.06, 0.06, 0.06]
    script = recorded(f"{server.url}/classroom?room={codes[0]}")

    def reveal(shown: bool) -> None:
        for room in rooms:
            store.reveal(room.room.code, room.secret, {0: row} if shown else {})

    return asyncio.run(run(server.url, script, students, reveal, server.busy, codes)), rooms


def bare(students: int) -> Class:
    """The same on a page with nothing but a fragment that reads a file."""
    with tempfile.TemporaryDirectory() as folder:
        file, script = Path(folder) / "shown", Path(folder) / "bare.py"
        file.write_text("-")
        script.write_text(BARE.format(file=str(file)))
        with served(str(script)) as url:

            def show(shown: bool) -> None:
                file.write_text('"model": [' if shown else "-")

            return asyncio.run(run(url, recorded(url), students, show, lambda: 0.0))


def measure(students: int = STUDENTS, processes: int = 1, classes: int = 1) -> list[Result]:
    """Classes on one process with SQLite, or on several with PostgreSQL, and the bare page with as many phones."""
    with kept(processes) as address, serving(processes, store=address) as server:
        store = Store(open_place(address))
        made, rooms = classes_on(server, store, students, classes)
        sent = [store.tables(room.room.code, room.secret) for room in rooms]
        whole = [sum(bool(one.table.considered.sum() == 42) for one in tables) for tables in sent]
        store.close()
    plain = bare(students * classes)
    note = f"bare page {plain.p95:.2f} s, {made.p95 / plain.p95:.2f} times; waiting takes {made.idle:.2f} of a core"
    name = f"{classes} × {students} phones, {processes} process(es)"
    told = f"{made.kept} told, {' and '.join(map(str, whole))} tables whole"
    return [
        Result(f"{name}: a reveal reaches them, p95", f"{made.p95:.2f} s", f"≤ {AIM:g} s", note),
        Result(f"{name}: seven cards each in {CARDS_SPAN:g} s", told, f"{students * classes}"),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=STUDENTS)
    parser.add_argument("--processes", type=int, default=1, help="several behind nginx, on a PostgreSQL server")
    parser.add_argument("--classes", type=int, default=1)
    given = parser.parse_args()
    for row in measure(given.students, given.processes, given.classes):
        print(f"{row.name}: {row.value} (aim {row.aim}) {row.note}")


if __name__ == "__main__":
    main()
