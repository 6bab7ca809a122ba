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
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from attention import assets
from attention.errors import EmptyText
from attention.models import layers, weights
from attention.models.copied import LATIN, NUMBERS, Copied, copied, is_copied
from attention.models.layers import Block, BlockOutput, Floats32, KeysValues, Parameters, block, norm, subset
from attention.types import Floats, frozen
from attention.words.english import join_words
from attention.words.usual import usual_words

END, START, WORD = "</s>", "<s>", "▁"
"""Units 0 and 1, and the sign with which the first piece of a word begins."""
END_UNIT, START_UNIT = 0, 1
UNKNOWN = 0
"""Index of a character, and of a word, without a vector of its own."""

MAX_TRANSLATED = 60
"""Words of a text that are translated; training had no sentence of more than 50."""
RUNNERS_UP = 5
LENGTH_PENALTY = 1.6
"""Beam search ranks by log probability / length ** LENGTH_PENALTY (Wu et al. 2016, simplified)."""

COST_OF_LOST, COST_OF_ORDER = 4.0, 1.5
"""What beam search takes off a log probability: an end's, for each number or Latin word that was not copied; that of one before
which another was to come."""

UnitIds: TypeAlias = npt.NDArray[np.int64]
Familiarity = Literal["known", "rare", "unseen"]


def translation_form(word: str) -> str:
    """The form in which the model knows a word: full width as half width, lower case."""
    return unicodedata.normalize("NFKC", word).lower().replace("\n", " ") or word


@dataclass(frozen=True)
class TranslationVocabulary:
    """Characters and words that have a vector; `common`: all words that training saw often, `rare`: those seen once or twice."""

    characters: Mapping[str, int]
    words: Mapping[str, int]
    common: frozenset[str]
    rare: frozenset[str]

    @classmethod
    def of(
        cls, *, characters: Sequence[str], words: Sequence[str], single: Sequence[str], rare: Sequence[str]
    ) -> TranslationVocabulary:
        """From lists; `single`: common words that are one character, which have no vector beside that of the character."""
        return cls(
            {c: i for i, c in enumerate(characters, UNKNOWN + 1)},
            {w: i for i, w in enumerate(words, UNKNOWN + 1)},
            frozenset([*words, *single]),
            frozenset(rare),
        )

    def describe(self, word: str) -> tuple[list[int], int]:
        """The indices of a word's characters, and of the word itself."""
        form = translation_form(word)
        return [self.characters.get(c, UNKNOWN) for c in form], self.words.get(form, UNKNOWN)

    def familiarity(self, word: str) -> Familiarity:
        """How often training saw the word; what is copied needs no training."""
        if is_copied(word):
            return "known"
        form = translation_form(word)
        return "known" if form in self.common else "rare" if form in self.rare else "unseen"


@dataclass(frozen=True, eq=False)
class Memory:
    """What the encoder gives for one sentence: inputs[l] (n, d_model) is what layer l attends with, self_attention
    (n_layer, n_head, n, n), and, for each decoder layer, the K and V of the words, both (1, n_head, n, d_k).
    copied: what of the words is not translated."""

    words: tuple[str, ...]
    copied: Copied
    inputs: tuple[Floats32, ...]
    self_attention: Floats
    keys_values: tuple[KeysValues, ...]


