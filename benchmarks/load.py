"""Many students at once, on this machine alone: how long an answer takes, what a student costs, what a second process gains.

    python -m benchmarks.load [--students 100] [--seconds 60] [--every 5] [--processes 1] [--plain] [--flat-out]

A student is a websocket that speaks Streamlit's protocol. What it sends was recorded from a real browser that opened the page
and typed into the sentence box; only the sentence differs. An answer is all that comes back until the script has run to its
end; it must hold a heatmap. Students come one after another, each edits every few seconds, and nobody waits for anybody.

The server is the one of deploy/server.py, one process or several behind nginx with the shipped configuration; --plain: what
`streamlit run` starts instead. --flat-out: no pauses between edits, for what a core does at most. Students and servers share
this machine's cores, so the processor time of a server is the figure to trust where these are few.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import random
import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks import Result
from benchmarks.browser import ROOT, chromium, wait_for
from benchmarks.edit_to_redraw import FIRSTS
from tools import nginx
from tools.postgres import free_port

SENTENCES = (
    "我喜欢在周末去公园散步",
    "小明昨天去了学校他今天也去了学校",
    "老师把作业发给了学生",
    "因为下雨所以我们在教室里看书",
    "妈妈早上给我做了面包和牛奶",
    "朋友们常常带着孩子一起来",
    "太阳下山以前我们骑自行车回家",
    "图书馆里有很多有意思的书",
)
BOX = "-text"
"""How the id of the sentence box ends: with its key."""
STUDENTS, SECONDS, EVERY = 100, 60.0, 5.0
CROWD = 12
"""Students who edit without a pause: enough to keep two processes busy."""
PATIENCE = 60.0
"""Seconds for one answer; whoever waits longer counts as lost."""
SMALL, LARGE = 90, 9_000
"""Bytes: the end of a script is shorter, and only what is longer is remembered by a browser."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Recorded:
    """What a browser sent: when it opened the page, and when a sentence was typed."""

    opening: bytes
    edit: bytes


@dataclass
class Tally:
    """What all students saw: seconds until an answer, of the first page too; bytes of an answer; faults in words."""

    first: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


@dataclass
class Server:
    """Processes of the app and the address where students come in."""

    url: str
    processes: list[subprocess.Popen[bytes]]

    def memory(self) -> float:
        """MB that the processes hold, all together."""
        return sum(status(process.pid, "VmRSS") for process in self.processes) / 1000

    def busy(self) -> float:
        """Seconds of processor time that they have used."""
        return sum(processor_time(process.pid) for process in self.processes)


def status(pid: int, name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def processor_time(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@contextmanager
def process(port: int, *, plain: bool, store: str) -> Iterator[subprocess.Popen[bytes]]:
    command = [
        sys.executable,
        "-m",
        *("streamlit run app.py --server.port" if plain else "deploy.server --port").split(),
    ]
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "ATTENTION_STORE": store}
    quiet = subprocess.DEVNULL
    with subprocess.Popen([*command, str(port)], cwd=ROOT, env=environment, stdout=quiet, stderr=quiet) as server:
        try:
            wait_for(f"http://127.0.0.1:{port}", server)
            yield server
        finally:
            server.terminate()


@contextmanager
def serving(processes: int, *, plain: bool = False, store: str = "memory:") -> Iterator[Server]:
    """So many processes; behind nginx where there are several."""
    with ExitStack() as stack:
        running, addresses = [], []
        for _ in range(processes):
            port = free_port()
            running.append(stack.enter_context(process(port, plain=plain, store=store)))
            addresses.append(f"127.0.0.1:{port}")
        url = f"http://{addresses[0]}"
        if processes > 1:
            if not (program := nginx.find()):
                raise RuntimeError(nginx.NONE_FOUND)
            url = stack.enter_context(nginx.serving(program, addresses)).url
        yield Server(url, running)


def recorded(url: str) -> Recorded:
    """Open the page in a browser, type a sentence, and keep what was sent."""
    sent: list[bytes] = []
    with chromium() as browser:
        page = browser.new_page(locale="zh-CN", viewport={"width": 1280, "height": 720})
        page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(bytes(frame))))
        page.goto(url)
        box = page.locator(".st-key-sentence input").first
        box.wait_for(timeout=60_000)
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        before = len(sent)
        box.fill(SENTENCES[2])
        page.locator(".st-key-computed .xtick text").first.filter(has_text="老师").wait_for(timeout=60_000)
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    return Recorded(sent[0], sent[before])


