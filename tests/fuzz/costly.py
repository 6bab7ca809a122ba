"""Files that cost much to read, and what each costs: python -m tests.fuzz.costly 40 prints the peak of each at 40 MB, in MB.

The peak is that of the whole process (Linux: VmHWM, set back before each file), the file's own bytes among it.
"""

from __future__ import annotations

import ctypes
import gc
import gzip
import json
import sys
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from attention.errors import AttentionError
from attention.exchange.hand_file import read_hand
from attention.exchange.sentences_file import read_sentences
from attention.exchange.table_json import read_json
from attention.imported.files import Naming, imported, read_attention, read_names
from attention.train.fitted_file import read_fitted
from tests.imported.written import claiming, directory, npy, tensors, zipped

ALLOWED = 3, 64_000_000
"""So many times its own size, and so many bytes more."""


@dataclass(frozen=True)
class Cost:
    """reader, kind: what was read as what; size, peak: bytes; refused: whether it was."""

    reader: str
    kind: str
    size: int
    peak: int
    refused: bool

    @property
    def fits(self) -> bool:
        return not self.refused or self.peak <= ALLOWED[0] * self.size + ALLOWED[1]


def attention(data: bytes) -> None:
    imported(read_attention("x", data), Naming((), "我去公园", ("我", "去", "公园")))


READERS: dict[str, Callable[[bytes], object]] = {
    "attention": attention,
    "hand": lambda data: read_hand("x", data),
    "table": lambda data: read_json("x", data),
    "fitted": lambda data: read_fitted("x", data),
    "sentences": lambda data: read_sentences("x", data),
    "names": lambda data: read_names("x", data),
}
LIMITS = {
    "attention": 10**9,
    "hand": 8_000_000,
    "table": 8_000_000,
    "fitted": 4_000_000,
    "sentences": 10**6,
    "names": 10**6,
}
"""Bytes of a file that each reader takes."""

TEXTS: dict[str, tuple[bytes, bytes, bytes]] = {
    "empty lists": (b"[", b"[],", b"[]]"),
    "nested objects": (b"", b'{"a":', b""),
    "nested lists": (b"", b"[", b""),
    "lists in an object": (b'{"attention":[', b"[[1,0]],", b"[[1]]]}"),
    "small objects": (b"[", b"{},", b"{}]"),
    "objects with a key": (b"[", b'{"a":1},', b"{}]"),
    "whole numbers": (b"[", b"1,", b"1]"),
    "fractions": (b"[[", b".1,".replace(b".", b"0."), b"1]]"),
    "rows of one": (b"[", b"[1],", b"[1]]"),
    "rows of scores": (b"[", b"[9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9],",
                       b"[9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9]]"),
    "nothing but null": (b"[[", b"null,", b"1]]"),
    "strings": (b'{"attention":[["a",1]],"x":[', b'"ab",', b'"a"]}'),
    "wide strings": ('["😀",'.encode(), b'"a",', b'"a"]'),
    "one string": (b'{"attention":"', b"a", b'"}'),
    "one wide string": ('{"attention":"😀'.encode(), b"a", b'"}'),
    "escapes": (b'{"attention":"', b"\\n", b'"}'),
    "an open string": (b'["', b"a", b""),
    "one number": (b"[[", b"1", b",1]]"),
    "blanks": (b"[[1,0],[0,1]", b" ", b"]"),
    "blanks before": (b"", b" ", b"[[1,2],[3,4]]"),
    "keys": (b"{", b'"a":1,', b'"a":1}'),
    "commas": (b"", b",", b""),
    "cells": (b"a", b",ab", b""),
    "wide cells": ("😀".encode(), b",ab", b""),
    "quotes": (b"a,", b'"', b""),
    "one quoted cell": (b'"', b"a", b'",a'),
    "quotes in a cell": (b'"', b'""', b'",a'),
    "line ends": (b"", b"\n", b""),
    "lines": (b"", b"a\n", b""),
    "one line": (b"", b"a", b""),
    "half characters": (b"\xff\xfe", b"a\0", b""),
    "HTML": (b"<!doctype html><table>", b"<tr><td>1</td></tr>", b"</table>"),
}  # fmt: skip


