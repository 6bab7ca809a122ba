"""The translation model in numpy, beside the same decoder written in PyTorch: CPU time of one thread for the seed sentence."""

# ruff: noqa: E402 (numpy reads the number of threads when it is imported)

from __future__ import annotations

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")

import importlib.util
import math
from collections.abc import Callable
from typing import Any

from attention.models.layers import sinusoids
from attention.models.translate import END_UNIT, START_UNIT, TranslateModel, load
from benchmarks import Result
from benchmarks.timing import cpu_ms

SEED = ("我", "喜欢", "在", "周末", "去", "公园", "散步")
GREEDY, BEAM, LOAD = 25, 60, 200
"""Aims in ms."""


def in_torch(model: TranslateModel) -> Callable[[], list[int]]:
    """Greedy decoding with the same numbers and the same cache, as one would write it in PyTorch."""
    import torch
    from torch.nn.functional import layer_norm, relu

    torch.set_num_threads(1)
    w = {key: torch.from_numpy(array.copy()) for key, array in model.arrays.items()}
    heads, d = model.heads, w["E_unit"].shape[1]
    P = torch.from_numpy(sinusoids(128, d))
    memory = model.encode(SEED)
    keys_values = [[torch.from_numpy(part[0].copy()) for part in parts] for parts in memory.keys_values]

    def norm(x: Any, p: str) -> Any:
        return layer_norm(x, (d,), w[f"{p}_gain"], w[f"{p}_bias"])

    def split(x: Any) -> Any:
        return x.view(1, heads, -1).transpose(0, 1)

    def looked(Q: Any, K: Any, V: Any, p: str) -> Any:
        seen = torch.softmax(Q @ K.transpose(1, 2) * math.sqrt(heads / d), dim=-1)
        return (seen @ V).transpose(0, 1).reshape(1, d) @ w[f"{p}_W_O"]

    def greedy() -> list[int]:
        with torch.inference_mode():
            cache: list[list[Any]] = [[] for _ in range(model.decoder_layers)]
            units = [START_UNIT]
            while len(units) == 1 or units[-1] != END_UNIT:
                x = w["E_unit"][units[-1:]] * math.sqrt(d) + P[len(units) - 1]
                for layer in range(model.decoder_layers):
                    p = f"decoder_{layer}"
                    X = norm(x, f"{p}_self")
                    K, V = (split(X @ w[f"{p}_self_W_{name}"]) for name in "KV")
                    cache[layer].append((K, V))
                    K, V = (torch.cat(parts, dim=1) for parts in zip(*cache[layer], strict=True))
                    x = x + looked(split(X @ w[f"{p}_self_W_Q"]), K, V, f"{p}_self")
                    Q = split(norm(x, f"{p}_cross") @ w[f"{p}_cross_W_Q"])
                    x = x + looked(Q, keys_values[layer][0], keys_values[layer][1], f"{p}_cross")
                    hidden = relu(norm(x, f"{p}_feed") @ w[f"{p}_W_1"] + w[f"{p}_b_1"])
                    x = x + hidden @ w[f"{p}_W_2"] + w[f"{p}_b_2"]
                logits = norm(x, "decoder_out") @ w["E_unit"].T + w["b_unit"]
                logits[0, START_UNIT] = -torch.inf
                units.append(int(logits.argmax()))
            return units[1:]

    return greedy


def measure() -> list[Result]:
    model = load()
    greedy = cpu_ms(lambda: model.translate(SEED, beam=1))
    beam = cpu_ms(lambda: model.translate(SEED, beam=4))
    loading = cpu_ms(load, times=5)
    rows = [
        Result("seed sentence, greedy", f"{greedy:.1f} ms", f"≤ {GREEDY} ms", model.translate(SEED, beam=1).text),
        Result("seed sentence, beam 4", f"{beam:.1f} ms", f"≤ {BEAM} ms", model.translate(SEED, beam=4).text),
        Result("loading the weights", f"{loading:.0f} ms", f"≤ {LOAD} ms"),
    ]
    if importlib.util.find_spec("torch") is None:
        return rows
    theirs = in_torch(model)
    same = [model.units[k] for k in theirs()] == list(model.translate(SEED, beam=1).units)
    note = "the same units" if same else "OTHER UNITS"
    memory = model.encode(SEED)
    decoding = cpu_ms(lambda: model.search(memory, 1))
    other = cpu_ms(theirs)
    return [
        *rows,
        Result(
            "greedy search against PyTorch", f"{other / decoding:.2f} times as fast", "",
            f"{decoding:.1f} ms and {other:.1f} ms, the encoder left out; {note}",
        ),
    ]  # fmt: skip
