"""A table as CSV that Excel and WPS open with its Chinese intact, and back without loss.

UTF-8 with its mark. The first row holds the keys, the first cell of each row its query; '-' is a cell that is masked or not
considered. What a spreadsheet would take for a formula, a date or another number gets an apostrophe in front, which reading
removes again (https://owasp.org/www-community/attacks/CSV_Injection). Where pinyin and glosses were asked for, they stand in two
more columns, which reading passes over. A row below a hand table names a class's own words, where there are any.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import chain, islice

import numpy as np

from attention.errors import FileError, FileProblem, HandValueError
from attention.exchange.labels import asked_readings, corner
from attention.exchange.table_json import HandFile
from attention.hand.table import parse_value
from attention.reading.files import BOMS, decode_text, require_words, word_of
from attention.sources.table import AttentionTable
from attention.texts.files import LABELS, say
from attention.types import Floats, HandTable
from attention.words.segment import own_words_line

FORMULA = "'=+-@＝＋－＠\t\r\n"
"""A cell that begins with one of these is a formula to one spreadsheet or another, or begins with our own apostrophe."""
SAFE_NUMBER = re.compile(r"(?:0|[1-9]\d{0,10})(?:\.\d*[1-9])?%?", re.ASCII)
"""What a spreadsheet shows and saves as it is written."""
MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
LIKE_A_NUMBER = re.compile(
    r"(?=[^\d]*\d)[\d.．,，:：/／eE％%$￥¥()+-]+"
    r"|\d+年\d+月(?:\d+日)?|\d+月\d+日|\d+时\d+分(?:\d+秒)?"
    rf"|{MONTH}[-/.]?\d+|\d+[-/.]?{MONTH}|true|false",
    re.IGNORECASE,
)
"""What it may take for a number, a date or a truth value, and would then save in another form."""
READER_COLUMNS = ("label.pinyin", "label.gloss")
"""Columns beside the table."""
MORE_HEADS = tuple(zip(*(LABELS[key] for key in READER_COLUMNS), strict=True))
"""Their heads in each language."""
FIRST_CELL = re.compile(r'(?:"[^"]*+(?:""[^"]*+)*+"|[^,;\t"\r\n]*+)([,;\t])')
NAMED_SEPARATOR = re.compile(r"sep=([,;\t])\r?\n?", re.IGNORECASE)
"""A first line that Excel understands."""


def escape_cell(word: str) -> str:
    """The word as a cell that a spreadsheet leaves as text.

    >>> [escape_cell(word) for word in ("公园", "=1+1", "2024", "1e5", "'")]
    ['公园', "'=1+1", '2024', "'1e5", "''"]
    """
    return f"'{word}" if is_risky(word) else word


def unescape_cell(cell: str) -> str:
    """The word that `escape_cell` made the cell from."""
    return cell[1:] if cell.startswith("'") and is_risky(cell[1:]) else cell


def is_risky(word: str) -> bool:
    """Whether a spreadsheet may take the word for a formula, a date or another number."""
    return word.startswith(tuple(FORMULA)) or (
        LIKE_A_NUMBER.fullmatch(word) is not None and SAFE_NUMBER.fullmatch(word) is None
    )


def digits(value: float) -> str:
    """A value with all its digits, so that it is read back unchanged; '-' for NaN."""
    return "-" if np.isnan(value) else repr(float(value))


def write_csv(table: AttentionTable, positions: Sequence[int], values: Floats, own: Sequence[str] = ()) -> bytes:
    """values (n, n) between the words at n positions, as a file; own: words for the row below."""
    language, said = table.view.language, asked_readings(table)
    more = [say(language, key) for key in READER_COLUMNS] if said else []
    file = io.StringIO(newline="")
    rows = csv.writer(file)
    names = [escape_cell(table.words[i]) for i in positions]
    rows.writerow([corner(language), *names, *more])
    for i, name, row in zip(positions, names, values, strict=True):
        rows.writerow([name, *map(digits, row), *map(escape_cell, said[i] if said else ())])
    if own:
        rows.writerow([say(language, "label.own"), *map(escape_cell, own)])
    return file.getvalue().encode("utf-8-sig")


def computed_csv(table: AttentionTable) -> bytes:
    """The computed table of the words that are shown."""
    return write_csv(table, table.shown, table.drawn)


def hand_csv(table: AttentionTable) -> bytes:
    """The hand table of all words, and a class's own."""
    return write_csv(table, range(len(table.words)), table.hand_table.values, table.own_words)


