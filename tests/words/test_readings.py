"""Pinyin and glosses: right for the cut, and for what stands beside a word; and the file that they come from."""

from __future__ import annotations

import hashlib
import json

import pytest

from attention import assets
from attention.words.readings import Reading, readings
from attention.words.segment import cut


def said(text: str) -> str:
    return " ".join(reading.pinyin for reading in readings(cut(text).tokens.words) if reading.pinyin)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("我喜欢在周末去公园散步", "wǒ xǐhuan zài zhōumò qù gōngyuán sànbù"),
        ("他还了我钱", "tā huán le wǒ qián"),
        ("我还有一个问题", "wǒ háiyǒu yīge wèntí"),
        ("他还没有吃饭", "tā hái méiyǒu chīfàn"),
        ("我要还书", "wǒ yào huán shū"),
        ("把书还给我", "bǎ shū huángěi wǒ"),
        ("他长得很高", "tā zhǎng de hěn gāo"),
        ("头发很长", "tóufa hěn cháng"),
        ("我得走了", "wǒ děi zǒu le"),
        ("她高兴地笑了", "tā gāoxìng de xiào le"),
        ("这只狗", "zhèzhī gǒu"),
        ("三只鸟", "sānzhī niǎo"),
        ("我只有一只", "wǒ zhǐyǒu yīzhī"),
        ("银行不行", "yínháng bùxíng"),
        ("老师教我们", "lǎoshī jiāo wǒmen"),
        ("王小明", "wángxiǎomíng"),
        ("他坐著寫字", "tā zuò zhe xiězì"),
        ("iPhone 15，很好！", "hěn hǎo"),
    ],
)
def test_pinyin(text: str, wanted: str) -> None:
    assert said(text) == wanted


def test_a_gloss_is_that_of_the_reading() -> None:
    assert readings(["他", "还", "了"])[1] == Reading("huán", "to give back")
    assert readings(["他", "还", "没"])[1] == Reading("hái", "still, also")
    assert readings(["公園"]) == (Reading("gōngyuán", "park"),)


def test_what_has_nothing_to_be_said() -> None:
    assert readings(["，", "OK", "3.14", "😀"]) == (Reading("", ""),) * 4
    assert readings([]) == ()


def test_a_word_that_is_in_no_list_is_said_by_its_parts() -> None:
    assert readings(["喜欢公园"]) == (Reading("xǐhuangōngyuán", ""),)
    assert readings(["𠀀"]) == (Reading("", ""),)


def test_the_file_is_that_of_its_card() -> None:
    folder = assets.GLOSSES_FOLDER
    data, card = (folder / "glosses.tsv").read_bytes(), json.loads((folder / "glosses.json").read_text(encoding="utf8"))
    assert hashlib.sha256(data).hexdigest() == card["sha256"]
    assert card["licence"] == card["data"][0]["licence"] == "CC BY-SA 4.0"
    assert len(data) <= 1_500_000
    rows = [line.split("\t") for line in data.decode("utf8").splitlines()]
    assert len(rows) == card["entries"] == len({(word, pinyin) for word, pinyin, _ in rows})
    assert all(word and pinyin and len(gloss) <= 60 for word, pinyin, gloss in rows)
