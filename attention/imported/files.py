"""A file's arrays as attention of layers and heads, with the names of its pieces; choices are left to the page.

    (L, H, q, k)        layers, heads, queries, keys
    (L, B, H, q, k)     the same for B sentences, one of which is chosen
    (H, q, k)           one layer
    (q, k)              one head
    several arrays      a list of layers, each (H, q, k), (B, H, q, k) or (q, k), numbered in their names

Arrays are called attention, attentions or weights, or anything if there is only one; encoder_attentions, decoder_attentions
and cross_attentions, as `transformers` calls them, may occur together. Pieces are called tokens (or words, pieces);
encoder_tokens and decoder_tokens, or key_tokens and query_tokens, where they differ; the visible text is called text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from attention.errors import ImportProblem, ImportRefused
from attention.imported.arrays import Content, read_arrays, refusing_import
from attention.imported.pieces import Pieces, line_of, number_pieces
from attention.imported.stack import MAX_PIECES, Imported, Kind, check_size, stack_of
from attention.limits.budget import Budget
from attention.limits.remembered import size_of

SHAPES = "(L, H, q, k), (L, 1, H, q, k), (H, q, k), (q, k)"
KIND_BY_NAME: dict[str, Kind] = {
    "attention": "self", "attentions": "self", "attention_weights": "self", "weights": "self",
    "encoder_attentions": "encoder", "decoder_attentions": "decoder", "cross_attentions": "cross",
}  # fmt: skip
NUMBERED = re.compile(r"(.*?)[._\-\[ ]*(\d{1,6})\]?")
TOKENS = ("tokens", "words", "pieces")
SIDES = {"queries": ("query_tokens", "decoder_tokens", *TOKENS), "keys": ("key_tokens", "encoder_tokens", *TOKENS)}
"""Where the names of the pieces of each axis are looked for, in this order."""
TEXTS = {"text", *SIDES["queries"], *SIDES["keys"]}
"""What is kept of a file's texts."""
MAX_NAME = 200
MAX_TOKENS_FILE = 1_000_000
MAX_TOKENS = 100_000
"""Of all sentences of a file."""

FiveAxes = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class ImportedFile:
    """What a file holds: for each kind the weights (L, B, H, q, k); texts: names of pieces and the visible text, as they came."""

    name: str
    arrays: dict[Kind, FiveAxes]
    texts: dict[str, Any]

    @property
    def many(self) -> int:
        """How many sentences there are to choose from."""
        return min(array.shape[1] for array in self.arrays.values())

    @cached_property
    def text_bytes(self) -> int:
        """What the texts take in memory."""
        return size_of(self.texts) if self.texts else 0


def read_attention(name: str, data: bytes) -> ImportedFile:
    """The attention in a file. Raises ImportRefused if there is none, or none that can be understood."""
    content = read_arrays(name, data)
    with refusing_import(name):
        groups = group_arrays(name, content)
        content.arrays.clear()  # a layer is let go once it is part of its stack
        arrays = {kind: with_five_axes(name, layers) for kind, layers in groups.items()}
        for array in arrays.values():
            check_size(name, array.shape)
    return ImportedFile(name, arrays, {key: value for key, value in content.texts.items() if key in TEXTS})


def group_arrays(name: str, content: Content) -> dict[Kind, list[FiveAxes]]:
    """The arrays of each kind: one, or one per layer, in the shapes of the module's table."""
    groups: dict[str, list[tuple[int, FiveAxes]]] = {}
    for key, array in content.arrays.items():
        match = NUMBERED.fullmatch(key) if len(key) <= MAX_NAME else None
        base, number = (match[1], int(match[2])) if match else (key, -1)
        groups.setdefault(base.rstrip("._-[ ").casefold(), []).append((number, array))
    known = {KIND_BY_NAME[base]: base for base in groups if base in KIND_BY_NAME}
    fault = next((error for key, error in content.faults.items() if key.casefold() in KIND_BY_NAME), None)
    if fault:
        raise fault
    if not known and len(groups) != 1:
        raise ImportRefused(
            ImportProblem.SEVERAL if groups else ImportProblem.NONE,
            name=name,
            found=", ".join(content.arrays),
            wanted="attention",
        )
    chosen = known or {KIND_BY_NAME["attention"]: next(iter(groups))}
    return {kind: [array for _, array in sorted(groups[base], key=lambda x: x[0])] for kind, base in chosen.items()}


def with_five_axes(name: str, layers: list[FiveAxes]) -> FiveAxes:
    """One array, or one per layer → (L, B, H, q, k), read-only, so that nothing is copied later. The list is emptied."""
    array = stack_five_axes(name, layers)
    array.flags.writeable = False
    return array


def stack_five_axes(name: str, layers: list[FiveAxes]) -> FiveAxes:
    """One array, or one per layer → (L, B, H, q, k), still writable."""
    if len(layers) == 1:
        array = layers[0]
        if array.ndim not in (2, 3, 4, 5):
            raise ImportRefused(ImportProblem.SHAPE, name=name, found=array.shape, wanted=SHAPES)
        fronts = {2: [1, 1, 1], 3: [1, 1, array.shape[0]], 4: [array.shape[0], 1, array.shape[1]]}
        return array if array.ndim == 5 else array.reshape(*fronts[array.ndim], *array.shape[-2:])
    shapes = list(dict.fromkeys(layer.shape for layer in layers))
    if len(shapes) > 1:
        raise ImportRefused(ImportProblem.RAGGED, name=name, found=", ".join(map(str, shapes[:3])), wanted=shapes[0])
    if len(shapes[0]) not in (2, 3, 4):
        raise ImportRefused(ImportProblem.SHAPE, name=name, found=f"{len(layers)} × {shapes[0]}", wanted=SHAPES)
    check_size(name, (len(layers), *shapes[0]))
    stacked = np.empty((len(layers), *shapes[0]), np.float32)
    for i in range(len(layers)):
        stacked[i] = layers.pop(0)
    fronts = {3: [1, 1], 4: [1, stacked.shape[1]]}
    return stacked if stacked.ndim == 5 else stacked.reshape(len(stacked), *fronts[stacked.ndim], *stacked.shape[-2:])


