"""A second process on the same database: python answerer.py ADDRESS. Does what it is told, and says what it sees."""

from __future__ import annotations

import sys

import numpy as np

from attention.classroom.places import open_place
from attention.classroom.store import Store


def tell(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def main(address: str) -> None:
    store = Store(open_place(address))
    tell("ready")
    for line in sys.stdin:
        match line.split():
            case ["send", code, student, value]:
                n = len(store.room(code).words)
                store.send(code, student, np.where(np.eye(n, dtype=bool), np.nan, float(value)))
                tell("sent")
            case ["tables", code, secret]:
                tell(*(f"{sent.table.values[0, 1]:g}" for sent in store.tables(code, secret)))
            case ["room", code]:
                room = store.room(code)
                tell(room.closed, room.shown)


if __name__ == "__main__":
    main(*sys.argv[1:])
