"""Whatever stands in a file: it is read, or refused with one of our errors; nothing is unpacked beyond its limits."""

from __future__ import annotations

import json
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attention.errors import AttentionError
from attention.exchange.formats import FORMATS
from attention.exchange.hand_file import read_hand
from attention.exchange.sentences_file import read_sentences
from attention.exchange.table_json import read_json
from attention.imported import hub
from attention.imported.files import imported, read_attention, read_names, typed_names
from attention.session.board import computed_table, opening_board
from attention.sources.fitted_matrices import fit_hand
from attention.train.fitted_file import read_fitted, to_json, to_npz
from attention.types import HandTable
from tests.fuzz.conftest import cases
from tests.fuzz.hostile import damaged, json_like, odd, swapped, texts
from tests.imported.written import as_json, npy, npz, one_tensor, tensors, weights, zipped


def exported(name: str) -> bytes:
    board = opening_board()
    return FORMATS[name].write(computed_table(board, source="syntax"))


ATTENTION = {
    "a.npz": npz(attention=weights(2, 2, 4, 4), tokens=np.array(["我", "去", "公园", "。"])),
    "a.npy": npy(np.eye(4, dtype=np.float32)),
    "a.json": as_json(weights(1, 2, 3, 3), "abc"),
    "a.safetensors": one_tensor(weights(1, 2, 3, 3), "abc"),
}
OURS = {"h.csv": exported("hand-csv"), "h.json": exported("json"), "c.csv": exported("csv")}
FITTED = to_npz(fit_hand(opening_board().hand))


@pytest.mark.parametrize("name", ATTENTION)
def test_the_whole_files_are_read(name: str) -> None:
    assert imported(read_attention(name, ATTENTION[name])).stacks


@cases(12)
@given(st.sampled_from(list(ATTENTION)).flatmap(lambda n: st.tuples(st.just(n), damaged(ATTENTION[n]))))
def test_damaged_attention(file: tuple[str, bytes]) -> None:
    try:
        found = imported(read_attention(*file))
    except AttentionError:
        return
    for stack in found.stacks:
        assert np.isfinite(np.asarray(stack.weights)).all()


@cases(6)
@given(
    st.sampled_from(list(ATTENTION)),
    st.one_of(st.binary(max_size=400), json_like().map(lambda v: json.dumps(v).encode())),
)
def test_anything_as_attention(name: str, data: bytes) -> None:
    try:
        imported(read_attention(name, data))
    except AttentionError:
        return


@cases(6)
@given(texts, st.binary(max_size=200))
def test_names_of_tokens(text: str, data: bytes) -> None:
    for read in (
        lambda: typed_names(text),
        lambda: read_names("t.json", data),
        lambda: read_names("t.txt", text.encode("utf8", "replace")),
    ):
        try:
            assert all(isinstance(name, str) for name in read())
        except AttentionError:
            continue


@cases(8)
@given(st.sampled_from(list(OURS)).flatmap(lambda n: st.tuples(st.just(n), damaged(OURS[n]))))
def test_damaged_hand_tables(file: tuple[str, bytes]) -> None:
    try:
        hand = read_hand(*file)
    except AttentionError:
        return
    assert (np.isnan(hand.values) | ((hand.values >= 0) & (hand.values <= 1))).all()


@cases(4)
@given(
    st.sampled_from(["x.csv", "x.json"]),
    st.one_of(st.binary(max_size=300), texts.map(lambda t: t.encode("utf8", "replace"))),
)
def test_anything_as_a_hand_table(name: str, data: bytes) -> None:
    try:
        read_hand(name, data)
    except AttentionError:
        return


@cases(4)
@given(st.one_of(st.binary(max_size=300), texts.map(lambda t: t.encode("utf8", "replace"))))
def test_anything_as_sentences(data: bytes) -> None:
    try:
        assert read_sentences("x.txt", data)
    except AttentionError:
        return


@cases(4)
@given(damaged(FITTED))
def test_damaged_matrices(data: bytes) -> None:
    try:
        found = read_fitted("x.npz", data)
    except AttentionError:
        return
    assert np.isfinite(found.W_Q).all()


# Whole files in which one thing is of another kind

numbers = st.one_of(st.integers(-2, 6), st.sampled_from([2**31, 2**63, 2**64, 10**400, True, 1.0, "3", None]))
shapes = st.one_of(st.lists(numbers, max_size=6).map(tuple), st.lists(numbers, max_size=70), odd)
kinds = st.one_of(
    st.sampled_from([*"<f4 >f8 <f2 |S0 |S4 <U0 <U3 |O |V0 |V9 <M8[s] ? <c8 <i8 f <f16".split(), ""]),
    st.sampled_from([[("a", "<f4")], [("a", "|O")], [], None, 4, ("<f4", (2,)), {"names": []}]),
    texts,
)


