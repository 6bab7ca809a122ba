"""English words and marks → a sentence as it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence

CLOSING = frozenset(".,?!;:%)]}") | {"n't", "'s", "'m", "'re", "'ll", "'d", "'ve"}
"""No blank before these."""
OPENING = frozenset("([{$°")
"""No blank after these."""


def join_words(words: Sequence[str]) -> str:
    """The words as one sentence, its first letter a capital.

    >>> join_words(["it", "is", "n't", "\\"", "new", "\\"", ",", "Tom", "."])
    'It isn\\'t "new", Tom.'
    """
    text, glued, quoted = "", True, False
    for before, word in zip(("", *words), words, strict=False):
        closes = word in CLOSING or (word == '"' and quoted)
        text += ("" if glued or closes else " ") + word
        in_time = word == ":" and before.isdecimal()
        glued = word in OPENING or in_time or (word == '"' and not quoted)
        quoted ^= word == '"'
    return capital(text)


def capital(text: str) -> str:
    """The text with its first letter capitalised, also after a quotation mark; a word with capitals inside (iPhone) stays."""
    first = re.search(r"[^\W_][\w'’-]*", text)
    if not first or first[0] != first[0].lower():
        return text
    return text[: first.start()] + first[0][0].upper() + text[first.start() + 1 :]
