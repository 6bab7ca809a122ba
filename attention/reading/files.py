"""What all readers of files share: size limits, encodings, and one error that says where the fault is."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress

from attention.errors import FileError, FileProblem
from attention.limits.budget import refusing
from attention.words.characters import clean
from attention.words.segment import MAX_CHARACTERS, MAX_WORDS

MAX_FILE_BYTES = 8_000_000
"""The largest file that this package writes: 256 words, three tables with all their digits, in JSON."""

BOMS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
"""Byte order marks, with which a text file may begin, and the encoding of each."""


def refusing_file(name: str) -> AbstractContextManager[None]:
    """A context in which whatever a damaged or costly file makes a library raise becomes FileError."""
    return refusing(
        FileProblem, lambda problem, *, found, wanted: FileError(name, found or problem, problem=problem, found=found)
    )


def decode_text(name: str, data: bytes, *, most: int = MAX_FILE_BYTES) -> str:
    """The text of a file: UTF-8, UTF-16 with its mark, or GB 18030, which Excel and WPS still write in China.

    Raises FileError if the file is too large or not text.
    """
    if len(data) > most:
        raise FileError(name, f"larger than {most} bytes", problem=FileProblem.LARGE, found=str(most))
    if (encoding := marked_encoding(data)) is not None:
        return decode_strictly(name, data, encoding)
    try:
        return decode_strictly(name, data, "utf-8")
    except FileError as error:
        try:
            text = data.decode("gb18030")
        except UnicodeDecodeError:
            raise error from None
        return without_zeros(name, text)


def marked_encoding(data: bytes) -> str | None:
    """The encoding that the mark at the beginning names; None without one."""
    return next((encoding for bom, encoding in BOMS.items() if data.startswith(bom)), None)


def encoding_of(head: bytes) -> str:
    """What text is written in of which this is the beginning, and may end inside a character: as `decode_text` finds it."""
    if (encoding := marked_encoding(head)) is not None:
        return encoding
    for encoding in ("utf-8-sig", "gb18030"):
        with suppress(UnicodeDecodeError):
            codecs.getincrementaldecoder(encoding)().decode(head)
            return encoding
    return "utf-8-sig"


def decode_strictly(name: str, data: bytes, encoding: str, *, line: int = 1) -> str:
    """Decode bytes that begin on the given line. Raises FileError if they are not text in this encoding."""
    try:
        return without_zeros(name, data.decode(encoding), line)
    except UnicodeDecodeError as error:
        line += data.count(b"\n", 0, error.start)
        raise FileError(
            name, f"not text in {encoding.removesuffix('-sig')}", problem=FileProblem.ENCODING, line=line
        ) from error


def without_zeros(name: str, text: str, line: int = 1) -> str:
    """The text, unless it has a zero character, which means a file of another kind. Raises FileError."""
    if "\0" in text:
        line += text.count("\n", 0, text.index("\0"))
        raise FileError(name, "not a text file", problem=FileProblem.ENCODING, line=line)
    return text


def word_of(name: str, text: object, *, line: int | None = None, column: int | None = None) -> str:
    """A word as the tables hold it: visible, without blanks. Raises FileError for anything else."""
    word = clean(text).text if isinstance(text, str) else ""
    if not word or " " in word:
        raise FileError(name, "not a word", problem=FileProblem.WORD, line=line, column=column, found=str(text))
    return word


def require_words(name: str, words: Sequence[str], *, line: int | None = None) -> None:
    """Raise FileError unless a table has 1 to MAX_WORDS words that are no longer than a sentence may be."""
    if not words:
        raise FileError(name, "no words in it", problem=FileProblem.EMPTY, line=line)
    if len(words) > MAX_WORDS:
        raise FileError(
            name, f"more than {MAX_WORDS} words", problem=FileProblem.MANY, line=line, found=str(len(words))
        )
    if (length := sum(map(len, words))) > MAX_CHARACTERS:
        raise FileError(
            name, f"more than {MAX_CHARACTERS} characters", problem=FileProblem.LONG, line=line, found=str(length)
        )
