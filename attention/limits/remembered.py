"""Results that are kept, limited by the bytes they take: the least recently used go first.

Used wherever they depend on what visitors send. Those that depend on the app's own files alone (functools.cache) are as large
as these.
"""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np

P = ParamSpec("P")
T = TypeVar("T")

ENTRY_BYTES = 500
"""Bytes that remembering costs by itself."""


def size_of(value: Any, seen: set[int] | None = None) -> int:
    """About the bytes of a value: arrays, texts and numbers in containers and dataclasses; what occurs twice counts once."""
    seen = set() if seen is None else seen
    while isinstance(value, np.ndarray) and isinstance(value.base, np.ndarray):
        value = value.base  # a view keeps the whole
    if id(value) in seen:
        return 0
    seen.add(id(value))
    size = sys.getsizeof(value)
    if isinstance(value, np.ndarray):
        return value.nbytes + 128
    if isinstance(value, dict):
        return size + sum(size_of(part, seen) for pair in value.items() for part in pair)
    if isinstance(value, tuple | list | set | frozenset):
        return size + sum(size_of(part, seen) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return size + sum(size_of(getattr(value, field.name), seen) for field in fields(value))
    return size


class Remembered(Generic[P, T]):
    """A function whose results are kept, at most `most` bytes of them with their keys. Safe to use from several threads.

    Of those who ask for the same at once, one computes. A result larger than `most` is not kept, and neither is an error.
    """

    def __init__(self, compute: Callable[P, T], most: int, key: Callable[..., Hashable]) -> None:
        self.compute, self.most, self.key = compute, most, key
        self.bytes = 0
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._going: dict[Hashable, Lock] = {}
        wraps(compute)(self)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """The kept result for these arguments, else a new one."""
        key = self.key(*args, **kwargs)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
            going = self._going.setdefault(key, Lock())
        with going:
            with self._lock:
                if key in self._kept:  # somebody else was first
                    return self._kept[key][0]
            try:
                result = self.compute(*args, **kwargs)
                self._keep(key, result)
            finally:
                with self._lock:
                    self._going.pop(key, None)
        return result

    def _keep(self, key: Hashable, result: T) -> None:
        size = size_of((key, result)) + ENTRY_BYTES
        with self._lock:
            if size > self.most or key in self._kept:
                return
            self._kept[key] = (result, size)
            self.bytes += size
            while self.bytes > self.most:
                self.bytes -= self._kept.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self.bytes = 0


def by_arguments(*args: Any, **kwargs: Any) -> Hashable:
    """The usual key: all arguments, which must be hashable."""
    return args, tuple(sorted(kwargs.items()))


def remembered(
    *, most: int, key: Callable[..., Hashable] = by_arguments
) -> Callable[[Callable[P, T]], Remembered[P, T]]:
    """Decorator that keeps results. most: bytes; key: made from the arguments, hashable."""
    return lambda compute: Remembered(compute, most, key)
