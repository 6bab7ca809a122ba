"""Many students at once, on this machine alone: how long an answer takes, what an edit and a student cost, what a second process
gains. Each against the bare page (benchmarks/bare_page.py) with the same students in the same run.

    python -m benchmarks.load [--students 100] [--seconds 60] [--every 5] [--processes 1] [--plain] [--flat-out]

A student is a websocket that speaks Streamlit's protocol. What it sends was recorded from a real browser that opened the page
and typed into the sentence box; only the sentence differs. An answer is all that comes back until the script has run to its
end; it must hold a heatmap. Students come one after another, each edits every few seconds, and nobody waits for anybody.

The server is the one of deploy/server.py, one process or several behind nginx with the shipped configuration; --plain: what
`streamlit run` starts instead, as for the bare page. --flat-out: no pauses between edits, for what a core does at most. Students
and servers share this machine's cores, so the processor time of a server is the figure to trust where these are few.
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
BARE = "benchmarks/bare_page.py"
STUDENTS, SECONDS, EVERY = 100, 60.0, 5.0
ROUNDS = 2
"""Visits of the whole class, by turns to the app and to the bare page."""
CROWD = 12
"""Students who edit without a pause: enough to keep two processes busy."""
REST = 1000
"""Milliseconds until a page that has been drawn is surely at rest: what is typed before has another message."""
PATIENCE = 60.0
"""Seconds for one answer; whoever waits longer counts as lost."""
SMALL, LARGE = 90, 9_000
"""Bytes: the end of a script is shorter, and only what is longer is remembered by a browser."""
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Recorded:
    """What a browser sent: when it opened the page, and when a sentence was typed; how many characters that may have."""

    opening: bytes
    edit: bytes
    longest: int = 10_000


@dataclass
class Tally:
    """What all students saw: seconds until an answer, of the first page too; bytes and messages of an answer; faults in words.
    every: seconds between a student's edits, which begin when all have come."""

    every: float = EVERY
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    first: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    messages: list[int] = field(default_factory=list)
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
def process(port: int, script: str, store: str) -> Iterator[subprocess.Popen[bytes]]:
    """script: what `streamlit run` serves, from the top of the project; without it the app as it is deployed."""
    how = f"streamlit run {script} --server.port" if script else "deploy.server --port"
    command = [sys.executable, "-m", *how.split()]
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "ATTENTION_STORE": store,
    }
    quiet = subprocess.DEVNULL
    with subprocess.Popen([*command, str(port)], cwd=ROOT, env=environment, stdout=quiet, stderr=quiet) as server:
        try:
            wait_for(f"http://127.0.0.1:{port}", server)
            yield server
        finally:
            server.terminate()


@contextmanager
def serving(processes: int, script: str = "", *, store: str = "memory:") -> Iterator[Server]:
    """So many processes; behind nginx where there are several."""
    with ExitStack() as stack:
        running, addresses = [], []
        for _ in range(processes):
            port = free_port()
            running.append(stack.enter_context(process(port, script, store)))
            addresses.append(f"127.0.0.1:{port}")
        url = f"http://{addresses[0]}"
        if processes > 1:
            if not (program := nginx.find()):
                raise RuntimeError(nginx.NONE_FOUND)
            url = stack.enter_context(nginx.serving(program, addresses)).url
        yield Server(url, running)


