"""One process after another is restarted while fifteen students edit: nothing that anybody has typed is lost."""

from __future__ import annotations

import asyncio
import threading
import time
import urllib.request
from collections.abc import Callable
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass, field
from itertools import count
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
class Class:
    """What all students saw. typed, answered: sentences, each by its number; moved: how often one was cut off and came back."""

    url: str
    edit: bytes
    typed: list[int] = field(default_factory=list)
    answered: list[int] = field(default_factory=list)
    moved: int = 0
    slowest: float = 0.0
    over: bool = False

    async def attend(self) -> None:
        await asyncio.gather(*(self.student(i) for i in range(STUDENTS)))

    async def student(self, i: int) -> None:
        """Types sentence after sentence. Cut off, a student comes back as a browser does: with the cookie and what is typed."""
        await asyncio.sleep(i * EVERY / STUDENTS)
        cookies = await asyncio.to_thread(seat, self.url)
        async with AsyncExitStack() as stack:
            socket = await stack.enter_async_context(connected(self.url, cookies))
            for number in count(1_000_000 * (i + 1)):
                self.typed.append(number)
                start = time.monotonic()
                async with asyncio.timeout(LOST):
                    while number not in self.answered:
                        try:
                            await self.answer(socket, number)
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

    async def answer(self, socket: Socket, number: int) -> None:
        """Until the sentence is on the page and the script has run to its end."""
        message = BackMsg.FromString(self.edit)
        for widget in message.rerun_script.widget_states.widgets:
            if widget.id.endswith("-text"):
                widget.string_value = f"小猫有{number}本书"
        del message.rerun_script.cached_message_hashes[:]
        await socket.send(message.SerializeToString())
        drawn = False
        async for raw in socket.receive():
            drawn |= str(number).encode() in raw
            if drawn and len(raw) < 90 and ForwardMsg.FromString(raw).WhichOneof("type") == "script_finished":
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
        assert len(students.typed) > before > STUDENTS
        assert students.moved >= STUDENTS / 2  # who comes late may come to a process that has been restarted already
        assert students.slowest < 30
        assert set(passers.statuses) == {200}
        has_words(visitor, ["小狗", "喜欢", "睡觉"])
