"""A file's arrays as attention of layers and heads, with the names of its pieces; choices are left to the page.

    (L, H, q, k)        layers, heads, queries, keys
    (L, B, H, q, k)     the same for B sentences, one of which is chosen
    (H, q, k)           one layer
    (q, k)              one head
    (B, q, k)           one head of B sentences, where there are B lists of names
    several arrays      a list of layers, each (H, q, k), (B, H, q, k) or (q, k), numbered in their names
    several arrays      the steps in which a model wrote a text, each with one query more: put together

Arrays are called attention, attentions or weights, or anything if there is only one; encoder_attentions, decoder_attentions
and cross_attentions, as `transformers` calls them, may occur together. Pieces are called tokens (or words, pieces);
encoder_tokens and decoder_tokens, or key_tokens and query_tokens, where they differ; the visible text is called text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from attention.errors import ImportProblem, ImportRefused
from attention.imported.arrays import Content, read_arrays, refusing_import
from attention.imported.pieces import Pieces, line_of, number_pieces
from attention.imported.stack import MAX_PIECES, Imported, Kind, Singles, check_size, stack_of
from attention.limits.budget import Budget
from attention.limits.remembered import size_of
from attention.types import Mask

SHAPES = "(L, H, q, k), (L, 1, H, q, k), (H, q, k), (q, k)"
KIND_BY_NAME: dict[str, Kind] = {
    "attention": "self", "attentions": "self", "attention_weights": "self", "weights": "self",
    "encoder_attentions": "encoder", "decoder_attentions": "decoder", "cross_attentions": "cross",
}  # fmt: skip
NUMBERED = re.compile(r"(.*?)[._\-\[ ]*(\d{1,6})\]?()")
NUMBER_INSIDE = re.compile(r"(.*?)(?:^|[._\-\[ ])(\d{1,6})\]?[._\- ](.*)")
"""How layers are numbered: at the end of their names, or inside them, as in encoder.layer.3.attention.self.probs."""
WEIGHTS_NAMES = frozenset(
    ("hook_pattern", "probs", "attn_probs", "attention_probs", "attn_weights", "attn", "attention", *KIND_BY_NAME)
)
"""Of several arrays that are numbered inside their names, the weights are the ones whose names end so."""
TOKENS = ("tokens", "words", "pieces")
SIDES = {"queries": ("query_tokens", "decoder_tokens", *TOKENS), "keys": ("key_tokens", "encoder_tokens", *TOKENS)}
"""Where the names of the pieces of each axis are looked for, in this order."""
TEXTS = {"text", *SIDES["queries"], *SIDES["keys"]}
"""What is kept of a file's texts."""
READ_AGAIN = "model(ids, output_attentions=True).attentions"
MAX_NAME = 200
MAX_TOKENS_FILE = 1_000_000
MAX_TOKENS = 100_000
"""Of all sentences of a file."""

FiveAxes = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class ImportedFile:
    """What a file holds: for each kind the weights (L, B, H, q, k); texts: names of pieces and the visible text, as they came;
    mask: which pieces are none but padding (False), of one sentence (pieces) or of each (B, pieces), if the file says so."""

    name: str
    arrays: dict[Kind, FiveAxes]
    texts: dict[str, Any]
    mask: Mask | None = None

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
        lists = lists_of_names(content.texts)
        arrays = {kind: with_five_axes(name, layers, lists) for kind, layers in groups.items()}
        for array in arrays.values():
            check_size(name, array.shape)
    texts = {key: value for key, value in content.texts.items() if key in TEXTS}
    return ImportedFile(name, arrays, texts, next(iter(content.masks.values()), None))


def lists_of_names(texts: dict[str, Any]) -> int:
    """How many lists of names of pieces there are."""
    lists = (texts[key] for key in TOKENS if key in texts)
    return max(
        (len(names) for names in lists if isinstance(names, list) and names and isinstance(names[0], list)), default=1
    )


def group_arrays(name: str, content: Content) -> dict[Kind, list[FiveAxes]]:
    """The arrays of each kind: one, or one per layer, in the shapes of the module's table."""
    groups: dict[str, list[tuple[int, FiveAxes]]] = {}
    for key, array in content.arrays.items():
        base, number = numbered(key)
        groups.setdefault(base, []).append((number, array))
    known = {KIND_BY_NAME[base]: base for base in groups if base in KIND_BY_NAME}
    ends = [base for base in groups if base.rpartition("#")[2].split(".")[-1] in WEIGHTS_NAMES]
    if not known and len(groups) > 1 and len(ends) == 1:
        known = {KIND_BY_NAME["attention"]: ends[0]}
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


