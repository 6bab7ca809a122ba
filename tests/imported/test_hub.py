"""Models of the Hugging Face kind, with the real library on tiny models; and what may not be opened."""

from __future__ import annotations

import json
import shutil
import socket
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attention.errors import ImportProblem, ImportRefused
from attention.imported import hub
from attention.imported.hub import Model, OnStage, Slot, attention_of, cached, check, folders, make_model, place_of
from attention.imported.stack import Imported, Pick
from attention.imported.words import merge_pieces, units
from attention.reading.values import fields
from attention.sources.imported_table import chosen
from attention.words.segment import cut
from tests.imported.models import ENGLISH, SEED

CUT = cut(SEED).tokens


def load(name: str, place: Path, progress: OnStage) -> Model:
    check(name, place)
    return make_model(name, place, progress)


def quiet(step: str) -> None:
    """Nobody watches."""


def attention(name: str, text: str = SEED, target: str = "") -> Imported:
    return Slot().attention(name, text, target, quiet)


def refused(work: Any, *arguments: Any) -> ImportRefused:
    with pytest.raises(ImportRefused) as caught:
        work(*arguments)
    return caught.value


# Real models


def test_a_bert_of_characters_reads_words(models: Path) -> None:
    held = attention("bert")
    (stack,) = held.stacks
    assert (stack.kind, stack.weights.shape, stack.softmax, stack.d_k) == ("encoder", (2, 2, 13, 13), True, 8)
    assert [piece.label for piece in stack.keys.pieces] == ["[CLS]", *SEED, "[SEP]"]
    found = chosen(held, "", Pick("head", 1, 1), CUT)
    assert found.words == ("我", "喜欢", "在", "周末", "去", "公园", "散步")
    assert found.weights.std() > 0.01
    np.testing.assert_allclose(found.weights.sum(axis=1), 1)


def test_the_weights_are_those_that_the_library_computes(models: Path) -> None:
    import torch
    from transformers import AutoModel

    network = AutoModel.from_pretrained(models / "bert", attn_implementation="eager").eval()
    (stack,) = attention("bert").stacks
    tokenizer = load("bert", models / "bert", quiet).tokenizer
    with torch.no_grad():
        out = network(**tokenizer(SEED, return_tensors="pt"), output_attentions=True)
    for layer in range(2):
        np.testing.assert_allclose(stack.weights[layer], out.attentions[layer][0].numpy(), atol=1e-6)


def test_word_pieces_and_unknown_characters(models: Path) -> None:
    held = attention("bert", "我喜欢Transformer龘")
    line = held.stacks[0].keys
    assert [line.text[slice(*piece.span)] for piece in line.pieces if piece.span] == [
        *"我喜欢",
        "Trans",
        "form",
        "er",
        "龘",
    ]
    assert chosen(held, "", Pick(), cut("我喜欢Transformer龘").tokens).words == ("我", "喜欢", "Transformer", "龘")


def test_a_gpt_of_bytes_looks_back_only_and_reads_words(models: Path) -> None:
    held = attention("gpt")
    (stack,) = held.stacks
    assert stack.kind == "causal"
    assert len(stack.keys) > len(SEED)  # a Chinese character is several pieces
    found = chosen(held, "", Pick("layer", 1), CUT)
    assert found.words == CUT.words
    np.testing.assert_allclose(found.weights.sum(axis=1), 1)
    assert (np.triu(found.weights, 2) == 0).all()


def test_a_translation_model_has_three_parts(models: Path) -> None:
    held = attention("bart", SEED, ENGLISH)
    assert [stack.kind for stack in held.stacks] == ["cross", "encoder", "decoder"]
    cross = held.stack("cross")
    assert (cross.queries.text, cross.keys.text) == (ENGLISH, SEED)
    assert held.stack("decoder").causal
    rows = units(cross.queries, cut(ENGLISH).tokens, specials=False)
    table = merge_pieces(cross.weights[0, 0], rows, units(cross.keys, CUT, specials=False))
    assert table.rows == tuple("I like to take a walk in the park on weekends .".split())
    assert table.cols == CUT.words
    np.testing.assert_allclose(table.weights.sum(axis=1), 1)
    assert cross.queries.pieces[0].special


def test_the_decoders_rows_are_what_goes_in(models: Path) -> None:
    """The piece of a row is the one from which the next is written: the first is the sign to begin, the last is never put in."""
    pieces = attention("bart", SEED, "park").stack("decoder").queries.pieces
    assert pieces[0].label == "</s>"
    assert pieces[1].label == "<s>"
    assert "".join(piece.label for piece in pieces[2:]) == "park"


def test_without_a_target_the_model_writes_one(models: Path) -> None:
    held = attention("bart")
    rows = held.stack("cross").queries
    assert rows.pieces[0].special
    assert 1 < len(rows) <= hub.MAX_WRITTEN
    again = attention("bart")
    np.testing.assert_array_equal(held.stack("cross").weights, again.stack("cross").weights)


