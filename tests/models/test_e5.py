"""The shipped model: its numbers against transformers' BERT, what it costs, what it reads."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attention.assets import WEIGHTS_FOLDER
from attention.models.e5 import E5Model, load, text_of_words
from attention.models.weights import from_four_bits, read_card
from attention.sources.e5_model import e5_model

SEED = "我喜欢在周末去公园散步"
TEXTS = (SEED, "他昨天在学校的图书馆里看了三个小时书，然后回家吃饭。", "a", "2024年，我爱 New York！")
MAX_FILE_BYTES = 18 * 2**20


@pytest.fixture(scope="module")
def model() -> E5Model:
    return e5_model()


def test_the_seed_sentence_is_cut_as_it_was_in_training(model: E5Model) -> None:
    read = model.read(SEED)
    assert read.names(SEED) == ["<s>", "我", "喜欢", "在", "周末", "去", "公园", "散步", "</s>"]
    vectors, weights = model.encode(read.numbers)
    assert vectors.shape == (9, 384)
    assert weights.shape == (12, 12, 9, 9)
    np.testing.assert_allclose(weights.sum(axis=-1), 1, atol=1e-5)
    assert weights[..., 0].mean() == pytest.approx(0.47, abs=0.01)
    assert weights[..., -1].mean() == pytest.approx(0.24, abs=0.01)


def test_sentences_that_mean_alike_are_near_each_other(model: E5Model) -> None:
    one, alike, other = (model.embed(f"query: {text}") for text in (SEED, "周末我爱到公园里走走", "股票今天大跌"))
    assert one @ alike > 0.95 > 0.85 > one @ other


def test_blanks_stand_between_latin_words_only() -> None:
    assert text_of_words(["我", "爱", "New", "York", "，", "a"]) == (
        "我爱New York，a", [(0, 1), (1, 2), (2, 5), (6, 10), (10, 11), (11, 12)],
    )  # fmt: skip


def test_the_file_is_small_and_its_card_tells_whose_it_is() -> None:
    card = read_card(WEIGHTS_FOLDER / "e5.json")
    assert (WEIGHTS_FOLDER / "e5.npz").stat().st_size == card["bytes"] <= MAX_FILE_BYTES
    assert card["licence"] == "MIT"
    assert "Permission is hereby granted, free of charge" in card["licence_text"]
    assert "WITHOUT WARRANTY OF ANY KIND" in card["licence_text"]


def test_twenty_words_take_hardly_longer_than_their_bare_products(model: E5Model) -> None:
    """Norms, biases, gelu and softmax beside what cannot be avoided, by processor time in the same run."""
    numbers = model.read("老师昨天下午在教室里告诉学生们明天早上八点在学校门口集合然后一起坐车去博物馆参观").numbers
    x = np.random.default_rng(0).normal(size=(1, len(numbers), 384)).astype(np.float32)

    def products() -> None:
        for block in model.blocks:
            for name in "QKVO":
                x @ block.self_attention[f"W_{name}"]
            (x @ block.feed["W_1"]) @ block.feed["W_2"]

    assert least_time(lambda: model.encode(numbers)) < 2.5 * least_time(products)


def least_time(run: Callable[[], object]) -> float:
    """Seconds of processor time, the least of several."""
    times = []
    for _ in range(8):
        before = time.process_time()
        run()
        times.append(time.process_time() - before)
    return min(times)


MEASURED = """
import time
from attention.models.e5 import load
def resident(): return int(open("/proc/self/statm").read().split()[1]) * 4096
load_before = resident()
model = load()
model.embed("词")
print(resident() - load_before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_the_loaded_model_takes_no_more_than_120_mb() -> None:
    run = subprocess.run([sys.executable, "-c", MEASURED], capture_output=True, text=True, check=True)
    assert 40e6 < int(run.stdout) < 120e6


def test_pytorch_says_the_same(torch: Any, model: E5Model) -> None:
    """transformers' BertModel with the numbers of the file."""
    transformers = pytest.importorskip("transformers")
    torch.set_num_threads(1)
    config = transformers.BertConfig(
        vocab_size=len(model.pieces["E"]), hidden_size=384, num_hidden_layers=12, num_attention_heads=12, intermediate_size=1536,
        max_position_embeddings=512, type_vocab_size=1, layer_norm_eps=model.card["config"]["epsilon"], hidden_act="gelu",
        attn_implementation="eager",
    )  # fmt: skip
    theirs = transformers.BertModel(config, add_pooling_layer=False).eval()
    theirs.load_state_dict({name: torch.from_numpy(np.array(array)) for name, array in as_bert(model).items()})
    for text in TEXTS:
        numbers = model.read(text).numbers
        with torch.no_grad():
            out = theirs(input_ids=torch.tensor([numbers]), output_attentions=True)
        vectors, weights = model.encode(numbers)
        np.testing.assert_allclose(weights, torch.cat(out.attentions).numpy(), atol=1e-4)
        np.testing.assert_allclose(vectors, out.last_hidden_state[0].numpy(), atol=1e-4)


def as_bert(model: E5Model) -> dict[str, Any]:
    """The model's arrays under transformers' names; matrices (d_out, d_in)."""
    found = {
        "embeddings.word_embeddings.weight": from_four_bits(model.pieces["E"], model.pieces["E_scale"]),
        "embeddings.position_embeddings.weight": model.P,
        "embeddings.token_type_embeddings.weight": np.zeros((1, 384), np.float32),  # is in P
        "embeddings.LayerNorm.weight": model.norm_in["gain"],
        "embeddings.LayerNorm.bias": model.norm_in["bias"],
    }
    for i, block in enumerate(model.blocks):
        layer, a, f = f"encoder.layer.{i}", block.self_attention, block.feed
        parts = {
            f"attention.self.{name}": (a[f"W_{x}"], a[f"b_{x}"])
            for x, name in zip("QKV", ("query", "key", "value"), strict=True)
        }
        parts |= {
            "attention.output.dense": (a["W_O"], a["b_O"]),
            "intermediate.dense": (f["W_1"], f["b_1"]),
            "output.dense": (f["W_2"], f["b_2"]),
        }
        for name, (W, b) in parts.items():
            found |= {f"{layer}.{name}.weight": W.T, f"{layer}.{name}.bias": b}
        for name, p in (("attention.output", a), ("output", f)):
            found |= {f"{layer}.{name}.LayerNorm.weight": p["gain"], f"{layer}.{name}.LayerNorm.bias": p["bias"]}
    return found


def test_two_loaded_models_say_the_same(model: E5Model) -> None:
    np.testing.assert_array_equal(load().embed(SEED), model.embed(SEED))
