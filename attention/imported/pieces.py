"""What a model sees of a text: pieces (characters, WordPieces, bytes, special tokens), each with its place in the visible text.

Often a file has nothing but the pieces' names. Four ways of writing them are understood: plain words or characters; WordPiece
("##ing" continues a word; Wu et al. 2016); SentencePiece ("▁" is a blank, <0xE6> a byte; Kudo & Richardson 2018); and the
bytes of GPT-2 ("Ġ" is a blank, one visible character stands for each byte; Radford et al. 2019).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from attention.words.characters import clean

Span: TypeAlias = tuple[int, int]

SPECIAL = re.compile(
    r"\[(?:CLS|SEP|PAD|MASK|BOS|EOS|gMASK|sMASK|unused\d+)\]|</?s>"
    r"|<(?:pad|mask|bos|eos|cls|sep|sop|eop|(?:start|end)_of_turn|extra_id_\d+)>|<\|[^|]*\|>|<｜[^｜]*｜>"
    r"|[a-z]{3}_[A-Z][a-z]{3}|__[a-z]{2,3}__|[a-z]{2}_[A-Z]{2}|>>[A-Za-z_]+<<"
)
"""Also GLM's, Gemma's and DeepSeek's; the language tags of NLLB (zho_Hans), M2M100 (__zh__), mBART (zh_CN), Marian (>>eng<<)."""
UNKNOWN_PIECES = frozenset({"[UNK]", "<unk>", "<|unk|>"})
BYTE = re.compile(r"<0x([0-9A-Fa-f]{2})>")
BLANK_BYTES = b" \t\r\n"
MAX_ALIGNED_TEXT = 200_000
"""Characters of a text in which pieces are looked for: 512 pieces of the longest names make 102,400."""


def byte_alphabet() -> dict[str, int]:
    """GPT-2's character for each byte: the printable ones of Latin-1 stand for themselves, the others from U+0100 on."""
    printable = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {chr(0x100 + i): byte for i, byte in enumerate(others)}


BYTES = byte_alphabet()


@dataclass(frozen=True)
class Piece:
    """label: as a table shows it. span: its place in the text, from and to; None if it has none, like [CLS]."""

    label: str
    span: Span | None = None
    special: bool = False


@dataclass(frozen=True)
class Pieces:
    """The pieces along one axis of a table, and the visible text that they stand for ("" if unknown)."""

    text: str
    pieces: tuple[Piece, ...]

    @property
    def special(self) -> list[bool]:
        """For each piece whether it is a special token."""
        return [piece.special for piece in self.pieces]

    def __len__(self) -> int:
        return len(self.pieces)


def number_pieces(n: int) -> Pieces:
    """Pieces without names."""
    return Pieces("", tuple(Piece(str(i)) for i in range(1, n + 1)))


def line_of(names: Sequence[str], *texts: str) -> Pieces:
    """The pieces of these names in the first text that they fit; if they fit none, in the text that they make."""
    contents = contents_of(names)
    for text in (
        clean(text).text
        for text in (*(text for text in texts if 0 < len(text) <= MAX_ALIGNED_TEXT), text_of_pieces(names))
    ):
        if (spans := align_pieces(text, contents)) is not None:
            return label_pieces(names, text, spans, [is_special(name) for name in names])
    return Pieces("", tuple(Piece(name, None, is_special(name)) for name in names))


def label_pieces(names: Sequence[str], text: str, spans: Sequence[Span | None], special: Sequence[bool]) -> Pieces:
    """Each piece is shown as the text at its place; several that share a character are numbered."""
    joined = [overlap(a, b) for a, b in pairwise([None, *spans, None])]
    pieces, number = [], 0
    for i, (name, span, marked) in enumerate(zip(names, spans, special, strict=True)):
        number = number + 1 if joined[i] else 1
        suffix = f"·{number}" if joined[i] or joined[i + 1] else ""
        label = (text[slice(*span)].strip() or "␣") + suffix if span else name
        pieces.append(Piece(label, span, marked))
    return Pieces(text, tuple(pieces))


def overlap(a: Span | None, b: Span | None) -> bool:
    """Whether two pieces share a character."""
    return a is not None and b is not None and a[0] < b[1] and b[0] < a[1]


def is_special(name: str) -> bool:
    """Whether the name is that of a special token."""
    return SPECIAL.fullmatch(name) is not None


# How names are written


def style_of(names: Sequence[str]) -> str:
    """How the names are written: "sentencepiece", "wordpiece", "bytes" or "plain"."""
    words = [name for name in names if not is_special(name) and name not in UNKNOWN_PIECES]
    if any("▁" in name for name in words):
        return "sentencepiece"
    if any(name.startswith("##") and len(name) > 2 for name in words):
        return "wordpiece"
    return "bytes" if written_in_bytes(words) else "plain"


