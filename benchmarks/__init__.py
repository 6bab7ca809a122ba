"""What the README says about speed, each figure with the command that makes it: `make bench`, or `python -m benchmarks`.

A benchmark is one module here with a function `measure() -> list[Result]`; `__main__` finds it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Result:
    """One line of the table. `aim` and `note` may be empty."""

    name: str
    value: str
    aim: str = ""
    note: str = ""
