"""句法: a small network whose attention heads were taught grammar, in numpy.

    words → word vectors → convolutions over three words → X → ONE multi-head attention layer (attention.core)

The heads were trained on the arcs of treebanks, in the spirit of biaffine attention (Dozat & Manning 2017) and of
linguistically-informed self-attention (Strubell et al. 2018): in the head "neighbours" a word looks at the words that it
is linked with, in "head" at the one that it hangs on, in the role heads at its partner in that role (evenly at all words
where it has none). recipes/train_syntax.py makes the weights.

The start symbol. The network reads one more token in front of the sentence; in training the main predicate hangs on it. In a
`Trace` it is neither row nor column: the tables are between words only, each row sums to 1. `linked` and `heads` do count it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from attention.core import attend, attention_mask
from attention.errors import EmptyText, ShapeError, WeightsError
from attention.models import weights
from attention.types import Floats, Mask, Trace, frozen

HEADS = ("neighbours", "head", "subject", "object", "modifier", "function")
"""Names of the attention heads, in the order in which they are shown."""

ROOT = -1
"""In `heads`: the word hangs on the start symbol, it is the main predicate."""

MEAN_OF = 8
"""The mean over a word's characters is taken over the first few, so that no word is too long."""

NO_CHARACTER, UNKNOWN_CHARACTER = 0, 1
UNKNOWN_WORD = 0
LONGEST = 8
CLASSES = ("other", "han", "latin", "digit", "digits and more", "full stop", "mark", "symbol")
FOLDED = str.maketrans({"。": ".", "、": "、", "“": '"', "”": '"', "‘": "'", "’": "'", "「": '"', "」": '"', "—": "-"})

Indices = npt.NDArray[np.int64]
Floats32 = npt.NDArray[np.float32]


def folded(word: str) -> str:
    """The form in which the model knows a word: full width as half width, lower case, every digit as 0."""
    plain = unicodedata.normalize("NFKC", word).lower().translate(FOLDED) or word
    return "".join("0" if c.isdecimal() else c for c in plain).replace("\n", " ")


def class_of(word: str) -> int:
    """Index into CLASSES for a folded word."""
    categories = {unicodedata.category(c)[0] for c in word}
    if categories <= {"P"}:
        return CLASSES.index("full stop" if word[-1] in ".?!;" else "mark")
    if "N" in categories:
        return CLASSES.index("digit" if categories <= {"N", "P"} else "digits and more")
    if any("\u4e00" <= c <= "\u9fff" for c in word):
        return CLASSES.index("han")
    if "L" in categories:
        return CLASSES.index("latin")
    return CLASSES.index("symbol" if "S" in categories else "other")


@dataclass(frozen=True)
class Vocabulary:
    """Characters and words that have an embedding, and all words of the training data (folded)."""

    characters: Mapping[str, int]
    words: Mapping[str, int]
    seen: frozenset[str]

    def describe(self, word: str) -> tuple[list[int], int, int, int]:
        """A word → its characters (first, second, last, then up to MEAN_OF for the mean), word, length and class, as indices."""
        word = folded(word)
        indices = [self.characters.get(c, UNKNOWN_CHARACTER) for c in word[:MEAN_OF]]
        last = self.characters.get(word[-1], UNKNOWN_CHARACTER)
        second = indices[1] if len(indices) > 1 else NO_CHARACTER
        return (
            [indices[0], second, last, *indices],
            self.words.get(word, UNKNOWN_WORD),
            min(len(word), LONGEST),
            class_of(word),
        )