def test_a_model_that_cannot_write_asks_for_a_target(models: Path) -> None:
    model = load("bart", models / "bart", quiet)
    model.writes = False
    assert refused(attention_of, model, SEED).problem == "target"
    assert attention_of(model, SEED, ENGLISH).stacks


def test_one_model_is_kept_and_another_takes_its_place(models: Path) -> None:
    slot, steps = Slot(), []
    slot.attention("bert", SEED, "", steps.append)
    assert steps == ["start", "config", "tokenizer", "weights", "attention", "done"]
    first, steps[:] = slot.model, []
    slot.attention("bert", "我喜欢公园", "", steps.append)
    assert slot.model is first
    assert steps == ["start", "attention", "done"]
    slot.attention("gpt", SEED, "", steps.append)
    assert slot.model is not None
    assert slot.model.name == "gpt"


def test_nothing_is_asked_of_the_network(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*arguments: Any) -> None:
        raise AssertionError("a connection was tried")

    monkeypatch.setattr(socket.socket, "connect", forbidden)
    monkeypatch.setattr(socket, "getaddrinfo", forbidden)
    assert attention("bert").stacks
    assert refused(attention, "google-bert/bert-base-chinese").problem == "model_missing"


@pytest.mark.parametrize("text", ["。", "🀄", "a" * 40, "𠀀", "公园 公园"])
def test_odd_sentences(models: Path, text: str) -> None:
    for name in ("bert", "gpt"):
        assert attention(name, text).stacks[0].softmax


def test_a_sentence_that_is_too_long_for_the_model(models: Path) -> None:
    error = refused(attention, "bert", "我" * 63)
    assert (error.problem, error.found, error.wanted) == ("long", "65", "64")
    assert attention("bert", "我" * 62).stacks
    assert refused(attention, "gpt", "公园" * 40).problem == "long"


