"""English words put together again as they are written."""

import pytest

from attention.words.english import capital, join_words


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("I do n't know .", "I don't know."),
        ("it 's Tom 's , is n't it ?", "It's Tom's, isn't it?"),
        ('" where are you ? " she asked .', '"Where are you?" she asked.'),
        ('he said , " yes . "', 'He said, "yes."'),
        ("it costs $ 3.50 ( about ) .", "It costs $3.50 (about)."),
        ("why ?", "Why?"),
    ],
)
def test_joined(words, text):
    assert join_words(words.split()) == text


def test_nothing_and_marks_only():
    assert join_words([]) == ""
    assert join_words(["."]) == "."
    assert capital("“ü") == "“Ü"
