"""Named arrays out of .npy, .npz, .safetensors and .json: headers and sizes are read and checked before anything is unpacked.

Sources: NEP 1 (numpy's .npy format), APPNOTE (zip), the description of the safetensors format by Hugging Face. Nothing here
runs what is in a file: an array of Python objects, which would be a pickle, is refused by its header.
"""

from __future__ import annotations

import ast
import io
import json
import lzma
import math
import re
import struct
import zipfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from attention.errors import ImportRefused
from attention.imported.stack import MOST_CELLS

MOST_BYTES = 120_000_000
"""Of a file, as it comes: 24 layers × 16 heads × 256 × 256 weights of four bytes, and room for words."""
MOST_UNPACKED = 8 * MOST_CELLS
"""Of all arrays of a file: eight bytes a weight."""
MOST_ARRAYS = 1_000
MOST_JSON = 40_000_000
"""JSON takes some eight times its size in memory while it is read."""
MOST_HEADER, MOST_NPY_HEADER = 1_000_000, 10_000
NPY_KINDS = re.compile(r"[<>=|]?(f[248]|[US]\d{1,4})")
MOST_TEXT = 200_000
"""Characters of an array of words."""
HALF_WIDTH = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
"""The kinds of safetensors that can be weights; BF16 is the upper half of a float32."""
WORD_NAMES = ("tokens", "words", "pieces", "keys", "queries", "text")

Array = npt.NDArray[Any]


@dataclass
class Content:
    """arrays: of numbers, as float32, in the file's order; texts: what has a name and is words or a text."""

    arrays: dict[str, npt.NDArray[np.float32]] = field(default_factory=dict)
    texts: dict[str, Any] = field(default_factory=dict)


def read_arrays(name: str, data: bytes) -> Content:
    """Found out from what is in the file, not from its name. Raises ImportRefused."""
    if len(data) > MOST_BYTES:
        raise ImportRefused("large", name=name, found=f"{len(data):,}", wanted=f"{MOST_BYTES:,}")
    for fits, read in READERS:
        if fits(data):
            return read(name, data)
    raise ImportRefused("kind", name=name)


def safetensors_like(data: bytes) -> bool:
    return len(data) > 8 and data[8:9] == b"{" and 0 < int.from_bytes(data[:8], "little") <= len(data) - 8


def single(array: Array) -> npt.NDArray[np.float32]:
    """As float32; what is too large for it becomes infinite, which is refused later."""
    with np.errstate(over="ignore", invalid="ignore"):
        return array.astype(np.float32)


# .npy and .npz

ZIP_FAULTS = (
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, NotImplementedError, RuntimeError, EOFError, OSError,
    ValueError,
)  # fmt: skip
"""What zipfile raises about a damaged or locked archive, names that are no text among them."""


def read_npy(name: str, data: bytes) -> Content:
    content = Content()
    put(content, name, "attention", npy_array(name, io.BytesIO(data), MOST_UNPACKED))
    return content


def read_npz(name: str, data: bytes) -> Content:
    """The sizes that the zip's directory claims are checked first; each array is then read no further than its header says."""
    content = Content()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = [info for info in archive.infolist() if not info.is_dir()]
            check_members(name, members)
            left = MOST_UNPACKED
            for info in members:
                with archive.open(info) as file:
                    array = npy_array(f"{name}, {info.filename}", file, left)
                left -= array.nbytes
                put(content, name, info.filename.removesuffix(".npy"), array)
    except ZIP_FAULTS as error:
        raise ImportRefused("damaged", name=name, found=error) from error
    return content


