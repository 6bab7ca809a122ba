"""Named arrays and their card: a model's weights in one .npz (float16, never a pickle) beside a .json that describes them.

The card holds the sha256 of the .npz and the shape and dtype of each array, so a damaged, missing or replaced file is noticed
when it is loaded, and is one error: WeightsError.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from attention.errors import ShapeError, WeightsError

Arrays: TypeAlias = dict[str, npt.NDArray[Any]]
M = TypeVar("M")
SEPARATOR = "\n"


@dataclass(frozen=True)
class Weights:
    """The arrays of a model by name, and its card."""

    arrays: Arrays
    card: Mapping[str, Any]


def load(path: Path) -> Weights:
    """Read path (.npz) and its card (.json of the same name). Raises WeightsError unless both are intact and match."""
    card = read_card(path.with_suffix(".json"))
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WeightsError(path.name, "the file is missing") from error
    if hashlib.sha256(data).hexdigest() != card["sha256"]:
        raise WeightsError(path.name, "the file is not the one that its card describes (sha256)")
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            arrays = {name: archive[name] for name in archive.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise WeightsError(path.name, "the file cannot be read") from error
    check_arrays(path.name, arrays, card["arrays"])
    return Weights(arrays, card)


def load_model(path: Path, build: Callable[[Arrays, Mapping[str, Any]], M], try_out: Callable[[M], object]) -> M:
    """The model that `build` makes of the arrays and the card at `path`, tried once.

    Arrays whose shapes do not fit together are noticed here, not in the middle of a page. Raises WeightsError.
    """
    loaded = load(path)
    try:
        model = build(loaded.arrays, loaded.card)
        try_out(model)
    except (KeyError, ValueError, IndexError, ShapeError) as error:
        raise WeightsError(path.name, f"not a model of this kind: {error}") from error
    return model


def read_card(path: Path) -> dict[str, Any]:
    """The card as a dict that has at least sha256 and arrays."""
    try:
        card = json.loads(path.read_text(encoding="utf8"))
    except OSError as error:
        raise WeightsError(path.name, "the card is missing") from error
    except ValueError as error:
        raise WeightsError(path.name, "the card cannot be read") from error
    if not (isinstance(card, dict) and isinstance(card.get("sha256"), str) and isinstance(card.get("arrays"), dict)):
        raise WeightsError(path.name, "the card lacks sha256 or arrays")
    return card


def check_arrays(name: str, arrays: Arrays, wanted: Mapping[str, Any]) -> None:
    """Raise WeightsError unless the arrays have the names, shapes and dtypes that the card lists, and are finite."""
    if arrays.keys() != wanted.keys():
        raise WeightsError(name, f"other arrays than in the card: {sorted(arrays.keys() ^ wanted.keys())}")
    for key, array in arrays.items():
        if describe(array) != wanted[key]:
            raise WeightsError(name, f"{key} is {describe(array)}, its card says {wanted[key]}")
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise WeightsError(name, f"{key} holds a value that is not a number")


def describe(array: npt.NDArray[Any]) -> dict[str, Any]:
    """Shape and dtype of an array, for the card."""
    return {"shape": list(array.shape), "dtype": str(array.dtype)}


def save(path: Path, arrays: Arrays, card: Mapping[str, Any]) -> None:
    """Write the arrays and the card, with their shapes and the sha256 added; the same arrays give the same bytes."""
    buffer = io.BytesIO()
    np.savez(buffer, allow_pickle=False, **arrays)
    data = buffer.getvalue()
    shapes = {name: describe(array) for name, array in arrays.items()}
    full = {**card, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), "arrays": shapes}
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.with_suffix(".json").write_text(json.dumps(full, ensure_ascii=False, indent=2) + "\n", encoding="utf8")


def pack_strings(strings: list[str]) -> npt.NDArray[np.uint8]:
    """n strings without line breaks → one array of UTF-8 bytes, (bytes,), so that no pickle is needed."""
    if any(SEPARATOR in string for string in strings):
        raise ValueError("a string has a line break")
    return np.frombuffer(SEPARATOR.join(strings).encode("utf8"), dtype=np.uint8).copy()


def unpack_strings(array: npt.NDArray[np.uint8]) -> list[str]:
    """The strings that `pack_strings` made (bytes,) of."""
    return array.tobytes().decode("utf8").split(SEPARATOR)


# Rows of int8

SCALE = "_scale"
"""Behind the name of an int8 matrix: the name of the array with the scale of each of its rows."""


def rows_of_int8(name: str, matrix: npt.NDArray[Any]) -> Arrays:
    """A matrix (m, n) as whole numbers from −127 to 127, (m, n) int8, and a scale for each row, (m) float32."""
    scale = np.abs(matrix).max(axis=1) / 127
    scale = np.where(scale > 0, scale, 1).astype(np.float32)
    return {name: np.rint(matrix / scale[:, None]).astype(np.int8), name + SCALE: scale}


def floats(arrays: Mapping[str, npt.NDArray[Any]]) -> dict[str, npt.NDArray[np.float32]]:
    """All arrays of numbers as float32, in their shapes, rows of int8 multiplied out; bytes are left out."""
    found = {}
    for name, array in arrays.items():
        if array.dtype == np.int8:
            found[name] = array.astype(np.float32) * arrays[name + SCALE][:, None]
        elif array.dtype.kind == "f" and not name.endswith(SCALE):
            found[name] = array.astype(np.float32)
    return found


# Blocks of four bits

BLOCK = 32
"""Numbers that share a scale."""


def blocks_of_four_bits(name: str, codes: npt.NDArray[np.uint8], scale: npt.NDArray[np.float16]) -> Arrays:
    """A matrix (m, n) as two numbers a byte, (m, n / 2) uint8, and a scale for each block of a row, (m, n / BLOCK) float16.

    Byte i of a block has its number i in the low four bits and number i + BLOCK / 2 in the high ones, each 8 more than it is.
    """
    return {name: codes, name + SCALE: scale}


def from_four_bits(codes: npt.NDArray[np.uint8], scale: npt.NDArray[np.float16]) -> npt.NDArray[np.float32]:
    """The matrix (m, n) float32 of (m, n / 2) and (m, n / BLOCK), or of some of its rows."""
    pairs = codes.reshape(*scale.shape, BLOCK // 2)
    numbers = np.concatenate([pairs & 15, pairs >> 4], axis=-1).astype(np.float32) - np.float32(8)
    return (numbers * scale.astype(np.float32)[..., None]).reshape(len(codes), -1)
