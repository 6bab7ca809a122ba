"""How a table is shown, on a page and in a file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

Language = Literal["zh", "en"]


@dataclass(frozen=True)
class View:
    """linked: the probability that two words are linked, where the source has it, instead of the attention
    weights; digits: in the cells; normalise_hand: hand rows divided by their sum; stretch: colours up to the
    largest weight instead of 1; projector: larger type; readings: pinyin and a gloss under each word."""

    language: Language = "zh"
    linked: bool = False
    digits: bool = True
    normalise_hand: bool = False
    stretch: bool = False
    projector: bool = False
    readings: bool = False

    def __post_init__(self) -> None:
        if self.language not in get_args(Language):
            raise ValueError(f"{self.language!r} is not a language of the pages")

    def in_language(self, language: Language) -> View:
        """The same view for a reader of this language: who reads English is told how words are said and what they mean."""
        return replace(self, language=language, readings=language == "en")