def check_members(name: str, members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_ARRAYS:
        raise ImportRefused("members", name=name, found=len(members), wanted=MOST_ARRAYS)
    if (total := sum(info.file_size for info in members)) > MOST_UNPACKED:
        raise ImportRefused("unpacked", name=name, found=f"{total:,}", wanted=f"{MOST_UNPACKED:,}")


def npy_array(name: str, file: IO[bytes], most: int) -> Array:
    """The array of one .npy; most: bytes that it may have."""
    shape, fortran, dtype = npy_header(name, file)
    size = math.prod(shape) * dtype.itemsize
    if size > most:
        raise ImportRefused("unpacked", name=f"{name} {shape}", found=f"{size:,}", wanted=f"{most:,}")
    raw = file.read(size + 1)
    if len(raw) != size:
        raise ImportRefused("damaged", name=name, found=f"{len(raw):,}", wanted=f"{size:,}")
    return np.frombuffer(raw, dtype=dtype).reshape(shape, order="F" if fortran else "C")


def npy_header(name: str, file: IO[bytes]) -> tuple[tuple[int, ...], bool, np.dtype[Any]]:
    """Shape, whether the first axis runs fastest, kind of numbers. numpy's own reader would try to mend what is damaged."""
    try:
        major = file.read(8)[6]
        width = 2 if major == 1 else 4
        length = int.from_bytes(file.read(width), "little")
        if length > MOST_NPY_HEADER:
            raise ValueError("the header is too long")
        header = ast.literal_eval(file.read(length).decode("utf-8" if major >= 3 else "latin-1"))
        shape, fortran, kind = header["shape"], header["fortran_order"], header["descr"]
        if not all(type(n) is int and n >= 0 for n in tuple(shape)):
            raise ValueError("no shape")
    except (ValueError, KeyError, IndexError, SyntaxError, TypeError, RecursionError, MemoryError) as error:
        raise ImportRefused("damaged", name=name, found=error) from error
    return tuple(shape), bool(fortran), checked_dtype(name, kind)


def checked_dtype(name: str, kind: object) -> np.dtype[Any]:
    """kind: numpy's name for it, such as <f4. An array of Python objects is a pickle."""
    if kind in ("O", "|O"):
        raise ImportRefused("pickle", name=name)
    if not isinstance(kind, str) or not NPY_KINDS.fullmatch(kind):
        raise ImportRefused("dtype", name=name, found=kind, wanted="float16, float32, float64")
    return np.dtype(kind)


def put(content: Content, file: str, name: str, array: Array) -> None:
    """An array of numbers becomes float32, one of words a list."""
    if array.dtype.kind == "f":
        content.arrays[name] = single(array)
        return
    if array.size * max(1, array.dtype.itemsize) > 4 * MOST_TEXT:
        raise ImportRefused("words", name=f"{file}, {name}", found=f"{array.size:,}", wanted=f"{MOST_TEXT:,}")
    try:
        text = np.char.decode(array, "utf-8") if array.dtype.kind == "S" else array
        content.texts[name] = text.tolist()
    except (UnicodeDecodeError, ValueError) as error:
        raise ImportRefused("damaged", name=f"{file}, {name}", found=error) from error


# .safetensors


def read_safetensors(name: str, data: bytes) -> Content:
    """Eight bytes: the length of the header; the header, JSON: dtype, shape, and from where to where, of each tensor."""
    length = int.from_bytes(data[:8], "little")
    if length > MOST_HEADER:
        raise ImportRefused("damaged", name=name, found=f"{length:,}", wanted=f"{MOST_HEADER:,}")
    header = parsed(name, data[8 : 8 + length])
    content, body = Content(), memoryview(data)[8 + length :]
    if len(header) > MOST_ARRAYS:
        raise ImportRefused("members", name=name, found=len(header), wanted=MOST_ARRAYS)
    for key, value in header.items():
        if key == "__metadata__":
            content.texts |= {k: listed(v) for k, v in dict(value).items() if isinstance(v, str)}
        else:
            content.arrays[key] = tensor(f"{name}, {key}", value, body)
    return content


def tensor(name: str, entry: Any, body: memoryview) -> npt.NDArray[np.float32]:
    try:
        dtype, shape, (start, end) = entry["dtype"], tuple(entry["shape"]), entry["data_offsets"]
        whole = all(type(n) is int and n >= 0 for n in (*shape, start, end)) and start <= end <= len(body)
    except (KeyError, TypeError, ValueError) as error:
        raise ImportRefused("damaged", name=name, found=error) from error
    if dtype not in HALF_WIDTH:
        raise ImportRefused("dtype", name=name, found=dtype, wanted=", ".join(HALF_WIDTH))
    if not whole or math.prod(shape) * np.dtype(HALF_WIDTH[dtype]).itemsize != end - start:
        raise ImportRefused("damaged", name=name, found=shape)
    array = np.frombuffer(body[start:end], dtype=HALF_WIDTH[dtype]).reshape(shape)
    if dtype == "BF16":
        return (array.astype(np.uint32) << 16).view(np.float32)
    return single(array)


def listed(text: str) -> Any:
    """Metadata are texts; a list of words is written into one as JSON."""
    try:
        value = json.loads(text) if text[:1] == "[" else text
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, list) else text


