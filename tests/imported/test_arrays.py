"""Arrays out of files: the same numbers from every format; what could hurt is refused by its header."""

from __future__ import annotations

import io
import json
import tracemalloc
import zipfile
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import ImportRefused
from attention.imported import arrays
from attention.imported.arrays import MAX_ARRAYS, MAX_IMPORT_BYTES, Content, read_arrays
from tests.imported.written import (
    FORMATS,
    NAMES,
    as_json,
    claiming,
    directory,
    npy,
    npz,
    object_npy,
    one_tensor,
    safetensors,
    tensors,
    weights,
    zipped,
)

ARRAY = weights(2, 3, 13, 13)


def problem(data: bytes, name: str = "a") -> str:
    with pytest.raises(ImportRefused) as caught:
        read_arrays(name, data)
    return str(caught.value.problem)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_gives_back_what_was_written(form: str) -> None:
    content = read_arrays("a", FORMATS[form](ARRAY))
    assert list(content.arrays) == ["attention"]
    np.testing.assert_array_equal(content.arrays["attention"], ARRAY)
    assert content.arrays["attention"].dtype == np.float32
    assert content.texts["tokens"] == list(NAMES)


@pytest.mark.parametrize("dtype", ["<f2", "<f4", "<f8", ">f4"])
@pytest.mark.parametrize("order", ["C", "F"])
def test_npy_of_any_width_and_order(dtype: str, order: Any) -> None:
    array = np.asarray(ARRAY.astype(dtype), order=order)
    found = read_arrays("a", npy(array)).arrays["attention"]
    np.testing.assert_allclose(found, ARRAY, atol=1e-3)


def test_the_real_safetensors_package_writes_what_is_read() -> None:
    numpy_part = pytest.importorskip("safetensors.numpy")
    tensors = {"layer_0": ARRAY[0], "layer_1": ARRAY[1].astype(np.float16), "x": ARRAY.astype(np.float64)}
    content = read_arrays("a", numpy_part.save(tensors, {"text": "我去", "tokens": '["我", "去"]'}))
    for name, array in tensors.items():
        np.testing.assert_allclose(content.arrays[name], array, atol=1e-3)
    assert content.texts == {"text": "我去", "tokens": ["我", "去"]}


def test_brain_floats_are_the_upper_half_of_a_float() -> None:
    array = np.array([[0.5, 0.25], [1.0, 0.0]], dtype=np.float32)
    half = (array.view(np.uint32) >> 16).astype("<u2")
    content = read_arrays("a", safetensors({"attention": ("BF16", (2, 2), half.tobytes())}))
    np.testing.assert_array_equal(content.arrays["attention"], array)


def test_words_in_bytes_are_words() -> None:
    content = read_arrays("a", npz(attention=ARRAY, tokens=np.array([n.encode() for n in NAMES])))
    assert content.texts["tokens"] == list(NAMES)


def test_json_may_be_a_bare_list_or_whole_numbers() -> None:
    np.testing.assert_array_equal(read_arrays("a", b"\xef\xbb\xbf [[1, 0], [0, 1]]").arrays["attention"], np.eye(2))


# What is refused


@pytest.mark.parametrize("data", [b"", b"hello", b"\x7fELF", "我".encode()])
def test_what_is_of_no_known_kind(data: bytes) -> None:
    assert problem(data) == "kind"


def test_a_file_that_is_too_large_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "MAX_IMPORT_BYTES", 100)
    assert problem(npy(ARRAY)) == "large"
    assert MAX_IMPORT_BYTES > 24 * 16 * 256 * 256 * 4  # what the product promises fits


@pytest.mark.parametrize("data", [object_npy(), zipped(attention=object_npy()), zipped(tokens=object_npy())])
def test_a_pickle_is_refused_by_its_header(data: bytes) -> None:
    assert problem(data) == "pickle"


@pytest.mark.parametrize("array", [np.eye(2, dtype=np.int64), np.eye(2, dtype=bool), np.eye(2, dtype=complex)])
def test_numbers_that_are_no_fractions_are_refused_by_their_kind(array: Any) -> None:
    assert problem(npy(array)) == "dtype"
    assert problem(npz(attention=array)) == "dtype"


def test_structured_and_extended_numbers_are_refused() -> None:
    assert problem(npy(np.zeros(2, dtype=[("a", "<f4")]))) == "dtype"
    assert problem(npy(np.zeros((2, 2), dtype=np.longdouble))) == "dtype"


@pytest.mark.parametrize("shape", [(1_000_000, 1_000_000), (24, 1600, 256, 256), (2**62, 2)])
def test_a_header_that_claims_too_much_is_refused_without_the_memory(shape: tuple[int, ...]) -> None:
    tracemalloc.start()
    assert problem(claiming(shape)) == "unpacked"
    assert problem(zipped(attention=claiming(shape))) == "unpacked"
    assert tracemalloc.get_traced_memory()[1] < 3_000_000
    tracemalloc.stop()


def test_a_header_that_claims_more_than_there_is() -> None:
    assert problem(claiming((100, 100))) == "damaged"
    assert problem(zipped(attention=claiming((100, 100)))) == "damaged"


