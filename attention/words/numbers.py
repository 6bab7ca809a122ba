"""Numbers as words: 二十五, 一九九八 and 3200万 → their value, twenty-five and 32 million ↔ theirs.

>>> chinese_value("三千零五十"), chinese_value("二零零六"), chinese_value("课")
(3050, 2006, None)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_FIGURES = {c: i for i, c in enumerate("零一二三四五六七八九")} | {"两": 2, "〇": 0}
_TENS = {"十": 10, "百": 100, "千": 1_000}
SCALES = {"万": 10_000, "亿": 100_000_000}
_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TIES = {word: 10 * i for i, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_VALUES = {word: i for i, word in enumerate(_SMALL)} | _TIES
_GREAT = {"hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000}
_IN_FIGURES = re.compile(r"(\d[\d,]*(?:\.\d+)?)(?:st|nd|rd|th)?")


def chinese_value(numeral: str) -> int | None:
    """The value of a numeral in Chinese characters; None if it is none, or is not well formed."""
    if not numeral or not set(numeral) <= {*_FIGURES, *_TENS, *SCALES}:
        return None
    if set(numeral) <= _FIGURES.keys():
        return int("".join(str(_FIGURES[c]) for c in numeral))
    total = part = digit = 0
    for c in numeral:
        if c in _FIGURES:
            digit = _FIGURES[c]
        elif c in _TENS:
            part, digit = part + (digit or 1) * _TENS[c], 0
        else:
            below = total if c == "亿" else 0  # 一万亿, but 一亿两千万
            total, part, digit = total - below + (below + part + digit or 1) * SCALES[c], 0, 0
    return total + part + digit


def in_english(value: float) -> str:
    """A value as English has it in a sentence: thirty-five, three hundred, 1,256, 32 million.

    >>> [in_english(n) for n in (35, 300, 1256, 32_000_000, 150_000_000)]
    ['thirty-five', 'three hundred', '1,256', '32 million', '150 million']
    """
    if value < 20 and value == int(value):
        return _SMALL[int(value)]
    if value < 100 and value == int(value):
        ten, one = divmod(int(value), 10)
        return list(_TIES)[ten - 2] + (f"-{_SMALL[one]}" if one else "")
    for word, size in reversed(_GREAT.items()):
        share = value / size
        if share >= 1 and share == int(share) and share < 10:
            return f"{_SMALL[int(share)]} {word}"
        if size >= 1_000_000 and share >= 1 and round(share, 3) == share:
            return f"{share:,.3f}".rstrip("0").rstrip(".") + f" {word}"
    return f"{value:,g}" if value < 1_000_000 else f"{value:,.0f}"


def english_numbers(words: Sequence[str]) -> Iterator[tuple[int, int, float]]:
    """The numbers in English words: from, to (not included), value; each as long as it goes.

    >>> list(english_numbers("I have a hundred and fifty books and 3.5 million reasons".split()))
    [(2, 6, 150.0), (8, 10, 3500000.0)]
    """
    i = 0
    while i < len(words):
        end, value = _number_from(words, i)
        if end > i:
            yield i, end, value
        i = max(end, i + 1)


def _number_from(words: Sequence[str], start: int) -> tuple[int, float]:
    """Where the number that begins at `start` ends, and its value; `start` itself if there is none."""
    total = part = 0.0
    end = start
    for i, word in enumerate(words[start:], start):
        plain, following = word.lower(), words[i + 1].lower() if i + 1 < len(words) else ""
        value = _word_value(plain)
        if value is not None and (end == start or (part % 100 == 0 and value < 100 and part)):
            part += value
        elif plain in _GREAT and end > start:
            if plain == "hundred":
                part *= 100
            else:
                total, part = total + part * _GREAT[plain], 0
        elif i == start and plain in ("a", "an") and following in _GREAT:
            part = 1
        elif not (plain == "and" and end > start and part >= 100 and _word_value(following) is not None):
            break
        end = i + 1
    return end, total + part


def _word_value(word: str) -> float | None:
    if found := _IN_FIGURES.fullmatch(word):
        return float(found[1].replace(",", ""))
    ten, _, one = word.partition("-")
    if one and ten in _TIES and one in _SMALL[1:10]:
        return _TIES[ten] + _VALUES[one]
    return _VALUES.get(word)
