"""English words and marks → a sentence as it is written."""

from __future__ import annotations

from collections.abc import Sequence

CLOSING = frozenset(".,?!;:%)]}") | {"n't", "'s", "'m", "'re", "'ll", "'d", "'ve"}
"""No blank before these."""
OPENING = frozenset("([{$")
"""No blank after these."""


def join_words(words: Sequence[str]) -> str:
    """The words as one sentence, its first letter a capital.

    >>> join_words(["it", "is", "n't", "\\"", "new", "\\"", ",", "Tom", "."])
    'It isn\\'t "new", Tom.'
    """
    text, glued, quoted = "", True, False
    for word in words:
        closes = word in CLOSING or (word == '"' and quoted)
        text += ("" if glued or closes else " ") + word
        glued = word in OPENING or (word == '"' and not quoted)
        quoted ^= word == '"'
    return capital(text)


def capital(text: str) -> str:
    """The text with its first letter capitalised, also after a quotation mark."""
    first = next((i for i, c in enumerate(text) if c.isalnum()), None)
    return text if first is None else text[:first] + text[first].upper() + text[first + 1 :]
