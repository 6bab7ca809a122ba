"""Text as a reader sees it: what is visible, what belongs together, what is punctuation.

Unicode's own properties decide, through the package `regex`: grapheme clusters (UAX #29), emoji sequences (UTS #51),
scripts and default-ignorable characters. The standard `re` knows none of them, and `unicodedata` differs between Python
3.11 and 3.13, which would cut the same sentence differently; one pinned `regex` does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

import regex

# Joiner, text and emoji style, and the tags of regional flags: invisible, but they hold an emoji sequence together.
_GLUE = r"[\u200D\uFE0E\uFE0F\U000E0020-\U000E007F]"
_KEYCAP = r"[0-9#*]\uFE0F?\u20E3"
_PICTURE = r"\p{Extended_Pictographic}[\uFE0E\uFE0F]?\p{Emoji_Modifier}?(?:[\U000E0020-\U000E007E]+\U000E007F)?"
_EMOJI = rf"(?:{_KEYCAP}|\p{{RI}}{{2}}|{_PICTURE}(?:\u200D{_PICTURE})*)"

# Arabic number signs (Prepended_Concatenation_Mark) are format characters, but visible; \t … \x85 are blanks, not gone.
_VISIBLE_FORMATS = r"\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\U000110BD\U000110CD"
_INVISIBLE = regex.compile(
    rf"[[\p{{Cc}}\p{{Cf}}\p{{Cs}}\p{{Default_Ignorable_Code_Point}}]--[\t-\r\x1c-\x1f\x85{_VISIBLE_FORMATS}]--{_GLUE}]",
    regex.V1,
)
_STRAY_GLUE = regex.compile(rf"({_EMOJI})|{_GLUE}")

_MARK = r"[[\p{Mn}\p{Mc}]--[\uFE00-\uFE0F]]"
_SMALL_DIGIT = r"[\u00B2\u00B3\u00B9\u2070-\u2079\u2080-\u2089]"
_LETTER = rf"(?!{_KEYCAP})[[\p{{L}}\p{{Nd}}]--\p{{Han}}](?:{_MARK}|{_SMALL_DIGIT})*+"
# What may stand once between two letters or digits: don't, T-shirt, x_1, R&D; node.js and 3.14, but not "end.Next";
# 1,000 and 12:30 and 1/2, but not "a,b". Full-width forms likewise.
# No minus of an equation: 5-3=2, 2=5-3.
_MINUS = r"(?<=\p{Nd}[\-－])(?:\p{Nd}+(?:[\-－]\p{Nd}+)*(?:[=＝]|等于|等於)|(?<=[=＝+＋×÷]\p{Nd}{1,9}[\-－]))"
_JOINT = (
    rf"(?:['’＇\-‐‑－_&](?!{_MINUS})(?=\p{{L}}|\p{{Nd}})|[.．](?=[\p{{Ll}}\p{{Nd}}])"
    r"|(?<=\p{Nd})(?:,(?=\p{Nd}{3}(?!\p{Nd}))|[:：/／](?=\p{Nd}))|(?<=[０-９]{1,3})，(?=[０-９]{3}(?![０-９])))"
)
_SPELLED = rf"{_LETTER}(?:(?:{_JOINT})?{_LETTER})*+(?:(?<=\p{{Nd}})[%％‰])?"
# A sign belongs to its number, but not in 5-3 and 周一-5点; after a character a measure has to follow: 气温-5℃.
_AMOUNT = r"\p{Nd}+(?:[.．]\p{Nd}+)?"
_UNIT = r"[℃℉°度]"
_SIGNED = (
    rf"(?:(?<![\p{{L}}\p{{Nd}})）\]\-－−])[\-－−]{_AMOUNT}|(?<=\p{{Han}})[\-－−]{_AMOUNT}(?={_UNIT}|[~～至到][\-－−]?{_AMOUNT}{_UNIT}))"
    r"[%％‰]?(?![\p{Nd}\p{Latin}])"
)
_YEAR = r"[零〇○一二三四五六七八九]{4}年(?!级)"
_ADDRESS = r"(?:(?:https?|ftp)://|www\.)[!-~]*[0-9A-Za-z/#=_~-]|[0-9A-Za-z._+-]+@[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)+"
_RUN = r"([…⋯—―─.。·~～_-])\1+"
_SPECIAL = regex.compile(rf"{_EMOJI}|{_ADDRESS}|{_SIGNED}|{_YEAR}|{_SPELLED}|{_RUN}", regex.V1)
# jieba keeps these whole itself, and joins some to Chinese characters (卡拉OK, T恤, B超): they are left to it.
_PLAIN = regex.compile(r"[0-9A-Za-z]+(?:\.[0-9]+)?%?")

_PUNCTUATION = regex.compile(rf"(?:[\p{{P}}\p{{Sk}}~～|｜<>＜＞]{_MARK}*)+", regex.V1)
_CLUSTER = regex.compile(r"\X")


@dataclass(frozen=True)
class CleanText:
    """The visible text, and how many invisible characters were taken out of it. Blanks are not counted."""

    text: str
    removed: int


def clean(text: str) -> CleanText:
    """The text as a reader sees it.

    Byte order marks, zero-width, control and other invisible characters and lone surrogates are removed and counted;
    inside an emoji sequence the invisible ones hold the picture together and stay. Any run of blanks, tabs or line ends
    becomes one blank, none is left at the ends. Nothing else changes, and no visible character is replaced by another
    (no NFC or NFKC): what a visitor typed is what the table shows. Cleaning twice is cleaning once.
    """
    without, removed = _INVISIBLE.subn("", text)
    visible = _STRAY_GLUE.sub(r"\1", without)
    return CleanText(" ".join(visible.split()), removed + len(without) - len(visible))


def grapheme_cuts(word: str) -> tuple[int, ...]:
    """The places inside `word` where it may be split: between what a reader sees as characters, never within an emoji.

    >>> grapheme_cuts("公园里")
    (1, 2)
    >>> grapheme_cuts("👍🏽")
    ()
    """
    return tuple(accumulate(len(cluster) for cluster in _CLUSTER.findall(word)))[:-1]


def is_punctuation(word: str) -> bool:
    """Whether `word` is nothing but punctuation: Unicode's P and Sk, and ~ | < > in both widths.

    Currency, ℃, + and =, ★ and every emoji are words: they say something in a sentence and are never hidden.

    >>> [is_punctuation(word) for word in ("，", "……", "😀", "℃", "我")]
    [True, True, False, False, False]
    """
    return _PUNCTUATION.fullmatch(word) is not None


def special_runs(text: str) -> tuple[tuple[int, int], ...]:
    """The words of `text` that jieba would tear apart: emoji, addresses, café, ＡＢＣ, don't, 2024-01-01, ……, ——."""
    return tuple(match.span() for match in _SPECIAL.finditer(text) if not _PLAIN.fullmatch(match[0]))


def on_graphemes(text: str, bounds: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The words between `bounds` as spans; a bound inside a grapheme of `text`, which has no blanks, is passed over."""
    allowed = {0, *grapheme_cuts(text), len(text)}
    return tuple(pairwise(bound for bound in bounds if bound in allowed))


def writable(text: str) -> str:
    """The text with each lone surrogate, which no file can hold, replaced by U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def common_beginning(a: Sequence[str], b: Sequence[str]) -> int:
    """How many characters of two texts, or words of two sentences, are the same from the beginning on."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
