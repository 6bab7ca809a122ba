"""How far a long run is: sentences, share and time left, on standard error."""

from __future__ import annotations

import sys
import time

ON_TERMINAL, IN_LOG = 0.2, 60.0
"""Seconds between two words about it."""
BACK = "\r"


class Progress:
    """total: the bytes to read, None where nobody knows. A terminal has one line that changes, a log a line a minute."""

    def __init__(self, total: int | None) -> None:
        self.total, self.terminal = total, sys.stderr.isatty()
        self.start = self.said = time.monotonic()
        self.first: int | None = None
        self.text = ""

    def show(self, sentences: int, end: int) -> None:
        """So many are done, and the input is read up to `end`."""
        now = time.monotonic()
        if self.first is None:
            self.start, self.first = now, end
        self.text = f"{sentences} sentences{self.left(end, now)}"
        if now - self.said >= (ON_TERMINAL if self.terminal else IN_LOG):
            self.said = now
            self.say("" if self.terminal else "\n")

    def say(self, end: str) -> None:
        """Write how far it is."""
        sys.stderr.write(f"{self.terminal * BACK}{self.text}{end}")
        sys.stderr.flush()

    def left(self, end: int, now: float) -> str:
        """The share that is done and the time that the rest takes, at the pace until now."""
        if not self.total or self.first is None or end <= self.first:
            return ""
        seconds = (self.total - end) * (now - self.start) / (end - self.first)
        return f", {100 * end // self.total} %, {duration(seconds)} left"

    def end(self) -> None:
        """All is done, or nothing more will be."""
        if self.terminal:
            self.say("\n")


def duration(seconds: float) -> str:
    """A time in words.

    >>> duration(9), duration(200), duration(9000)
    ('9 s', '3 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
