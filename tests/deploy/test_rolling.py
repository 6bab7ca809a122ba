"""One process after another is restarted while fifteen students edit: no sentence and no cell of a hand table is lost."""

from __future__ import annotations

import asyncio
import json
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from itertools import count
from math import isclose
from pathlib import Path
from typing import Any

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.load import Socket, connected, seat
from tests.deploy.processes import PATIENCE, Served, serving
from tests.e2e.visit import has_words, opened, settled, type_in
from tools import nginx

STUDENTS = 15
EVERY = 4.0
"""Seconds between the edits of a student."""
LOST = 45.0
"""Seconds after which an edit that nobody has answered counts as lost."""
CUT_OFF = (OSError, EOFError)
LEFT_ALONE = 6.0
"""Seconds for which nginx leaves a process alone that has refused it (deploy/servers.py), and one more."""


@dataclass
class Browser:
    """What a student's browser holds: the link in the address; the hand table as it was last drawn, and the edit of it that no
    answer has taken yet; what has been written into two of its cells."""

    name: str
    link: str = ""
    table: dict[str, Any] = field(default_factory=dict)
    editor: str = ""
    edit: list[Any] = field(default_factory=list)
    cells: dict[tuple[int, int], float] = field(default_factory=dict)

    def writes(self, number: int) -> None:
        """A value into one of the two cells, by turns; the words of both stand in every sentence."""
        if self.table.get("words", [])[:2] == ["小猫", "有"]:
            cell, value = divmod(number, 2)[1], (number % 90 + 10) / 100
            self.cells[cell, 1 - cell] = value
            self.edit = [{"words": self.table["words"], "of": "", "edits": [[number, cell, 1 - cell, value]]}]

    def sends(self, message: BackMsg, number: int) -> BackMsg:
        """With the sentence and the cell in it."""
        run = message.rerun_script
        for widget in run.widget_states.widgets:
            if widget.id.endswith("-text"):
                widget.string_value = f"小猫有{number}本书"
        if self.edit:
            told = json.dumps({"edits": {"client": self.name, "batches": self.edit}})
            run.widget_states.widgets.add(id=self.editor, json_value=told)
        del run.cached_message_hashes[:]
        if self.link:
            run.query_string = f"s={self.link}"
        return message

    def draws(self, message: ForwardMsg) -> None:
        drawn = message.delta.new_element.bidi_component
        if drawn.id.endswith("-address"):
            self.link = json.loads(drawn.json)[0]["link"]
        if drawn.id.endswith("-hand_cells"):
            self.editor, (self.table,) = drawn.id, json.loads(drawn.json)
            if self.edit and self.table["receipt"] == f"{self.name}:{self.edit[0]['edits'][0][0]}":
                self.edit = []

    def lost(self) -> dict[tuple[int, int], float]:
        """Cells that are not in the table as they were written."""
        rows = [row.split() for row in self.table["values"].split("\n")]
        held = {(i, j): float(rows[i][j].replace("-", "nan")) for i, j in self.cells}
        return {cell: value for cell, value in held.items() if not isclose(value, self.cells[cell], abs_tol=1e-4)}


