"""Fitted matrices as files: .npz for programs, .json for reading; and back, checked.

Both hold W_Q, W_K (h, d_model, d_k), the settings, the words of the table, the steps, the loss and its floor.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np

from attention.errors import FileError, FileProblem, TemperatureError
from attention.limits.budget import Budget
from attention.reading.files import refusing_file
from attention.reading.npz import entries, members, stored
from attention.reading.values import fields as object_of
from attention.reading.values import known_fields, numbers, texts, whole
from attention.reading.values import number as finite
from attention.train import OPTIMISERS, FitSettings, Fitted

MAX_FITTED_BYTES = 4_000_000
MAX_NUMBERS = 300_000
MAX_FITTED_HEADS = 16
MAX_STEPS = 10**9
MAX_WIDTH = 512
"""Every head is drawn, and every word becomes a vector of d_model numbers: a small file could ask for gigabytes."""
FITTED_FORMAT = "attention-table/fitted/1"
ARRAY_TYPES = {"W_Q": np.dtype("<f8"), "W_K": np.dtype("<f8"), "about": np.dtype("u1")}
"""The arrays of an .npz, and their numbers."""


def to_json(fitted: Fitted) -> bytes:
    """The fitted matrices as JSON."""
    return json.dumps(fitted_fields(fitted), ensure_ascii=False, indent=1).encode("utf8")


def to_npz(fitted: Fitted) -> bytes:
    """Arrays W_Q and W_K, and `about`, the rest as JSON text in bytes: nothing in it needs a pickle."""
    about = {key: value for key, value in fitted_fields(fitted).items() if key not in ("W_Q", "W_K")}
    file = io.BytesIO()
    text = np.frombuffer(json.dumps(about, ensure_ascii=False).encode("utf8"), dtype=np.uint8)
    np.savez_compressed(file, W_Q=fitted.W_Q, W_K=fitted.W_K, about=text)
    return file.getvalue()


def fitted_fields(fitted: Fitted) -> dict[str, Any]:
    """What both files hold, by name."""
    plain = asdict(fitted) | {"W_Q": fitted.W_Q.tolist(), "W_K": fitted.W_K.tolist(), "words": list(fitted.words)}
    return {"format": FITTED_FORMAT} | plain


def read_fitted(name: str, data: bytes) -> Fitted:
    """Read what `to_json` or `to_npz` wrote. Raises FileError, which says what is wrong with it."""
    if len(data) > MAX_FITTED_BYTES:
        raise FileError(name, "too large", problem=FileProblem.LARGE, found=f"{MAX_FITTED_BYTES:,}")
    with refusing_file(name):
        budget = Budget(len(data))
        return fitted_from(from_npz(data, budget) if data[:2] == b"PK" else from_json(data, budget))


def from_json(data: bytes, budget: Budget) -> dict[str, Any]:
    """The fields in a .json."""
    found = object_of(budget.json(data.decode("utf8")))
    return found | {name: numbers(found[name]) for name in ("W_Q", "W_K")}


def from_npz(data: bytes, budget: Budget) -> dict[str, Any]:
    """The fields in a .npz."""
    if entries(data) > len(ARRAY_TYPES):
        raise ValueError("other arrays than W_Q, W_K and about")
    found = {}
    for name, file in members(data, 3 * MAX_FITTED_BYTES):
        array = stored(name, file)
        if array.dtype != ARRAY_TYPES[name]:
            raise ValueError(f"{name} holds other numbers")
        budget.take(array.nbytes)
        found[name] = array.read(array.dtype)
    return object_of(budget.json(found.pop("about").tobytes().decode("utf8"))) | found


def fitted_from(given: Mapping[str, Any]) -> Fitted:
    """Fitted matrices from a file's fields, each value checked."""
    if given.get("format") != FITTED_FORMAT:
        raise ValueError("not a file of fitted matrices")
    settings = settings_from(object_of(given["settings"]))
    W_Q, W_K = given["W_Q"], given["W_K"]
    wanted = (settings.heads, settings.d_model, settings.d_k)
    for name, W in (("W_Q", W_Q), ("W_K", W_K)):
        if W.shape != wanted or not np.isfinite(W).all() or W.size > MAX_NUMBERS:
            raise ValueError(f"{name} has shape {W.shape}, wanted {wanted}, all finite")
    steps, loss, floor = whole(given["steps"]), finite(given["loss"]), finite(given["floor"])
    if not 0 <= steps <= MAX_STEPS:
        raise ValueError("steps out of range")
    return Fitted(settings, W_Q, W_K, steps, loss, floor, texts(given["words"]))


def settings_from(given: Mapping[str, Any]) -> FitSettings:
    """The settings. Raises ValueError for values that the page does not offer."""
    try:
        settings = FitSettings(**known_fields(FitSettings(), given))
    except TemperatureError as error:
        raise ValueError(str(error)) from error
    if settings.optimiser not in OPTIMISERS or not 0 <= settings.seed < 2**32:
        raise ValueError("settings out of range")
    if min(settings.heads, settings.d_model, settings.d_k) < 1:
        raise ValueError("no heads, or matrices without a row")
    if settings.heads > MAX_FITTED_HEADS or max(settings.d_model, settings.d_k) > MAX_WIDTH:
        raise ValueError("more heads or wider matrices than the page makes")
    return settings