def recorded(url: str, *, bare: bool = False) -> Recorded:
    """Open the page in a browser, type a sentence, and keep what was sent. On the bare page a character is a word: so it gets
    seven of them, as the sentences have words."""
    sent: list[bytes] = []
    with chromium() as browser:
        page = browser.new_page(locale="zh-CN", viewport={"width": 1280, "height": 720})
        page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(bytes(frame))))
        page.goto(url)
        box = page.locator(".stTextInput input").first
        box.wait_for(timeout=60_000)
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
        page.wait_for_timeout(REST)
        box.fill(typed := SENTENCES[2][: 7 if bare else None])
        page.locator(".xtick text").first.filter(has_text="老").wait_for(timeout=60_000)
        page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    return Recorded(sent[0], next(one for one in sent if typed.encode() in one), 7 if bare else 10_000)


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
    try:
        writer.write(head.encode())
        answer = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in answer.partition(b"\r\n")[0]:
            raise ConnectionError(answer.partition(b"\r\n")[0].decode())
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
        self.tally.first.append((await self.ask(message, drawn=True))[0])  # the bare page has no heatmap yet

    async def edit(self) -> None:
        message = BackMsg.FromString(self.script.edit)
        sentence = self.sentence()
        for widget in message.rerun_script.widget_states.widgets:
            if widget.WhichOneof("value") == "string_value" and widget.string_value[0] == SENTENCES[2][0]:
                widget.string_value = sentence[: self.script.longest]
        del message.rerun_script.cached_message_hashes[:]
        message.rerun_script.cached_message_hashes.extend(self.cached)
        seconds, size, messages = await self.ask(message)
        self.tally.answers.append(seconds)
        self.tally.sizes.append(size)
        self.tally.messages.append(messages)

    def sentence(self) -> str:
        """What is typed next."""
        return self.random.choice(FIRSTS) + self.random.choice(SENTENCES)[1:]

    async def ask(self, message: BackMsg, *, drawn: bool = False) -> tuple[float, int, int]:
        """Seconds, bytes and messages until the script has run to its end. An answer without a heatmap is a fault, unless there
        need be none (`drawn`)."""
        start, size, messages = time.perf_counter(), 0, 0
        await self.socket.send(message.SerializeToString())
        async with asyncio.timeout(PATIENCE):
            async for raw in self.socket.receive():
                size += len(raw)
                messages += 1
                drawn |= b"heatmap" in raw
                if SMALL < len(raw) < LARGE:
                    continue  # nothing that a student must read
                answer = ForwardMsg.FromString(raw)
                kind = answer.WhichOneof("type")
                if answer.metadata.cacheable:
                    self.cached.add(answer.hash)
                drawn |= kind == "ref_hash"  # as he has it already
                if kind == "script_finished" and answer.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
                    break
        if not drawn:
            self.tally.faults.append("an answer without a heatmap")
        return time.perf_counter() - start, size, messages


def seat(url: str) -> str:
    """The cookies that the first page gives."""
    with urllib.request.urlopen(url, timeout=PATIENCE) as page:
        given = [cookie.partition(";")[0] for cookie in page.headers.get_all("Set-Cookie") or []]
    return "; ".join(given)


async def attend(server: Server, script: Recorded, tally: Tally, seed: int, apart: float, seconds: float) -> None:
    """A student's visit: comes when it is his turn, edits at his own rhythm once all have come (`tally.begun`)."""
    try:
        await asyncio.sleep(seed * apart)
        async with connected(server.url, await asyncio.to_thread(seat, server.url)) as socket:
            student = Student(socket, script, tally, seed)
            await student.open()
            await tally.begun.wait()
            due = time.perf_counter() + student.random.uniform(0, tally.every)
            end = time.perf_counter() + seconds
            while due < end:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                await student.edit()
                due = max(due + tally.every, time.perf_counter())
    except Exception as error:
        tally.faults.append(f"{type(error).__name__}: {error}"[:200])


async def crowd(server: Server, script: Recorded, students: int, seconds: float, every: float) -> Measured:
    """All of them: they come half a second apart, or within a quarter of the time, and then edit for so many seconds."""
    tally, memory = Tally(every), server.memory()
    apart = min(0.5, max(0.1, seconds / 4 / students))
    visits = asyncio.gather(*(attend(server, script, tally, i, apart, seconds) for i in range(students)))
    while len(tally.first) + len(tally.faults) < students:
        await asyncio.sleep(0.1)
    tally.begun.set()
    busy, start = server.busy(), time.perf_counter()
    await visits
    return Measured(tally, time.perf_counter() - start, server.busy() - busy, (server.memory() - memory) / students)


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
        """Milliseconds of processor time for an edit."""
        return 1000 * self.busy / max(1, len(self.tally.answers))

    def __str__(self) -> str:
        t = self.tally
        middle = median(t.answers) * 1000 if t.answers else float("nan")
        return (
            f"{len(t.answers)} edits in {self.seconds:.0f} s ({len(t.answers) / self.seconds:.1f}/s), "
            f"p50 {middle:.0f} ms, p95 {self.p95:.0f} ms, first page p50 {median(t.first or [0]) * 1000:.0f} ms, "
            f"{self.cost:.0f} ms processor time an edit, {median(t.sizes or [0]) / 1000:.1f} kB "
            f"in {median(t.messages or [0]):.0f} messages an answer, "
            f"{self.memory:.2f} MB a student, {len(t.faults)} faults {sorted(set(t.faults))[:3] or ''}"
        )


