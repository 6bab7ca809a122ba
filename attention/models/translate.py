"""翻译: a small encoder-decoder Transformer (Vaswani et al. 2017) from Chinese to English, in numpy.

    words → encoder layers (self-attention) → memory
    START → decoder layers (causal self-attention, cross-attention to the memory) → the next unit, one after the other

Pre-norm (Xiong et al. 2020), sinusoidal positions, no biases in attention, input and output embeddings of the decoder shared.
A source unit is a word of the app's cut: the mean of its characters' vectors plus a vector of its own where training saw it
often enough. A target unit is an English word, or a piece of a rare one. One head of the decoder's last cross-attention (GUIDED)
was also taught word alignments; recipes/train_translate.py makes the weights.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from attention.core import masked_softmax
from attention.errors import EmptyText, ShapeError, WeightsError
from attention.models import weights
from attention.models.english import joined
from attention.types import Floats, frozen

END, START, WORD = "</s>", "<s>", "▁"
"""Units 0 and 1, and the sign with which the first piece of a word begins."""
END_UNIT, START_UNIT = 0, 1
UNKNOWN = 0
"""Index of a character, and of a word, without a vector of its own."""

MOST_WORDS = 60
"""Longer texts are translated up to here: training knew no sentence beyond 50 words."""
RUNNERS_UP = 5
LENGTH_PENALTY = 1.0
"""Beam search ranks by log probability / length ** LENGTH_PENALTY (Wu et al. 2016, simplified)."""

Floats32: TypeAlias = npt.NDArray[np.float32]
Familiarity = Literal["known", "rare", "unseen"]


def folded(word: str) -> str:
    """The form in which the model knows a word: full width as half width, lower case."""
    return unicodedata.normalize("NFKC", word).lower().replace("\n", " ") or word


@dataclass(frozen=True)
class Vocabulary:
    """Characters and words that have a vector; `common`: all words that training saw often, `rare`: those seen once or twice."""

    characters: Mapping[str, int]
    words: Mapping[str, int]
    common: frozenset[str]
    rare: frozenset[str]

    @classmethod
    def of(
        cls, *, characters: Sequence[str], words: Sequence[str], single: Sequence[str], rare: Sequence[str]
    ) -> Vocabulary:
        """From lists; `single`: common words that are one character, which have no vector beside that of the character."""
        return cls(
            {c: i for i, c in enumerate(characters, UNKNOWN + 1)},
            {w: i for i, w in enumerate(words, UNKNOWN + 1)},
            frozenset([*words, *single]),
            frozenset(rare),
        )

    def describe(self, word: str) -> tuple[list[int], int]:
        """A word → its characters and itself, as indices."""
        form = folded(word)
        return [self.characters.get(c, UNKNOWN) for c in form], self.words.get(form, UNKNOWN)

    def familiarity(self, word: str) -> Familiarity:
        form = folded(word)
        return "known" if form in self.common else "rare" if form in self.rare else "unseen"


@dataclass(frozen=True, eq=False)
class Memory:
    """What the encoder gives: inputs[l] (n, d_model) is what layer l attends with, self_attention (n_layer, n_head, n, n),
    and, for each decoder layer, the keys and values of the words, (n_head, n, d_k)."""

    words: tuple[str, ...]
    inputs: tuple[Floats32, ...]
    self_attention: Floats
    keys: tuple[Floats32, ...]
    values: tuple[Floats32, ...]


@dataclass(frozen=True)
class Step:
    """One decided unit: its text, its probability, and the most probable units of that moment with theirs, best first."""

    unit: str
    probability: float
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True, eq=False)
class Translation:
    """A translation, unit by unit; the last step is END unless the text was broken off.

    cross (n_layer, n_head, m, n) and self_attention (n_layer, n_head, m, m) have one row for each step: where the decoder looked
    to write that unit. read (m) are the units that it had read last: START, then each unit after the one before.
    """

    source: tuple[str, ...]
    steps: tuple[Step, ...]
    cross: Floats
    self_attention: Floats
    log_probability: float

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(step.unit for step in self.steps)

    @property
    def read(self) -> tuple[str, ...]:
        return (START, *self.units[:-1])

    @property
    def finished(self) -> bool:
        return bool(self.steps) and self.steps[-1].unit == END

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """For each English word (END left out) the steps that wrote it, from and to."""
        units = self.units[: len(self.steps) - self.finished]
        starts = [i for i, unit in enumerate(units) if i == 0 or unit.startswith(WORD)]
        return tuple(zip(starts, [*starts[1:], len(units)], strict=True))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The English words and marks, pieces put together."""
        return tuple("".join(self.units[a:b]).removeprefix(WORD) for a, b in self.spans)

    @property
    def text(self) -> str:
        return joined(self.words)

    def probabilities(self) -> tuple[float, ...]:
        """Of each English word: the product over its pieces."""
        return tuple(math.prod(step.probability for step in self.steps[a:b]) for a, b in self.spans)

    def by_word(self, cross: Floats) -> Floats:
        """(…, m, n) by steps → (…, words, n): the mean over a word's pieces, so that rows still sum to 1."""
        rows = [cross[..., a:b, :].mean(axis=-2) for a, b in self.spans]
        return np.stack(rows, axis=-2) if rows else np.zeros((*cross.shape[:-2], 0, cross.shape[-1]))


