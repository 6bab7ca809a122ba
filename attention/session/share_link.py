"""A board as a short piece of text for a link, and back.

The text is base64url of: four bytes CRC-32, then zlib-packed JSON. It holds only what differs from the usual. Nothing in it is
run; every value is checked when it is read, and what a newer version added is dropped and named.
"""

from __future__ import annotations

import base64
import binascii
import html
import json
import math
import re
import unicodedata
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from itertools import islice
from typing import Any
from urllib.parse import unquote

import numpy as np

from attention.errors import AttentionError, LinkCut, LinkError
from attention.hand.examples import example_for, examples
from attention.hand.table import blank_table
from attention.imported.stack import PICK_WAYS, Pick
from attention.reading.values import fields as object_of
from attention.reading.values import known_fields, number, numbers, text, texts, whole
from attention.session.board import Board, board_of, with_anchor, with_cover, with_own_words, with_text, with_words
from attention.sources.e5_model import MEAN_OF_ALL
from attention.sources.registry import source_of
from attention.sources.typed_matrices import MATRIX_NAMES, Typed, board_example
from attention.types import HandTable, Switches
from attention.view import View
from attention.words.segment import from_words, own_words_in

LINK_VERSION = 1
MAX_LINK_LENGTH = 6_000
"""Characters of a link that every browser and messenger carries."""
MAX_LINK_JSON = 400_000
FOREIGN = re.compile(r"[^A-Za-z0-9_-]+")
"""Characters that are in no link: punctuation after it, blanks or line ends inside, remains of an encoding."""
DASHES = str.maketrans({"‐": "-", "‑": "-", "–": "-", "−": "-", "—": "--"})
ZLIB_START = zlib.compress(b"", 9)[:2]
"""How packed data begins."""
ENCODED_START = re.compile(r"(?=[A-Za-z0-9_-]{5}[HXn3]ja)")
"""The same in base64, after the checksum."""
MAX_STARTS = 4
"""Places tried as the beginning of a link."""
MAX_ENCODED = 4
"""How often percent signs may have been encoded again."""
SEED_RANGE = (0, 9999)


@dataclass(frozen=True)
class OpenedLink:
    """A board from a link, and the names of what could not be used."""

    board: Board
    dropped: tuple[str, ...] = ()


def pack(board: Board) -> str | None:
    """The board as text; None where it would be too long for a link even without its hand table's changes."""
    state = state_of(board)
    return encode(state) or encode({key: value for key, value in state.items() if key != "h"})


def carries_hand(board: Board) -> bool:
    """Whether the link has room for the whole hand table."""
    return encode(state_of(board)) is not None


def state_of(board: Board) -> dict[str, Any]:
    """What a link holds, by key."""
    state: dict[str, Any] = {"v": LINK_VERSION, "t": board.text, "s": board.source, "n": board.seed}
    if board.cut.tokens.source == "hand" and not board.is_empty:
        state["c"] = board.words
    if board.own_words:
        state["o"] = board.own_words
    if not board.is_empty and (changes := hand_changes(board)):
        state["h"] = [len(board.words), *changes]
    if pick := differences(board.pick, MEAN_OF_ALL):
        state["p"] = pick
    if board.typed is not board_example():
        state["m"] = {name: getattr(board.typed, name).tolist() for name in MATRIX_NAMES} | {"words": board.typed.words}
    if switches := differences(board.switches, Switches()):
        state["w"] = switches
    if view := differences(board.view, View()):
        state["l"] = view
    return state


def differences(value: Any, usual: Any) -> dict[str, Any]:
    """The fields of a dataclass that differ from the usual one."""
    names = [field.name for field in fields(value)]
    return {name: getattr(value, name) for name in names if getattr(value, name) != getattr(usual, name)}


def base_table(words: tuple[str, ...]) -> HandTable:
    """What a link's changes are counted from: the example's table for just these words, else an empty one."""
    return example_for(words) or blank_table(words)


def hand_changes(board: Board) -> list[float | None]:
    """Pairs of cell number and value (None for '-'), flattened, where the table differs from its base."""
    base, values = base_table(board.words).values.ravel(), board.hand.values.ravel()
    changed = np.flatnonzero(~((base == values) | (np.isnan(base) & np.isnan(values))))
    return [x for i in changed for x in (int(i), None if math.isnan(values[i]) else round(float(values[i]), 6))]


def encode(state: Mapping[str, Any]) -> str | None:
    """The state as a link's text; None if it would be too long to carry or to open again."""
    plain = json.dumps(state, ensure_ascii=False, separators=(",", ":")).encode("utf8", "surrogatepass")
    packed = zlib.compress(plain, 9)
    text = base64.urlsafe_b64encode(zlib.crc32(packed).to_bytes(4, "big") + packed).decode("ascii").rstrip("=")
    return text if len(text) <= MAX_LINK_LENGTH and len(plain) <= MAX_LINK_JSON else None


def decode(packed: str) -> dict[str, Any]:
    """The state in a link's text, whatever was put around it on its way.

    Raises LinkCut if its end is missing, LinkError if it is damaged.
    """
    if len(packed) > 10 * MAX_LINK_LENGTH:
        raise LinkError("too long")
    faults = []
    for one in candidates(packed):
        try:
            return decode_exactly(one)
        except LinkError as error:
            faults.append(error)
    raise next((fault for fault in faults if isinstance(fault, LinkCut)), faults[0])