def read_hand_csv(name: str, data: bytes) -> HandFile:
    """A table that this module wrote, or one made in a spreadsheet: words on both sides, values (n, n) from 0 to 1 or '-'.

    Commas, semicolons or tabs between the cells; an empty cell is '-'. Raises FileError with the line and the cell if it is
    damaged, or if a word has lost its characters.
    """
    rows = without_readings(csv_rows(name, decode_text(name, data)))
    line, head = next(rows, (1, []))
    words = tuple(word_of(name, unescape_cell(cell), line=line, column=j) for j, cell in enumerate(head[1:], 2))
    require_words(name, words, line=line)
    unicode = data.startswith(tuple(BOMS))  # else a ? may be what Excel and WPS write for what their encoding lacks
    for j, word in enumerate(words, 2):
        if "\ufffd" in word or ("?" in word and not unicode):
            raise FileError(
                name, "characters were lost in saving", problem=FileProblem.LOST, line=line, column=j, found=word
            )
    values = np.array(list(value_rows(name, islice(rows, len(words)), words)), dtype=np.float64)
    if len(values) != len(words):
        raise FileError(
            name, f"{len(values)} rows for {len(words)} words", problem=FileProblem.ROWS, found=str(len(values))
        )
    return HandFile(HandTable(words, values), own_words=own_words_below(name, rows, len(words)))


def csv_rows(name: str, text: str) -> Iterator[tuple[int, list[str]]]:
    """The rows that hold anything, each with the number of its line, and all as long as the first: spreadsheets add empty cells
    at the end of some rows, and leave them out of others. Only a last line that was not brought to its end stays short."""
    named = NAMED_SEPARATOR.match(text)
    text = text[named.end() :] if named else text
    between = named or FIRST_CELL.match(text.lstrip(" ,;\t\r\n")) or re.search("([,;\t])", text)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=between[1] if between else ",", strict=True)
    cut_off = 0 if text.endswith(("\n", "\r")) else sum(1 for _ in io.StringIO(text, newline=""))
    first = line = 2 if named else 1
    width = 0
    try:
        for row in rows:
            short = rows.line_num == cut_off and len(row) < width
            while row and not row[-1].strip():
                row.pop()
            if row:
                width = width or len(row)
                yield line, row if short else [*row, *[""] * (width - len(row))]
            line = rows.line_num + first
    except csv.Error as error:
        raise FileError(name, str(error), problem=FileProblem.CSV, line=line) from error


def without_readings(rows: Iterator[tuple[int, list[str]]]) -> Iterator[tuple[int, list[str]]]:
    """The rows without the columns of pinyin and glosses. Two words called so, at the end, have rows of their own."""
    line, head = next(rows, (1, []))
    width = len(head) - len(READER_COLUMNS)
    if width < 1 or tuple(head[width:]) not in MORE_HEADS:
        return chain([(line, head)], rows)
    below = list(rows)
    cut = width if len(below) <= width else len(head)
    return ((number, row[:cut]) for number, row in [(line, head), *below])


def value_rows(name: str, rows: Iterator[tuple[int, list[str]]], words: Sequence[str]) -> Iterator[list[float]]:
    """The values of each row below the first; the words must be those of the first row, in the same order."""
    for i, (line, row) in enumerate(rows):
        word = word_of(name, unescape_cell(row[0]), line=line, column=1)
        if word != words[i]:
            raise FileError(name, f"{words[i]!r} expected", problem=FileProblem.WORDS, line=line, column=1, found=word)
        if len(row) != len(words) + 1:
            found, column = str(len(row) - 1), min(len(row), len(words) + 1) + 1
            reason = f"{found} values for {len(words)} words"
            raise FileError(name, reason, problem=FileProblem.CELLS, line=line, column=column, found=found)
        yield [value_of(name, cell, line, j) for j, cell in enumerate(row[1:], 2)]


def own_words_below(name: str, rows: Iterator[tuple[int, list[str]]], n: int) -> tuple[str, ...]:
    """A class's own words, in a row below the n rows of the table. Raises FileError for other rows there."""
    own: tuple[str, ...] = ()
    for i, (line, row) in enumerate(rows, n + 1):
        if (named := own_words_line(" ".join(map(unescape_cell, row)))) is None:
            raise FileError(name, f"more than {n} rows", problem=FileProblem.ROWS, line=line, found=str(i))
        own += named
    return own


def value_of(name: str, cell: str, line: int, column: int) -> float:
    """The value of a cell. Raises FileError, which names line and column."""
    try:
        return parse_value(unescape_cell(cell))
    except HandValueError as error:
        raise FileError(name, str(error), problem=FileProblem.VALUE, line=line, column=column, found=cell) from error