@dataclass(frozen=True)
class TranslateModel:
    """The model; `load` makes one. Nothing is kept between calls."""

    vocabulary: Vocabulary
    units: tuple[str, ...]
    arrays: Mapping[str, Floats32]
    card: Mapping[str, Any]

    @property
    def heads(self) -> int:
        return int(self.card["config"]["heads"])

    @property
    def encoder_layers(self) -> int:
        return int(self.card["config"]["encoder_layers"])

    @property
    def decoder_layers(self) -> int:
        return int(self.card["config"]["decoder_layers"])

    @property
    def guided(self) -> tuple[int, int]:
        """Layer and head of the cross-attention that was also taught word alignments."""
        return self.decoder_layers - 1, 0

    # Encoder

    def encode(self, words: Sequence[str]) -> Memory:
        """Words (n) → what the decoder can look at. Raises EmptyText where there is no word."""
        if not words or not all(words):
            raise EmptyText
        x = self._embedded(words)
        inputs, tables = [], []
        mask = np.ones((len(words), len(words)), dtype=bool)
        for layer in range(self.encoder_layers):
            p = f"encoder_{layer}"
            X = self._norm(x, f"{p}_self")
            output, table = self._attend(X, X, f"{p}_self", mask)
            x = self._feed(x + output, p)
            inputs.append(X)
            tables.append(table)
        memory = self._norm(x, "encoder_out")
        keys, values = zip(
            *(self._keys_values(memory, f"decoder_{k}_cross") for k in range(self.decoder_layers)), strict=True
        )
        return Memory(tuple(words), tuple(inputs), frozen(np.array(tables)), keys, values)

    def encoder_matrices(self, layer: int, head: int) -> tuple[Floats, Floats, Floats]:
        """W_Q, W_K, W_V (d_model, d_k) of one encoder head, in float64 as the core wants them, read-only."""
        return self._encoder_matrices[layer][head]

    @cached_property
    def _encoder_matrices(self) -> list[list[tuple[Floats, Floats, Floats]]]:
        def part(layer: int, name: str, head: int) -> Floats:
            W = self.arrays[f"encoder_{layer}_self_W_{name}"]
            width = W.shape[1] // self.heads
            return frozen(W[:, head * width : (head + 1) * width].astype(np.float64))

        return [
            [(part(layer, "Q", h), part(layer, "K", h), part(layer, "V", h)) for h in range(self.heads)]
            for layer in range(self.encoder_layers)
        ]

    def _embedded(self, words: Sequence[str]) -> Floats32:
        """Words (n) → (n, d_model): √d_model · (mean of the characters + the word) + position."""
        characters, own = zip(*map(self.vocabulary.describe, words), strict=True)
        E = self.arrays["E_character"]
        starts = np.cumsum([0, *map(len, characters[:-1])])
        sums = np.add.reduceat(E[[i for row in characters for i in row]], starts, axis=0)
        means = sums / np.array([[len(row)] for row in characters], dtype=np.float32)
        x = (means + self.arrays["E_word"][list(own)]) * np.float32(math.sqrt(E.shape[1]))
        return np.asarray(x + positions(len(words), E.shape[1]), dtype=np.float32)

    # Decoder

    def translate(self, words: Sequence[str], *, beam: int = 4) -> Translation:
        """The first MOST_WORDS words in English; beam 1 is greedy. Always ends: at END, or at a length bounded by the words'."""
        memory = self.encode(words[:MOST_WORDS])
        return self.explain(memory, self._searched(memory, beam))

    def longest(self, n: int) -> int:
        """Units after which a translation of n words is broken off."""
        return min(2 * n + 12, 120)

    def explain(self, memory: Memory, units: Sequence[int]) -> Translation:
        """Every number of the decoder for a given translation (m units, END included), computed for all steps at once."""
        x = self._read_units(np.array([START_UNIT, *units[:-1]]), 0)
        m, n = len(units), len(memory.words)
        causal, everything = np.tri(m, dtype=bool), np.ones((m, n), dtype=bool)
        own, cross = [], []
        for layer in range(self.decoder_layers):
            p = f"decoder_{layer}"
            X = self._norm(x, f"{p}_self")
            output, table = self._attend(X, X, f"{p}_self", causal)
            x = x + output
            own.append(table)
            query = self._heads(self._queries(self._norm(x, f"{p}_cross"), f"{p}_cross"))
            output, table = self._looked(query, memory.keys[layer], memory.values[layer], f"{p}_cross", everything)
            x = self._feed(x + output, p)
            cross.append(table)
        log_p = self._log_probabilities(x)
        steps = tuple(self._step(row, unit) for row, unit in zip(log_p, units, strict=True))
        total = float(log_p[np.arange(m), list(units)].sum())
        return Translation(memory.words, steps, frozen(np.array(cross)), frozen(np.array(own)), total)

    def _searched(self, memory: Memory, beam: int) -> list[int]:
        """The units of the best translation that beam search finds, END included where it was reached."""
        alive: list[tuple[float, list[int]]] = [(0.0, [])]
        done: list[tuple[float, list[int]]] = []
        cache = self._empty(1)
        for place in range(self.longest(len(memory.words))):
            last = np.array([units[-1] if units else START_UNIT for _, units in alive])
            log_p, cache = self._next(memory, last, place, cache)
            log_p = log_p + np.array([[score] for score, _ in alive])
            width = log_p.shape[1]
            best = np.argpartition(-log_p, min(2 * beam, log_p.size - 1), axis=None)[: 2 * beam]
            best = best[np.argsort(-log_p.flat[best])]
            grown = [(float(log_p.flat[k]), alive[k // width][1] + [int(k % width)], int(k // width)) for k in best]
            done += [(score, units) for score, units, _ in grown[:beam] if units[-1] == END_UNIT]
            going = [one for one in grown if one[1][-1] != END_UNIT][:beam]
            alive = [(score, units) for score, units, _ in going]
            cache = [(K[rows], V[rows]) for rows in [[row for *_, row in going]] for K, V in cache]
            if len(done) >= beam or (done and beam == 1):
                break
        ranked = done or alive
        return max(ranked, key=lambda one: one[0] / len(one[1]) ** LENGTH_PENALTY)[1]

    def _next(
        self, memory: Memory, last: npt.NDArray[np.int64], place: int, cache: list[tuple[Floats32, Floats32]]
    ) -> tuple[Floats32, list[tuple[Floats32, Floats32]]]:
        """Log probabilities (b, units) of what follows unit `last` (b) at `place`, and the cache with this place added.

        cache: for each layer the keys and values so far, (b, n_head, place, d_k).
        """
        x = self._read_units(last, place, same_place=True)
        grown = []
        for layer in range(self.decoder_layers):
            p = f"decoder_{layer}"
            X = self._norm(x, f"{p}_self")
            K, V = (self._one_place(X @ self.arrays[f"{p}_self_W_{name}"]) for name in "KV")
            K, V = (np.concatenate([old, new], axis=2) for old, new in zip(cache[layer], (K, V), strict=True))
            grown.append((K, V))
            Q = self._one_place(self._queries(X, f"{p}_self"))
            x = x + self._mixed(softmax(Q @ K.swapaxes(-1, -2)) @ V) @ self.arrays[f"{p}_self_W_O"]
            Q = self._one_place(self._queries(self._norm(x, f"{p}_cross"), f"{p}_cross"))
            seen = softmax(Q @ memory.keys[layer].swapaxes(-1, -2)) @ memory.values[layer]
            x = self._feed(x + self._mixed(seen) @ self.arrays[f"{p}_cross_W_O"], p)
        return self._log_probabilities(x), grown

    def _empty(self, b: int) -> list[tuple[Floats32, Floats32]]:
        d = self.arrays["E_unit"].shape[1] // self.heads
        nothing = np.zeros((b, self.heads, 0, d), dtype=np.float32)
        return [(nothing, nothing)] * self.decoder_layers

    def _read_units(self, units: npt.NDArray[np.int64], place: int, *, same_place: bool = False) -> Floats32:
        """Units (m) → (m, d_model); they stand one after the other from `place` on, or all at `place`."""
        E = self.arrays["E_unit"]
        d = E.shape[1]
        P = positions(place + 1, d)[place:] if same_place else positions(place + len(units), d)[place:]
        return np.asarray(E[units] * np.float32(math.sqrt(d)) + P, dtype=np.float32)

    def _log_probabilities(self, x: Floats32) -> Floats32:
        """(m, d_model) → (m, units); START is never written."""
        logits = self._norm(x, "decoder_out") @ self.arrays["E_unit"].T + self.arrays["b_unit"]
        logits[:, START_UNIT] = -np.inf
        logits -= logits.max(axis=-1, keepdims=True)
        return np.asarray(logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True)))

    def _step(self, log_p: Floats32, unit: int) -> Step:
        best = np.argpartition(-log_p, RUNNERS_UP)[:RUNNERS_UP]
        best = best[np.argsort(-log_p[best])]
        candidates = tuple((self.units[k], float(np.exp(log_p[k]))) for k in best)
        return Step(self.units[unit], float(np.exp(log_p[unit])), candidates)

    # Parts of a layer

    def _norm(self, x: Floats32, name: str) -> Floats32:
        """LayerNorm over the last axis."""
        x = x - x.mean(axis=-1, keepdims=True)
        scale = np.sqrt((x * x).mean(axis=-1, keepdims=True) + np.float32(1e-5))
        return np.asarray(x / scale * self.arrays[f"{name}_gain"] + self.arrays[f"{name}_bias"])

    def _feed(self, x: Floats32, p: str) -> Floats32:
        """x + the position-wise feed-forward layer, relu."""
        a = self.arrays
        hidden = np.maximum(self._norm(x, f"{p}_feed") @ a[f"{p}_W_1"] + a[f"{p}_b_1"], 0)
        return np.asarray(x + hidden @ a[f"{p}_W_2"] + a[f"{p}_b_2"])

    def _attend(self, X: Floats32, Z: Floats32, p: str, mask: npt.NDArray[np.bool_]) -> tuple[Floats32, Floats32]:
        """Queries from X (m, d_model), keys and values from Z (n, d_model) → output (m, d_model), weights (n_head, m, n)."""
        K, V = self._keys_values(Z, p)
        return self._looked(self._heads(self._queries(X, p)), K, V, p, mask)

    def _looked(
        self, Q: Floats32, K: Floats32, V: Floats32, p: str, mask: npt.NDArray[np.bool_]
    ) -> tuple[Floats32, Floats32]:
        """Q (n_head, m, d_k), K, V (n_head, n, d_k) → output (m, d_model), weights (n_head, m, n)."""
        seen, _ = masked_softmax(cast(Floats, Q @ K.swapaxes(-1, -2)), mask)
        mixed = (seen @ V).swapaxes(0, 1).reshape(Q.shape[1], -1)
        return np.asarray(mixed @ self.arrays[f"{p}_W_O"], dtype=np.float32), np.asarray(seen)

    def _queries(self, x: Floats32, p: str) -> Floats32:
        """x·W_Q / √d_k: divided here, where it is cheapest; Q·Kᵀ then are the scaled scores."""
        W_Q = self.arrays[f"{p}_W_Q"]
        return np.asarray(x @ W_Q * np.float32(math.sqrt(self.heads / W_Q.shape[1])))

    def _keys_values(self, Z: Floats32, p: str) -> tuple[Floats32, Floats32]:
        return self._heads(Z @ self.arrays[f"{p}_W_K"]), self._heads(Z @ self.arrays[f"{p}_W_V"])

    def _heads(self, x: Floats32) -> Floats32:
        """(n, d_model) → (n_head, n, d_k)."""
        return x.reshape(len(x), self.heads, -1).swapaxes(0, 1)

    def _one_place(self, x: Floats32) -> Floats32:
        """(b, d_model) → (b, n_head, 1, d_k)."""
        return x.reshape(len(x), self.heads, 1, -1)

    def _mixed(self, x: Floats32) -> Floats32:
        """(b, n_head, 1, d_k) → (b, d_model)."""
        return x.reshape(len(x), -1)


def softmax(scores: Floats32) -> Floats32:
    """Over the last axis, nothing masked."""
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True))


