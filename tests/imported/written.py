"""Files as a visitor may bring them: the same attention in every format."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from attention.types import Floats

NAMES = ("[CLS]", *"我喜欢在周末去公园散步", "[SEP]")


def weights(*shape: int, seed: int = 0) -> Floats:
    """Rows of the last axis sum to 1."""
    return np.random.default_rng(seed).dirichlet(np.ones(shape[-1]), shape[:-1]).astype(np.float32)


def npy(array: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, array, allow_pickle=False)
    return file.getvalue()


def npz(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def zipped(kind: int = zipfile.ZIP_DEFLATED, /, **members: bytes) -> bytes:
    """An .npz of these members, whatever is in them."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", kind) as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
    return file.getvalue()


def directory(name: bytes, n: int) -> bytes:
    """A zip that is nothing but its directory: n entries of this name."""
    entry = struct.pack("<4s4B4HL2L5H2L", b"PK\x01\x02", *[20, 0, 20, 0, 0x800], *[0] * 6, len(name), *[0] * 6) + name
    return b"PK\3\4" + entry * n + struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, n, n, len(entry) * n, 4, 0)


def object_npy() -> bytes:
    """The header of an array of Python objects; what follows would be a pickle."""
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": "|O", "fortran_order": False, "shape": (2, 2)})
    return file.getvalue() + b"cos\nsystem\n(S'echo'\ntR."


def claiming(shape: tuple[int, ...], descr: str = "<f4") -> bytes:
    """A few bytes that claim to be a large array."""
    file = io.BytesIO()
    np.lib.format.write_array_header_1_0(file, {"descr": descr, "fortran_order": False, "shape": shape})
    return file.getvalue() + bytes(64)


def safetensors(arrays: dict[str, Any], metadata: dict[str, str] | None = None) -> bytes:
    """Written by hand, so that wrong ones can be made as well: arrays[name] = (dtype, shape, bytes)."""
    header: dict[str, Any] = {"__metadata__": metadata} if metadata else {}
    at, body = 0, b""
    for name, (dtype, shape, data) in arrays.items():
        header[name] = {"dtype": dtype, "shape": list(shape), "data_offsets": [at, at + len(data)]}
        at, body = at + len(data), body + data
    return tensors(header, body)


def tensors(header: dict[str, Any] | bytes, body: bytes = b"") -> bytes:
    """A safetensors file with this header, right or wrong."""
    head = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(head).to_bytes(8, "little") + head + body


def one_tensor(array: Floats, names: Sequence[str] = NAMES) -> bytes:
    single = np.asarray(array, dtype="<f4")
    metadata = {"tokens": json.dumps(list(names))}
    return safetensors({"attention": ("F32", single.shape, single.tobytes())}, metadata)


def as_json(array: Floats, names: Sequence[str] = NAMES) -> bytes:
    return json.dumps({"attention": array.tolist(), "tokens": list(names)}, ensure_ascii=False).encode()


FORMATS: dict[str, Callable[[Floats], bytes]] = {
    "npz": lambda array: npz(attention=array, tokens=np.array(NAMES)),
    "json": as_json,
    "safetensors": one_tensor,
}
"""With the names of the pieces in the file."""
