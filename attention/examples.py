"""The example sentences with their hand tables, from assets/examples: one JSON file each, shown in the order of their names."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from attention.assets import EXAMPLES
from attention.errors import AttentionError, ExampleError
from attention.types import HandTable


@dataclass(frozen=True)
class Example:
    """title: by language, "zh" and "en"."""

    name: str
    title: Mapping[str, str]
    table: HandTable

    @property
    def text(self) -> str:
        return "".join(self.table.words)


def read_example(path: Path) -> Example:
    """One file: {"title": {"zh", "en"}, "words": […], "values": [[…]] with null for '-'}. Raises ExampleError."""
    try:
        content = json.loads(path.read_text(encoding="utf8"))
        values = np.array(content["values"], dtype=np.float64)
        if not all(isinstance(word, str) and word for word in content["words"]):
            raise ValueError("a word is no text")
        return Example(path.stem, dict(content["title"]), HandTable(tuple(content["words"]), values))
    except (OSError, ValueError, KeyError, TypeError, AttentionError) as error:
        raise ExampleError(f"{path.name}: {error}", name=path.name) from error


@functools.cache
def examples(folder: Path = EXAMPLES) -> tuple[Example, ...]:
    """All examples; read once."""
    return tuple(read_example(path) for path in sorted(folder.glob("*.json")))
