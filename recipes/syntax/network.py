"""The syntax model in PyTorch, for training. attention/models/syntax.py is the same in numpy: array by array, name by name."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn

from attention.models.syntax import CLASSES, HEADS, MAX_WORD_LENGTH, UNKNOWN_WORD
from recipes.syntax.lexicon import WordTable


@dataclass(frozen=True)
class Shape:
    """Sizes of the network. keys: d_k of each head; values: d_v of each head."""

    d_model: int = 160
    layers: int = 4
    d_character: int = 64
    d_word: int = 64
    d_small: int = 8
    positions: int = 128
    keys: tuple[int, ...] = (64, 64, 32, 32, 32, 32)
    values: int = 32
    dropout_in: float = 0.3
    dropout: float = 0.2

    def as_config(self) -> dict[str, Any]:
        return asdict(self)


class Network(nn.Module):
    """Words → scores of each head; and, in training only, parts of speech from X and relations from the heads' output."""

    of_characters: Tensor
    of_word: Tensor
    of_length: Tensor
    of_kind: Tensor
    of_drop: Tensor

    def __init__(
        self, shape: Shape, table: WordTable, *, characters: int, words: int, sources: int, tags: int, relations: int
    ):
        super().__init__()
        self.shape = shape
        d, c = shape.d_model, shape.d_character
        self.E_character = random_table(characters, c)
        self.E_word = random_table(words, shape.d_word)
        self.E_length = random_table(MAX_WORD_LENGTH + 1, shape.d_small)
        self.E_class = random_table(len(CLASSES), shape.d_small)
        self.W_in = matrix(4 * c + shape.d_word + 2 * shape.d_small, d)
        self.start = random_table(1, d)
        self.P = random_table(shape.positions, d)
        self.E_source = random_table(sources + 1, d)
        self.convolutions = nn.ParameterList([matrix(3 * d, d) for _ in range(shape.layers)])
        self.biases = nn.ParameterList([nn.Parameter(torch.zeros(d)) for _ in range(shape.layers)])
        self.norms = nn.ModuleDict({name: nn.LayerNorm(d) for name in ("in", *map(str, range(1, shape.layers)), "out")})
        self.W_Q = nn.ParameterList([matrix(d, k) for k in shape.keys])
        self.W_K = nn.ParameterList([matrix(d, k) for k in shape.keys])
        self.W_V = nn.ParameterList([matrix(d, shape.values) for _ in shape.keys])
        # Without treebanks there are no labels; PyTorch wants one row all the same.
        self.to_tag = nn.Linear(d, max(tags, 1))
        self.to_relation = nn.Linear(len(shape.keys) * shape.values + d, max(relations, 1))
        for name in ("characters", "word", "length", "kind", "drop"):
            self.register_buffer(f"of_{name}", torch.from_numpy(getattr(table, name)), persistent=False)

    def forward(
        self, rows: Tensor, real: Tensor, source: Tensor, shift: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """rows (b, n), real (b, n + 1), source, shift (b) → log weights (b, h, n, n + 1), tags (b, n, t), relations (b, n, r).

        shift: positions by which a sentence is moved to the right, so that late positions are trained as well.
        """
        X = self.encode(rows, real, source, shift)
        logs, outputs = zip(*(self.head(h, X, real) for h in range(len(HEADS))), strict=True)
        own = self.shared_dropout(X[:, 1:], self.shape.dropout)
        relations = self.to_relation(torch.cat([*outputs, own], dim=-1))
        return torch.stack(logs, dim=1), self.to_tag(own), relations

    def encode(self, rows: Tensor, real: Tensor, source: Tensor, shift: Tensor | None) -> Tensor:
        """rows (b, n) → X (b, n + 1, d_model), the start symbol first."""
        words = self.shared_dropout(self.word_vectors(rows), self.shape.dropout_in) @ self.W_in
        x = torch.cat([self.start.expand(len(rows), 1, -1), words], dim=1)
        x = self.norms["in"](x + self.placed(x.shape[1], shift) + self.E_source[source][:, None])
        there = real[..., None].to(x.dtype)
        x = self.shared_dropout(x, self.shape.dropout) * there
        for i in range(self.shape.layers):
            y = (self.norms[str(i)](x) if i else x) * there
            three = torch.cat(
                [nn.functional.pad(y[:, :-1], (0, 0, 1, 0)), y, nn.functional.pad(y[:, 1:], (0, 0, 0, 1))], -1
            )
            x = x + self.shared_dropout(torch.relu(three @ self.convolutions[i] + self.biases[i]), self.shape.dropout)
        return self.norms["out"](x)

    def word_vectors(self, rows: Tensor) -> Tensor:
        """rows (b, n) → (b, n, d_in); in training a word's own embedding is hidden now and then."""
        forms, place = torch.unique(rows, return_inverse=True)
        characters = self.of_characters[forms]
        E = self.E_character[characters]
        there = (characters[:, 3:] > 0).to(E.dtype)[..., None]
        mean = (E[:, 3:] * there).sum(dim=1) / there.sum(dim=1).clamp(min=1)
        small = torch.cat([self.E_length[self.of_length[forms]], self.E_class[self.of_kind[forms]]], dim=-1)
        word = self.of_word[rows]
        if self.training:
            word = word.masked_fill(torch.rand(rows.shape) < self.of_drop[rows], UNKNOWN_WORD)
        return torch.cat([E[:, :3].flatten(1)[place], mean[place], self.E_word[word], small[place]], dim=-1)

    def placed(self, n: int, shift: Tensor | None) -> Tensor:
        """Position vectors (1 or b, n, d_model); the start symbol stays at position 0."""
        index = torch.arange(n)[None]
        if shift is not None:
            index = torch.where(index > 0, index + shift[:, None], 0)
        half = len(self.P) // 2
        return self.P[torch.where(index < len(self.P), index, half + (index - half) % half)]

    def head(self, h: int, X: Tensor, real: Tensor) -> tuple[Tensor, Tensor]:
        """One attention head: X (b, n + 1, d_model) → log weights (b, n, n + 1) and output (b, n, d_v).

        Nobody attends to itself; only the head "head" may attend to the start symbol.
        """
        Q, K, V = X[:, 1:] @ self.W_Q[h], X @ self.W_K[h], X @ self.W_V[h]
        scores = Q @ K.transpose(1, 2) / math.sqrt(K.shape[-1])
        n = Q.shape[1]
        hidden = ~real[:, None, :] | torch.eye(n + 1, dtype=torch.bool)[1:]
        if HEADS[h] != "head":
            hidden = hidden | (torch.arange(n + 1) == 0)
        logs = torch.log_softmax(scores.masked_fill(hidden, -1e4), dim=-1)
        return logs, logs.exp() @ V

    def shared_dropout(self, x: Tensor, p: float) -> Tensor:
        """Dropout with the same mask at every position of a sentence: x (b, n, d) → (b, n, d)."""
        if not self.training or p == 0:
            return x
        return x * torch.empty(len(x), 1, x.shape[-1]).bernoulli_(1 - p) / (1 - p)

    def arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        """What the numpy model needs, by its names. Source 0 is added to the positions for good."""
        found: dict[str, Tensor] = {
            "E_character": self.E_character,
            "E_word": self.E_word,
            "E_length": self.E_length,
            "E_class": self.E_class,
        }
        found |= {"W_in": self.W_in, "start": self.start, "P": self.P + self.E_source[0]}
        for i, (W, b) in enumerate(zip(self.convolutions, self.biases, strict=True)):
            found |= {f"W_{i}": W, f"b_{i}": b}
        for name in self.norms:
            norm = self.norms[name]
            assert isinstance(norm, nn.LayerNorm)
            gain, bias = (f"gain_{name}", f"bias_{name}") if name.isdigit() else (f"{name}_gain", f"{name}_bias")
            found |= {gain: norm.weight, bias: norm.bias}
        for h, name in enumerate(HEADS):
            found |= {f"W_Q_{name}": self.W_Q[h], f"W_K_{name}": self.W_K[h], f"W_V_{name}": self.W_V[h]}
        return {name: tensor.detach().numpy().astype(np.float32) for name, tensor in found.items()}


def random_table(rows: int, columns: int) -> nn.Parameter:
    return nn.Parameter(torch.randn(rows, columns) * 0.1)


def matrix(rows: int, columns: int) -> nn.Parameter:
    return nn.Parameter(torch.empty(rows, columns).uniform_(-1, 1) * math.sqrt(3 / rows))
