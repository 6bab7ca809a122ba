"""One visitor edits a short sentence while ten others send 256 words without a pause: how much longer the answer takes.

    python -m benchmarks.beside_heavy [--heavy 10] [--words 256] [--seconds 20]

The visitors are those of benchmarks/load.py, at one process of deploy/server.py.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from statistics import median

from benchmarks import Result
from benchmarks.load import Recorded, Student, Tally, connected, recorded, seat, serving

HEAVY, WORDS, SECONDS = 10, 256, 20.0
PAUSE = 0.5
"""Seconds between the edits of the one."""
WORD = "公园 学校 老师 学生 作业 今天 昨天 朋友 孩子 图书馆 面包 牛奶 教室 周末 太阳 妈妈".split()


class Heavy(Student):
    """Each of its sentences is as long as a table may be, and another one."""

    words = WORDS

    def sentence(self) -> str:
        return "".join(self.random.choice(WORD) for _ in range(self.words))


async def visit(url: str, script: Recorded, student: type[Student], seed: int, end: float, pause: float) -> Tally:
    tally = Tally()
    async with connected(url, await asyncio.to_thread(seat, url)) as socket:
        visitor = student(socket, script, tally, seed)
        await visitor.open()
        while time.perf_counter() < end:
            await visitor.edit()
            await asyncio.sleep(pause)
    return tally


async def beside(url: str, script: Recorded, heavy: int, seconds: float) -> tuple[Tally, list[Tally]]:
    """What the one saw, and what the others saw, who begin a little earlier."""
    end = time.perf_counter() + seconds
    others = [asyncio.create_task(visit(url, script, Heavy, i, end + 1, 0)) for i in range(1, heavy + 1)]
    await asyncio.sleep(3 if heavy else 0)
    one = await visit(url, script, Student, 0, end, PAUSE)
    return one, await asyncio.gather(*others)


def measured(heavy: int, seconds: float) -> tuple[Tally, Tally, list[Tally]]:
    """The one alone, then beside the others."""
    with serving(1) as server:
        script = recorded(server.url)
        asyncio.run(beside(server.url, script, 0, 3))
        alone, _ = asyncio.run(beside(server.url, script, 0, seconds / 2))
        crowded, others = asyncio.run(beside(server.url, script, heavy, seconds))
    return alone, crowded, others


def measure(heavy: int = HEAVY, seconds: float = SECONDS) -> list[Result]:
    alone, crowded, others = measured(heavy, seconds)
    quiet, loud = (1000 * median(tally.answers) for tally in (alone, crowded))
    most = 1000 * max(crowded.answers)
    rate = sum(len(other.answers) for other in others) / seconds
    note = (
        f"{quiet:.0f} ms alone, {loud:.0f} ms beside them, at most {most:.0f} ms; they have {rate:.1f} answers a second"
    )
    return [Result(f"an edit beside {heavy} visitors with {WORDS} words", f"{loud / quiet:.1f} ×", "≤ 3 ×", note)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--heavy", type=int, default=HEAVY)
    parser.add_argument("--words", type=int, default=WORDS)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    Heavy.words = given.words
    print(measure(given.heavy, given.seconds)[0])


if __name__ == "__main__":
    main()