@dataclass(frozen=True)
class SyntaxModel:
    """The model; `load` makes one. Nothing is kept between calls."""

    vocabulary: Vocabulary
    arrays: Mapping[str, Floats32]
    card: Mapping[str, Any]

    def traces(
        self,
        words: Sequence[str],
        *,
        scale: bool = True,
        temperature: float = 1.0,
        mask: Mask | None = None,
        encoded: Floats32 | None = None,
    ) -> dict[str, Trace]:
        """Words (n) → a Trace for each of HEADS, weights (n, n), in the order of HEADS.

        mask (n, n): True = may attend. None leaves out the diagonal only, as in training; then a word that stands alone has
        a row of zeros. encoded: what `encode` gave for the words, where it is at hand. The rest as in `attention.core.attend`.
        """
        X = frozen((self.encode(words) if encoded is None else encoded)[1:])
        mask = attention_mask(len(words), diagonal=False) if mask is None else mask
        return {
            name: attend(X, *matrices, scale=scale, temperature=temperature, mask=mask)
            for name, matrices in self._matrices.items()
        }

    def heads(self, words: Sequence[str]) -> list[int]:
        """For each word the position of the word that it most likely hangs on, or ROOT."""
        return [int(column) - 1 for column in self._head_weights(words).argmax(axis=1)]

    def linked(self, words: Sequence[str], *, encoded: Floats32 | None = None) -> Floats:
        """(n, n), symmetric, 0 to 1: the probability that two words are linked, A + Aᵀ of the head attention.

        A counts the start symbol and then loses its column, so a row of A sums to less than 1: the rest is the probability
        that the word is the main predicate. The diagonal is 0. encoded: what `encode` gave, where it is at hand.
        """
        A = self._head_weights(words, encoded)[:, 1:]
        return np.minimum(A + A.T, 1.0)

    def unseen(self, words: Sequence[str]) -> list[bool]:
        """For each word: it never stood in the training data, so the model knows its characters only."""
        return [folded(word) not in self.vocabulary.seen for word in words]

    def encode(self, words: Sequence[str]) -> Floats32:
        """Words (n) → X (n + 1, d_model), the start symbol first. Raises EmptyText where there is no word."""
        if not words or not all(words):
            raise EmptyText
        a = self.arrays
        x = np.concatenate([a["start"], self._word_vectors(words) @ a["W_in"]])
        x = normalised(x + self._positions(len(x)), a["in_gain"], a["in_bias"])
        for layer in range(self.card["config"]["layers"]):
            x = x + self._convolution(x, layer)
        return normalised(x, a["out_gain"], a["out_bias"])

    def _word_vectors(self, words: Sequence[str]) -> Floats32:
        """Words (n) → (n, d_in): first, second and last character, mean of the characters, word, length, class."""
        characters, word, length, kind = zip(*map(self.vocabulary.describe, words), strict=True)
        E = self.arrays["E_character"]
        ends = E[[row[:3] for row in characters]].reshape(len(words), -1)
        means = self._means([row[3:] for row in characters])
        tables = (
            self.arrays["E_word"][list(word)],
            self.arrays["E_length"][list(length)],
            self.arrays["E_class"][list(kind)],
        )
        return np.concatenate([ends, means, *tables], axis=1)

    def _means(self, characters: Sequence[list[int]]) -> Floats32:
        """Characters of each word (n) → the mean of their vectors (n, d_character), all words at once."""
        starts = np.cumsum([0, *map(len, characters[:-1])])
        sums = np.add.reduceat(self.arrays["E_character"][[i for row in characters for i in row]], starts, axis=0)
        return np.asarray(sums / np.array([[len(row)] for row in characters]), dtype=np.float32)

    def _positions(self, n: int) -> Floats32:
        """(n, d_model); beyond the longest sentence of training the last positions come again."""
        P = self.arrays["P"]
        index = np.arange(n)
        half = len(P) // 2
        return P[np.where(index < len(P), index, half + (index - half) % half)]

    def _convolution(self, x: Floats32, layer: int) -> Floats32:
        """x (n, d_model) → (n, d_model): each word with the one before and the one after, relu."""
        a = self.arrays
        if layer:
            x = normalised(x, a[f"gain_{layer}"], a[f"bias_{layer}"])
        nothing = np.zeros_like(x[:1])
        three = np.concatenate([np.concatenate([nothing, x[:-1]]), x, np.concatenate([x[1:], nothing])], axis=1)
        return np.maximum(three @ a[f"W_{layer}"] + a[f"b_{layer}"], 0)

    def _head_weights(self, words: Sequence[str], encoded: Floats32 | None = None) -> Floats:
        """(n, n + 1): the head attention with the start symbol as column 0."""
        X = frozen(self.encode(words) if encoded is None else encoded)
        return attend(X, *self._matrices["head"], mask=attention_mask(len(X), diagonal=False)).weights[1:]

    @cached_property
    def _matrices(self) -> dict[str, tuple[Floats, Floats, Floats]]:
        """W_Q, W_K and W_V of each head, in float64 as the core wants them, read-only so that no trace copies them."""
        arrays = self.arrays
        return {
            name: (frozen(arrays[f"W_Q_{name}"]), frozen(arrays[f"W_K_{name}"]), frozen(arrays[f"W_V_{name}"]))
            for name in HEADS
        }


def normalised(x: Floats32, gain: Floats32, bias: Floats32) -> Floats32:
    """LayerNorm over the last axis (Ba et al. 2016): (n, d) → (n, d)."""
    x = x - x.mean(axis=-1, keepdims=True)
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + np.float32(1e-5)) * gain + bias


def load(path: Path | None = None) -> SyntaxModel:
    """The shipped model, or the one at `path` (.npz beside its .json). Raises WeightsError where it is not whole."""
    if path is None:
        from attention.assets import WEIGHTS

        path = WEIGHTS / "syntax.npz"
    loaded = weights.load(path)
    try:
        model = from_arrays(loaded.arrays, loaded.card)
        model.traces(("词", ".", "a"))  # arrays that do not fit together are found now, not in the middle of a page
    except (KeyError, ValueError, IndexError, ShapeError) as error:
        raise WeightsError(path.name, f"not a syntax model: {error}") from error
    return model


def from_arrays(arrays: Mapping[str, npt.NDArray[Any]], card: Mapping[str, Any]) -> SyntaxModel:
    """A model from named arrays; words and characters come as bytes (weights.pack)."""
    floats = {name: array.astype(np.float32) for name, array in arrays.items() if array.dtype.kind == "f"}
    characters = weights.unpack(arrays["characters"])
    seen = weights.unpack(arrays["words"])
    known = seen[: len(floats["E_word"]) - 1]
    vocabulary = Vocabulary(
        {character: i for i, character in enumerate(characters, UNKNOWN_CHARACTER + 1)},
        {word: i for i, word in enumerate(known, UNKNOWN_WORD + 1)},
        frozenset(seen),
    )
    return SyntaxModel(vocabulary, floats, card)
