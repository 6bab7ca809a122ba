"""How a word is said and what it means, for those who read no Chinese: pinyin and a short English gloss.

From assets/glosses (CC-CEDICT, made by recipes/make_glosses.py). A word with several readings is said as the words beside it
want: 还了 is huán le, 还没 is hái méi. A word that is not there (a name) is said part by part and has no gloss.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from attention import assets
from attention.words.dictionary import SURNAMES
from attention.words.usual import usual_words

_HAN_CHARACTER = re.compile("[\u3007\u3400-\u9fff]")
_MOST = 8
"""Characters of the longest part of a word that is looked for."""
_MEASURE_WORDS = {"只": "zhī", "种": "zhǒng", "行": "háng"}
"""Said so behind a number or a demonstrative, 三只 and 那行, and otherwise mostly not."""
_NUMBER_BEFORE = re.compile("[这那哪每某几两半第一二三四五六七八九十百千万零0-9]+$")


class Reading(NamedTuple):
    """Both are empty where there is nothing to say: for marks, numbers and words in letters."""

    pinyin: str
    gloss: str


class _Beside(NamedTuple):
    """before, after: words beside which a character is said otherwise than usual; "" is the sentence's edge or a mark."""

    reading: str
    before: str = ""
    after: str = ""


_OTHERWISE: Mapping[str, tuple[_Beside, ...]] = {
    "还": (_Beside("huán", after="了 钱 书 债 给 你 他 她 完 清 得 , ，。 。 ！ 不"), _Beside("hái", after="不")),
    "得": (_Beside("děi", before="我 你 他 她 它 我们 你们 他们 她们 人 谁 总 也 就 还 可 都 必 不 非 只"),),
    "地": (_Beside("dì", before="扫 拖 种 在 满 这 那 下 的 耕", after="上 下 里 面 ， 。"),),
    "长": (
        _Beside("cháng", before="很 太 真 最 更 越 不 这么 那么 多 好 比较 又 不够 这样 十分"),
        _Beside("zhǎng", after="得 大 出 成 高 满 着 在 到 起来 出来"),
    ),
    "着": (_Beside("zháo", after="急 火 凉"),),
    "数": (_Beside("shǔ", after="一 数 了 到 不 着 一数 星星"),),
    "种": (_Beside("zhòng", after="花 树 菜 地 田 下 了 着 在 满 草 粮食 瓜 豆 植物"),),
    "重": (_Beside("chóng", after="做 写 新 来 读"),),
    "背": (_Beside("bēi", after="着 起 书包 包 上 了 孩子"),),
    "教": (_Beside("jiào", before="宗 佛"),),
    "干": (_Beside("gān", before="很 太 晒 晾 擦 吹 不 口"),),
    "空": (_Beside("kòng", before="有 没 没有 抽"),),
    "分": (_Beside("fèn", before="水 过"),),
    "倒": (_Beside("dǎo", after="了 下 在", before="摔 跌 滑 打 推"),),
    "转": (_Beside("zhuàn", before="着 地球 圈 不停", after="圈 着"),),
    "为": (_Beside("wéi", before="作 成 称 变 分 化"),),
}
"""Single characters, by what stands beside them. The first that fits counts; else the first reading in the list of glosses."""


def readings(words: Sequence[str]) -> tuple[Reading, ...]:
    """The reading of each word of a sentence.

    >>> [reading.pinyin for reading in readings(["他", "还", "了", "钱", "，", "还", "没", "走"])]
    ['tā', 'huán', 'le', 'qián', '', 'hái', 'méi', 'zǒu']
    """
    plain = usual_words(words)
    edges = ("", *plain, "")
    return tuple(_reading(word, edges[i], edges[i + 2]) for i, word in enumerate(plain))


def _reading(word: str, before: str, after: str) -> Reading:
    if not _HAN_CHARACTER.search(word):
        return Reading("", "")
    known = _glosses().get(word, ())
    wanted = _wanted(word, before, after)
    chosen = next((one for one in known if one.pinyin.lower() == wanted), None)
    if chosen or wanted:
        return chosen or Reading(wanted, "")
    return known[0] if known else Reading(_part_by_part(word), "")


def _wanted(word: str, before: str, after: str) -> str:
    """The reading that the words beside a single character ask for; "" where they ask for none."""
    if word in _MEASURE_WORDS and _NUMBER_BEFORE.search(before):
        return _MEASURE_WORDS[word]
    fits = (one for one in _OTHERWISE.get(word, ()) if before in one.before.split() or after in one.after.split())
    return next((one.reading for one in fits), "")


def _part_by_part(word: str) -> str:
    """The pinyin of a word that is in no list, by the longest parts that are; what may be a name, by its characters."""
    said, place, most = [], 0, 1 if word[0] in SURNAMES and len(word) <= 3 else _MOST
    while place < len(word):
        ends = range(min(len(word), place + most), place, -1)
        end = next((end for end in ends if word[place:end] in _glosses()), place + 1)
        part = word[place:end]
        counted = part in _MEASURE_WORDS and _NUMBER_BEFORE.fullmatch(word[:place])
        said.append(_MEASURE_WORDS[part] if counted else _first(part))
        place = end
    return "".join(said)


def _first(part: str) -> str:
    known = _glosses().get(part)
    return known[0].pinyin if known else part


@cache
def _glosses() -> dict[str, tuple[Reading, ...]]:
    """All readings of each word, the usual one first."""
    found: dict[str, tuple[Reading, ...]] = {}
    for line in (assets.GLOSSES_FOLDER / "glosses.tsv").read_text(encoding="utf8").splitlines():
        word, pinyin, gloss = line.split("\t")
        found[word] = (*found.get(word, ()), Reading(pinyin, gloss))
    return found
