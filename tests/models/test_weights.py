"""A weight file is taken whole or not at all."""

import json
from functools import partial
from typing import Any

import numpy as np
import pytest

from attention.errors import ShapeError, WeightsError
from attention.models import weights

ARRAYS: dict[str, Any] = {
    "W": np.arange(6, dtype=np.float16).reshape(2, 3),
    "words": weights.pack_strings(["我", "喜欢"]),
}


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "small.npz"
    weights.save(path, ARRAYS, {"name": "small", "licence": "CC BY-SA 4.0"})
    return path


def change_card(path, **changes):
    card = path.with_suffix(".json")
    card.write_text(json.dumps({**json.loads(card.read_text("utf8")), **changes}), "utf8")


def save_with_card_of(path, arrays):
    """Other arrays under the first card, with the right sha256."""
    wanted = json.loads(path.with_suffix(".json").read_text("utf8"))["arrays"]
    weights.save(path, arrays, {})
    change_card(path, arrays=wanted)


def refusal(path):
    with pytest.raises(WeightsError) as caught:
        weights.load(path)
    assert caught.value.name.startswith("small")
    return caught.value.reason


def test_what_is_saved_is_loaded(saved):
    loaded = weights.load(saved)
    assert loaded.card["licence"] == "CC BY-SA 4.0"
    assert loaded.arrays.keys() == ARRAYS.keys()
    np.testing.assert_array_equal(loaded.arrays["W"], ARRAYS["W"])
    assert loaded.card["bytes"] == saved.stat().st_size


def test_same_arrays_give_same_bytes(saved, tmp_path):
    weights.save(tmp_path / "again.npz", ARRAYS, {})
    assert (tmp_path / "again.npz").read_bytes() == saved.read_bytes()


def test_missing_file(saved):
    saved.unlink()
    assert "missing" in refusal(saved)


def test_missing_card(saved):
    saved.with_suffix(".json").unlink()
    assert "card is missing" in refusal(saved)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"sha256": 1, "arrays": {}}'])
def test_card_that_is_none(saved, text):
    saved.with_suffix(".json").write_text(text, "utf8")
    assert "card" in refusal(saved)


def test_one_flipped_bit(saved):
    data = bytearray(saved.read_bytes())
    data[len(data) // 2] ^= 1
    saved.write_bytes(data)
    assert "sha256" in refusal(saved)


def test_half_a_file_under_its_own_sum(saved):
    import hashlib

    data = saved.read_bytes()[:100]
    saved.write_bytes(data)
    change_card(saved, sha256=hashlib.sha256(data).hexdigest())
    assert "cannot be read" in refusal(saved)


@pytest.mark.parametrize(
    "arrays",
    [
        {"W": ARRAYS["W"]},
        {**ARRAYS, "more": np.zeros(1)},
        {**ARRAYS, "W": ARRAYS["W"].T},
        {**ARRAYS, "W": ARRAYS["W"].astype(np.float32)},
        {**ARRAYS, "W": np.array([[0, 1, np.nan], [2, 3, 4]], np.float16)},
    ],
    ids=["one missing", "one more", "shape", "dtype", "not a number"],
)
def test_other_arrays_than_the_card_lists(saved, arrays):
    save_with_card_of(saved, arrays)
    assert refusal(saved)


def test_objects_are_never_unpickled(saved):
    import hashlib

    np.savez(saved, W=np.array([{"a": 1}], dtype=object), words=ARRAYS["words"])
    change_card(saved, sha256=hashlib.sha256(saved.read_bytes()).hexdigest())
    assert "cannot be read" in refusal(saved)


@pytest.mark.parametrize("strings", [["我"], ["a", "", "…"], ["👍🏽", "café", "\u3000"]])
def test_strings_come_back(strings):
    assert weights.unpack_strings(weights.pack_strings(strings)) == strings


def test_a_line_break_cannot_be_packed():
    with pytest.raises(ValueError, match="line break"):
        weights.pack_strings(["a\nb"])


def test_rows_of_int8_come_back_nearly_the_same():
    matrix = np.random.default_rng(0).normal(size=(5, 40)) * [[1e-3], [1], [30], [0], [5]]
    back = weights.floats(weights.rows_of_int8("W", matrix))
    assert list(back) == ["W"]
    assert back["W"].dtype == np.float32
    assert (np.abs(back["W"] - matrix) <= np.abs(matrix).max(axis=1, keepdims=True) / 254 + 1e-9).all()


def test_the_largest_of_a_row_is_127_and_a_row_of_zeros_stays():
    packed = weights.rows_of_int8("W", np.array([[1.0, -2.0], [0.0, 0.0]]))
    assert packed["W"].tolist() == [[64, -127], [0, 0]]
    np.testing.assert_allclose(packed["W_scale"], [2 / 127, 1])


def test_only_numbers_come_back_as_numbers():
    half = np.array([1.5], np.float16)
    back = weights.floats({"b": half, "words": weights.pack_strings(["我"])})
    assert back == {"b": half}
    assert back["b"].dtype == np.float32


def test_what_no_model_can_be_made_of_is_refused_by_the_name_of_its_file(saved):
    def failing(error, *_):
        raise error

    for error in (KeyError("W"), ValueError("shapes"), IndexError("row"), ShapeError("W", found=1, wanted=2)):
        with pytest.raises(WeightsError) as caught:
            weights.load_model(saved, lambda arrays, card: "model", partial(failing, error))
        assert caught.value.name == saved.name
        assert caught.value.reason.startswith("not a model of this kind: ")
    with pytest.raises(ZeroDivisionError):
        weights.load_model(saved, lambda arrays, card: failing(ZeroDivisionError()), str)


def test_four_bits_are_written_out_number_by_number() -> None:
    rng = np.random.default_rng(0)
    numbers, scale = rng.integers(-8, 8, (3, 2, 32)), rng.normal(size=(3, 2)).astype(np.float16)
    low, high = numbers[..., :16] + 8, numbers[..., 16:] + 8
    packed = weights.blocks_of_four_bits("W", (low + 16 * high).astype(np.uint8).reshape(3, 32), scale)
    found = weights.from_four_bits(packed["W"], packed["W_scale"])
    wanted = (numbers * scale.astype(np.float32)[..., None]).reshape(3, 64)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, wanted, rtol=1e-6)
    np.testing.assert_array_equal(weights.from_four_bits(packed["W"][[2]], packed["W_scale"][[2]]), found[[2]])
