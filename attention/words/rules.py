"""Rules after jieba's cut: what its Markov model has glued, and numbers that it has cut in two."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from attention.words.dictionary import SURNAMES, TITLES

COMMON = 8_000
"""From this frequency on in jieba's dictionary a character is a word of its own."""
_ALONE = frozenset(
    "了着过的地得太很真最从把被在也都就往又再往我你他她它这那是有和跟与对到向让给叫使不没别要会能想可去来上下里时用说看吃喝走做打开关多少个一先快出比更只才还什么怎谁哪"
    "问念写读听买卖拿放坐站跑跳飞住进回送找穿带帮教学寄洗猜钱水火花树天字词班车门手养减完题"
)
"""Characters that are words of their own so often that none of them is a part of a word that the Markov model alone has made."""
_HAN = re.compile("[\u4e00-\u9fff]{2,}")
_HAN_ONLY = re.compile("[\u4e00-\u9fff]+")
_NUMERAL = re.compile("第|第?[零一二两三四五六七八九十百千万亿]+")
_QUESTION = re.compile(r"(.)[不没一]\1")
_NUMBER_GOES_ON = re.compile("[零一二两三四五六七八九十百千万亿]+多?[页号个本张只条块天年月岁分层楼名次位米里斤课]?")
_WITH_UNIT = re.compile("([零一二两三四五六七八九十百千万亿]+多?)(分钟|小时|公里|公斤|厘米|毫米|千米|千克|毫升)")
_MEASURED = frozenset("页号个本张只条块天年月岁分秒层名次位米斤")
_AFTER_A_CALL = frozenset("来去走吃喝看说过起到开了吧吗呢的得回进出给上下")
_NOT_CALLED = ("马上", *TITLES)
_COUNTED = frozenset("页个本张只条天年岁层楼名次位课")
_OF_SPEECH = frozenset("说讲问听你我他她它们")
_AFTER_IF = frozenset("，,就那呢吧我你他她")


def mended(words: Sequence[str], frequencies: Mapping[str, int]) -> Iterator[str]:
    """jieba's words of a stretch without blanks, with what is wrong by rule put right; joined they are the same text.

    frequencies: jieba's dictionary.
    """
    parts = [part for word in words for part in unglued(word, frequencies)]
    yield from joined_numbers(units_apart(called(said_words(parts))))


def unglued(word: str, frequencies: Mapping[str, int]) -> Iterator[str]:
    """A word that is in no dictionary, for jieba's Markov model made it, divided where its characters are words by themselves.

    It makes 词时 and 我用 as well as 阿尔弗雷德 and 王梓萱; a name has a rare character, or begins as names begin.
    """
    if frequencies.get(word) or not _HAN.fullmatch(word) or _QUESTION.fullmatch(word):
        yield word
        return
    for alone, group in groupby(word, _ALONE.__contains__):
        part = "".join(group)
        whole = not alone and (len(part) == 1 or frequencies.get(part) or is_name(part, frequencies))
        yield from [part] if whole else part


def is_name(word: str, frequencies: Mapping[str, int]) -> bool:
    """Whether a word from no dictionary may be a name: a rare character in it, or a surname before one or two others."""
    rare = min(frequencies.get(c, 0) for c in word) < COMMON
    return rare or (word[0] in SURNAMES and 2 <= len(word) <= 3)


def said_words(words: Sequence[str]) -> Iterator[str]:
    """的话 is a word after a condition, and two in 他说的话."""
    for i, word in enumerate(words):
        before, after = words[i - 1][-1:] if i else "", words[i + 1][:1] if i + 1 < len(words) else ""
        if word == "的话" and (before in _OF_SPEECH or after not in _AFTER_IF):
            yield from word
        else:
            yield word


def called(words: Iterator[str]) -> Iterator[str]:
    """Who is called 陈小米 or 许多多 before a mark or the end has a name, though 小米 and 许多 are words."""
    held: list[str] | None = None
    for word in (*words, ""):
        if held is not None and (not _HAN_ONLY.fullmatch(word) or len("".join(held)) > 3):
            name = "".join(held)
            yield from [name] if is_called(name) else held
            held = None
        if held is None:
            yield from [word] if word else ()
            held = [] if word.endswith("叫") else None
        else:
            held.append(word)


def is_called(name: str) -> bool:
    """Whether what stands alone behind 叫 is a surname and one or two characters."""
    return (
        2 <= len(name) <= 3
        and name[0] in SURNAMES
        and name[-1] not in _AFTER_A_CALL
        and not any(part in name for part in _NOT_CALLED)
    )


def units_apart(words: Iterator[str]) -> Iterator[str]:
    """三百公里 is a number and its unit, as 四十 and 分钟."""
    for word in words:
        found = _WITH_UNIT.fullmatch(word)
        yield from found.groups() if found else (word,)


def joined_numbers(words: Iterator[str]) -> Iterator[str]:
    """三百 and 二十页 are one number: joined where the second goes on with what is smaller."""
    held = ""
    for word in words:
        if held and not goes_on(held, word):
            yield held
            held = ""
        held += word
    if held:
        yield held


def goes_on(number: str, word: str) -> bool:
    """Whether the word belongs to the number before it: 三百 and 二十页, 第二十三 and 个."""
    if not _NUMERAL.fullmatch(number):
        return False
    ordinal = number[0] == "第"
    if word in _MEASURED:
        return len(number) > 1 or (ordinal and word in _COUNTED)
    goes = ordinal or number[-1] in "十百千万亿" or word[0] in "十百千万亿"
    return goes and _NUMBER_GOES_ON.fullmatch(word) is not None
