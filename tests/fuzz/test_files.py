"""Whatever stands in a file: it is read, or refused with one of our errors; nothing is unpacked beyond its limits."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.board import opening_board
from attention.errors import AttentionError
from attention.exchange.export import export_of
from attention.exchange.fitted_file import read_fitted, to_npz
from attention.exchange.formats import FORMATS
from attention.exchange.hand_file import read_hand
from attention.exchange.sentences_file import read_sentences
from attention.imported.files import imported, read_attention, read_names, typed_names
from attention.sources import Request, compute, fit_hand
from tests.fuzz.conftest import cases
from tests.fuzz.hostile import damaged, json_like, texts


def npz() -> bytes:
    file = io.BytesIO()
    weights = np.random.default_rng(0).dirichlet(np.ones(4), size=(2, 2, 4)).astype(np.float32)
    np.savez(file, attention=weights, tokens=np.array(["我", "去", "公园", "。"]))
    return file.getvalue()


def npy() -> bytes:
    file = io.BytesIO()
    np.save(file, np.eye(4, dtype=np.float32))
    return file.getvalue()


def attention_json() -> bytes:
    return json.dumps({"attention": np.full((1, 2, 3, 3), 1 / 3).tolist(), "tokens": ["a", "b", "c"]}).encode()


def safetensors() -> bytes:
    from safetensors.numpy import save

    return save({"attention": np.full((1, 2, 3, 3), 1 / 3, dtype=np.float32)})


def exported(name: str) -> bytes:
    board = opening_board()
    return FORMATS[name].write(export_of(board, compute("syntax", Request(board.words, board.hand))))


ATTENTION = {"a.npz": npz(), "a.npy": npy(), "a.json": attention_json(), "a.safetensors": safetensors()}
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
