"""Fitted matrices as files: .npz for programs, .json for reading; and back, checked.

Both hold W_Q, W_K (h, d_model, d_k), the settings, the words of the table, the steps, the loss and its floor.
"""

from __future__ import annotations

import io
import json
import tokenize
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any

import numpy as np

from attention.errors import AttentionError, FileError
from attention.train import OPTIMISERS, FitSettings, Fitted

MOST_BYTES = 4_000_000
MOST_NUMBERS = 300_000
MOST_HEADS = 16
MOST_WIDTH = 512
"""Every head is drawn, and every word becomes a vector of d_model numbers: a small file could ask for gigabytes."""
FORMAT = "attention-table/fitted/1"


def to_json(fitted: Fitted) -> bytes:
    return json.dumps(content(fitted), ensure_ascii=False, indent=1).encode("utf8")


def to_npz(fitted: Fitted) -> bytes:
    """Arrays W_Q and W_K, and `about`, the rest as JSON text in bytes: nothing in it needs a pickle."""
    about = {key: value for key, value in content(fitted).items() if key not in ("W_Q", "W_K")}
    file = io.BytesIO()
    text = np.frombuffer(json.dumps(about, ensure_ascii=False).encode("utf8"), dtype=np.uint8)
    np.savez_compressed(file, W_Q=fitted.W_Q, W_K=fitted.W_K, about=text)
    return file.getvalue()


UNREADABLE = (
    ValueError, OSError, EOFError, zipfile.BadZipFile, zlib.error, tokenize.TokenError, SyntaxError, NotImplementedError,
)  # fmt: skip
"""What zipfile and numpy raise for a damaged file, found by damaging some thousands of them."""


def content(fitted: Fitted) -> dict[str, Any]:
    plain = asdict(fitted) | {"W_Q": fitted.W_Q.tolist(), "W_K": fitted.W_K.tolist(), "words": list(fitted.words)}
    return {"format": FORMAT} | plain


def read_fitted(name: str, data: bytes) -> Fitted:
    """A file that `to_json` or `to_npz` wrote. Raises FileError, which says what was wrong with it."""
    try:
        if len(data) > MOST_BYTES:
            raise ValueError("too large")
        return build(from_npz(data) if data[:2] == b"PK" else json.loads(data.decode("utf8")))
    except (*UNREADABLE, KeyError, TypeError, RecursionError, AttentionError) as error:
        raise FileError(name, str(error)) from error


def from_npz(data: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > 3 * MOST_BYTES:
            raise ValueError("too large when unpacked")
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        about = json.loads(arrays["about"].tobytes().decode("utf8"))
        return about | {"W_Q": arrays["W_Q"], "W_K": arrays["W_K"]}


def build(given: Mapping[str, Any]) -> Fitted:
    """Fitted matrices from what a file holds, each value checked."""
    if not isinstance(given, Mapping) or given.get("format") != FORMAT:
        raise ValueError("not a file of fitted matrices")
    settings = settings_from(given["settings"])
    W_Q, W_K = (np.asarray(given[name], dtype=np.float64) for name in ("W_Q", "W_K"))
    wanted = (settings.heads, settings.d_model, settings.d_k)
    for name, W in (("W_Q", W_Q), ("W_K", W_K)):
        if W.shape != wanted or not np.isfinite(W).all() or W.size > MOST_NUMBERS:
            raise ValueError(f"{name} has shape {W.shape}, wanted {wanted}, all finite")
    words = tuple(str(word) for word in given["words"])
    loss, floor = float(given["loss"]), float(given["floor"])
    return Fitted(settings, W_Q, W_K, int(given["steps"]), loss, floor, words)


def settings_from(given: Mapping[str, Any]) -> FitSettings:
    kinds = {field.name: type(getattr(FitSettings(), field.name)) for field in fields(FitSettings)}
    settings = FitSettings(**{name: kinds[name](value) for name, value in given.items() if name in kinds})
    if settings.optimiser not in OPTIMISERS or not settings.temperature > 0 or not 0 <= settings.seed < 2**32:
        raise ValueError("settings out of range")
    if settings.heads > MOST_HEADS or max(settings.d_model, settings.d_k) > MOST_WIDTH:
        raise ValueError("more heads or wider matrices than the page makes")
    return settings