def run(server: Server, script: Recorded, *, students: int, seconds: float, every: float) -> Measured:
    """A crowd on a server that has seen a few visitors already."""
    asyncio.run(crowd(server, script, 2 * len(server.processes), 2, 0.5))
    return asyncio.run(crowd(server, script, students, seconds, every))


def flat_out(processes: int) -> float:
    """Edits a second at most."""
    with serving(processes) as server:
        flat = run(server, recorded(server.url), students=CROWD, seconds=20, every=0)
        return len(flat.tally.answers) / flat.seconds


def measure() -> list[Result]:
    """A class of 100 on one process, and on the bare page; then as many edits as there can be, on one and on two."""
    with serving(1) as app, serving(1, BARE) as bare:
        scripts = [(app, recorded(app.url)), (bare, recorded(bare.url, bare=True))]
        runs = [
            run(server, script, students=STUDENTS, seconds=SECONDS / ROUNDS, every=EVERY)
            for server, script in scripts * ROUNDS
        ]
    calm, floor = joined(runs[::2]), joined(runs[1::2])
    rates = [flat_out(processes) for processes in (1, 2)]
    sizes = [median(one.tally.sizes) / 1000 for one in (calm, floor)]
    return [
        Result(
            "processor time of an edit, of the bare page's",
            f"{calm.cost / floor.cost:.2f} ×",
            "≤ 2.5",
            f"{calm.cost:.0f} and {floor.cost:.0f} ms",
        ),
        Result(
            f"{STUDENTS} students, an edit every {EVERY:g} s: p95, of the bare page's",
            f"{calm.p95 / floor.p95:.2f} ×",
            "≤ 3",
            f"{calm}; the bare page: {floor}",
        ),
        Result("messages of an edit", f"{median(calm.tally.messages):.0f}", "≤ 25"),
        Result("bytes of an edit", f"{sizes[0]:.1f} kB", "≤ 20 kB", f"the bare page {sizes[1]:.1f} kB"),
        Result("memory of a student", f"{runs[0].memory:.2f} MB", "≤ 1 MB"),
        Result(
            "two processes behind nginx",
            f"{rates[1] / rates[0]:.2f} ×",
            "≥ 1.9",
            f"{rates[0]:.1f} and {rates[1]:.1f} edits a second",
        ),
    ]


def joined(runs: list[Measured]) -> Measured:
    """Several runs as one."""
    tally = Tally()
    for run in runs:
        for name in ("first", "answers", "sizes", "messages", "faults"):
            getattr(tally, name).extend(getattr(run.tally, name))
    return Measured(
        tally, sum(run.seconds for run in runs), sum(run.busy for run in runs), sum(run.memory for run in runs)
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--students", type=int, default=STUDENTS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--every", type=float, default=EVERY, help="seconds between a student's edits")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="streamlit run instead of deploy/server.py")
    parser.add_argument("--bare", action="store_true", help="the bare page instead of the app")
    parser.add_argument("--flat-out", action="store_true", help="no pauses between edits")
    given = parser.parse_args()
    with serving(given.processes, BARE if given.bare else "app.py" if given.plain else "") as server:
        every = 0.0 if given.flat_out else given.every
        script = recorded(server.url, bare=given.bare)
        print(run(server, script, students=given.students, seconds=given.seconds, every=every))


if __name__ == "__main__":
    main()
