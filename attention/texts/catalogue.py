"""Short texts in Chinese and English, for pages and files alike.

A key is "place.name"; the gaps of a text are named in braces. What fills a gap is shown as it is.
"""

from __future__ import annotations

from typing import Any

from attention.view import Language


class Texts(dict[str, tuple[str, str]]):
    """By key: the Chinese text and the English one.

    >>> Texts({"a.word": ("第 {n} 个词", "word {n}")}).say("en", "a.word", n=3)
    'word 3'
    """

    def say(self, language: Language, key: str, /, **gaps: Any) -> str:
        """The text of `key` with its gaps filled. An unknown key raises KeyError: a missing text is a fault of ours."""
        text = self[key][0 if language == "zh" else 1]
        return text.format(**gaps) if gaps else text

    def say_of(self, language: Language, name: str, key: str, /, **gaps: Any) -> str:
        """The same about something that others may add, a source of weights for one; its name where nobody has written a text."""
        return self.say(language, key, **gaps) if key in self else name

    def under(self, language: Language, place: str) -> dict[str, str]:
        """All texts of a place by their names, gaps unfilled: what a script in the browser says."""
        start = f"{place}."
        return {key.removeprefix(start): self.say(language, key) for key in self if key.startswith(start)}
