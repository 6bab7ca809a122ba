"""Work that would hold others up takes turns: one at a time, so that who has little to do shares the processor with one other.

Python runs one thread at a time, and lets those that want to run take equal shares of a few milliseconds. Beside ten visitors
with 256 words an eleventh with seven gets an eleventh of it. Those ten lose nothing by waiting for each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import RLock

LONG = 64
"""Words from which on a sentence is long: its table has 4,096 cells."""

_turn = RLock()


@contextmanager
def turn(words: int = LONG) -> Iterator[None]:
    """A context for work on a sentence of so many words; without a number, for work that is long whatever the sentence.

    Where it is long, one thread at a time is inside. That thread may enter another turn on its way.
    """
    with _turn if words >= LONG else nullcontext():
        yield
