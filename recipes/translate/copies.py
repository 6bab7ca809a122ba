"""A pair with signs on both sides for what is copied; attention/models/copied.py does the same to what a visitor types."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attention.models.copied import Copied, copied
from attention.words.numbers import english_numbers
from attention.words.usual import usual_words
from recipes.translate.english import words_of

_TIME = re.compile(r"(\d+):(\d+)")


def with_signs(chinese: Sequence[str], english: Sequence[str], *, first: int = 0) -> tuple[list[str], list[str]]:
    """Chinese (n) and English (m), each number and Latin word that both have as its sign; what only one has stays as it is."""
    found = copied(usual_words(chinese), first=first)
    written = list(english)
    done = {sign for sign, value in found.values.items() if _replace(written, value, sign)}
    done |= _replace_times(written, {sign: v for sign, v in found.values.items() if sign not in done})
    return _read(chinese, found, done), written


def _replace(words: list[str], value: str, sign: str) -> bool:
    """Put the sign in place of the first words that are this value, however they are written; whether there were any."""
    wanted = words_of(value)
    lowered, plain = [w.lower() for w in words], [w.lower() for w in wanted]
    for i in range(len(words) - len(wanted) + 1):
        if lowered[i : i + len(wanted)] == plain and not _goes_on(lowered, i + len(wanted), plain):
            words[i : i + len(wanted)] = [sign]
            return True
    percent = value.endswith("%")
    amounts = [number for a, b, number in english_numbers(words_of(value.rstrip("%"))) if a == 0]
    for start, end, number in english_numbers(words):
        said = lowered[end : end + 1] == ["percent"]
        if amounts == [number] and said == percent and not value.startswith("-"):
            words[start : end + said] = [sign]
            return True
    return False


def _goes_on(words: Sequence[str], at: int, value: Sequence[str]) -> bool:
    """Whether the number does not end here: 3 in "3 million" is another number, and 30 in "30 %"."""
    following = words[at] if at < len(words) else ""
    return value[-1].isdigit() and following in ("%", "percent", "hundred", "thousand", "million", "billion")


def _replace_times(words: list[str], values: dict[str, str]) -> set[str]:
    """3:30 apart, where the Chinese has its hour, or hour and minute, as numbers of their own; the signs that were put in."""
    signs = {value: sign for sign, value in values.items()}
    for i, word in enumerate(words):
        time = _TIME.fullmatch(word)
        if time and time[1] in signs:
            words[i : i + 1] = [signs[time[1]], ":", signs.get(time[2], time[2])]
            return {signs[part] for part in time.groups() if part in signs}
    return set()


def _read(chinese: Sequence[str], found: Copied, done: set[str]) -> list[str]:
    """The Chinese words with the signs that are done; the others as they were."""
    read = list(found.words)
    for sign in found.values.keys() - done:
        start, end = found.places[sign]
        read[start:end] = chinese[start:end]
    return read