@dataclass(frozen=True)
class DecodedUnit:
    """One decided unit: its text, its probability, and the most probable units of that moment with theirs, best first."""

    unit: str
    probability: float
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True, eq=False)
class Translation:
    """A translation, unit by unit; the last step is END unless the text was broken off.

    cross (n_layer, n_head, m, n) and self_attention (n_layer, n_head, m, m) have one row for each step: where the decoder looked
    to write that unit. read (m) are the units that it had read last: START, then each unit after the one before.
    lost: positions of the words that were to be copied and were not.
    """

    source: tuple[str, ...]
    steps: tuple[DecodedUnit, ...]
    cross: Floats
    self_attention: Floats
    lost: tuple[int, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """The units, in the order in which they were written."""
        return tuple(step.unit for step in self.steps)

    @property
    def read(self) -> tuple[str, ...]:
        """For each step the unit read last: START, then the unit before."""
        return (START, *self.units[:-1])

    @property
    def finished(self) -> bool:
        """Whether it ends at END."""
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
        """The sentence as it is written."""
        return join_words(self.words)

    def by_word(self, cross: Floats) -> Floats:
        """(…, m, n) by steps → (…, words, n): the mean over a word's pieces, so that rows still sum to 1."""
        rows = [cross[..., a:b, :].mean(axis=-2) for a, b in self.spans]
        return np.stack(rows, axis=-2) if rows else np.zeros((*cross.shape[:-2], 0, cross.shape[-1]))


class Hypothesis(NamedTuple):
    """A beginning of a translation: its log probability, START and its units, and the row of the batch that it grew from."""

    log_p: float
    units: list[int]
    row: int

    @property
    def rank(self) -> float:
        """What beam search compares: the log probability, corrected for length."""
        return self.log_p / (len(self.units) - 1) ** LENGTH_PENALTY


@dataclass(frozen=True)
class TranslateModel:
    """The model; `load` makes one. Nothing is kept between calls.

    `encode` reads the words, `decode` says what may come next, `search` chooses by that, `explain` shows the whole of it.
    """

    vocabulary: TranslationVocabulary
    units: tuple[str, ...]
    arrays: Parameters
    card: Mapping[str, Any]

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]], card: Mapping[str, Any]) -> TranslateModel:
        """A model from named arrays, in the shapes of its card: words and units as bytes, matrices as float16 or rows of int8."""
        names = ("characters", "words", "single", "rare", "units")
        lists = {name: weights.unpack_strings(arrays[name]) for name in names}
        units = tuple(lists.pop("units"))
        return cls(TranslationVocabulary.of(**lists), units, weights.floats(arrays), card)

    @property
    def heads(self) -> int:
        """Heads of each layer."""
        return int(self.card["config"]["heads"])

    @property
    def encoder_layers(self) -> int:
        """Layers of the encoder."""
        return int(self.card["config"]["encoder_layers"])

    @property
    def decoder_layers(self) -> int:
        """Layers of the decoder."""
        return int(self.card["config"]["decoder_layers"])

    @property
    def guided(self) -> tuple[int, int]:
        """Layer and head of the cross-attention that was also taught word alignments."""
        return self.decoder_layers - 1, 0

    def translate(self, words: Sequence[str], *, beam: int = 4) -> Translation:
        """The first MAX_TRANSLATED words in English; beam 1 is greedy. Ends at END, or at a length bounded by the words'."""
        memory = self.encode(words[:MAX_TRANSLATED])
        return self.explain(memory, self.search(memory, beam))

    def longest(self, n: int) -> int:
        """The number of units after which a translation of n words is broken off."""
        return min(2 * n + 12, 120)

    def encode(self, words: Sequence[str]) -> Memory:
        """Words (n) → what the decoder can look at. Raises EmptyText if there is no word."""
        if not words or not all(words):
            raise EmptyText
        return self.encode_read(words, copied(usual_words(words)))

    def encode_read(self, words: Sequence[str], found: Copied) -> Memory:
        """The same where it is known what is copied of the words (n): found.words are what the model reads."""
        characters, own = zip(*map(self.vocabulary.describe, found.words), strict=True)
        a = self.arrays
        vectors = layers.mean_vectors(a["E_character"], characters) + a["E_word"][list(own)]  # (n, d_model)
        x, outputs = with_positions(vectors[None]), []  # (1, n, d_model)
        for p in self._encoder:
            outputs.append(block(x, p, self.heads))
            x = outputs[-1].x  # (1, n, d_model)
        memory = norm(x, subset(a, prefix="encoder_out_"))  # (1, n, d_model)
        return Memory(
            tuple(words),
            found,
            tuple(layer.X[0] for layer in outputs),
            frozen(np.concatenate([layer.self_weights for layer in outputs])),
            tuple(layers.keys_values(memory, p.cross_attention, self.heads) for p in self._decoder),
        )

    def decode(
        self, memory: Memory, units: UnitIds, past: Sequence[KeysValues] = ()
    ) -> tuple[Floats32, list[BlockOutput]]:
        """Units read (b, m) → log probabilities (b, m, units) of what follows each of them, and what each layer gave.

        past: of each layer K and V of the units that stand before these, (b, n_head, places, d_k).
        """
        E, m, before = self.arrays["E_unit"], units.shape[1], past[0][0].shape[2] if past else 0
        x, outputs = with_positions(E[units], first=before), []  # (b, m, d_model)
        mask = np.tri(m, before + m, before, dtype=bool)  # (m, n): each place sees itself and all before it
        earlier: Sequence[KeysValues | None] = past or [None] * self.decoder_layers
        for p, words, seen in zip(self._decoder, memory.keys_values, earlier, strict=True):
            outputs.append(block(x, p, self.heads, mask=mask, past=seen, memory=words))
            x = outputs[-1].x  # (b, m, d_model)
        logits = norm(x, self._decoder_out) @ E.T + self.arrays["b_unit"]  # (b, m, units)
        logits[..., START_UNIT] = -np.inf  # never written
        return layers.log_softmax(logits), outputs

    def search(self, memory: Memory, beam: int) -> list[int]:
        """The units of the best translation that beam search finds, END included where it was reached."""
        alive = [Hypothesis(0.0, [START_UNIT], 0)]
        finished: list[Hypothesis] = []
        past: list[KeysValues] = []
        for _ in range(self.longest(len(memory.words))):
            following, outputs = self.decode(memory, np.array([one.units[-1:] for one in alive]), past)
            refused = np.array([self._refused(one, memory.copied) for one in alive])  # (b, signs + 1)
            following[:, 0, [*self._signs.values(), END_UNIT]] -= refused
            log_p = following[:, 0] + np.array([[one.log_p] for one in alive])  # (b, units)
            places = [(*divmod(int(k), log_p.shape[1]), float(log_p.flat[k])) for k in largest(log_p, 2 * beam)]
            candidates = [Hypothesis(total, [*alive[row].units, unit], row) for row, unit, total in places]
            finished += [one for one in candidates[:beam] if one.units[-1] == END_UNIT]
            alive = [one for one in candidates if one.units[-1] != END_UNIT][:beam]
            if len(finished) >= beam or (finished and beam == 1):
                break
            rows = [one.row for one in alive]
            past = [(K[rows], V[rows]) for K, V in (layer.past for layer in outputs)]
        return max(finished or alive, key=lambda one: one.rank).units[1:]

    def _refused(self, one: Hypothesis, found: Copied) -> list[float]:
        """What speaks against each sign, and against END: each comes once, rather in their order, and none is left out."""
        waiting = [sign for sign in found.values if self._signs.get(sign) not in one.units]
        nexts = {sign for signs in (NUMBERS, LATIN) for sign in [s for s in waiting if s in signs][:1]}
        costs = {sign: 0.0 if sign in nexts else COST_OF_ORDER for sign in waiting}
        return [*(costs.get(sign, np.inf) for sign in self._signs), COST_OF_LOST * len(waiting)]

    def explain(self, memory: Memory, units: Sequence[int]) -> Translation:
        """Every number of the decoder for a given translation (m units, END included), computed for all steps at once."""
        following, outputs = self.decode(memory, np.array([[START_UNIT, *units[:-1]]]))
        log_p = following[0]  # (m, units)
        values = {WORD + sign: WORD + value for sign, value in memory.copied.values.items()}
        steps = tuple(self._step(row, unit, values) for row, unit in zip(log_p, units, strict=True))
        lost = tuple(i for sign, (i, _) in memory.copied.places.items() if self._signs.get(sign) not in units)
        cross_weights = frozen(np.concatenate([layer.cross_weights for layer in outputs]))  # (n_layer, n_head, m, n)
        self_weights = frozen(np.concatenate([layer.self_weights for layer in outputs]))  # (n_layer, n_head, m, m)
        return Translation(memory.words, steps, cross_weights, self_weights, lost)

    def _step(self, log_p: Floats32, unit: int, values: Mapping[str, str]) -> DecodedUnit:
        """One decided unit; a sign is shown as what it stands for, and a sign of nothing is no candidate."""
        best = [self.units[k] for k in largest(log_p, RUNNERS_UP + len(self._signs))]
        shown = [u for u in best if u in values or u.removeprefix(WORD) not in self._signs][:RUNNERS_UP]
        candidates = tuple((values.get(u, u), float(np.exp(log_p[self._places[u]]))) for u in shown)
        written = self.units[unit]
        return DecodedUnit(values.get(written, written), float(np.exp(log_p[unit])), candidates)

    def encoder_matrices(self, layer: int, head: int) -> tuple[Floats, Floats, Floats]:
        """W_Q, W_K, W_V (d_model, d_k) of one encoder head, in float64 as the core wants them, read-only."""
        W_Q, W_K, W_V = self._encoder_matrices[layer]
        return W_Q[head], W_K[head], W_V[head]

    @cached_property
    def _encoder_matrices(self) -> list[list[Floats]]:
        """Of each layer W_Q, W_K, W_V, each (n_head, d_model, d_k)."""
        return [
            [frozen(layers.split_heads(p.self_attention[W][None], self.heads)[0]) for W in ("W_Q", "W_K", "W_V")]
            for p in self._encoder
        ]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {unit: i for i, unit in enumerate(self.units)}

    @cached_property
    def _signs(self) -> dict[str, int]:
        """The signs for what is copied, as units; a model that never learned one has none."""
        found = {sign: self._places.get(WORD + sign) for sign in NUMBERS + LATIN}
        return {sign: i for sign, i in found.items() if i is not None}

    @cached_property
    def _encoder(self) -> list[Block]:
        return [Block.of(self.arrays, f"encoder_{i}") for i in range(self.encoder_layers)]

    @cached_property
    def _decoder(self) -> list[Block]:
        return [Block.of(self.arrays, f"decoder_{i}") for i in range(self.decoder_layers)]

    @cached_property
    def _decoder_out(self) -> Parameters:
        return subset(self.arrays, prefix="decoder_out_")


def with_positions(vectors: Floats32, *, first: int = 0) -> Floats32:
    """Vectors (b, n, d_model) · √d_model + positions from `first` on. Source: Vaswani et al. 2017, section 3.4."""
    _, n, d = vectors.shape
    return vectors * np.float32(math.sqrt(d)) + layers.sinusoids(n, d, first=first)


def largest(values: npt.NDArray[np.floating[Any]], k: int) -> npt.NDArray[np.int64]:
    """Indices into `values.flat` of its k largest values, largest first: (k,), or all if there are fewer."""
    found = np.argpartition(-values, min(k, values.size) - 1, axis=None)[:k]
    return found[np.argsort(-values.flat[found])]


def load(path: Path | None = None) -> TranslateModel:
    """The shipped model, or the one at `path` (.npz beside its .json). Raises WeightsError if it is not whole."""
    return weights.load_model(
        path or assets.WEIGHTS_FOLDER / "translate.npz",
        TranslateModel.from_arrays,
        lambda model: model.translate(("词", "a")),
    )