@dataclass
class Class:
    """What all students saw. typed, answered: sentences, each by its number; lost: cells that were not as they had been written;
    moved: how often one was cut off and came back."""

    url: str
    edit: bytes
    typed: list[int] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    lost: list[Any] = field(default_factory=list)
    moved: int = 0
    slowest: float = 0.0
    over: bool = False

    async def attend(self) -> None:
        await asyncio.gather(*(self.student(i) for i in range(STUDENTS)))

    async def student(self, i: int) -> None:
        """Types sentence after sentence, and writes into the hand table. Cut off, a student comes back as a browser does: with
        the cookie, the address and what is typed."""
        await asyncio.sleep(i * EVERY / STUDENTS)
        cookies, browser = await asyncio.to_thread(seat, self.url), Browser(f"student{i}")
        async with AsyncExitStack() as stack:
            socket = await stack.enter_async_context(connected(self.url, cookies))
            for number in count(1_000_000 * (i + 1)):
                self.typed.append(number)
                browser.writes(number)
                start = time.monotonic()
                async with asyncio.timeout(LOST):
                    while number not in self.answered:
                        try:
                            await self.answer(socket, browser, number)
                            self.answered.append(number)
                        except CUT_OFF:
                            self.moved += 1
                            socket = await self.back(stack, cookies)
                self.slowest = max(self.slowest, time.monotonic() - start)
                if self.over:
                    return
                await asyncio.sleep(EVERY)

    async def back(self, stack: AsyncExitStack, cookies: str) -> Socket:
        """A new connection, as soon as somebody answers."""
        while True:
            try:
                return await stack.enter_async_context(connected(self.url, cookies))
            except CUT_OFF:
                await asyncio.sleep(0.2)

    async def answer(self, socket: Socket, browser: Browser, number: int) -> None:
        """Until the sentence is on the page, the edit of a cell is taken, and the script has run to its end."""
        await socket.send(browser.sends(BackMsg.FromString(self.edit), number).SerializeToString())
        drawn = False
        async for raw in socket.receive():
            drawn |= str(number).encode() in raw
            browser.draws(answer := ForwardMsg.FromString(raw))
            if drawn and not browser.edit and answer.WhichOneof("type") == "script_finished":
                if lost := browser.lost():
                    self.lost.append((number, browser.cells, lost))
                return


def recorded_edit(page: Any, url: str) -> bytes:
    """Open the page, type two sentences of one's own, and keep what was sent for the second: by then no example is chosen."""
    sent: list[bytes] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(bytes(frame))))
    opened(page, url)
    for animal in ("小猫", "小狗"):
        type_in(page, f"{animal}喜欢睡觉")
        has_words(page, [animal, "喜欢", "睡觉"])
        settled(page)
    return next(frame for frame in sent if "小狗喜欢睡觉".encode() in frame)


class Passers:
    """Visitors who open the first page all the time."""

    def __init__(self, url: str) -> None:
        self.url, self.over = url, False
        self.statuses: list[int | str] = []

    def come(self) -> None:
        while not self.over:
            try:
                with urllib.request.urlopen(self.url, timeout=10) as answer:
                    self.statuses.append(answer.status)
            except OSError as error:
                self.statuses.append(str(error))
            time.sleep(0.1)


def in_thread(work: Callable[[], None], faults: list[BaseException]) -> threading.Thread:
    def kept() -> None:
        try:
            work()
        except BaseException as error:
            faults.append(error)

    thread = threading.Thread(target=kept)
    thread.start()
    return thread


def restarted(stack: ExitStack, old: Served, log: Path) -> Served:
    """As the guide says: told to stop, started again at the same port, ready."""
    old.process.terminate()
    old.process.wait(timeout=PATIENCE)
    return stack.enter_context(serving(log, int(old.url.rpartition(":")[2])))


def test_no_edit_is_lost_while_one_process_after_another_is_restarted(
    visitor: Any, program: Path, tmp_path: Path
) -> None:
    faults: list[BaseException] = []
    with ExitStack() as stack:
        pair = [stack.enter_context(serving(tmp_path / f"{i}.log")) for i in range(2)]
        front = stack.enter_context(nginx.serving(program, [one.url.removeprefix("http://") for one in pair]))
        students, passers = Class(front.url, recorded_edit(visitor, front.url)), Passers(front.url)
        threads = [in_thread(lambda: asyncio.run(students.attend()), faults), in_thread(passers.come, faults)]
        try:
            for i, one in enumerate(pair):
                restarted(stack, one, tmp_path / f"{i}.log")
                time.sleep(LEFT_ALONE)
            before = len(students.answered)
            time.sleep(2 * EVERY)
        finally:
            students.over = passers.over = True
            for thread in threads:
                thread.join()
        assert faults == []
        assert sorted(students.answered) == sorted(students.typed)
        assert students.lost == []
        assert len(students.typed) > before > STUDENTS
        assert students.moved >= STUDENTS / 2  # who comes late may come to a process that has been restarted already
        assert students.slowest < 30
        assert set(passers.statuses) == {200}
        has_words(visitor, ["小狗", "喜欢", "睡觉"])