def test_a_zip_bomb_is_refused_by_its_directory() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("attention.npy", "w") as member:
        for _ in range(300):
            member.write(bytes(1_000_000))
    assert len(file.getvalue()) < 1_000_000
    tracemalloc.start()
    assert problem(file.getvalue()) == "unpacked"
    assert tracemalloc.get_traced_memory()[1] < 5_000_000
    tracemalloc.stop()


def test_a_bomb_whose_directory_lies_is_read_no_further_than_its_header_says() -> None:
    data = bytearray(zipped(attention=npy(np.zeros((1000, 1000), dtype=np.float32)) + bytes(20_000_000)))
    size = (20_000_000 + 4_000_128).to_bytes(4, "little")
    assert data.count(size) == 2  # before the member and in the directory
    tracemalloc.start()
    assert problem(bytes(data.replace(size, (4_000_128).to_bytes(4, "little")))) == "damaged"
    assert tracemalloc.get_traced_memory()[1] < 15_000_000
    tracemalloc.stop()


def test_too_many_arrays() -> None:
    assert problem(zipped(**{f"a{i}": b"" for i in range(MAX_ARRAYS + 1)})) == "members"
    assert problem(safetensors({f"a{i}": ("F32", (0,), b"") for i in range(MAX_ARRAYS + 1)})) == "members"


def test_names_of_arrays_that_are_long_together_are_refused_before_the_directory_is_read() -> None:
    data = directory(("😀" + "a" * 60_000).encode(), 100)
    tracemalloc.start()
    assert problem(data) == "unpacked"
    assert tracemalloc.get_traced_memory()[1] < 1_000_000
    tracemalloc.stop()
    assert problem(directory(b"attention.npy", 1)) == "damaged"


def test_a_tensor_of_more_axes_than_numpy_knows() -> None:
    assert problem(safetensors({"attention": ("F32", (1,) * 200_000, bytes(4))})) == "damaged"


def test_a_locked_or_cut_off_zip() -> None:
    whole = npz(attention=ARRAY)
    assert problem(whole[: len(whole) // 2]) == "damaged"
    assert problem(b"PK\x03\x04" + bytes(50)) == "damaged"
    assert problem(whole[:60] + bytes(40) + whole[100:]) == "damaged"
    flagged = bytearray(whole.replace(b"attention.npy", b"\xff" * 13))  # in no encoding, though a flag says UTF-8
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        flagged[flagged.index(mark) + at + 1] |= 8
    assert problem(bytes(flagged)) == "damaged"


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F32", "shape": [2, 2], "data_offsets": [0, 999]},
        {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": [-2, -2], "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": [2, 2], "data_offsets": [16, 0]},
        {"dtype": "F32", "shape": [2.0, 2], "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": "22", "data_offsets": [0, 16]},
        {"dtype": "F32", "shape": [2, 2]},
        {"dtype": "F32", "shape": [2**40, 2**40], "data_offsets": [0, 16]},
        [],
        None,
    ],
)
def test_a_tensor_whose_header_is_wrong(entry: Any) -> None:
    assert problem(tensors({"attention": entry}, bytes(16))) == "damaged"


def test_a_tensor_of_another_kind() -> None:
    assert problem(safetensors({"attention": ("I64", (2,), bytes(16))})) == "dtype"


def test_json_that_is_none() -> None:
    assert problem(b"[[0.5, 0.5], [0.5") == "damaged"
    assert problem(b"[" * 100_000) == "damaged"
    assert np.isnan(
        read_arrays("a", b'{"attention": [[NaN, 1], [0, 1]]}').arrays["attention"][0, 0]
    )  # refused later, with its place
    assert problem(b'{"attention": [["a", 1], [0, 1]]}') == "dtype"
    assert problem(b'{"attention": [[null, 1], [0, 1]]}') == "dtype"
    assert problem(b'{"attention": [[true, false], [false, true]]}') == "dtype"


def test_numbers_too_large_for_a_float_become_infinite_and_no_warning() -> None:
    assert np.isinf(read_arrays("a", b"[[1e300, 0], [0, 1]]").arrays["attention"][0, 0])
    assert np.isinf(read_arrays("a", npy(np.full((2, 2), 1e300))).arrays["attention"]).all()


def test_layers_of_other_lengths_come_one_by_one() -> None:
    content = read_arrays("a", json.dumps({"attention": [[[1.0]], [[0.5, 0.5], [0.5, 0.5]]]}).encode())
    assert [array.shape for array in content.arrays.values()] == [(1, 1), (2, 2)]
    assert problem(b'{"attention": [[[1, 0], [1]], [[0.5, 0.5], [0.5, 0.5]]]}') == "ragged"


@given(st.sampled_from([npy(ARRAY), npz(attention=ARRAY[0]), one_tensor(ARRAY[0]), as_json(ARRAY[0, 0])]), st.data())
def test_a_damaged_file_is_refused_or_read_but_never_breaks(data: bytes, draw: Any) -> None:
    broken = bytearray(data)
    for _ in range(draw.draw(st.integers(1, 8))):
        broken[draw.draw(st.integers(0, min(len(broken), 400) - 1))] = draw.draw(st.integers(0, 255))
    cut = draw.draw(st.integers(0, len(broken)) | st.just(len(broken)))
    with suppress(ImportRefused):
        assert isinstance(read_arrays("a", bytes(broken[:cut])), Content)
