"""Numbers in words: their values and how English writes them."""

import pytest

from attention.words.numbers import chinese_value, english_numbers, in_english


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("二十一", 21), ("一百零五", 105), ("两千三百", 2300), ("三万五千", 35_000), ("一亿两千万", 120_000_000),
        ("一九九八", 1998), ("十万", 100_000), ("课", None), ("", None), ("第三", None),
    ],
)  # fmt: skip
def test_the_value_of_a_chinese_numeral(numeral, value):
    assert chinese_value(numeral) == value


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (7, "seven"), (21, "twenty-one"), (60, "sixty"), (105, "105"), (500, "five hundred"), (3000, "three thousand"),
        (1_256, "1,256"), (35_000, "35,000"), (32_000_000, "32 million"), (150_000_000, "150 million"),
        (1_500_000, "1.5 million"), (2_000_000_000, "two billion"), (1_234_567, "1,234,567"),
    ],
)  # fmt: skip
def test_a_value_in_english(value, written):
    assert in_english(value) == written
    assert list(english_numbers(written.split())) == [(0, len(written.split()), float(value))], "and it is read again"


def test_numbers_of_a_sentence():
    words = "She had two hundred and five stamps and a million reasons at 7 , but no 3rd chance and 1,256 a day".split()
    found = [(" ".join(words[a:b]), value) for a, b, value in english_numbers(words)]
    assert found == [
        ("two hundred and five", 205), ("a million", 1e6), ("7", 7), ("3rd", 3), ("1,256", 1256),
    ]  # fmt: skip
