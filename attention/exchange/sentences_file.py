"""A text file with one sentence per line: a class's own examples."""

from __future__ import annotations

from attention.errors import FileError, FileProblem
from attention.reading.files import decode_text, refusing_file
from attention.reading.workbook import refuse_workbook
from attention.words.characters import clean
from attention.words.segment import MAX_CHARACTERS

MAX_SENTENCES_BYTES = 1_000_000
MAX_SENTENCES = 500


def read_sentences(name: str, data: bytes) -> tuple[str, ...]:
    """The sentences in order; lines without visible text are skipped.

    Raises FileError if the file is not text, has no sentences, too many, or one (line) that is too long to be read whole.
    """
    with refusing_file(name):
        refuse_workbook(name, data)
        return sentences_in(name, decode_text(name, data, most=MAX_SENTENCES_BYTES))


def sentences_in(name: str, text: str) -> tuple[str, ...]:
    """The sentences of a file's text. Raises FileError."""
    sentences = []
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
    return tuple(sentences)