def candidates(packed: str) -> list[str]:
    """What the link may be, with percent signs, HTML's entities and full-width forms undone.

    From where one begins, with everything that can be in a link, or no more than precedes the first character that cannot; also
    without dashes at its end.
    """
    for _ in range(MAX_ENCODED):
        packed = unquote(packed)
    plain = unicodedata.normalize("NFKC", html.unescape(packed).translate(DASHES)).translate(DASHES)
    found = (FOREIGN.sub("", plain), FOREIGN.split(plain.lstrip(" "))[0])
    begun = [whole[match.start() :] for whole in found for match in islice(ENCODED_START.finditer(whole), MAX_STARTS)]
    return list(dict.fromkeys(one for whole in (*begun, *found) for one in (whole, whole.rstrip("-_"))))


def decode_exactly(packed: str) -> dict[str, Any]:
    """The state in just this text."""
    try:
        raw = base64.b64decode(
            packed[: len(packed) - (len(packed) % 4 == 1)] + "=" * (-len(packed) % 4), altchars=b"-_"
        )
        unpacker = zlib.decompressobj()
        content = unpacker.decompress(raw[4:], MAX_LINK_JSON)
        if zlib.crc32(raw[4:]) != int.from_bytes(raw[:4], "big") or len(packed) % 4 == 1:
            is_cut = ZLIB_START.startswith(raw[4:6]) and not unpacker.eof and not unpacker.unconsumed_tail
            raise LinkCut("its end is missing") if is_cut else LinkError("check sum")
        state = json.loads(content.decode("utf8", "surrogatepass"))
    except (ValueError, binascii.Error, zlib.error, RecursionError) as error:
        raise LinkError(str(error)) from error
    if not isinstance(state, dict) or not isinstance(state.get("t"), str):
        raise LinkError("no text in it")
    return state


def unpack(packed: str) -> OpenedLink:
    """The board that a link describes. Raises LinkError if it is damaged; what is merely unknown is dropped and named."""
    return board_from_state(decode(packed))


def board_from_state(state: Mapping[str, Any]) -> OpenedLink:
    """The board, each key checked; the names of what is unknown or could not be used."""
    dropped = [
        *sorted(set(state) - {"v", "t", *PUT}),
        *unknown_fields(state, "p", Pick),
        *unknown_fields(state, "w", Switches),
        *unknown_fields(state, "l", View),
    ]
    board = on_base(with_text(board_of(examples()[0], View()), state["t"]))
    for key, put in PUT.items():
        if key in state:
            try:
                if key == "h" and "c" in dropped:
                    raise ValueError("the table of another cut")
                board = put(board, state[key])
            except (AttentionError, ValueError, TypeError, KeyError, IndexError, OverflowError):
                dropped.append(key)
    return OpenedLink(board, tuple(dropped))


def unknown_fields(state: Mapping[str, Any], key: str, kind: type) -> list[str]:
    """Fields that a newer version may have added to Switches or View, as key.name."""
    given = state.get(key)
    return sorted(f"{key}.{name}" for name in set(given) - field_names(kind)) if isinstance(given, dict) else []


def field_names(kind: type) -> set[str]:
    """The names of a dataclass's fields."""
    return {field.name for field in fields(kind)}


def put_words(board: Board, words: Any) -> Board:
    """Cut the text into these words."""
    return on_base(with_words(board, from_words(board.text, texts(words), board.own_words)))


def put_own_words(board: Board, listed: Any) -> Board:
    """A class's own words, no more and no longer than somebody could have typed."""
    return on_base(with_own_words(board, own_words_in(" ".join(texts(listed)))))


def on_base(board: Board) -> Board:
    """The board with the table that a link's changes are counted from, not the first example's carried over; nothing is covered,
    since who sends a table wants it seen."""
    base = base_table(board.words)
    return with_cover(replace(board, hand=base, anchor=base), wished=False)


def put_hand_changes(board: Board, changes: Any) -> Board:
    """changes: the number of words, then pairs as in `hand_changes`."""
    n = len(board.words)
    if whole(changes[0]) != n:
        raise ValueError("the table of another cut")
    values = board.hand.values.copy().ravel()
    for i, value in zip(map(whole, changes[1::2]), changes[2::2], strict=True):
        if not 0 <= i < len(values):
            raise IndexError(i)
        values[i] = math.nan if value is None else number(value)
    return with_anchor(board, HandTable(board.words, values.reshape(n, n)))


def put_typed(board: Board, given: Any) -> Board:
    """Put matrices that were typed in; Typed checks their shapes and values."""
    matrices = object_of(given)
    return replace(board, typed=Typed(texts(matrices["words"]), *(numbers(matrices[name]) for name in MATRIX_NAMES)))


def put_pick(board: Board, given: Any) -> Board:
    """Pick a table of a source that has layers; those beyond the last are the last (`Pick.inside`)."""
    pick = replace(MEAN_OF_ALL, **known_fields(MEAN_OF_ALL, given))
    if pick.how not in PICK_WAYS or min(pick.layer, pick.head) < 0:
        raise ValueError("no table")
    return replace(board, pick=pick)


PUT: Mapping[str, Callable[[Board, Any], Board]] = {
    "o": put_own_words,
    "c": put_words,
    "h": put_hand_changes,
    "s": lambda board, name: replace(board, source=source_of(text(name)).name),
    "n": lambda board, seed: replace(board, seed=min(max(whole(seed), SEED_RANGE[0]), SEED_RANGE[1])),
    "p": put_pick,
    "m": put_typed,
    "w": lambda board, given: replace(board, switches=Switches(**known_fields(Switches(), given))),
    "l": lambda board, given: replace(board, view=View(**known_fields(View(), given))),
}
"""What each key of a link puts onto the board, in this order: own words, cut, table, source, seed, pick, matrices, switches …"""