class Socket:
    """A websocket of few words: the students' side must cost little, for it shares the cores with the servers."""

    TEXT_OR_BYTES, CLOSE, PING, PONG = (1, 2), 8, 9, 10

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer, self.buffer = reader, writer, b""

    async def send(self, payload: bytes, kind: int = 2) -> None:
        n = len(payload)
        length = (
            bytes([0x80 | n])
            if n < 126
            else bytes([0x80 | 126]) + n.to_bytes(2)
            if n < 65536
            else b"\xff" + n.to_bytes(8)
        )
        self.writer.write(bytes([0x80 | kind]) + length + bytes(4) + payload)  # masked, as it must be, with zeros
        await self.writer.drain()

    async def receive(self) -> AsyncIterator[bytes]:
        """Messages as they come."""
        while True:
            while (frame := self.whole()) is not None:
                kind, payload = frame
                if kind in self.TEXT_OR_BYTES:
                    yield payload
                elif kind == self.PING:
                    await self.send(payload, self.PONG)
                elif kind == self.CLOSE:
                    raise ConnectionError("closed by the server")
            if not (more := await self.reader.read(1 << 18)):
                raise ConnectionError("cut off")
            self.buffer += more

    def whole(self) -> tuple[int, bytes] | None:
        """The next frame off the buffer, once all of it is there."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        start = {126: 4, 127: 10}.get(buffer[1], 2)
        length = buffer[1] if start == 2 else int.from_bytes(buffer[2:start])
        if len(buffer) < max(start, start + length):
            return None
        self.buffer = buffer[start + length :]
        return buffer[0] & 15, buffer[start : start + length]


@asynccontextmanager
async def connected(url: str, cookies: str) -> AsyncIterator[Socket]:
    """A websocket to Streamlit's address for it."""
    host, _, port = url.removeprefix("http://").rpartition(":")
    reader, writer = await asyncio.open_connection(host, int(port), limit=1 << 20)
    key = base64.b64encode(os.urandom(16)).decode()
    head = (
        f"GET /_stcore/stream HTTP/1.1\r\nHost: {host}:{port}\r\nCookie: {cookies}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: streamlit\r\n\r\n"
    )
    writer.write(head.encode())
    answer = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in answer.partition(b"\r\n")[0]:
        raise ConnectionError(answer.partition(b"\r\n")[0].decode())
    try:
        yield Socket(reader, writer)
    finally:
        writer.close()


