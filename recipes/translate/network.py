"""The translation model in PyTorch, for training. attention/models/translate.py is the same in numpy, array by array."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn.functional import dropout, layer_norm, linear, relu, scaled_dot_product_attention

from attention.models.layers import sinusoids

MAX_POSITIONS = 256


@dataclass(frozen=True)
class Shape:
    """Sizes of the network."""

    d_model: int = 192
    d_ff: int = 512
    heads: int = 4
    encoder_layers: int = 3
    decoder_layers: int = 3
    dropout: float = 0.25

    def as_config(self) -> dict[str, Any]:
        return asdict(self)


class Network(nn.Module):
    """Chinese words and the English so far → scores of the next unit, and the guided head's table."""

    P: Tensor

    def __init__(self, shape: Shape, *, characters: int, words: int, units: int) -> None:
        super().__init__()
        self.shape = shape
        d, f = shape.d_model, shape.d_ff
        tables = {"E_character": (characters, d), "E_word": (words, d), "E_unit": (units, d)}
        self.weights = nn.ParameterDict(
            {name: nn.Parameter(torch.randn(size) * d**-0.5) for name, size in tables.items()}
        )
        self.weights["b_unit"] = nn.Parameter(torch.zeros(units))
        for p in self.blocks():
            for part in ("self", "cross") if p.startswith("decoder") else ("self",):
                self.add_norm(f"{p}_{part}")
                for W in ("W_Q", "W_K", "W_V", "W_O"):
                    self.weights[f"{p}_{part}_{W}"] = matrix(d, d)
            self.add_norm(f"{p}_feed")
            self.weights[f"{p}_W_1"], self.weights[f"{p}_b_1"] = matrix(d, f), nn.Parameter(torch.zeros(f))
            self.weights[f"{p}_W_2"], self.weights[f"{p}_b_2"] = matrix(f, d), nn.Parameter(torch.zeros(d))
        self.add_norm("encoder_out")
        self.add_norm("decoder_out")
        self.register_buffer("P", torch.from_numpy(sinusoids(MAX_POSITIONS, d)), persistent=False)

    def blocks(self) -> list[str]:
        encoder = [f"encoder_{k}" for k in range(self.shape.encoder_layers)]
        return encoder + [f"decoder_{k}" for k in range(self.shape.decoder_layers)]

    def add_norm(self, name: str) -> None:
        d = self.shape.d_model
        self.weights[f"{name}_gain"] = nn.Parameter(torch.ones(d))
        self.weights[f"{name}_bias"] = nn.Parameter(torch.zeros(d))

    def forward(self, characters: Tensor, shares: Tensor, words: Tensor, units: Tensor) -> tuple[Tensor, Tensor]:
        """characters (b, n, c) with shares (b, n, c) that sum to 1 at a word and to 0 behind the sentence, words (b, n),
        units (b, m) → logits (b, m, units), the guided head's weights (b, m, n)."""
        real = shares.sum(dim=-1) > 0
        memory = self.encode(characters, shares, words, real)
        return self.decode(units, memory, real)

    def encode(self, characters: Tensor, shares: Tensor, words: Tensor, real: Tensor) -> Tensor:
        """(b, n) words → memory (b, n, d)."""
        means = (self.weights["E_character"][characters] * shares[..., None]).sum(dim=2)
        x = self.begun(means + self.weights["E_word"][words])
        mask = real[:, None, None, :]
        for k in range(self.shape.encoder_layers):
            p = f"encoder_{k}"
            X = self.norm(x, f"{p}_self")
            x = self.fed(x + self.drop(self.attend(X, X, f"{p}_self", mask)), p)
        return self.norm(x, "encoder_out")

    def decode(self, units: Tensor, memory: Tensor, real: Tensor) -> tuple[Tensor, Tensor]:
        """units (b, m), memory (b, n, d), real (b, n) → logits (b, m, units), guided weights (b, m, n)."""
        x = self.begun(self.weights["E_unit"][units])
        mask = real[:, None, None, :]
        for k in range(self.shape.decoder_layers):
            p = f"decoder_{k}"
            X = self.norm(x, f"{p}_self")
            x = x + self.drop(self.attend(X, X, f"{p}_self", None))
            X = self.norm(x, f"{p}_cross")
            x = self.fed(x + self.drop(self.attend(X, memory, f"{p}_cross", mask)), p)
        guided = self.looks(X, memory, f"{p}_cross", real)
        return linear(self.norm(x, "decoder_out"), self.weights["E_unit"], self.weights["b_unit"]), guided

    def begun(self, vectors: Tensor) -> Tensor:
        return self.drop(vectors * math.sqrt(self.shape.d_model) + self.P[: vectors.shape[1]])

    def attend(self, X: Tensor, Z: Tensor, p: str, mask: Tensor | None) -> Tensor:
        """Queries from X (b, m, d), keys and values from Z (b, n, d) → (b, m, d). mask None: causal."""
        Q, K, V = (self.split(Y @ self.weights[f"{p}_W_{name}"]) for name, Y in (("Q", X), ("K", Z), ("V", Z)))
        rate = self.shape.dropout / 2 if self.training else 0.0
        output = scaled_dot_product_attention(Q, K, V, attn_mask=mask, dropout_p=rate, is_causal=mask is None)
        return output.transpose(1, 2).flatten(2) @ self.weights[f"{p}_W_O"]

    def looks(self, X: Tensor, Z: Tensor, p: str, real: Tensor) -> Tensor:
        """Weights (b, m, n) of head 0."""
        width = self.shape.d_model // self.shape.heads
        Q, K = (Y @ self.weights[f"{p}_W_{name}"][:, :width] for name, Y in (("Q", X), ("K", Z)))
        scores = (Q @ K.transpose(1, 2)).float() * width**-0.5
        return torch.softmax(scores.masked_fill(~real[:, None, :], -1e9), dim=-1)

    def split(self, x: Tensor) -> Tensor:
        """(b, n, d) → (b, h, n, d_k)."""
        return x.unflatten(2, (self.shape.heads, -1)).transpose(1, 2)

    def fed(self, x: Tensor, p: str) -> Tensor:
        w = self.weights
        hidden = self.drop(relu(self.norm(x, f"{p}_feed") @ w[f"{p}_W_1"] + w[f"{p}_b_1"]))
        return x + self.drop(hidden @ w[f"{p}_W_2"] + w[f"{p}_b_2"])

    def norm(self, x: Tensor, name: str) -> Tensor:
        return layer_norm(x, (self.shape.d_model,), self.weights[f"{name}_gain"], self.weights[f"{name}_bias"])

    def drop(self, x: Tensor) -> Tensor:
        return dropout(x, self.shape.dropout, self.training)

    def arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        return {name: parameter.detach().numpy() for name, parameter in self.weights.items()}


def matrix(rows: int, columns: int) -> nn.Parameter:
    return nn.Parameter(torch.nn.init.xavier_uniform_(torch.empty(rows, columns)))