def written_in_bytes(words: Sequence[str]) -> bool:
    """Whether all characters are of GPT-2's alphabet, some beyond ASCII, and the bytes are text, but for torn characters."""
    together = "".join(words)
    if together.isascii() or any(c not in BYTES for c in together):
        return False
    written = bytes(BYTES[c] for c in together)
    torn = torn_bytes(written)
    whole = written.decode("utf-8", "ignore")
    return not torn or sum(not c.isascii() for c in whole) > len(torn)


def torn_bytes(data: bytes) -> set[int]:
    """The places of the bytes that are no text: of characters whose other bytes are not there."""
    torn, at = set[int](), 0
    for character in data.decode("utf-8", "surrogateescape"):
        if "\udc80" <= character <= "\udcff":
            torn.add(at)
            at += 1
        else:
            at += len(character.encode("utf-8"))
    return torn


def contents_of(names: Sequence[str]) -> list[bytes | None]:
    """The bytes of each piece; None for one that may stand for anything, as one with a torn character does."""
    style = style_of(names)
    contents = [piece_bytes(name, style) for name in names]
    torn, at, found = torn_bytes(b"".join(content or b"" for content in contents)), 0, list[bytes | None]()
    for content in contents:
        end = at + len(content or b"")
        found.append(None if torn.intersection(range(at, end)) else content)
        at = end
    return found


def piece_bytes(name: str, style: str) -> bytes | None:
    """The UTF-8 bytes that a piece stands for; b"" for a special one, None for one that may stand for anything."""
    if name in UNKNOWN_PIECES:
        return None
    if is_special(name):
        return b""
    if style == "bytes":
        return bytes(BYTES[c] for c in name)
    if style == "sentencepiece":
        match = BYTE.fullmatch(name)
        return bytes([int(match[1], 16)]) if match else name.replace("▁", " ").encode("utf-8", "replace")
    return name[2 * (style == "wordpiece" and name.startswith("##") and len(name) > 2) :].encode("utf-8", "replace")


def text_of_pieces(names: Sequence[str]) -> str:
    """The text that the pieces make, with blanks where the names say so, or between Latin words."""
    style, text = style_of(names), b""
    for name in names:
        part = name.encode("utf-8", "replace") if name in UNKNOWN_PIECES else piece_bytes(name, style) or b""
        apart = style == "plain" or (style == "wordpiece" and not name.startswith("##"))
        text += b" " * (apart and latin(text[-1:]) and latin(part[:1])) + part
    return " ".join(text.decode("utf-8", "replace").split())


def latin(byte: bytes) -> bool:
    """Whether a blank belongs beside this byte."""
    return byte.isalnum() or byte in (b",", b".", b"]")


# Where pieces stand


def align_pieces(text: str, contents: Sequence[bytes | None]) -> list[Span | None] | None:
    """The place of each piece; None for all if the pieces do not make up the text. Blanks do not count.

    Compared byte for byte, else without case and accents, which many models remove.
    """
    return spans_in(text, contents, exact_bytes) or spans_in(text, contents, caseless_bytes)


def exact_bytes(text: str) -> bytes:
    """The text in UTF-8."""
    return text.encode("utf-8", "replace")


def caseless_bytes(text: str) -> bytes:
    """The text in UTF-8 without case and accents."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return plain.casefold().encode("utf-8", "replace")


def spans_in(text: str, contents: Sequence[bytes | None], form: Callable[[str], bytes]) -> list[Span | None] | None:
    """The place of each piece where text and pieces are compared in this form; None if they do not fit."""
    stream, owners = bytearray(), []
    for place, character in enumerate(text):
        part = b"" if character.isspace() else form(character).translate(None, BLANK_BYTES)
        stream += part
        owners += [place] * len(part)
    parts = [None if part is None else in_form(part, form).translate(None, BLANK_BYTES) for part in contents]
    ranges = find_parts(stream, parts)
    if ranges is None:
        return None
    return [(owners[a], owners[b - 1] + 1) if b > a else None for a, b in ranges]


def in_form(part: bytes, form: Callable[[str], bytes]) -> bytes:
    """The bytes of a piece in this form."""
    try:
        return form(part.decode("utf-8"))
    except UnicodeDecodeError:
        return part  # a piece of a character


def find_parts(stream: bytes | bytearray, parts: Sequence[bytes | None]) -> list[Span] | None:
    """Where each part is in the stream, one after the other; unknown ones (None) share what lies between known ones."""
    at, ranges, unknown = 0, [(0, 0)] * len(parts), []
    for i, part in enumerate(parts):
        ranges[i] = (at, at)
        if part is None:
            unknown.append(i)
        elif part:
            start = stream.find(part, at + 1) if unknown else at
            if not stream.startswith(part, start) or start < 0:
                return None
            ranges = fill_gap(ranges, unknown, (at, start))
            ranges[i], unknown, at = (start, start + len(part)), [], start + len(part)
    if not unknown and at < len(stream):
        return None
    return fill_gap(ranges, unknown, (at, len(stream)))


def fill_gap(ranges: list[Span], places: Sequence[int], span: Span) -> list[Span]:
    """The ranges with `span` at these places."""
    return [span if i in places else old for i, old in enumerate(ranges)] if places else ranges
