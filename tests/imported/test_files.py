"""A file's arrays as layers and heads: every shape that is understood, the names of the pieces, and what is refused."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import numpy as np
import pytest

from attention.errors import ImportRefused
from attention.imported.files import (
    SHAPES,
    Naming,
    checked_names,
    imported,
    read_attention,
    read_names,
    swapped_axes,
    typed_names,
)
from attention.imported.stack import Imported
from attention.types import Floats
from tests.imported.written import FORMATS, NAMES, npy, npz, safetensors, weights

SEED = "我喜欢在周末去公园散步"
WORDS = ("我", "喜欢", "在", "周末", "去", "公园", "散步")


def brought(data: bytes, naming: Naming | None = None, **options: Any) -> Imported:
    return imported(read_attention("a.npz", data), naming, **options)


def refused(data: bytes, naming: Naming | None = None) -> ImportRefused:
    with pytest.raises(ImportRefused) as caught:
        brought(data, naming)
    return caught.value


# Shapes


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("shape", [(2, 3, 13, 13), (2, 1, 3, 13, 13), (3, 13, 13), (13, 13)])
def test_every_shape_in_every_format(form: str, shape: tuple[int, ...]) -> None:
    array = weights(*shape)
    stack = brought(FORMATS[form](array)).stacks[0]
    layers, heads = {5: (2, 3), 4: (2, 3), 3: (1, 3), 2: (1, 1)}[len(shape)]
    assert stack.weights.shape == (layers, heads, 13, 13)
    np.testing.assert_array_equal(stack.weights.ravel(), array.ravel())
    assert stack.queries.text == SEED
    assert [piece.label for piece in stack.keys.pieces] == list(NAMES)


@pytest.mark.parametrize(
    ("shape", "wanted"), [((3, 7, 7), (2, 3, 7, 7)), ((1, 3, 7, 7), (2, 3, 7, 7)), ((7, 7), (2, 1, 7, 7))]
)
def test_a_list_of_layers(shape: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    one, other = weights(*shape, seed=1), weights(*shape, seed=2)
    stack = brought(npz(layer_1=other, layer_0=one)).stacks[0]
    assert stack.weights.shape == wanted
    np.testing.assert_array_equal(stack.weights[0].ravel(), one.ravel())
    if len(shape) > 2:  # a list of two squares is one layer of two heads
        listed = json.dumps([one.tolist(), other.tolist()]).encode()
        np.testing.assert_array_equal(brought(listed).stacks[0].weights, stack.weights)


def test_layers_are_ordered_by_number_not_by_name() -> None:
    layers = {f"attentions.{i}": weights(1, 2, 2, seed=i) for i in range(12)}
    stack = brought(npz(**layers)).stacks[0]
    for i in range(12):
        np.testing.assert_array_equal(stack.weights[i], layers[f"attentions.{i}"])


def test_positional_arrays_of_savez_are_layers() -> None:
    assert brought(npz(arr_0=weights(2, 3, 3), arr_1=weights(2, 3, 3))).stacks[0].layers == 2


def test_of_several_sentences_one_is_chosen() -> None:
    array = weights(2, 4, 3, 5, 5)
    names = [[f"{b}{i}" for i in range(5)] for b in "abcd"]
    data = npz(attention=array, tokens=np.array(names))
    held = brought(data, number=2)
    assert (held.many, held.number) == (4, 2)
    np.testing.assert_array_equal(held.stacks[0].weights, array[:, 2])
    assert held.stacks[0].keys.text.replace(" ", "") == "c0c1c2c3c4"
    assert brought(data, number=9).number == 3


def test_the_three_parts_of_a_translation_model_stand_side_by_side() -> None:
    data = npz(
        encoder_attentions=weights(2, 2, 4, 4),
        decoder_attentions=weights(2, 2, 3, 3),
        cross_attentions=weights(2, 2, 3, 4),
        encoder_tokens=np.array(["我", "去", "公园", "</s>"]),
        decoder_tokens=np.array(["▁I", "▁go", "</s>"]),
    )
    held = brought(data)
    cross = held.stack("cross")
    assert {stack.kind for stack in held.stacks} == {"encoder", "decoder", "cross"}
    assert (cross.queries.text, cross.keys.text) == ("I go", "我去公园")
    assert held.stack("encoder").queries.text == "我去公园"
    assert held.stack("decoder").keys.text == "I go"


def test_an_array_of_any_name_is_taken_where_it_is_alone() -> None:
    assert brought(npz(foo=weights(2, 2, 3, 3))).stacks[0].layers == 2
    assert refused(npz(foo=weights(3, 3), bar=weights(3, 3))).problem == "several"
    assert refused(npz(tokens=np.array(["a"]))).problem == "none"
    assert brought(safetensors({"_" * 900_000: ("F32", (1, 1), np.float32(1).tobytes())})).stacks[0].heads == 1
    held = brought(npz(attention=weights(3, 3), hidden=weights(3, 8)))
    assert held.stacks[0].weights.shape == (1, 1, 3, 3)


@pytest.mark.parametrize("shape", [(7,), (1, 1, 1, 1, 7, 7)])
def test_another_shape_is_refused_with_what_was_found_and_what_is_wanted(shape: tuple[int, ...]) -> None:
    error = refused(npy(weights(*shape)))
    assert (error.problem, error.found, error.wanted) == ("shape", str(shape), SHAPES)


def test_layers_of_different_shapes_are_refused_with_both() -> None:
    error = refused(npz(layer_0=weights(2, 3, 3), layer_1=weights(2, 4, 4)))
    assert error.problem == "ragged"
    assert "(2, 3, 3)" in error.found
    assert "(2, 4, 4)" in error.found


def test_too_many_pieces_are_refused() -> None:
    assert refused(npy(np.full((513, 2), 0.5, dtype=np.float32))).problem == "pieces"


def test_reading_copies_nothing_twice() -> None:
    found = read_attention("a", npy(weights(2, 3, 5, 5)))
    assert np.shares_memory(imported(found).stacks[0].weights, found.arrays["self"])


# Names of the pieces


def test_without_names_the_pieces_are_numbered() -> None:
    line = brought(npy(weights(3, 3))).stacks[0].queries
    assert ([piece.label for piece in line.pieces], line.text) == (["1", "2", "3"], "")


def test_the_words_of_the_sentence_are_taken_where_they_are_as_many() -> None:
    naming = Naming((), SEED, WORDS)
    assert brought(npy(weights(7, 7)), naming).stacks[0].queries.text == SEED
    assert brought(npy(weights(6, 6)), naming).stacks[0].queries.text == ""


def test_given_names_go_before_those_in_the_file() -> None:
    data = npz(attention=weights(2, 2), tokens=np.array(["x", "y"]))
    assert brought(data, Naming(("我", "去"))).stacks[0].keys.text == "我去"


def test_a_wrong_number_of_names_is_refused_with_both_numbers() -> None:
    error = refused(npz(attention=weights(3, 3), tokens=np.array(["x", "y"])))
    assert (error.problem, error.found, error.wanted) == ("tokens", "2", "3")
    assert refused(npy(weights(3, 3)), Naming(("x", "y"))).problem == "tokens"


def test_the_text_in_the_file_is_where_its_pieces_stand() -> None:
    data = npz(attention=weights(2, 2), tokens=np.array(["caf", "##e"]), text=np.array("Café"))
    assert brought(data).stacks[0].keys.text == "Café"
    other = npz(attention=weights(2, 2), tokens=np.array(["我", "去"]), text=np.array("又来"))
    assert brought(other).stacks[0].keys.text == "我去"


def test_words_with_weights_of_our_own_files_are_understood() -> None:
    content = {
        "format": "attention-table/table/1",
        "words": list(WORDS),
        "weights": weights(7, 7).tolist(),
        "text": SEED,
    }
    stack = brought(json.dumps(content, ensure_ascii=False).encode()).stacks[0]
    assert stack.keys.text == SEED
    assert [piece.label for piece in stack.keys.pieces] == list(WORDS)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('["[CLS]", "我"]', ("[CLS]", "我")),
        ('{"tokens": ["我"]}', ("我",)),
        ("[CLS] 我 喜欢", ("[CLS]", "我", "喜欢")),
        ("[CLS]\n我\n\nnew york\n", ("[CLS]", "我", "new york")),
        ("", ()),
    ],
)
def test_names_can_be_typed_in_three_ways(text: str, names: tuple[str, ...]) -> None:
    assert typed_names(text) == names
    assert read_names("b.txt", b"\xef\xbb\xbf" + text.encode()) == names


@pytest.mark.parametrize(
    ("given", "problem"), [([1, 2], "names"), ("abc", "names"), (["x" * 201], "name"), ([["a"]], "names")]
)
def test_names_that_are_none(given: Any, problem: str) -> None:
    with pytest.raises(ImportRefused) as caught:
        checked_names("b", given)
    assert caught.value.problem == problem


def test_a_second_file_that_is_no_text_or_too_large() -> None:
    assert read_names("b", b"a".ljust(1_000_000)) == ("a",)
    for data, problem in ((b"\xff\xfe\x00", "kind"), (b"a" * 1_000_001, "large")):
        with pytest.raises(ImportRefused) as caught:
            read_names("b", data)
        assert caught.value.problem == problem


def test_a_safetensors_file_may_hold_what_is_no_attention() -> None:
    array: Floats = weights(2, 2)
    bias = np.zeros(5, dtype="<f4")
    data = safetensors({"attentions": ("F32", (2, 2), array.tobytes()), "bias": ("F32", (5,), bias.tobytes())})
    assert brought(data).stacks[0].weights.shape == (1, 1, 2, 2)


# Files as people have them


def test_ids_and_a_mask_beside_the_weights_are_passed_over_and_used() -> None:
    array = weights(2, 3, 15, 15)
    ids, mask = np.arange(15), np.array([True] * 13 + [False] * 2)
    names = np.array([*NAMES, "[PAD]", "[PAD]"])
    header = {"attention": ("F32", array.shape, array.tobytes()), "input_ids": ("I64", (15,), ids.tobytes())}
    for data in (
        npz(attention=array, input_ids=ids, attention_mask=mask, tokens=names),
        npz(attention=array, input_ids=ids[None], attention_mask=mask.astype(np.int64)[None], tokens=names),
        json.dumps(
            {"attention": array.tolist(), "attention_mask": mask.astype(int).tolist(), "tokens": names.tolist()}
        ).encode(),
        safetensors(
            {**header, "attention_mask": ("BOOL", (15,), mask.tobytes())}, {"tokens": json.dumps(names.tolist())}
        ),
    ):
        (stack,) = brought(data).stacks
        np.testing.assert_array_equal(stack.weights, array[:, :, :13, :13])
        assert [piece.label for piece in stack.keys.pieces] == list(NAMES)
    assert refused(npz(input_ids=ids)).problem == "dtype"


@pytest.mark.parametrize(
    "name",
    ["blocks.{}.attn.hook_pattern", "encoder.layer.{}.attention.self.probs", "h[{}].attn", "layer_{}_attention_probs"],
)
def test_layers_may_be_numbered_inside_their_names(name: str) -> None:
    layers = {name.format(i): weights(2, 4, 4, seed=i) for i in range(12)}
    shuffled = dict(sorted(layers.items()))  # 0, 1, 10, 11, 2 …
    others = {"blocks.0.hook_resid": weights(4, 9), "blocks.1.hook_resid": weights(4, 9)}
    for data in (npz(**shuffled), npz(**shuffled, **others)):
        np.testing.assert_array_equal(brought(data).stacks[0].weights, np.stack(list(layers.values())))


def test_json_with_an_object_a_layer() -> None:
    array = weights(12, 2, 4, 4)
    plain = {"layers": [{"attn": layer.tolist()} for layer in array]}
    deeper = {"model": {"layers": [{"attn": layer.tolist(), "width": 1} for layer in array]}}
    for given in (plain, deeper):
        np.testing.assert_allclose(brought(json.dumps(given).encode()).stacks[0].weights, array, rtol=1e-6)


def test_the_steps_of_a_written_text_are_put_together() -> None:
    """As generate() returns them: a tuple a step, the first with all queries, each further one with one."""
    whole = np.tril(weights(2, 3, 6, 6)) + 1e-3 * np.tril(np.ones((6, 6)))
    whole = (whole / whole.sum(axis=-1, keepdims=True)).astype(np.float32)
    steps = [whole[:, None, :, :4, :4], whole[:, None, :, 4:5, :5], whole[:, None, :, 5:6, :6]]
    for data in (
        npz(**{f"attentions.{i}": step for i, step in enumerate(steps)}),
        json.dumps({"attentions": [step.tolist() for step in steps]}).encode(),
    ):
        (stack,) = brought(data).stacks
        assert stack.kind == "causal"
        np.testing.assert_allclose(stack.weights, whole, atol=1e-6)


def test_steps_that_cannot_be_told_from_layers_are_never_shown_as_layers() -> None:
    cross = {
        f"cross_attentions.{i}": weights(2, 3, 1, 5, seed=i) for i in range(4)
    }  # (layers, heads, 1, keys), four steps
    assert refused(npz(**cross)).problem == "steps"
    for shape in ((4, 2, 3, 1, 5), (4, 2, 1, 3, 1, 5)):  # the same as one array
        assert refused(npz(cross_attentions=weights(*shape))).problem == "steps"
    one = {f"attentions.{i}": weights(1, 3, 1, 5, seed=i) for i in range(4)}  # a batch of one with one query: layers
    assert brought(npz(**one)).stacks[0].layers == 4


def test_as_many_squares_as_lists_of_names_are_sentences() -> None:
    array = weights(3, 5, 5)
    names = [[f"{word}{i}" for i in range(5)] for word in "甲乙丙"]
    made = brought(json.dumps({"attention": array.tolist(), "tokens": names}).encode(), number=2)
    assert made.many == 3
    np.testing.assert_allclose(made.stacks[0].weights, array[None, None, 2], rtol=1e-6)
    assert [piece.label for piece in made.stacks[0].keys.pieces] == names[2]
    assert brought(json.dumps({"attention": array.tolist(), "tokens": names[0]}).encode()).stacks[0].heads == 3


def test_columns_that_sum_to_one_are_noticed_and_can_be_turned() -> None:
    array = weights(2, 3, 13, 13)
    found = read_attention("a.npz", npz(attention=array.swapaxes(-1, -2), tokens=np.array(NAMES)))
    (stack,) = imported(found).stacks
    assert stack.sums.turned
    assert not stack.softmax
    (right,) = imported(swapped_axes(found)).stacks
    assert right.softmax
    assert not right.sums.turned
    np.testing.assert_array_equal(right.weights, array)
    assert not imported(read_attention("a.npz", npz(attention=array))).stacks[0].sums.turned


def test_rows_of_nan_that_pad_a_sentence_are_left_out() -> None:
    array = weights(2, 3, 15, 15)
    array[..., 13:] = 0
    array /= array.sum(axis=-1, keepdims=True)
    array[:, :, 13:] = np.nan
    names = [*NAMES, "[PAD]", "[PAD]"]
    (stack,) = brought(npz(attention=array, tokens=np.array(names))).stacks
    np.testing.assert_array_equal(stack.weights, array[:, :, :13, :13])
    written = json.dumps({"attention": array.tolist(), "tokens": names}).encode()  # NaN, as Python writes it
    np.testing.assert_allclose(brought(written).stacks[0].weights, array[:, :, :13, :13], rtol=1e-6)


def test_another_nan_is_named_by_layer_head_and_row() -> None:
    array = weights(2, 3, 13, 13)
    array[1, 2, 4, 7] = np.nan
    error = refused(npz(attention=array))
    assert (error.problem, error.found) == ("nan", "2 / 3 / 5")


def test_weights_after_dropout_are_named() -> None:
    rng = np.random.default_rng(0)
    array = weights(2, 3, 13, 13)
    dropped = np.where(rng.random(array.shape) < 0.1, 0, array / 0.9).astype(np.float32)
    dropped[0, 0, 0] *= 1.15 / dropped[0, 0, 0].sum()
    assert refused(npz(attention=dropped)).problem == "dropout"
    assert refused(npz(attention=array * 3)).problem == "sums"


def test_files_of_other_programs_are_named() -> None:
    torch_file = zipped_as({"archive/data.pkl": b"\x80\x02}q\x00.", "archive/data/0": bytes(16)})
    workbook = zipped_as({"[Content_Types].xml": b"<Types/>", "xl/workbook.xml": b"<workbook/>"})
    for data, problem in ((torch_file, "torch"), (b"\x80\x04\x95\x00\x00", "torch"), (workbook, "workbook")):
        assert refused(data).problem == problem
    brain = np.zeros((2, 2), "V2")
    assert refused(npz(attention=brain)).problem == "bfloat"


def zipped_as(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return file.getvalue()


def test_what_torch_writes_is_named(torch: Any) -> None:
    file = io.BytesIO()
    torch.save([torch.ones(1, 2, 3, 3) / 3], file)
    assert refused(file.getvalue()).problem == "torch"