def positions(n: int, d: int) -> Floats32:
    """(n, d) sines and cosines as in the paper: sines in the first half of the columns, cosines in the second."""
    angles = np.arange(n)[:, None] / 10000 ** (np.arange(d // 2) / (d // 2))
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)


def load(path: Path | None = None) -> TranslateModel:
    """The shipped model, or the one at `path` (.npz beside its .json). Raises WeightsError where it is not whole."""
    if path is None:
        from attention.assets import WEIGHTS

        path = WEIGHTS / "translate.npz"
    loaded = weights.load(path)
    try:
        model = from_arrays(loaded.arrays, loaded.card)
        model.translate(("词", "a"))  # arrays that do not fit together are found now, not in the middle of a page
    except (KeyError, ValueError, IndexError, ShapeError) as error:
        raise WeightsError(path.name, f"not a translation model: {error}") from error
    return model


def from_arrays(arrays: Mapping[str, npt.NDArray[Any]], card: Mapping[str, Any]) -> TranslateModel:
    """A model from named arrays; words and units come as bytes (weights.pack), matrices as float16 or as rows of int8."""
    lists = {name: weights.unpack(arrays[name]) for name in ("characters", "words", "single", "rare", "units")}
    vocabulary = Vocabulary.of(**{name: strings for name, strings in lists.items() if name != "units"})
    return TranslateModel(vocabulary, tuple(lists["units"]), weights.floats(arrays), card)
