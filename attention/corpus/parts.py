"""The finished batches of a run, each a file in a folder beside the output: what is there after a kill is not computed again.

A file's name says which batch it is, and by a digest what it was made from. So the same command goes on where it was broken
off, another one begins anew, and nothing has to be written down about a run.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from attention.corpus.forms import Form
from attention.corpus.lines import Line
from attention.corpus.rows import Asked


@dataclass(frozen=True)
class Counts:
    """Of a batch: its sentences, those without a table, and those of which a part was left out."""

    sentences: int = 0
    failed: int = 0
    shortened: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.sentences + other.sentences, self.failed + other.failed, self.shortened + other.shortened
        )  # fmt: skip


class Parts:
    """The folder of one output. Raises OSError where it cannot be made."""

    def __init__(self, output: Path, form: Form) -> None:
        self.output, self.form = output, form
        self.folder = output.with_name(f"{output.name}.parts")
        self.folder.mkdir(exist_ok=True)
        self.there = {path.name.rsplit("_", 1)[0]: path for path in self.folder.glob(f"*{form.ending}")}

    def stem(self, number: int, lines: Sequence[Line], asked: Asked) -> str:
        """How the name of a batch begins."""
        return f"{number:07d}-{asked.digest(lines)}"

    def found(self, stem: str) -> tuple[Path, Counts] | None:
        """The batch if it is finished."""
        if path := self.there.get(stem):
            return path, Counts(*map(int, path.stem.rsplit("_", 1)[1].split("-")))
        return None

    def path(self, stem: str, counts: Counts) -> Path:
        """Where a finished batch stands."""
        name = f"{stem}_{counts.sentences}-{counts.failed}-{counts.shortened}{self.form.ending}"
        return self.folder / name

    def join(self, parts: Sequence[Path]) -> None:
        """The output from the batches, whole or not at all; the folder goes."""
        whole = self.folder / "whole"
        self.form.join(parts, whole)
        whole.replace(self.output)
        shutil.rmtree(self.folder)


def write_whole(path: Path, data: bytes) -> None:
    """A file that is whole or not there, whenever the power goes."""
    going = path.with_name(f"{path.name}.{os.getpid()}")
    with going.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    going.replace(path)
