"""Work that would hold others up takes turns: one at a time, so that who has little to do shares the processor with one other.

Python runs one thread at a time, and lets those that want to run take equal shares of a few milliseconds. Beside ten visitors
with 256 words an eleventh with seven gets an eleventh of it. Those ten lose nothing by waiting for each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, local

LONG = 64
"""Words from which on a sentence is long: its table has 4,096 cells."""

_turn = Lock()
_thread = local()


@contextmanager
def turn(words: int = LONG) -> Iterator[None]:
    """A context for work on a sentence of so many words; without a number, for work that is long whatever the sentence.

    Where it is long, one thread at a time is inside. That thread may enter another turn on its way.
    """
    if words < LONG or has_turn():
        yield
        return
    with _turn:
        _thread.inside = True
        try:
            yield
        finally:
            _thread.inside = False


def has_turn() -> bool:
    """Whether this thread is inside."""
    return getattr(_thread, "inside", False)


@contextmanager
def aside() -> Iterator[None]:
    """A context for waiting: who has the turn lets others have it meanwhile, and then waits for the next."""
    if not has_turn():
        yield
        return
    _thread.inside = False
    _turn.release()
    try:
        yield
    finally:
        _turn.acquire()
        _thread.inside = True
