"""What is put right after jieba's cut, and what jieba's dictionary is given."""

from __future__ import annotations

import pytest

from attention.words.dictionary import improve, words
from attention.words.rules import goes_on, mended
from attention.words.segment import cut


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("今天天气很好", "今天 天气 很 好"),
        ("小李高一点", "小李 高 一点"),
        ("小李高兴地走了", "小李 高兴 地 走 了"),
        ("模型读每个词时", "模型 读 每个 词 时"),
        ("那本书", "那本 书"),
        ("这本书", "这本 书"),
        ("外面很热", "外面 很 热"),
        ("外面很熱", "外面 很 熱"),
        ("我用Wi-Fi", "我 用 Wi-Fi"),
        ("二〇〇六年", "二〇〇六年"),
        ("二○○六年", "二○○六年"),
        ("二零零六年", "二零零六年"),
        ("一二三四年级", "一二三四 年级"),
        ("１，２５６人", "１，２５６ 人"),
        ("１，２５人", "１ ， ２５ 人"),
        ("1,256人", "1,256 人"),
        ("-5℃", "-5 ℃"),
        ("气温-12.5℃", "气温 -12.5 ℃"),
        ("－５℃", "－５ ℃"),
        ("5-3=2", "5 - 3 = 2"),
        ("2=5-3", "2 = 5 - 3"),
        ("12-8-2=2", "12 - 8 - 2 = 2"),
        ("2024-01-01", "2024-01-01"),
        ("第3-5页", "第 3-5 页"),
        ("周一-5点", "周一 - 5 点"),
        ("x=-5", "x = -5"),
        ("三百二十页", "三百二十页"),
        ("打开第二十页", "打开 第二十页"),
        ("我听不懂他说的话", "我 听不懂 他 说 的 话"),
        ("如果下雨的话，我不去", "如果 下雨 的话 ， 我 不 去"),
        ("王小明和林小雨", "王小明 和 林小雨"),
        ("王老师和老王", "王 老师 和 老王"),
        ("小马过河", "小马 过河"),
        ("他叫阿尔弗雷", "他 叫 阿尔弗雷"),
        ("我弟弟叫陈小米，五岁", "我 弟弟 叫 陈小米 ， 五岁"),
        ("我叫许多多", "我 叫 许多多"),
        ("他叫王老师来", "他 叫 王 老师 来"),
        ("他叫马上来。", "他 叫 马上 来 。"),
        ("卖三十八块五", "卖 三十八块 五"),
        ("用了十三秒八", "用 了 十三秒 八"),
        ("考了九十八分", "考 了 九十八分"),
        ("一千三百多公里", "一千三百多 公里"),
        ("六千三百公里", "六千三百 公里"),
        ("一共一万两千块钱", "一共 一万两千块 钱"),
        ("每周一早上", "每周一 早上"),
        ("下周一开始", "下周一 开始"),
        ("下周一起去", "下周 一起 去"),
        ("每周一次", "每周 一次"),
        ("春天来了，花都开了", "春天 来 了 ， 花 都 开 了"),
        ("別忘了帶雨傘", "別 忘 了 帶 雨傘"),
        ("他們家養了兩隻狗", "他們 家 養 了 兩隻 狗"),
        ("下载App要用流量", "下载 App 要 用 流量"),
        ("十减四等于六", "十 减 四 等于 六"),
        ("第3题选B", "第 3 题 选 B"),
        ("明天坐火车来", "明天 坐 火车 来"),
    ],
)
def test_known_cases(text: str, wanted: str) -> None:
    assert cut(text).tokens.words == tuple(wanted.split(" "))


def test_a_word_of_the_markov_model_is_divided_where_its_characters_are_words() -> None:
    known = {"时": 100_000, "词": 5_000, "花": 12_000, "园": 9_000, "公园": 5, "萱": 300, "网": 9_000}
    assert list(mended(["词时", "公园", "花园", "王萱", "网园萱"], known)) == [
        "词",
        "时",
        "公园",
        "花",
        "园",
        "王萱",
        "网园萱",
    ]


def test_numbers_that_go_on() -> None:
    assert goes_on("三百", "二十页")
    assert goes_on("第", "十页")
    assert not goes_on("三", "二十页")
    assert not goes_on("三百", "人")
    assert goes_on("三", "十八块")
    assert goes_on("十三", "秒")
    assert not goes_on("三", "秒")


def test_the_dictionary_is_improved_as_jieba_would() -> None:
    frequencies = {"本书": 1225, "这本": 0, "孩子们": 99_999, "他": 5}
    grown = improve(frequencies)
    assert (frequencies["本书"], frequencies["这本"], frequencies["孩子们"], frequencies["他"]) == (0, 2000, 99_999, 5)
    assert grown == sum(frequencies.values()) - 1225 - 99_999 - 5
    assert all(
        word[:end] in frequencies
        for word in ("欧阳修", "语言模型", "那本")
        for end in range(1, len(word))
        if word in frequencies
    )


def test_no_word_is_both_added_and_forbidden() -> None:
    given = list(words())
    assert {word for word, frequency in given if frequency} & {
        word for word, frequency in given if not frequency
    } == set()