@st.composite
def headers(draw: st.DrawFn) -> bytes:
    """An .npy whose header says what it likes."""
    given = {"descr": draw(kinds), "fortran_order": draw(st.one_of(st.booleans(), odd)), "shape": draw(shapes)}
    for _ in range(draw(st.integers(0, 1))):
        given.pop(draw(st.sampled_from(list(given))))
    text = draw(st.sampled_from([repr(given), repr(given), "(" * 9_000, "{" + repr(given), repr([given]), "1" * 5_000]))
    head = text.encode("utf8", "replace") + b"\n"
    version = draw(st.sampled_from([(1, 0), (2, 0), (3, 0), (1, 1), (9, 9)]))
    length = draw(st.sampled_from([len(head), len(head), 2, 60_000]))
    size = (length & 0xFFFF).to_bytes(2, "little") if version[0] == 1 else length.to_bytes(4, "little")
    return b"\x93NUMPY" + bytes(version) + size + head + draw(st.sampled_from([b"", bytes(16), bytes(64)]))


def refused_or_read(name: str, data: bytes) -> None:
    try:
        found = imported(read_attention(name, data))
    except AttentionError:
        return
    assert all(np.isfinite(np.asarray(stack.weights)).all() for stack in found.stacks)


@cases(12)
@given(headers())
@example(b"\x93NUMPY\x01\x00\x3a\x00{'descr': '|S0', 'fortran_order': False, 'shape': (-1,)}   \n")
def test_headers_of_arrays(data: bytes) -> None:
    refused_or_read("x.npy", data)
    refused_or_read("x.npz", zipped(attention=data))
    with suppress(AttentionError):
        read_fitted("x.npz", zipped(W_Q=data, W_K=data, about=data))


ENTRY = {"dtype": "F32", "shape": [1, 2, 2, 2], "data_offsets": [0, 32]}
HEADER = {"__metadata__": {"tokens": '["a", "b"]', "text": "a b"}, "attention": ENTRY, "layer.1": ENTRY}


@cases(12)
@given(swapped(HEADER))
@example({**HEADER, "__metadata__": [1]})
@example({**HEADER, "attention": {**ENTRY, "dtype": ["F32"]}})
@example({"a" + "9" * 5_000: ENTRY})
def test_headers_of_tensors(header: object) -> None:
    refused_or_read("x.safetensors", tensors(json.dumps(header).encode(), np.full(8, 0.5, "<f4").tobytes()))


@cases(12)
@given(swapped(json.loads(ATTENTION["a.json"])))
@example({"attention": [[10**400, 0], [0, 1]]})
@example({"attention" + "1" * 5_000: [[1, 0], [0, 1]]})
@example({"attention": [["a" * 200, *[0] * 200]]})
def test_values_of_attention(given_: object) -> None:
    refused_or_read("x.json", json.dumps(given_).encode())


@cases(2)
@given(
    st.sampled_from(["9" * 5_000, "-" + "9" * 5_000, "1e999", "01", "1.", "0x1", "1_0", "NaN", "-Infinity", "+1", "１"])
)
def test_numbers_that_json_does_not_know(text: str) -> None:
    for data in (f"[[{text}, 0], [0, 1]]", f'{{"attention": [[0, 1], [{text}, 0]], "x": {text}}}'):
        refused_or_read("x.json", data.encode())
    for read in (read_hand, read_json, read_fitted):
        with pytest.raises(AttentionError):
            read("x.json", f'{{"words": ["a", "b"], "hand": [[0, {text}], [0, 1]], "format": {text}}}'.encode())


@cases(12)
@given(swapped(json.loads(OURS["h.json"])))
def test_values_of_our_own_tables(given_: object) -> None:
    data = json.dumps(given_).encode()
    for read in (read_hand, read_json):
        try:
            found = read("x.json", data)
        except AttentionError:
            continue
        values = found.values if isinstance(found, HandTable) else found.weights
        assert (np.isnan(values) | ((values >= 0) & (values <= 1))).all()


@cases(6)
@given(swapped(json.loads(to_json(fit_hand(HandTable(tuple("abc"), np.array([[0.9, 0.1, 0.1]] * 3)))))))
def test_values_of_fitted_matrices(given_: object) -> None:
    try:
        found = read_fitted("x.json", json.dumps(given_).encode())
    except AttentionError:
        return
    assert np.isfinite(found.W_Q).all()
    assert all(type(word) is str for word in found.words)


@cases(4)
@given(
    st.one_of(
        texts, st.text("ab/.-_", max_size=6_000), st.sampled_from(["a" * 5_000, "a/" + "b" * 300, "../..", "a\0"])
    )
)
def test_names_of_models(name: str) -> None:
    with pytest.raises(AttentionError):
        hub.place_of(name)