def numbered(key: str) -> tuple[str, int]:
    """The name of an array without its number, and the number; -1 for none. One inside the name leaves a # there."""
    if len(key) <= MAX_NAME and (match := NUMBERED.fullmatch(key) or NUMBER_INSIDE.fullmatch(key)):
        return f"{match[1]}{'#' * bool(match[3])}{match[3]}".rstrip("._-[ ").casefold(), int(match[2])
    return key.rstrip("._-[ ").casefold(), -1


def with_five_axes(name: str, layers: list[FiveAxes], sentences: int = 1) -> FiveAxes:
    """One array, or one per layer → (L, B, H, q, k), read-only, so that nothing is copied later. The list is emptied.

    sentences: how many lists of names there are; as many squares are that many sentences, not heads.
    """
    if len(layers) == 1 and layers[0].ndim == 3 and layers[0].shape[0] == sentences > 1:
        layers[0] = layers[0][None, :, None]
    array = stack_five_axes(name, in_steps(name, layers))
    array.flags.writeable = False
    return array


def in_steps(name: str, layers: list[FiveAxes]) -> list[FiveAxes]:
    """The layers, (H, q, k) and the like; or, where they are the steps of a text that a model wrote, one array of all steps: the
    first has the queries of what was given, each further one the next query, which sees one key more. Raises ImportRefused for
    steps that cannot be told from layers."""
    shapes = [layer.shape for layer in layers]
    if len(shapes) == 1 and len(shapes[0]) > 4 and shapes[0][1] > 1 == shapes[0][-2] < shapes[0][-1]:
        raise ImportRefused(ImportProblem.STEPS, name=name, found=shapes[0], wanted=READ_AGAIN)
    if len(shapes) < 2 or len(set(map(len, shapes))) > 1 or len(shapes[0]) < 4:
        return layers
    fronts, (_, first), last = {shape[:-2] for shape in shapes}, shapes[0][-2:], shapes[-1]
    later = all(shape[-2:] == (1, first + step) for step, shape in enumerate(shapes[1:], 1))
    if len(fronts) == 1 and later:
        queries = sum(shape[-2] for shape in shapes)
        check_size(name, (*last[:-2], queries, last[-1]))
        whole, at = np.zeros((*last[:-2], queries, last[-1]), np.float32), 0
        while layers:
            step = layers.pop(0)
            whole[..., at : at + step.shape[-2], : step.shape[-1]] = step
            at += step.shape[-2]
        return [whole]
    if all(shape[-2] == 1 < shape[-1] for shape in shapes[1:]) and (len(fronts) > 1 or shapes[0][0] > 1):
        raise ImportRefused(ImportProblem.STEPS, name=name, found=f"{len(shapes)} × {shapes[1]}", wanted=READ_AGAIN)
    return layers


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
        kept = kept_pieces(found, weights, number) if rows == cols else None
        if kept is not None:
            weights, rows = weights[:, :, kept][:, :, :, kept], without(rows, kept)
            cols = rows
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


def kept_pieces(found: ImportedFile, weights: Singles, number: int) -> Mask | None:
    """Which pieces (n) of one sentence's weights (L, H, n, n) are more than padding: by the file's mask, else those that have no
    rows of NaN in every head; None where all are."""
    n = weights.shape[-1]
    mask = found.mask
    if mask is not None and mask.ndim == 2 and len(mask):
        mask = mask[min(number, len(mask) - 1)]
    if mask is None or mask.shape != (n,):
        mask = np.zeros(n, dtype=bool)
        for layer in weights:
            mask |= ~np.isnan(layer).all(axis=-1).all(axis=0)
    return mask if mask.any() and not mask.all() else None


def without(line: Pieces, kept: Mask) -> Pieces:
    """The pieces that are kept, (pieces,) of the mask."""
    return Pieces(line.text, tuple(piece for piece, stays in zip(line.pieces, kept, strict=True) if stays))


def swapped_axes(found: ImportedFile) -> ImportedFile:
    """The same file with rows and columns swapped."""
    arrays = {kind: array.swapaxes(-1, -2) for kind, array in found.arrays.items()}
    return replace(found, arrays=arrays)


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