def test_too_many_weights_are_refused_before_they_are_computed(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MAX_CELLS", 100)
    assert refused(attention, "bert").problem == "cells"


def test_a_model_that_gives_no_attention(models: Path) -> None:
    model = load("bert", models / "bert", quiet)
    model.network.set_attn_implementation("sdpa")
    assert refused(attention_of, model, SEED).problem == "no_attention"


# What may be opened


def test_without_the_setting_no_folder_is_offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ATTENTION_MODELS", raising=False)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "config.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    assert folders() == []
    for name in ("m", "./m", str(tmp_path / "m"), "../m", "m/..", ""):
        assert refused(place_of, name).problem in ("model_missing", "model_name")


def test_only_what_lies_below_the_named_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    inside, outside = tmp_path / "in" / "owner" / "m", tmp_path / "out"
    for folder in (inside, outside):
        folder.mkdir(parents=True)
        (folder / "config.json").write_text("{}")
    (tmp_path / "in" / "link").symlink_to(outside)
    monkeypatch.setenv("ATTENTION_MODELS", str(tmp_path / "in"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "none"))
    assert folders() == ["owner/m"]
    assert place_of("owner/m") == inside
    for name in ("../out", "link", "owner/../../out", str(outside), "owner/m/..", "/etc"):
        assert refused(place_of, name).problem in ("model_missing", "model_name")


def test_a_name_from_the_cache(models: Path, tmp_path: Path) -> None:
    repository = tmp_path / "cache" / "models--owner--tiny"
    snapshot = repository / "snapshots" / "0123456789abcdef"
    shutil.copytree(models / "bert", snapshot)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("0123456789abcdef\n")
    assert cached() == ["owner/tiny"]
    assert attention("owner/tiny").stacks
    (repository / "refs" / "main").write_text("../../../etc")
    assert refused(place_of, "owner/tiny").problem == "model_missing"


def test_a_name_that_is_not_here_says_so() -> None:
    error = refused(place_of, "google-bert/bert-base-chinese")
    assert (error.problem, error.name) == ("model_missing", "google-bert/bert-base-chinese")


# Weights and code of others


def test_weights_that_may_hide_programs_are_not_read(models: Path, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    shutil.copytree(models / "bert", folder)
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")
    error = refused(load, "m", folder, quiet)
    assert (error.problem, error.found) == ("weights", "pytorch_model.bin")


def test_weights_beside_safetensors_of_another_name_are_not_read_either(models: Path, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    shutil.copytree(models / "bert", folder)
    (folder / "model.safetensors").rename(folder / "other.safetensors")
    import torch

    torch.save({}, folder / "pytorch_model.bin")
    assert refused(load, "m", folder, quiet).problem == "model"


def test_code_that_comes_with_a_model_is_not_run(models: Path, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    shutil.copytree(models / "bert", folder)
    mark = tmp_path / "ran"
    (folder / "own.py").write_text(f"open({str(mark)!r}, 'w')\nclass C: pass\nclass M: pass\n")
    config = json.loads((folder / "config.json").read_text())
    config |= {"model_type": "own", "auto_map": {"AutoConfig": "own.C", "AutoModel": "own.M"}}
    (folder / "config.json").write_text(json.dumps(config))
    assert refused(load, "m", folder, quiet).problem == "model"
    assert not mark.exists()


@pytest.mark.parametrize("content", ["", "{", "{}", '{"model_type": "nonsense"}', "[]"])
def test_a_damaged_folder_is_refused(models: Path, tmp_path: Path, content: str) -> None:
    folder = tmp_path / "m"
    shutil.copytree(models / "bert", folder)
    (folder / "config.json").write_text(content)
    assert refused(load, "m", folder, quiet).problem == "model"


def test_damaged_weights_are_refused(models: Path, tmp_path: Path) -> None:
    folder = tmp_path / "m"
    shutil.copytree(models / "bert", folder)
    (folder / "model.safetensors").write_bytes(b"nothing")
    assert refused(load, "m", folder, quiet).problem == "model"


def test_what_is_refused_while_a_model_is_loaded_is_refused_as_it_is(
    models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(*_: Any) -> None:
        raise ImportRefused(ImportProblem.WEIGHTS, name="bert")

    monkeypatch.setattr(hub, "library_class", refusing)
    assert refused(load, "bert", models / "bert", quiet).problem == "weights"


def test_weights_beyond_the_limit_are_not_loaded(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "MAX_WEIGHTS", 10)
    assert refused(attention, "bert").problem == "model_large"


def test_without_the_library_that_is_said(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "is_installed", lambda: False)
    assert refused(attention, "bert").problem == "not_installed"


def test_the_library_is_loaded_only_when_a_model_is_wanted() -> None:
    import subprocess
    import sys

    code = "import sys, attention, attention.imported.hub; sys.exit(bool({'torch', 'transformers'} & set(sys.modules)))"
    root = Path(__file__).parents[2]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False).returncode == 0


@pytest.mark.parametrize(
    "lie",
    [
        {"hidden_size": 60_000},
        {"vocab_size": 10**8},
        {"num_hidden_layers": 10**6},
        {"intermediate_size": 10**9},
        {"max_position_embeddings": 10**8},
        {"num_labels": 10**9},
        {"num_hidden_layers": 10**400},
        {"text_config": {"num_layers": 10**6}},
    ],
    ids=str,
)
def test_a_config_that_lies_is_refused_before_anything_is_made(
    models: Path, tmp_path: Path, lie: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "m"
    shutil.copytree(models / "bert", folder)
    (folder / "config.json").write_text(json.dumps(json.loads((folder / "config.json").read_text()) | lie))
    monkeypatch.setattr(hub, "make_model", lambda *_: pytest.fail("it was made"))
    assert refused(load, "m", folder, quiet).problem in ("sizes", "model")


def test_a_config_that_lies_does_not_keep_others_waiting(models: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    slot = Slot()
    with slot.lock:  # somebody else computes
        monkeypatch.setattr(hub, "check_sizes", lambda name, place: fields(None))
        assert refused(slot.attention, "bert", SEED, "", quiet).problem == "model"


@pytest.mark.parametrize("name", ["model.safetensors", "config.json", "tokenizer.json"])
def test_what_is_linked_to_from_outside_is_not_opened(models: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "m"
    shutil.copytree(models / "bert", folder)
    (folder / name).rename(tmp_path / name)
    (folder / name).symlink_to(tmp_path / name)
    error = refused(load, "m", folder, quiet)
    assert (error.problem, error.found) == ("outside", name)


def test_a_cached_model_may_link_to_its_own_files(models: Path, tmp_path: Path) -> None:
    repository = tmp_path / "cache" / "models--owner--linked"
    snapshot, blobs = repository / "snapshots" / "0123456789abcdef", repository / "blobs"
    shutil.copytree(models / "bert", snapshot)
    blobs.mkdir()
    (snapshot / "model.safetensors").rename(blobs / "abc")
    (snapshot / "model.safetensors").symlink_to("../../blobs/abc")
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text("0123456789abcdef")
    assert attention("owner/linked").stacks
    (snapshot / "model.safetensors").unlink()
    (snapshot / "model.safetensors").symlink_to(models / "bert" / "model.safetensors")
    assert refused(attention, "owner/linked").problem == "outside"


@pytest.mark.parametrize("name", ["a" * 5000, "a/" + "b" * 5000, "模" * 100, "a\0b", "\ud800"])
def test_a_name_that_no_disk_holds(name: str) -> None:
    assert refused(place_of, name).problem in ("model_name", "model_missing")


def test_what_the_library_says_about_places_on_the_disk_is_not_shown(models: Path, tmp_path: Path) -> None:
    folder = tmp_path / "secret_place"
    shutil.copytree(models / "bert", folder)
    for content in ("", "{", '{"model_type": "nonsense"}'):
        (folder / "config.json").write_text(content)
        assert "secret_place" not in str(refused(load, "m", folder, quiet))
