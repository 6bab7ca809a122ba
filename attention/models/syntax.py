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

from attention import assets
from attention.core import attend, attention_mask
from attention.errors import EmptyText
from attention.models import weights
from attention.models.layers import Floats32, Parameters, convolution, mean_vectors, norm, subset
from attention.types import Floats, Mask, Switches, Trace, frozen
from attention.words.usual import usual_words

HEADS = ("neighbours", "head", "subject", "object", "modifier", "function")
"""Names of the attention heads, in the order in which they are shown."""

ROOT = -1
"""In `heads`: the word hangs on the start symbol, it is the main predicate."""

MEAN_OF = 8
"""Characters of a word that its mean is taken over, so that no word is too long."""

NO_CHARACTER, UNKNOWN_CHARACTER = 0, 1
UNKNOWN_WORD = 0
MAX_WORD_LENGTH = 8
CLASSES = ("other", "han", "latin", "digit", "digits and more", "full stop", "mark", "symbol")
FOLDED_MARKS = str.maketrans(
    {"。": ".", "、": "、", "“": '"', "”": '"', "‘": "'", "’": "'", "「": '"', "」": '"', "—": "-"}
)


def syntax_form(word: str) -> str:
    """The form in which the model knows a word: full width as half width, lower case, every digit as 0."""
    plain = unicodedata.normalize("NFKC", word).lower().translate(FOLDED_MARKS) or word
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
class SyntaxVocabulary:
    """Characters and words that have an embedding, and all words of the training data (folded)."""

    characters: Mapping[str, int]
    words: Mapping[str, int]
    seen: frozenset[str]

    def describe(self, word: str) -> tuple[list[int], int, int, int]:
        """A word as indices: characters (first, second, last, then up to MEAN_OF for the mean), word, length and class."""
        word = syntax_form(word)
        indices = [self.characters.get(c, UNKNOWN_CHARACTER) for c in word[:MEAN_OF]]
        last = self.characters.get(word[-1], UNKNOWN_CHARACTER)
        second = indices[1] if len(indices) > 1 else NO_CHARACTER
        return (
            [indices[0], second, last, *indices],
            self.words.get(word, UNKNOWN_WORD),
            min(len(word), MAX_WORD_LENGTH),
            class_of(word),
        )