def texts(size: int) -> Iterator[tuple[str, bytes]]:
    for kind, (start, again, end) in TEXTS.items():
        yield kind, start + again * ((size - len(start) - len(end)) // len(again)) + end


def row_of_texts(n: int) -> bytes:
    return b'{"attention":[["' + b"a" * n + b'"' + b",0" * n + b"]]}"


def arrays(size: int) -> Iterator[tuple[str, bytes]]:
    """Attention as arrays that are refused at the end, or in between."""
    n = size // 4 // (64 * 64) or 1
    scores = np.full((1, n, 64, 64), 7, dtype=np.float32)
    yield "scores, npy", npy(scores)
    yield "scores, half precision", npy(np.concatenate([scores, scores], axis=1).astype("<f2"))
    yield "scores, double", npy(scores[:, : n // 2 or 1].astype("<f8"))
    yield "scores, turned", npy(np.asfortranarray(scores))
    yield (
        "scores, turned, half precision",
        npy(np.asfortranarray(np.concatenate([scores, scores], axis=1).astype("<f2"))),
    )
    yield "scores, npz", zipped(zipfile.ZIP_STORED, attention=npy(scores))
    layers = {f"layer_{i}": npy(scores[0, i::8].astype("<f2")) for i in range(8) if n >= 8}
    yield "layers, half precision", zipped(zipfile.ZIP_STORED, **layers)
    half = scores.astype("<f2").tobytes() * 2
    entry = {"dtype": "BF16", "shape": [1, 2 * n, 64, 64], "data_offsets": [0, len(half)]}
    yield "scores, safetensors", tensors({"attention": entry}, half)
    yield "one tensor many times", tensors({str(i): entry for i in range(900)}, half)
    yield "metadata", tensors({"__metadata__": {"tokens": "[" + "[]," * (size // 3) + "[]]"}})
    yield "a header of lists", tensors(b"{" + b'"a":[],' * (size // 7) + b'"b":[]}')
    yield "zeros, packed", zipped(attention=npy(np.zeros((1, 8 * n, 64, 64), dtype="<f8")))
    yield "zeros, packed, words", zipped(**{f"{i}": npy(np.zeros(200_000, dtype="S4")) for i in range(100)})
    yield (
        "a long header, packed",
        zipped(attention=b"\x93NUMPY\x02\0" + (10**8).to_bytes(4, "little") + b" " * 10**8),
    )
    yield "members", zipped(zipfile.ZIP_STORED, **{f"{i}": b"" for i in range(min(size // 200, 60_000))})
    yield (
        "rows of one, packed",
        zipped(attention=npy(np.full((1, min(n, 40), 500, 1), 2, "<f2").repeat(450, 1))),
    )
    yield "heads of one, packed", zipped(attention=npy(np.ones((1, 2_000_000, 1, 1), dtype="<f2")))
    yield "long names", directory(("😀" + "a" * 60_000).encode(), min(size // 60_000, 999))
    yield "one name of an array", tensors({"_" * (min(size, 900_000)): entry}, half)
    yield "a claim", claiming((10**6, 10**6)) + bytes(size)
    yield "a claim of words", claiming((10**9,), "<U1000") + bytes(size)
    yield "a claim of nothing", claiming((2**60,), "|S0") + bytes(size)
    yield "a bomb of blanks", gzip.compress(b" " * 10 * size)
    yield "random", np.random.default_rng(0).bytes(size)


def files(reader: str, size: int) -> Iterator[tuple[str, bytes]]:
    yield "a row of texts", row_of_texts(20_000)
    yield from texts(min(size, LIMITS[reader]))
    if reader in ("attention", "fitted"):
        yield from arrays(min(size, LIMITS[reader] - 1000))


def status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


def cost(reader: str, kind: str, data: bytes) -> Cost:
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")
    before, refused = status("VmRSS"), True
    with suppress(AttentionError):
        READERS[reader](data)
        refused = False
    return Cost(reader, kind, len(data), max(status("VmHWM") - before, 0) + len(data), refused)


def main(megabytes: int) -> None:
    """One line of JSON a file."""
    for reader in READERS:
        for kind, data in files(reader, megabytes * 1_000_000):
            found = cost(reader, kind, data)
            sys.stdout.write(json.dumps([found.reader, found.kind, found.size, found.peak, found.refused]) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