class Student:
    """One visitor: a seat, a connection, and what his browser would remember of earlier answers."""

    def __init__(self, socket: Socket, script: Recorded, tally: Tally, seed: int) -> None:
        self.socket, self.script, self.tally = socket, script, tally
        self.random = random.Random(seed)
        self.cached: set[str] = set()

    async def open(self) -> None:
        message = BackMsg.FromString(self.script.opening)
        seconds, _ = await self.ask(message)
        self.tally.first.append(seconds)

    async def edit(self) -> None:
        message = BackMsg.FromString(self.script.edit)
        sentence = self.random.choice(FIRSTS) + self.random.choice(SENTENCES)[1:]
        for widget in message.rerun_script.widget_states.widgets:
            if widget.id.endswith(BOX):
                widget.string_value = sentence
        del message.rerun_script.cached_message_hashes[:]
        message.rerun_script.cached_message_hashes.extend(self.cached)
        seconds, size = await self.ask(message)
        self.tally.answers.append(seconds)
        self.tally.sizes.append(size)

    async def ask(self, message: BackMsg) -> tuple[float, int]:
        """Seconds and bytes until the script has run to its end. An answer without a heatmap is a fault."""
        start, size, drawn = time.perf_counter(), 0, False
        await self.socket.send(message.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            async for raw in self.socket.receive():
                size += len(raw)
                drawn |= b"heatmap" in raw
                if SMALL < len(raw) < LARGE:
                    continue  # nothing that a student must read
                answer = ForwardMsg.FromString(raw)
                kind = answer.WhichOneof("type")
                if answer.metadata.cacheable:
                    self.cached.add(answer.hash)
                drawn |= kind == "ref_hash"  # as he has it already
                if kind == "script_finished":
                    break
        if not drawn:
            self.tally.faults.append("an answer without a heatmap")
        return time.perf_counter() - start, size


def seat(url: str) -> str:
    """The cookies that the first page gives."""
    with urllib.request.urlopen(url, timeout=PATIENCE) as page:
        given = [cookie.partition(";")[0] for cookie in page.headers.get_all("Set-Cookie") or []]
    return "; ".join(given)


async def attend(url: str, script: Recorded, tally: Tally, seed: int, begin: float, end: float, every: float) -> None:
    """A student's visit: comes at `begin`, edits until `end`, at his own rhythm."""
    try:
        await asyncio.sleep(max(0.0, begin - time.perf_counter()))
        cookies = await asyncio.to_thread(seat, url)
        async with connected(url, cookies) as socket:
            student = Student(socket, script, tally, seed)
            await student.open()
            due = time.perf_counter() + student.random.uniform(0, every)
            while due < end:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                await student.edit()
                due = max(due + every, time.perf_counter()) if every else time.perf_counter()
    except Exception as error:
        tally.faults.append(f"{type(error).__name__}: {error}"[:200])


async def crowd(url: str, script: Recorded, students: int, seconds: float, every: float) -> Tally:
    """All of them: they come within the first quarter of the time, or at least a tenth of a second apart."""
    tally, start = Tally(), time.perf_counter()
    apart = min(0.5, max(0.1, seconds / 4 / students))
    end = start + students * apart + seconds
    visits = [attend(url, script, tally, i, start + i * apart, end, every) for i in range(students)]
    await asyncio.gather(*visits)
    return tally


@dataclass(frozen=True)
class Measured:
    """One run."""

    tally: Tally
    seconds: float
    busy: float
    memory: float

    @property
    def p95(self) -> float:
        """Milliseconds that 95 of 100 answers take at most."""
        answers = sorted(self.tally.answers)
        return answers[min(len(answers) - 1, int(len(answers) * 0.95))] * 1000 if answers else float("nan")

    @property
    def cost(self) -> float:
        """Milliseconds of processor time for an edit; the opening of pages counts as edits."""
        return 1000 * self.busy / max(1, len(self.tally.answers) + len(self.tally.first))

    def __str__(self) -> str:
        t = self.tally
        middle = median(t.answers) * 1000 if t.answers else float("nan")
        return (
            f"{len(t.answers)} edits in {self.seconds:.0f} s ({len(t.answers) / self.seconds:.1f}/s), "
            f"p50 {middle:.0f} ms, p95 {self.p95:.0f} ms, first page p50 {median(t.first or [0]) * 1000:.0f} ms, "
            f"{self.cost:.0f} ms processor time an edit, {median(t.sizes or [0]) / 1000:.0f} kB an answer, "
            f"{self.memory:.2f} MB a student, {len(t.faults)} faults {sorted(set(t.faults))[:3] or ''}"
        )


def run(server: Server, script: Recorded, *, students: int, seconds: float, every: float) -> Measured:
    """A crowd on a server that has seen a few visitors already."""
    asyncio.run(crowd(server.url, script, 2 * len(server.processes), 2, 0.5))
    memory, busy, start = server.memory(), server.busy(), time.perf_counter()
    tally = asyncio.run(crowd(server.url, script, students, seconds, every))
    took = time.perf_counter() - start
    return Measured(tally, took, server.busy() - busy, (server.memory() - memory) / students)


def measure() -> list[Result]:
    """A class of 100 on one process; then as many edits as there can be, on one and on two."""
    with serving(1) as one:
        script = recorded(one.url)
        calm = run(one, script, students=STUDENTS, seconds=SECONDS, every=EVERY)
    rates = {}
    for processes in (1, 2):
        with serving(processes) as server:
            flat = run(server, script, students=CROWD, seconds=20, every=0)
            rates[processes] = len(flat.tally.answers) / flat.seconds
    name = f"{STUDENTS} students, an edit every {EVERY:g} s, one process: p95"
    served = f"one core serves {1000 / calm.cost:.0f} edits a second"
    gained = f"{rates[1]:.1f} and {rates[2]:.1f} edits a second"
    return [
        Result(name, f"{calm.p95:.0f} ms", "≤ 300 ms", str(calm)),
        Result("memory of a student", f"{calm.memory:.2f} MB", "≤ 1 MB"),
        Result("processor time of an edit", f"{calm.cost:.0f} ms", "", served),
        Result("two processes behind nginx", f"{rates[2] / rates[1]:.2f} ×", "≥ 1.8", gained),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=STUDENTS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--every", type=float, default=EVERY, help="seconds between a student's edits")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="streamlit run instead of deploy/server.py")
    parser.add_argument("--flat-out", action="store_true", help="no pauses between edits")
    given = parser.parse_args()
    with serving(given.processes, plain=given.plain) as server:
        every = 0.0 if given.flat_out else given.every
        print(run(server, recorded(server.url), students=given.students, seconds=given.seconds, every=every))


if __name__ == "__main__":
    main()
