"""e5: multilingual-e5-small, an encoder of twelve layers with twelve heads, in numpy, as it is cut down for Chinese text.

    words → a text → pieces → embedding + position → 12 layers (post-norm, gelu) → a vector for each piece

Trained to search: a question and its answer get vectors that point the same way. What its heads look at, nobody taught them.
Sources: Wang et al. 2024 ("Multilingual E5 Text Embeddings"); Devlin et al. 2018. recipes/pack_e5.py makes the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from attention import assets
from attention.models import weights
from attention.models.layers import Block, Floats32, Parameters, norm, post_norm_block
from attention.models.unigram import UNKNOWN_PIECE, TextSpan, Unigram

BEGIN, END = "<s>", "</s>"
"""The special tokens around the text, the first numbers of the vocabulary; UNKNOWN_TOKEN is the next."""
UNKNOWN_TOKEN = "<unk>"
SPECIALS = (BEGIN, END, UNKNOWN_TOKEN)


class ReadText(NamedTuple):
    """A text as the model reads it: numbers of its pieces and the special tokens around, and their places in the text; a special
    token's is None."""

    numbers: list[int]
    places: list[TextSpan | None]

    def names(self, text: str) -> list[str]:
        """What each piece is, as the text writes it."""
        return [SPECIALS[n] if n < 2 or place is None else text[slice(*place)] for n, place in zip(*self, strict=True)]


@dataclass(frozen=True)
class E5Model:
    """The model; `load` makes one. Nothing is kept between calls. pieces: the arrays E and E_scale, in four bits, of which a text
    needs a few rows; P (places, d): what is added at each place."""

    unigram: Unigram
    pieces: Mapping[str, npt.NDArray[Any]]
    P: Floats32
    norm_in: Parameters
    blocks: tuple[Block, ...]
    card: Mapping[str, Any]

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, npt.NDArray[Any]], card: Mapping[str, Any]) -> E5Model:
        """A model from named arrays, in the shapes of its card. `arrays` is emptied, so that none is kept twice."""
        left = dict(arrays)
        if isinstance(arrays, dict):
            arrays.clear()
        blocks = tuple(Block.of(layer_arrays(left, f"layer{i}_"), "layer") for i in range(card["config"]["layers"]))
        names = weights.unpack_strings(left["pieces"])
        unigram = Unigram(
            {name: i for i, name in enumerate(names, len(SPECIALS))},
            tuple(left["scores"].tolist()),
            card["config"]["unknown"],
            dict(zip(*(weights.unpack_strings(left[name]) for name in ("folds", "folded")), strict=True)),
        )
        vectors = {name: left[name].astype(np.float32) for name in ("P", "gain", "bias")}
        return cls(unigram, {name: left[name] for name in ("E", "E_scale")}, vectors["P"], vectors, blocks, card)

    @property
    def heads(self) -> int:
        """How many heads each layer has."""
        return int(self.card["config"]["heads"])

    def read(self, text: str) -> ReadText:
        """The text's pieces with a special token before and after."""
        cut = self.unigram.cut(text)
        unknown = SPECIALS.index(UNKNOWN_TOKEN)
        numbers = [unknown if piece == UNKNOWN_PIECE else piece for piece, _ in cut]
        return ReadText([0, *numbers, 1], [None, *(place for _, place in cut), None])

    def encode(self, numbers: Sequence[int]) -> tuple[Floats32, Floats32]:
        """n numbers of pieces → a vector for each (n, d), and the weights of all layers (layers, heads, n, n)."""
        rows, epsilon = list(numbers), float(self.card["config"]["epsilon"])
        E = weights.from_four_bits(self.pieces["E"][rows], self.pieces["E_scale"][rows])  # (n, d)
        x = norm((E + self.P[: len(rows)])[None], self.norm_in, epsilon=epsilon)  # (1, n, d)
        found = []
        for block in self.blocks:
            x, attention = post_norm_block(x, block, self.heads, epsilon=epsilon)
            found.append(attention[0])
        return x[0], np.stack(found)

    def embed(self, text: str) -> Floats32:
        """The vector of a text (d,), of length 1: the mean of its pieces' vectors."""
        mean = self.encode(self.read(text).numbers)[0].mean(axis=0)
        return np.asarray(mean / np.linalg.norm(mean))


def layer_arrays(arrays: dict[str, npt.NDArray[Any]], prefix: str) -> dict[str, Floats32]:
    """The arrays of a layer, "layer_…", taken out of `arrays`: matrices (d_in, d_out), out of four bits, and vectors."""
    found = {}
    for name in [name for name in arrays if name.startswith(prefix)]:
        array = arrays.pop(name, None)
        if array is not None and not name.endswith(weights.SCALE):
            scale = arrays.pop(name + weights.SCALE, None)
            matrix = array if scale is None else weights.from_four_bits(array, scale).T
            found[name.replace(prefix, "layer_", 1)] = np.ascontiguousarray(matrix, dtype=np.float32)
    return found


def text_of_words(words: Sequence[str]) -> tuple[str, list[TextSpan]]:
    """The text that the model reads of words, with blanks between two that are not Chinese, and the place of each word in it."""
    text, places = "", []
    for word in words:
        if text and is_ascii_word(text[-1]) and is_ascii_word(word[0]):
            text += " "
        places.append((len(text), len(text) + len(word)))
        text += word
    return text, places


def is_ascii_word(character: str) -> bool:
    """Whether it is a letter or digit of ASCII."""
    return character.isascii() and character.isalnum()


def load(path: Path | None = None) -> E5Model:
    """The shipped model, or the one at `path` (.npz beside its .json). Raises WeightsError if it is not whole."""
    return weights.load_model(
        path or assets.WEIGHTS_FOLDER / "e5.npz", E5Model.from_arrays, lambda model: model.embed("词 a")
    )
