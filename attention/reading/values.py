"""Values out of JSON as what they have to be: a number is neither a text nor a truth value, and nothing is rounded or guessed.

All raise ValueError, TypeError or OverflowError (a whole number beyond every float) for anything else.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from attention.types import Floats


def number(value: Any) -> float:
    """A finite number."""
    if type(value) not in (int, float) or not math.isfinite(value):
        raise TypeError("not a number")
    return float(value)


def whole(value: Any) -> int:
    """A whole number."""
    if type(value) is not int:
        raise TypeError("not a whole number")
    return value


def truth(value: Any) -> bool:
    """True or False."""
    if type(value) is not bool:
        raise TypeError("neither true nor false")
    return value


def text(value: Any) -> str:
    """A text."""
    if type(value) is not str:
        raise TypeError("not a text")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """A list of texts."""
    if not isinstance(value, list | tuple):
        raise TypeError("not a list")
    return tuple(map(text, value))


def fields(value: Any) -> dict[str, Any]:
    """An object, by key."""
    if not isinstance(value, dict):
        raise TypeError("not an object")
    return value


def numbers(value: Any, *, nulls: bool = False) -> Floats:
    """Nested lists of numbers as an array of their shape; nulls: allow None and NaN. Raises ValueError if they are ragged."""
    return np.array(checked(value, nulls), dtype=np.float64)


def checked(value: Any, nulls: bool) -> Any:
    """Nested lists with every number checked."""
    if isinstance(value, list | tuple):
        return [checked(item, nulls) for item in value]
    open_cell = value is None or (type(value) is float and math.isnan(value))
    return math.nan if nulls and open_cell else number(value)


KINDS: Mapping[type, Callable[[Any], Any]] = {bool: truth, int: whole, float: number, str: text}


def known_fields(usual: Any, value: Any) -> dict[str, Any]:
    """The fields of a dataclass that an object sets, each of the same kind as in `usual`; other keys are ignored."""
    given = fields(value)
    names = [field.name for field in dataclasses.fields(usual) if field.name in given]
    return {name: KINDS[type(getattr(usual, name))](given[name]) for name in names}
