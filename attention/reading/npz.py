"""Arrays out of .npy and .npz: headers by numpy's own functions, each array read in chunks and no further than its header says.

Sources: NEP 1 (numpy's .npy format), APPNOTE (zip). An array of Python objects, which would be a pickle, is never read.
"""

from __future__ import annotations

import io
import math
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from attention.limits.budget import TooCostly

MAX_NPY_HEADER = 10_000
MAX_AXES, LONGEST_AXIS = 32, 2**63 - 1
READ_BYTES = 1 << 20
"""Bytes."""
PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""numpy writes no others, and others may ask for gigabytes only to be opened."""
ZIP_ENTRY = re.compile(rb"PK\x01\x02(?=.{24}(.{6}))", re.DOTALL)
"""How each entry of a zip's directory begins, and how long its name and its two notes are."""
MAX_NAME_BYTES = 1_000_000
"""Bytes of all names and notes: as text a name may take eight times its own."""

Array = npt.NDArray[Any]


@dataclass(frozen=True, eq=False)
class Stored:
    """An array not yet read: what its header says, and where its numbers are."""

    name: str
    shape: tuple[int, ...]
    fortran: bool
    dtype: np.dtype[Any]
    first: bytes
    file: IO[bytes]

    @property
    def count(self) -> int:
        """How many numbers it has."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """How many bytes it takes in the file."""
        return self.count * self.dtype.itemsize

    def read(self, kind: npt.DTypeLike) -> Array:
        """The array, of its shape, in this kind of number; values too large for it become infinite.

        Raises ValueError if the file is shorter or longer than its header says.
        """
        values, at, held, width = np.empty(self.count, kind), 0, self.first, self.dtype.itemsize
        while at < self.count:
            held += self.file.read(max(0, min(READ_BYTES, (self.count - at) * width) - len(held)))
            n = min(len(held) // width, self.count - at)
            if not n:
                raise ValueError("shorter than its header says")
            with np.errstate(over="ignore", invalid="ignore"):
                values[at : at + n] = np.frombuffer(held, self.dtype, n)
            held, at = held[n * width :], at + n
        if held or self.file.read(1):
            raise ValueError("longer than its header says")
        return values.reshape(self.shape, order="F" if self.fortran else "C")


def stored(name: str, file: IO[bytes]) -> Stored:
    """The array whose .npy begins here. Raises ValueError and the like if its header is damaged."""
    head = file.read(MAX_NPY_HEADER)
    stream = io.BytesIO(head)
    known = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
    shape, fortran, dtype = known[np.lib.format.read_magic(stream)](stream, max_header_size=MAX_NPY_HEADER)
    if len(shape) > MAX_AXES or not all(type(n) is int and 0 <= n <= LONGEST_AXIS for n in shape):
        raise ValueError("no shape")
    return Stored(name, tuple(shape), bool(fortran), dtype, head[stream.tell() :], file)


def entries(data: bytes) -> int:
    """How many arrays a zip may hold, found without opening it, which would read its whole directory."""
    return sum(1 for _ in ZIP_ENTRY.finditer(data))


def members(data: bytes, most: int) -> Iterator[tuple[str, IO[bytes]]]:
    """Name and content of each array of an .npz, one after the other; most: bytes of all, as the zip's directory claims.

    Raises TooCostly before anything is unpacked, and what zipfile raises where the file is damaged.
    """
    lengths = b"".join(match[1] for match in ZIP_ENTRY.finditer(data))
    if (names := int(np.frombuffer(lengths, "<u2").sum(dtype=np.int64))) > MAX_NAME_BYTES:
        raise TooCostly(names, MAX_NAME_BYTES)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if (total := sum(info.file_size for info in archive.infolist())) > most:
            raise TooCostly(total, most)
        for info in archive.infolist():
            if info.is_dir():
                continue
            if info.compress_type not in PLAIN:
                raise NotImplementedError("compressed in another way than numpy does")
            with archive.open(info) as file:
                yield info.filename.removesuffix(".npy"), file