@dataclass(frozen=True)
class SyntaxModel:
    """The model; `load` makes one. Nothing is kept between calls.

    Three steps: `encode` reads the words, `trace` is one head, `links` the head "head" made symmetric. X has the words of one
    sentence, or of b sentences of one length: (n + 1, d_model) or (b, n + 1, d_model), the start symbol first.
    """

    vocabulary: SyntaxVocabulary
    arrays: Parameters
    card: Mapping[str, Any]

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]], card: Mapping[str, Any]) -> SyntaxModel:
        """A model from named arrays, in the shapes of its card; words and characters as bytes (weights.pack_strings)."""
        floats = {name: array.astype(np.float32) for name, array in arrays.items() if array.dtype.kind == "f"}
        characters = weights.unpack_strings(arrays["characters"])
        seen = weights.unpack_strings(arrays["words"])
        known = seen[: len(floats["E_word"]) - 1]
        vocabulary = SyntaxVocabulary(
            {character: i for i, character in enumerate(characters, UNKNOWN_CHARACTER + 1)},
            {word: i for i, word in enumerate(known, UNKNOWN_WORD + 1)},
            frozenset(seen),
        )
        return cls(vocabulary, floats, card)

    def encode(self, words: Sequence[str]) -> Floats32:
        """Words (n) → X (n + 1, d_model), the start symbol first. Raises EmptyText if there is no word."""
        return self.encode_alike([words])[0]

    def encode_alike(self, sentences: Sequence[Sequence[str]]) -> Floats32:
        """b sentences of n words → X (b, n + 1, d_model). Each gets the very numbers that it gets alone. Raises EmptyText."""
        if not all(words and all(words) for words in sentences):
            raise EmptyText
        a, b, (norm_in, norm_out) = self.arrays, len(sentences), self._norms
        flat = [word for words in sentences for word in usual_words(words)]
        vectors = self.word_vectors(flat).reshape(b, len(sentences[0]), -1)
        x = np.concatenate([np.repeat(a["start"][None], b, axis=0), vectors @ a["W_in"]], axis=1)  # (b, n + 1, d_model)
        x = norm(x + learned_positions(a["P"], x.shape[1]), norm_in)
        for i, p in enumerate(self._convolutions):
            x = x + convolution(norm(x, p) if i else x, p)  # (b, n + 1, d_model)
        return norm(x, norm_out)

    def word_vectors(self, words: Sequence[str]) -> Floats32:
        """Words (n) → (n, d_in): first, second and last character, mean of the characters, word, length, class."""
        characters, word, length, kind = zip(*map(self.vocabulary.describe, words), strict=True)
        a = self.arrays
        ends = a["E_character"][[row[:3] for row in characters]].reshape(len(words), -1)  # (n, 3·d_character)
        means = mean_vectors(a["E_character"], [row[3:] for row in characters])  # (n, d_character)
        tables = a["E_word"][list(word)], a["E_length"][list(length)], a["E_class"][list(kind)]
        return np.concatenate([ends, means, *tables], axis=1)

    def trace(self, name: str, X: Floats, *, switches: Switches | None = None, mask: Mask | None = None) -> Trace:
        """The words of X, without the start symbol, through the head `name`: a Trace with weights (n, n) or (b, n, n).

        mask (n, n) or (b, n, n): True = may attend. None leaves out the diagonal only, as in training; then a word that stands
        alone has a row of zeros. The rest as in `attention.core.attend`.
        """
        X = X[..., 1:, :]
        mask = attention_mask(X.shape[-2], diagonal=False) if mask is None else mask
        matrices = self._heads[name]
        return attend(X, *matrices, factor=(switches or Switches()).factor(matrices[0].shape[-1]), mask=mask)

    def traces(self, words: Sequence[str]) -> dict[str, Trace]:
        """Words (n) → the Trace of each of HEADS, weights (n, n), in the order of HEADS."""
        X = frozen(self.encode(words))
        return {name: self.trace(name, X) for name in HEADS}

    def head_weights(self, X: Floats) -> Floats:
        """X (…, n + 1, d_model) → (…, n, n + 1): the head "head", with the start symbol as column 0."""
        mask = attention_mask(X.shape[-2], diagonal=False)
        return attend(X, *self._heads["head"], mask=mask).weights[..., 1:, :]

    def links(self, X: Floats) -> Floats:
        """X (…, n + 1, d_model) → (…, n, n), symmetric, 0 to 1: the probability that two words are linked, A + Aᵀ.

        A is `head_weights` without the start symbol's column, so a row of A sums to less than 1: the rest is the probability
        that the word is the main predicate. The diagonal is 0.
        """
        A = self.head_weights(X)[..., 1:]
        return np.minimum(A + A.swapaxes(-1, -2), 1.0)

    def linked(self, words: Sequence[str]) -> Floats:
        """Words (n) → their `links`, (n, n)."""
        return self.links(frozen(self.encode(words)))

    def heads(self, words: Sequence[str]) -> list[int]:
        """For each word the position of its most likely head, or ROOT."""
        return [int(column) - 1 for column in self.head_weights(frozen(self.encode(words))).argmax(axis=1)]

    def unseen(self, words: Sequence[str]) -> list[bool]:
        """For each word: it never stood in the training data, so the model knows its characters only."""
        return [syntax_form(word) not in self.vocabulary.seen for word in usual_words(words)]

    @cached_property
    def _norms(self) -> tuple[Parameters, Parameters]:
        """Gain and bias before and after the convolutions."""
        return subset(self.arrays, prefix="in_"), subset(self.arrays, prefix="out_")

    @cached_property
    def _convolutions(self) -> list[Parameters]:
        """The arrays of each convolution: W, b, and from the second on the gain and bias of the norm before it."""
        return [subset(self.arrays, suffix=f"_{i}") for i in range(self.card["config"]["layers"])]

    @cached_property
    def _heads(self) -> dict[str, tuple[Floats, Floats, Floats]]:
        """W_Q, W_K and W_V of each head, in float64 as the core wants them, read-only so that no trace copies them."""
        found = {name: subset(self.arrays, suffix=f"_{name}") for name in HEADS}
        return {name: (frozen(p["W_Q"]), frozen(p["W_K"]), frozen(p["W_V"])) for name, p in found.items()}


def learned_positions(P: Floats32, n: int) -> Floats32:
    """P (places, d_model) → (n, d_model); beyond the longest sentence of training the second half of P comes again and again."""
    index, half = np.arange(n), len(P) // 2
    return P[np.where(index < len(P), index, half + index % half)]


def load(path: Path | None = None) -> SyntaxModel:
    """The shipped model, or the one at `path` (.npz beside its .json). Raises WeightsError if it is not whole."""
    return weights.load_model(
        path or assets.WEIGHTS_FOLDER / "syntax.npz",
        SyntaxModel.from_arrays,
        lambda model: model.traces(("词", ".", "a")),
    )
