"""What a translation copies as it is: numbers and words in Latin letters.

The model reads and writes a sign in their place, the first number of a sentence as NUMBERS[0], the first Latin word as LATIN[0];
afterwards each sign becomes what it stands for. So any number comes through, also one that training never saw.
Source: the placeholders of Luong et al. 2015, "Addressing the rare word problem", for numbers and names only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from attention.words.numbers import SCALES, chinese_value, in_english

MOST = 6
"""Numbers, and Latin words, of one sentence that are copied; a seventh is read as any other word."""
NUMBERS = "".join(chr(0xE001 + k) for k in range(MOST))
LATIN = "".join(chr(0xE011 + k) for k in range(MOST))
"""Signs from Unicode's private area, that no text has."""
_PRIVATE = re.compile("[\ue000-\uf8ff]")
_DIGITS = re.compile(r"[-−+]?\d[\d,，]*(?:[.:/]\d+)*%?")
_PLAIN = str.maketrans("−，", "-,")
_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9'’.+#&@_-]*")
_NUMERAL = re.compile("([零〇一二两三四五六七八九十][零〇一二两三四五六七八九十百千万亿]{1,20})([^分]?)")
_SCALED = re.compile(r"\d{1,9}(?:\.\d{1,9})?")
"""A number that 万 or 亿 after it may make larger; 1.2.3 is none."""
_BETWEEN = "\n"
LONGEST_JOINED = 6
MONTHS = "January February March April May June July August September October November December".split()
_JOINED: Mapping[re.Pattern[str], Callable[..., str]] = {
    re.compile(r"(\d{3,4})\n?年\n([1-9]|1[012])\n?月\n(\d{1,2})\n?[日号]\n"): (
        lambda year, month, day: f"{MONTHS[int(month) - 1]} {day}, {year}"
    ),
    re.compile(r"(\d{1,2})\n?点\n(\d{1,2})\n?分\n"): lambda hour, minute: f"{hour}:{minute:0>2}",
}
"""Several words that are one number in English, and how it is written: 2026年5月3日, 3点30分."""
_ITS_OWN = ("月", "世纪", "年代")
"""Before these English has another word for the number: May, twenty-first, nineties."""
_LEAST, _MOST = 21, 10**12
"""Numerals in Chinese characters under and over these are words of the model."""


@dataclass(frozen=True)
class Copied:
    """words (n): what the model reads, a sign in place of each word that is copied. values: what each sign becomes. places: the
    positions of the words that it stands for, from and to."""

    words: tuple[str, ...]
    values: Mapping[str, str]
    places: Mapping[str, tuple[int, int]]


def copied(words: Sequence[str], *, first: int = 0) -> Copied:
    """Signs for what is copied of words (n) in their usual form; first: the sign to begin with, for training."""
    read = [_PRIVATE.sub("?", word) for word in words]
    values: dict[str, str] = {}
    places: dict[str, tuple[int, int]] = {}
    i = 0
    while i < len(read):
        signs, value, rest = copied_at(read, i)
        taken = sum(sign in values for sign in signs)
        if value and taken < MOST:
            sign = signs[(first + taken) % MOST]
            values[sign], places[sign] = value, (i, i + len(rest))
            read[i : i + len(rest)] = [sign + rest[0], *(part or sign for part in rest[1:])]
        i += len(rest)
    return Copied(tuple(read), values, places)


def copied_at(words: Sequence[str], i: int) -> tuple[str, str, list[str]]:
    """What is copied from word i on: its kind of sign, its value, and what is left of each word that it takes."""
    word, following = words[i], words[i + 1] if i + 1 < len(words) else ""
    if run := latin_run(words[i:]):
        return LATIN, " ".join(run), [""] * len(run)
    for pattern, written in _JOINED.items():
        if found := pattern.match(_BETWEEN.join(words[i : i + LONGEST_JOINED]) + _BETWEEN):
            return NUMBERS, written(*found.groups()), [""] * found[0].count(_BETWEEN)
    value, tail = number(word, following)
    scaled = following[:1] in SCALES and _SCALED.fullmatch(word)
    return NUMBERS, value, [tail, following[1:]] if scaled else [tail]


def latin_run(words: Sequence[str]) -> Sequence[str]:
    """The words in Latin letters with which these begin, numbers between two of them included: iPhone 15 Pro."""
    end = 0
    for k, word in enumerate(words):
        if _LATIN.fullmatch(word):
            end = k + 1
        elif end != k or not word.isdecimal():
            break
    return words[:end]


def number(word: str, following: str = "") -> tuple[str, str]:
    """What a number becomes in English and what of the word is left beside it; "" for a word that is no number.

    Nor is a month's (5月 becomes May), or what only says about how many (三四次). 万 and 亿 after it count: 3200万人.

    >>> number("3200", "万人"), number("一百二十三个"), number("5", "月"), number("三")
    (('32 million', ''), ('123', '个'), ('', ''), ('', ''))
    """
    if following.startswith(_ITS_OWN):
        return "", ""
    if _DIGITS.fullmatch(word):
        if following[:1] in SCALES and _SCALED.fullmatch(word):
            return in_english(round(float(word) * SCALES[following[0]], 2)), ""
        return word.translate(_PLAIN), ""
    found = _NUMERAL.fullmatch(word)
    value = chinese_value(found[1]) if found else None
    if not found or value is None or not _LEAST <= value <= _MOST:
        return "", ""
    if set(found[1]) & set("十百千万亿"):
        return in_english(value), found[2]
    return (str(value) if len(found[1]) > 2 else ""), found[2]


def is_copied(word: str) -> bool:
    """Whether a word is one of those that are copied, wherever it stands."""
    return bool(number(word)[0] or latin_run([word]))
