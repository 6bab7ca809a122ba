"""Text as dictionary and models know it: what only looks different is counted as the usual character; what was typed stays.

Three kinds: forms (ＡＢ１２, the radicals ⽤ ⻔ that PDFs have for 用 门, 妳), zeros in years (二〇〇六, 二○○六) and traditional
characters. The last are converted by OpenCC (https://github.com/BYVoid/OpenCC), which looks at whole phrases: 頭髮 and 發展.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from itertools import accumulate, pairwise

from opencc import OpenCC

_FORM_RANGES = (
    (0x2F00, 0x2FD5),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1D),
    (0xFF10, 0xFF19),
    (0xFF21, 0xFF3A),
    (0xFF41, 0xFF5A),
)
_SIGNS = dict(zip("％＋－＝／．＿＆", "%+-=/._&", strict=True))
# Unicode calls these radicals and gives no usual character for them, but PDFs have them in its place.
_RADICALS = dict(
    zip(
        "⺌⺎⺒⺓⺟⺠⺩⺫⺮⻁⻄⻅⻆⻉⻋⻒⻓⻔⻘⻙⻚⻛⻜⻝⻢⻣⻤⻥⻦⻧⻨⻩⻫⻬⻮⻰⻳",
        "小兀巳幺母民王目竹虎西见角贝车鼓长门青韦页风飞食马骨鬼鱼鸟卤麦黄齐齐齿龙龟",
        strict=True,
    )
)
_ZERO = re.compile("(?<=[一二三四五六七八九零〇○])[〇○](?=[一二三四五六七八九零〇○年级班号])")
# They stand in simplified text as well: 显著, 乾隆, 狼藉, 瞭望, 什么.
_IN_BOTH = frozenset("著乾藉瞭么麽夥拚徵")


def _forms() -> dict[str, str]:
    """Characters that only look different, and the usual ones."""
    ranges = (chr(place) for first, last in _FORM_RANGES for place in range(first, last + 1))
    folded = ((c, unicodedata.normalize("NFKC", c)) for c in ranges)
    return {c: plain for c, plain in folded if len(plain) == 1 and plain != c} | _SIGNS | _RADICALS


_FORMS = _forms()
_TABLE = str.maketrans({**_FORMS, "妳": "你", "牠": "它"})


def usual(text: str) -> str:
    """The text in usual characters, as long as it is: each stands for the one at the same place.

    >>> usual("我⽤ＡＢ坐高鐵去臺灣，二〇〇六年")
    '我用AB坐高铁去台湾，二零零六年'
    """
    plain = _ZERO.sub("零", text.translate(_TABLE))
    if plain.isascii() or not any(map(_is_traditional, plain)):
        return plain
    converted = _whole().convert(plain) if plain.isprintable() else ""  # a lone surrogate would be refused
    return converted if len(converted) == len(text) else "".join(map(_simplified, plain))


def usual_words(words: Sequence[str]) -> tuple[str, ...]:
    """The words of a sentence in usual characters, each read with its neighbours: 坐 著 is 坐 着.

    >>> usual_words(["坐", "著", "寫", "名著"])
    ('坐', '着', '写', '名著')
    """
    ends = [0, *accumulate(map(len, words))]
    text = usual("".join(words))
    return tuple(text[start:end] for start, end in pairwise(ends))


def unusual(text: str) -> tuple[int, bool]:
    """How many characters of a text are counted as usual ones that look alike, and whether it has traditional ones."""
    return sum(c in _FORMS for c in text), any(map(_is_traditional, text))


def _is_traditional(c: str) -> bool:
    return c > "\u2e7f" and c not in _IN_BOTH and _simplified(c) != c


@cache
def _simplified(c: str) -> str:
    """One character in its simplified form; itself where it has none, or none that a font is sure to have."""
    if not "\u3400" <= c <= "\u9fff":
        return c
    plain = _single().convert(c)
    return plain if len(plain) == 1 and plain <= "\uffff" else c


@cache
def _single() -> OpenCC:
    return OpenCC("t2s")


@cache
def _whole() -> OpenCC:
    """With Taiwan's forms, which has those of Hong Kong but for a few."""
    return OpenCC("tw2s")
