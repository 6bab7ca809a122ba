"""Rows of numbers out of JSON: the same values as Python's own reader, whatever stands around them."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import ImportRefused
from attention.imported.arrays import read_arrays
from attention.imported.files import imported, read_attention
from attention.imported.json_rows import MAX_ROWS, read_json_rows

NAMES = st.lists(
    st.text(max_size=9) | st.sampled_from(["[1, 2]", '"', "\\", '["a",1]', "[", "]", '\\"[3]']), max_size=4
)


@given(st.integers(1, 4), st.integers(1, 4), st.integers(1, 4), NAMES, st.sampled_from([None, 1]), st.booleans())
def test_every_number_comes_back_whatever_words_stand_beside(
    a: int, b: int, c: int, names: list[str], indent: int | None, ascii: bool
) -> None:
    array = np.random.default_rng(a).random((a, b, c)).astype(np.float32)
    whole = {"tokens": names, "x": [1, "[0]", None], "attention": array.tolist(), "text": "[5]", "y": {"z": [1, 2]}}
    content = read_arrays("x", json.dumps(whole, indent=indent, ensure_ascii=ascii).encode("utf8", "surrogatepass"))
    np.testing.assert_array_equal(content.arrays["attention"], array)
    assert content.texts.get("tokens", []) == names
    assert content.texts["text"] == "[5]"
    assert list(content.arrays) == ["attention"]


@pytest.mark.parametrize(
    "text", ["[[1,], [2]]", "[[1 2], [2, 3]]", "[[01, 1]]", "[[1.]]", "[[+1]]", "[[1, 2]", "[[1_0]]"]
)
def test_a_row_that_is_no_json_is_none_here(text: str) -> None:
    with pytest.raises(ImportRefused) as caught:
        read_arrays("x", text.encode())
    assert caught.value.problem == "damaged"


@pytest.mark.parametrize(("value", "found"), [(None, "null"), (True, "true"), (False, "false")])
def test_a_row_of_something_else_is_refused_with_what_it_is(value: Any, found: str) -> None:
    with pytest.raises(ImportRefused) as caught:
        read_arrays("x", json.dumps({"attention": [[1, value], [0, 1]]}).encode())
    assert (caught.value.problem, caught.value.found) == ("dtype", found)


def test_a_hand_table_with_open_cells_beside_the_weights_does_no_harm() -> None:
    data = json.dumps({"words": ["我", "去"], "weights": [[0, 1], [1, 0]], "hand": [[None, 0.5], [1, None]]}).encode()
    assert imported(read_attention("x", data)).stacks[0].keys.text == "我去"


def test_too_many_rows_are_refused_before_one_is_read() -> None:
    with pytest.raises(ImportRefused) as caught:
        read_json_rows("x", b"[" + b"[1]," * MAX_ROWS + b"[1]]")
    assert caught.value.problem == "rows"


def test_a_whole_number_beyond_every_float_is_infinite() -> None:
    for text in ("1" + "0" * 400, "9" * 5_000):
        assert np.isinf(read_arrays("x", f"[[{text}, 0], [0, 1]]".encode()).arrays["attention"][0, 0])
