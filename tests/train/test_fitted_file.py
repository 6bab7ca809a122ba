"""Fitted matrices in files: what goes out comes back, and nothing else gets in."""

from __future__ import annotations

import io
import json
import zipfile

import numpy as np
import pytest

from attention.errors import FileError
from attention.hand.examples import examples
from attention.train import FitSettings, Fitted, Run
from attention.train.fitted_file import MAX_FITTED_BYTES, read_fitted, to_json, to_npz


def kept(**settings: object) -> Fitted:
    run = Run(examples()[0].table, FitSettings(**settings))  # type: ignore[arg-type]
    run.advance(5)
    return run.fitted()


@pytest.mark.parametrize("write", [to_json, to_npz])
def test_what_goes_out_comes_back(write) -> None:
    fitted = kept(heads=2, d_k=3, optimiser="momentum", positions=False)
    again = read_fitted("a", write(fitted))
    np.testing.assert_array_equal(again.W_Q, fitted.W_Q)
    np.testing.assert_array_equal(again.W_K, fitted.W_K)
    assert (again.settings, again.words, again.steps) == (fitted.settings, fitted.words, fitted.steps)


def changed(**values: object) -> bytes:
    return json.dumps(json.loads(to_json(kept())) | values).encode()


def test_no_pickle_is_opened() -> None:
    file = io.BytesIO()
    np.savez(file, W_Q=np.array([{}], dtype=object), W_K=np.zeros(1), about=np.zeros(1))
    with pytest.raises(FileError):
        read_fitted("a", file.getvalue())


def test_an_array_whose_head_is_cut_off_inside_is_refused() -> None:
    """Numpy reads such a head with Python's own tokeniser, which has an error of its own."""
    file = io.BytesIO()
    head = b"{'descr': '<f8', 'fortran_order': False, 'shap"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("about.npy", b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head)
    with pytest.raises(FileError):
        read_fitted("x.npz", file.getvalue())


def test_a_small_file_that_unpacks_to_a_huge_one_is_refused_before_it_is_unpacked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("W_Q.npy", b"\0" * (4 * MAX_FITTED_BYTES))
    assert len(file.getvalue()) < MAX_FITTED_BYTES // 10

    def unpack(*_: object, **__: object) -> None:
        raise AssertionError("it was unpacked")

    monkeypatch.setattr(np, "load", unpack)
    with pytest.raises(FileError):
        read_fitted("a", file.getvalue())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{}",
        b"[]",
        b"PK\x03\x04",
        to_npz(kept())[:-40],
        changed(format="another"),
        changed(W_Q=[[[1.0]]]),
        changed(W_Q=[[[float("nan")] * 16] * 32]),
        changed(settings={"optimiser": "magic"}),
        changed(settings={"temperature": 0}),
        changed(words=5),
        changed(words=[1]),
        changed(words="我去"),
        changed(steps="5"),
        changed(steps=5.5),
        changed(steps=10**400),
        changed(loss=True),
        changed(loss=10**400),
        changed(settings={"heads": True}),
        changed(settings={"heads": -1}),
        changed(settings=[]),
        changed(W_Q=[[["0.5"]]]),
        b'{"format": ' + b"9" * 5_000 + b"}",
        b"[" + b"[]," * 1_300_000 + b"[]]",
        b" " * (MAX_FITTED_BYTES + 1),
    ],
)
def test_anything_else_is_refused_with_one_error(data: bytes) -> None:
    with pytest.raises(FileError) as refused:
        read_fitted("mine.npz", data)
    assert refused.value.name == "mine.npz"
