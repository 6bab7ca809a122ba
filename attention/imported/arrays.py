"""Named arrays out of .npy, .npz, .safetensors and .json: headers and sizes are read and checked before anything is built.

Sources: NEP 1 (numpy's .npy format), the description of the safetensors format by Hugging Face. Nothing in a file is ever run:
an array of Python objects, which would be a pickle, is refused by its header.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import Any

import numpy as np

from attention.errors import ImportProblem, ImportRefused
from attention.imported.json_rows import Rows, read_json_rows
from attention.imported.stack import MAX_CELLS, Singles
from attention.limits.budget import Budget, refusing
from attention.reading.npz import MAX_AXES, Stored, entries, members, stored
from attention.reading.workbook import OLE, workbook
from attention.types import Mask

MAX_IMPORT_BYTES = 120_000_000
"""Of a file, as it comes: 24 layers × 16 heads × 256 × 256 weights of four bytes, and room for words."""
MAX_UNPACKED = 8 * MAX_CELLS
"""Of all arrays of a file, as they are in it: eight bytes a weight."""
MAX_ARRAYS = 1_000
MAX_JSON = 40_000_000
MAX_SAFETENSORS_HEADER = 1_000_000
MAX_TEXT = 200_000
"""Characters of an array of words."""
MASKS = ("attention_mask", "mask", "padding_mask")
MAX_DEPTH = 4
"""Objects and lists of objects within each other, in a JSON file."""
PICKLE = b"\x80"
TORCH = re.compile(rb"PK\x03\x04.{26}[^/]{0,200}/data\.pkl", re.DOTALL)
MAX_TORCH_SEARCH, MAX_WORKBOOK_SEARCH = 2_000, 20_000
"""How what torch.save and pickle write begins."""
SAVE_NUMPY = "np.savez('attention.npz', attention=np.stack(attentions))"
SAVE_TORCH = "np.savez('attention.npz', attention=torch.stack(attentions).float().cpu().numpy())"
"""The lines that save what is read here."""
WHOLE_DTYPES = {
    "BOOL": "?", "U8": "u1", "I8": "i1", "U16": "<u2", "I16": "<i2", "U32": "<u4", "I32": "<i4", "U64": "<u8", "I64": "<i8",
}  # fmt: skip
TENSOR_DTYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
"""The kinds of safetensors that can be weights; BF16 is the upper half of a float32."""


@dataclass
class Content:
    """What a file holds. arrays: of numbers, as float32, in the file's order; texts: what else has a name and is words or a text;
    masks: which pieces are none but padding (False), of one sentence or of each; faults: why another array could not be used."""

    arrays: dict[str, Singles] = field(default_factory=dict)
    texts: dict[str, Any] = field(default_factory=dict)
    masks: dict[str, Mask] = field(default_factory=dict)
    faults: dict[str, ImportRefused] = field(default_factory=dict)


def read_arrays(name: str, data: bytes) -> Content:
    """What a file holds; its format is recognised by its content, not by its name. Raises ImportRefused."""
    if len(data) > MAX_IMPORT_BYTES:
        raise ImportRefused(ImportProblem.LARGE, name=name, found=f"{len(data):,}", wanted=f"{MAX_IMPORT_BYTES:,}")
    if kind := workbook_of(data):
        raise ImportRefused(ImportProblem.WORKBOOK, name=name, found=kind, wanted=SAVE_NUMPY)
    if TORCH.search(data, 0, MAX_TORCH_SEARCH) or data.startswith(PICKLE):
        raise ImportRefused(ImportProblem.TORCH, name=name, found="torch.save / pickle", wanted=SAVE_TORCH)
    for fits, read in READERS:
        if fits(data):
            with refusing_import(name):
                return read(name, data, Budget(len(data)))
    raise ImportRefused(ImportProblem.KIND, name=name)


def workbook_of(data: bytes) -> str | None:
    """Whose workbook it is. What names it stands at the beginning of a zip, and by chance anywhere in one of numbers."""
    beginning = data if data.startswith(OLE) else data[:MAX_WORKBOOK_SEARCH]
    return None if b".npy" in beginning else workbook(beginning)


def refusing_import(name: str) -> AbstractContextManager[None]:
    """A context in which whatever a damaged or costly file makes a library raise becomes ImportRefused."""
    return refusing(ImportProblem, partial(ImportRefused, name=name))


def safetensors_like(data: bytes) -> bool:
    """Whether the file may begin with a header of safetensors."""
    return len(data) > 8 and data[8:9] == b"{" and 0 < int.from_bytes(data[:8], "little") <= len(data) - 8


# .npy and .npz


def read_npy(name: str, data: bytes, budget: Budget) -> Content:
    """The one array of a .npy."""
    content = Content()
    put(content, name, stored("attention", BytesIO(data)), budget)
    return whole_content(content)


def read_npz(name: str, data: bytes, budget: Budget) -> Content:
    """The arrays of a .npz, each read no further than its header says."""
    if (count := entries(data)) > MAX_ARRAYS:
        raise ImportRefused(ImportProblem.MEMBERS, name=name, found=count, wanted=MAX_ARRAYS)
    content = Content()
    for member, file in members(data, MAX_UNPACKED):
        put(content, f"{name}, {member}", stored(member, file), budget)
    return whole_content(content)


def put(content: Content, name: str, array: Stored, budget: Budget) -> None:
    """Add an array: one of numbers as float32, one of words as a list. name: for a refusal."""
    if array.dtype.hasobject:
        raise ImportRefused(ImportProblem.PICKLE, name=name, wanted=SAVE_NUMPY)
    if array.dtype.kind == "f" and array.dtype.itemsize <= 8:
        budget.take(4 * array.count * (2 if array.fortran else 1))  # turned later, which is a copy
        content.arrays[array.name] = array.read(np.float32)
    elif array.dtype.kind in "US" and array.dtype.itemsize:
        content.texts[array.name] = text_array(name, array, budget)
    elif array.dtype == np.dtype("V2"):
        raise ImportRefused(ImportProblem.BFLOAT, name=name, found="bfloat16 (|V2)", wanted=SAVE_TORCH)
    elif array.dtype.kind in "iub" and array.name in MASKS:
        require_count(name, array.count)
        content.masks[array.name] = array.read(array.dtype) != 0
    else:
        fault = ImportRefused(ImportProblem.DTYPE, name=name, found=array.dtype, wanted="float16, float32, float64")
        if array.dtype.kind not in "iub":
            raise fault
        content.faults[array.name] = fault  # numbers of pieces and the like, beside the weights


def require_count(name: str, count: int) -> None:
    """Raise ImportRefused for a mask of more pieces than there may be words."""
    if count > MAX_TEXT:
        raise ImportRefused(ImportProblem.WORDS, name=name, found=f"{count:,}", wanted=f"{MAX_TEXT:,}")


def text_array(name: str, array: Stored, budget: Budget) -> Any:
    """An array of texts as nested lists."""
    if max(array.nbytes // 4, array.count) > MAX_TEXT:
        raise ImportRefused(ImportProblem.WORDS, name=name, found=f"{array.count:,}", wanted=f"{MAX_TEXT:,}")
    budget.take(9 * array.nbytes + 80 * array.count)
    read = array.read(array.dtype)
    return (np.char.decode(read, "utf-8") if array.dtype.kind == "S" else read).tolist()


# .safetensors


def read_safetensors(name: str, data: bytes, budget: Budget) -> Content:
    """The tensors of a file: eight bytes with the length of the header; the header, JSON: dtype, shape and place of each tensor.

    The library of that name does not give the metadata of a file in memory, and the words are in them.
    """
    length = int.from_bytes(data[:8], "little")
    if length > MAX_SAFETENSORS_HEADER:
        raise ImportRefused(ImportProblem.LARGE, name=name, found=f"{length:,}", wanted=f"{MAX_SAFETENSORS_HEADER:,}")
    header = decode_json(name, data[8 : 8 + length], budget)
    content, body = Content(), memoryview(data)[8 + length :]
    if len(header) > MAX_ARRAYS:
        raise ImportRefused(ImportProblem.MEMBERS, name=name, found=len(header), wanted=MAX_ARRAYS)
    for key, value in header.items():
        if key == "__metadata__":
            content.texts |= {
                k: parse_metadata(v, budget) for k, v in require_object(value).items() if isinstance(v, str)
            }
        elif value["dtype"] in WHOLE_DTYPES:
            put_whole_tensor(content, f"{name}, {key}", key, value, body)
        else:
            content.arrays[key] = tensor(f"{name}, {key}", value, body, budget)
    return whole_content(content)


def put_whole_tensor(content: Content, name: str, key: str, entry: Any, body: memoryview) -> None:
    """A tensor of whole numbers or truth values: a mask is taken, others are passed over."""
    kind, shape, (start, end) = np.dtype(WHOLE_DTYPES[entry["dtype"]]), tuple(entry["shape"]), entry["data_offsets"]
    if key not in MASKS:
        content.faults[key] = ImportRefused(
            ImportProblem.DTYPE, name=name, found=entry["dtype"], wanted=", ".join(TENSOR_DTYPES)
        )
        return
    require_count(name, (end - start) // kind.itemsize)
    content.masks[key] = np.frombuffer(body[start:end], kind).reshape(shape) != 0


def whole_content(content: Content) -> Content:
    """The content, unless it is nothing but what cannot be used: then why."""
    if content.faults and not content.arrays:
        raise next(iter(content.faults.values()))
    return content


def tensor(name: str, entry: Any, body: memoryview, budget: Budget) -> Singles:
    """One tensor as float32, in the shape that its entry in the header gives."""
    dtype, shape, (start, end) = entry["dtype"], tuple(entry["shape"]), entry["data_offsets"]
    whole = all(type(n) is int and n >= 0 for n in (*shape, start, end)) and start <= end <= len(body)
    if not isinstance(dtype, str) or not whole or len(shape) > MAX_AXES:
        raise ValueError("no tensor")
    if dtype not in TENSOR_DTYPES:
        raise ImportRefused(ImportProblem.DTYPE, name=name, found=dtype, wanted=", ".join(TENSOR_DTYPES))
    if math.prod(shape) * np.dtype(TENSOR_DTYPES[dtype]).itemsize != end - start:
        raise ImportRefused(ImportProblem.DAMAGED, name=name, found=shape)
    budget.take(4 * math.prod(shape))
    array = np.frombuffer(body[start:end], dtype=TENSOR_DTYPES[dtype]).reshape(shape)
    if dtype == "BF16":
        wide = np.zeros((*shape, 2), dtype="<u2")
        wide[..., 1] = array
        return wide.view("<f4")[..., 0]
    with np.errstate(over="ignore", invalid="ignore"):
        return array.astype(np.float32)


def parse_metadata(text: str, budget: Budget) -> Any:
    """The value of a metadata entry: a text, or the list that is written into it as JSON."""
    if text[:1] != "[":
        return text
    try:
        value = budget.json(text)
    except (ValueError, RecursionError):
        return text
    return value if isinstance(value, list) else text


def decode_json(name: str, data: bytes, budget: Budget, kinds: tuple[type, ...] = (dict,)) -> Any:
    """The value of a JSON file: an object, or one of these kinds."""
    given = budget.json(data.decode("utf-8-sig"))
    if not isinstance(given, kinds):
        raise ImportRefused(ImportProblem.KIND, name=name)
    return given


def require_object(value: Any) -> dict[str, Any]:
    """The value as an object. Raises TypeError."""
    if not isinstance(value, dict):
        raise TypeError("no object")
    return value


# .json


def read_json_arrays(name: str, data: bytes, budget: Budget) -> Content:
    """The arrays and texts of an object with named lists, or of a list alone."""
    if len(data) > MAX_JSON:
        raise ImportRefused(ImportProblem.LARGE, name=name, found=f"{len(data):,}", wanted=f"{MAX_JSON:,}")
    rows = read_json_rows(name, data)
    given = decode_json(name, rows.rest, Budget(0), kinds=(dict, list))
    content = Content()
    for key, value in (given if isinstance(given, dict) else {"attention": given}).items():
        if is_words(value):
            content.texts[key] = value
        elif key in MASKS and isinstance(value, list):
            content.masks[key] = rows.nested(value) != 0
        else:
            for inner, lists in lists_in(key, value):
                put_lists(content, name, inner, lists, rows)
    return whole_content(content)


def lists_in(name: str, value: Any, deep: int = 0) -> Iterator[tuple[str, list[Any]]]:
    """The nested lists in a value, by name: {"layers": [{"attn": …}, …]} has layers.0.attn and the like."""
    if isinstance(value, list) and value and isinstance(value[0], list):
        yield name, value
    elif deep < MAX_DEPTH and isinstance(value, list | dict):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from lists_in(f"{name}.{key}", inner, deep + 1)


def is_words(value: Any) -> bool:
    """A text, a list of texts, or a list of such lists."""
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        return all(item and all(isinstance(x, str) for x in item) for item in value)
    return isinstance(value, str) or (
        isinstance(value, list) and bool(value) and all(isinstance(x, str) for x in value)
    )


def put_lists(content: Content, file: str, name: str, value: list[Any], rows: Rows) -> None:
    """Add an array, or the layers one by one if their shapes differ, so that the refusal can name them."""
    try:
        content.arrays |= nested(name, value, rows)
    except ValueError as error:
        content.faults[name] = ImportRefused(ImportProblem.RAGGED, name=f"{file}, {name}", found=error)
    except TypeError as error:
        content.faults[name] = ImportRefused(ImportProblem.DTYPE, name=f"{file}, {name}", found=error, wanted="0.25")


def nested(name: str, value: list[Any], rows: Rows) -> dict[str, Singles]:
    """The array (layers, …), or one array for each layer where their shapes differ."""
    try:
        return {name: rows.nested(value)}
    except ValueError:
        return {f"{name}.{i}": rows.nested(layer) for i, layer in enumerate(value)}


READERS: tuple[tuple[Callable[[bytes], object], Callable[[str, bytes, Budget], Content]], ...] = (
    (lambda data: data.startswith(b"\x93NUMPY"), read_npy),
    (lambda data: data.startswith(b"PK"), read_npz),
    (safetensors_like, read_safetensors),
    (re.compile(rb"(?:\xef\xbb\xbf)?\s*+[\[{]").match, read_json_arrays),
)
"""How each format begins, and who reads it."""