# .json


def read_json(name: str, data: bytes) -> Content:
    """An object with named lists, or a list alone."""
    if len(data) > MOST_JSON:
        raise ImportRefused("large", name=name, found=f"{len(data):,}", wanted=f"{MOST_JSON:,}")
    given = parsed(name, data, kind=(dict, list))
    content = Content()
    for key, value in (given if isinstance(given, dict) else {"attention": given}).items():
        if is_words(value):
            content.texts[key] = value
        elif isinstance(value, list) and depth(value) >= 2:
            put_lists(content, name, key, value)
    return content


def parsed(name: str, data: bytes, kind: tuple[type, ...] = (dict,)) -> Any:
    try:
        given = json.loads(data.decode("utf-8-sig"), parse_constant=no_number)
    except ImportRefused as error:
        raise ImportRefused("nan", name=name) from error
    except (ValueError, RecursionError) as error:
        raise ImportRefused("damaged", name=name, found=error) from error
    if not isinstance(given, kind):
        raise ImportRefused("kind", name=name)
    return given


def no_number(constant: str) -> None:
    raise ImportRefused("nan")


def is_words(value: Any) -> bool:
    """A text, a list of texts, or a list of such lists."""
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        return all(item and all(isinstance(x, str) for x in item) for item in value)
    return isinstance(value, str) or (
        isinstance(value, list) and bool(value) and all(isinstance(x, str) for x in value)
    )


def depth(value: Any) -> int:
    n = 0
    while isinstance(value, list) and value and n < 8:
        n, value = n + 1, value[0]
    return n


def put_lists(content: Content, file: str, name: str, value: list[Any]) -> None:
    """One array; or where the layers have other shapes than each other, each by itself, for the refusal to name them."""
    try:
        content.arrays[name] = array_of(f"{file}, {name}", value)
    except ValueError:
        for i, layer in enumerate(value):
            try:
                content.arrays[f"{name}.{i}"] = array_of(f"{file}, {name}", layer)
            except ValueError as error:
                raise ImportRefused("ragged", name=f"{file}, {name}", found=error) from error


def array_of(name: str, value: Any) -> npt.NDArray[np.float32]:
    """Nested lists of numbers, and nothing else, as an array. Raises ValueError where they are ragged."""
    array = np.array(value)
    if array.dtype.kind not in "fiu":
        raise ImportRefused("dtype", name=name, found=array.dtype, wanted="0.25")
    return single(array)


READERS: tuple[tuple[Callable[[bytes], bool], Callable[[str, bytes], Content]], ...] = (
    (lambda data: data.startswith(b"\x93NUMPY"), read_npy),
    (lambda data: data.startswith(b"PK"), read_npz),
    (safetensors_like, read_safetensors),
    (lambda data: data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] in (b"{", b"["), read_json),
)
"""How each format begins, and who reads it."""
