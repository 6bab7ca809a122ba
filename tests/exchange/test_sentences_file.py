"""A text file with one sentence a line."""

from __future__ import annotations

from typing import Any

import pytest

from attention.errors import FileError
from attention.exchange.sentences_file import MAX_SENTENCES, MAX_SENTENCES_BYTES, read_sentences
from attention.words.segment import MAX_CHARACTERS


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_one_sentence_a_line(encoding: str, end: str) -> None:
    text = end.join(["我喜欢在周末去公园散步", "", " 他去了学校。 ", "# <b>", "\u200b", "我 love 你"])
    assert read_sentences("x", text.encode(encoding)).sentences == (
        "我喜欢在周末去公园散步",
        "他去了学校。",
        "# <b>",
        "我 love 你",
    )


@pytest.mark.parametrize(
    ("data", "problem", "line", "column"),
    [
        (b"", "empty", None, None),
        (b"\n \n", "empty", None, None),
        (("好\n" + "好" * (MAX_CHARACTERS + 1)).encode(), "long", 2, MAX_CHARACTERS + 1),
        ("好\n".encode() * (MAX_SENTENCES + 1), "many", None, None),
        (b"x" * (MAX_SENTENCES_BYTES + 1), "large", None, None),
        (b"a\nb\xff\xff", "encoding", 2, None),
        (b"a\n\0", "encoding", 2, None),
    ],
)
def test_a_file_that_cannot_be_used_is_one_error(data: bytes, problem: str, line: Any, column: Any) -> None:
    with pytest.raises(FileError) as caught:
        read_sentences("my.txt", data)
    found = caught.value
    assert (found.name, found.problem, found.line, found.column) == ("my.txt", problem, line, column)


def test_the_largest_file_that_is_allowed_is_read() -> None:
    assert len(read_sentences("x", "好\n".encode() * MAX_SENTENCES).sentences) == MAX_SENTENCES
    assert read_sentences("x", ("好" * MAX_CHARACTERS).encode()).sentences == ("好" * MAX_CHARACTERS,)


@pytest.mark.parametrize(
    "first", ["我们的词：小满满、点积", "\ufeff我們的詞: 小满满 点积", "Our words: 小满满, 点积\r"]
)
def test_the_first_line_may_name_a_class_s_own_words(first: str) -> None:
    file = read_sentences("x", f"{first}\n小满满算点积\n我们的词：不多".encode())
    assert file == (("小满满算点积", "我们的词：不多"), ("小满满", "点积"))
    with pytest.raises(FileError) as caught:
        read_sentences("x", f"{first}\n好\n{'好' * (MAX_CHARACTERS + 1)}".encode())
    assert caught.value.line == 3
