"""A process that sends tables until it is killed: python writer.py ADDRESS CODE. Says on standard output what was acknowledged.

Each table holds one value in all its cells, so that half a table would be seen. Four threads, each with students of its own.
"""

from __future__ import annotations

import sys
import threading

import numpy as np

from attention.classroom.places import open_place
from attention.classroom.store import Store

THREADS = 4
STEPS = 10_000


def write(store: Store, code: str, thread: int, said: threading.Lock) -> None:
    n = len(store.room(code).words)
    for step in range(1, STEPS):
        values = np.where(np.eye(n, dtype=bool), np.nan, step / STEPS)
        student = f"{thread * 1000 + step % 3:032x}"  # corrects its tables as well
        store.send(code, student, values)
        with said:
            sys.stdout.write(f"{student} {step}\n")
            sys.stdout.flush()


def main(address: str, code: str) -> None:
    store, said = Store(open_place(address)), threading.Lock()
    threads = [threading.Thread(target=write, args=(store, code, i, said)) for i in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
