"""A text file with one sentence per line: a class's own examples. Its first line may name its own words: 我们的词：小满、点积."""

from __future__ import annotations

from typing import NamedTuple

from attention.errors import FileError, FileProblem
from attention.reading.files import decode_text, refusing_file
from attention.reading.workbook import refuse_workbook
from attention.words.characters import clean
from attention.words.segment import MAX_CHARACTERS, own_words_line

MAX_SENTENCES_BYTES = 1_000_000
MAX_SENTENCES = 500


class SentencesFile(NamedTuple):
    """own_words: a class's own, which the cut of the sentences keeps whole."""

    sentences: tuple[str, ...]
    own_words: tuple[str, ...] = ()


def read_sentences(name: str, data: bytes) -> SentencesFile:
    """The sentences in order, and a class's own words; lines without visible text are skipped.

    Raises FileError if the file is not text, has no sentences, too many, or one (line) that is too long to be read whole.
    """
    with refusing_file(name):
        refuse_workbook(name, data)
        return sentences_in(name, decode_text(name, data, most=MAX_SENTENCES_BYTES))


def sentences_in(name: str, text: str) -> SentencesFile:
    """The sentences of a file's text, and the words that its first line names. Raises FileError."""
    sentences: list[str] = []
    first, _, rest = text.partition("\n")
    if (own := own_words_line(first.lstrip("\ufeff"))) is not None:
        text = "\n" + rest
    for number, line in enumerate(text.splitlines(), 1):
        sentence = clean(line).text
        if len(sentence) > MAX_CHARACTERS:
            reason = f"more than {MAX_CHARACTERS} characters"
            raise FileError(
                name, reason, problem=FileProblem.LONG, line=number, column=MAX_CHARACTERS + 1, found=str(len(sentence))
            )
        if sentence:
            sentences.append(sentence)
    if not sentences:
        raise FileError(name, "no sentences in it", problem=FileProblem.EMPTY)
    if len(sentences) > MAX_SENTENCES:
        raise FileError(
            name, f"more than {MAX_SENTENCES} sentences", problem=FileProblem.MANY, found=str(len(sentences))
        )
    return SentencesFile(tuple(sentences), own or ())