# Names of pieces


@dataclass(frozen=True)
class Naming:
    """What names the pieces.

    given: from a second file or typed in, preferred to what the file says. text: the sentence on the board, in which the pieces
    are looked for. words: its words, used if there is nothing else and as many pieces.
    """

    given: tuple[str, ...] = ()
    text: str = ""
    words: tuple[str, ...] = ()


def imported(found: ImportedFile, naming: Naming | None = None, *, number: int = 0) -> Imported:
    """The file's attention for one sentence. number: which, from 0.

    Raises ImportRefused if there are not as many names as weights.
    """
    with refusing_import(found.name):
        return name_axes(found, naming or Naming(), min(number, found.many - 1))


def name_axes(found: ImportedFile, naming: Naming, number: int) -> Imported:
    """The stacks of one sentence, their axes named."""
    sides = {n for array in found.arrays.values() for n in array.shape[-2:]}
    if naming.given and len(naming.given) not in sides:
        raise ImportRefused(ImportProblem.TOKENS, name=found.name, found=len(naming.given), wanted=max(sides))
    stacks = []
    for kind, array in found.arrays.items():
        weights = array[:, number]
        rows, cols = (
            named(found, side_for(side, kind), n, number, naming)
            for side, n in zip(SIDES, weights.shape[-2:], strict=True)
        )
        stacks.append(stack_of(kind, weights, rows, cols, name=found.name))
    return Imported(found.name, "file", tuple(stacks), found.many, number)


def named(found: ImportedFile, side: str, n: int, number: int, naming: Naming) -> Pieces:
    """The pieces of one axis, n of them."""
    given = naming.given if len(naming.given) == n else names_in(found, side, number)
    if not given and len(naming.words) == n:
        given = naming.words
    if not given:
        return number_pieces(n)
    if len(given) != n:
        raise ImportRefused(ImportProblem.TOKENS, name=found.name, found=len(given), wanted=n)
    own = found.texts.get("text")
    return line_of(given, *([own] if isinstance(own, str) else []), naming.text)


def side_for(side: str, kind: Kind) -> str:
    """Where the names of an axis are found: in an encoder, and likewise in a decoder, both axes have the same."""
    return {"encoder": "keys", "decoder": "queries"}.get(kind, side)


def names_in(found: ImportedFile, side: str, number: int) -> tuple[str, ...]:
    """The names that the file has for one side; none if it has none."""
    for key in SIDES[side]:
        value = found.texts.get(key)
        if isinstance(value, list) and value:
            chosen = value[min(number, len(value) - 1)] if isinstance(value[0], list) else value
            return checked_names(found.name, chosen)
    return ()


def checked_names(name: str, given: Any) -> tuple[str, ...]:
    """Names of pieces: texts, none of them too long. Raises ImportRefused."""
    if isinstance(given, list | tuple) and len(given) > MAX_TOKENS:
        raise ImportRefused(ImportProblem.PIECES, name=name, found=len(given), wanted=MAX_PIECES)
    if not isinstance(given, list | tuple) or not all(isinstance(x, str) for x in given):
        raise ImportRefused(ImportProblem.NAMES, name=name)
    if long := next((x for x in given if len(x) > MAX_NAME), None):
        raise ImportRefused(ImportProblem.NAME, name=name, found=long[:20], wanted=MAX_NAME)
    return tuple(given)


def read_names(name: str, data: bytes) -> tuple[str, ...]:
    """Names of pieces from a second file: JSON, or a text with one per line or with blanks between."""
    if len(data) > MAX_TOKENS_FILE:
        raise ImportRefused(ImportProblem.LARGE, name=name, found=f"{len(data):,}", wanted=f"{MAX_TOKENS_FILE:,}")
    try:
        return typed_names(data.decode("utf-8-sig"), name)
    except UnicodeDecodeError as error:
        raise ImportRefused(ImportProblem.KIND, name=name) from error


def typed_names(text: str, name: str = "") -> tuple[str, ...]:
    """A JSON list (or an object with one), else one name per line, else names with blanks between."""
    if len(text) > MAX_TOKENS_FILE:
        raise ImportRefused(ImportProblem.LARGE, name=name, found=f"{len(text):,}", wanted=f"{MAX_TOKENS_FILE:,}")
    if text.lstrip()[:1] in ("[", "{"):
        with refusing_import(name):
            try:
                given = Budget(0).json(text)
            except (ValueError, RecursionError):
                given = None  # "[CLS] 我 …" begins like JSON
        if isinstance(given, dict):
            given = next((given[key] for key in (*TOKENS, "query_tokens", "key_tokens") if key in given), None)
        if given is not None:
            return checked_names(name, given)
    lines = [line for line in text.splitlines() if line.strip()]
    return checked_names(name, [line.strip() for line in lines] if len(lines) > 1 else text.split())
