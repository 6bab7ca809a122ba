"""Lines of a file as a stream: which are sentences, and how many are taken together."""

from __future__ import annotations

import io

import pytest

from attention.corpus.lines import LONGEST_LINE, MAX_BATCH_CELLS, QUOTED, Line, batched, read_lines
from attention.words.segment import MAX_WORDS


def lines_in(data: bytes) -> list[Line]:
    return list(read_lines(io.BytesIO(data)))


def test_blank_lines_count_and_are_no_sentences() -> None:
    data = "\ufeff我去\r\n\r\n  \n他走了".encode()
    assert [(line.number, line.text, line.error) for line in lines_in(data)] == [(1, "我去", ""), (4, "他走了", "")]


def test_each_line_knows_where_the_file_is_up_to() -> None:
    data = "我去\n\n他走了\n好".encode()
    assert [data[: line.end].decode() for line in lines_in(data)] == [
        "我去\n",
        "我去\n\n他走了\n",
        "我去\n\n他走了\n好",
    ]


@pytest.mark.parametrize(
    ("data", "text", "error"),
    [
        (b"a\0b", "a\ufffdb", "not a text file"),
        (b"ab\xff\xff", "ab\ufffd\ufffd", "not text in utf-8"),
        (b"x" * (LONGEST_LINE + 1), "x" * QUOTED, f"longer than {LONGEST_LINE} bytes"),
        (b"x" * (3 * LONGEST_LINE), "x" * QUOTED, f"longer than {LONGEST_LINE} bytes"),
    ],
)
def test_what_is_no_sentence_has_a_reason_and_the_next_line_is_read(data: bytes, text: str, error: str) -> None:
    bad, good = lines_in(data + "\n我去\n".encode())
    assert (bad.number, bad.text, bad.error) == (1, text, error)
    assert (good.number, good.text, good.error) == (2, "我去", "")


def test_the_longest_line_is_read() -> None:
    (line,) = lines_in(b"x" * LONGEST_LINE)
    assert (len(line.text), line.error) == (LONGEST_LINE, "")


def test_lines_are_taken_together_in_their_order() -> None:
    lines = [Line(i, "我去") for i in range(1, 8)]
    batches = list(batched(lines, 3))
    assert [len(batch) for batch in batches] == [3, 3, 1]
    assert [line for batch in batches for line in batch] == lines


def test_a_full_batch_waits_for_no_further_line() -> None:
    def typed():
        yield Line(1, "我去")
        pytest.fail("asked for the next line")

    assert next(batched(typed(), 1)) == [Line(1, "我去")]


@pytest.mark.parametrize("length", [MAX_WORDS, 50 * MAX_WORDS])
def test_long_sentences_are_fewer_together(length: int) -> None:
    most = MAX_BATCH_CELLS // MAX_WORDS**2
    batches = list(batched([Line(i, "去" * length) for i in range(2 * most + 1)]))
    assert [len(batch) for batch in batches] == [most, most, 1]
