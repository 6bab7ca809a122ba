"""What a translation copies: which words get a sign, what the sign becomes, and the same in a pair to train on."""

import pytest

from attention.models.copied import LATIN, MOST, NUMBERS, copied
from attention.words.segment import cut
from attention.words.usual import usual_words
from recipes.translate.copies import with_signs
from recipes.translate.english import words_of

ONE, TWO, A, B = NUMBERS[0], NUMBERS[1], LATIN[0], LATIN[1]


def found(text):
    return copied(usual_words(cut(text).tokens.words))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("这里有1,256人。", ["1,256"]),
        ("这里有１，２５６人。", ["1,256"]),
        ("气温是-5℃。", ["-5"]),
        ("价格涨了30%。", ["30%"]),
        ("现在是8:30。", ["8:30"]),
        ("会议在2026年5月3日开始。", ["May 3, 2026"]),
        ("今天是5月3日。", ["3"]),
        ("2026年13月3日", ["2026", "3"]),
        ("下午3点5分开始。", ["3:05"]),
        ("一共3200万人。", ["32 million"]),
        ("人口有1.5亿。", ["150 million"]),
        ("他二十五岁，我一百零三岁。", ["twenty-five", "103"]),
        ("他生于一九九八年。", ["1998"]),
        ("他用iPhone 15 Pro上Wi-Fi。", ["iPhone 15 Pro", "Wi-Fi"]),
    ],
)
def test_what_is_copied_and_how(text, values):
    result = found(text)
    assert list(dict(sorted(result.values.items(), key=lambda item: result.places[item[0]])).values()) == values


@pytest.mark.parametrize(
    "text", ["万一下雨就不去。", "千万别忘了！", "我去过三四次。", "三个人", "二十一世纪", "5月", "三点半", "T恤"]
)
def test_what_is_translated(text):
    assert found(text).values == {}


def test_the_model_reads_a_sign_and_the_rest_of_the_word():
    assert found("他二十五岁。").words == ("他", f"{ONE}岁", "。")
    assert found("一共3200万人。").words == ("一共", ONE, "人", "。")
    assert found("有1.5亿人口").words == ("有", ONE, ONE, "人口")


def test_signs_that_somebody_types_are_no_signs():
    assert copied([ONE, "书"]).words == ("?", "书")


def test_there_are_signs_for_six_of_each():
    result = copied([str(k) for k in range(10, 20)])
    assert len(result.values) == MOST
    assert result.words[MOST:] == tuple(str(k) for k in range(10 + MOST, 20))


@pytest.mark.parametrize(
    ("chinese", "english", "read", "written"),
    [
        ("我有1256本书。", "I have 1,256 books.", f"我有{ONE}本书。", f"I have {ONE} books ."),
        ("他二十五岁。", "He is twenty-five years old.", f"他{ONE}岁。", f"He is {ONE} years old ."),
        ("一百五十个人参加了。", "One hundred and fifty people took part.", f"{ONE}个人参加了。", f"{ONE} people took part ."),
        ("100万人来了。", "One million people came.", f"{ONE}人来了。", f"{ONE} people came ."),
        ("3点30分开始。", "It begins at 3:30.", f"{ONE}{ONE}{ONE}{ONE}开始。", f"It begins at {ONE} ."),
        ("我生于1998年10月2日。", "I was born on October 2, 1998.", f"我生于{ONE * 6}。", f"I was born on {ONE} ."),
        ("7点半见。", "See you at 7:30.", f"{ONE}点半见。", f"See you at {ONE} : 30 ."),
        ("涨了30%。", "It rose by 30 percent.", f"涨了{ONE}。", f"It rose by {ONE} ."),
        ("Tom认识Mary。", "Mary is known to Tom.", f"{A}认识{B}。", f"{B} is known to {A} ."),
        ("我爱New York。", "I love New York.", f"我爱{A}{A}。", f"I love {A} ."),
        ("Tom今年3岁。", "Tom is 3 this year.", f"{A}今年{ONE}岁。", f"{A} is {ONE} this year ."),
        ("有3个人。", "There are 3 million.", "有3个人。", "There are 3 million ."),
        ("这是第20课。", "This is the twentieth lesson.", "这是第20课。", "This is the twentieth lesson ."),
    ],
)  # fmt: skip
def test_a_pair_has_signs_on_both_sides_or_on_none(chinese, english, read, written):
    zh, en = with_signs(cut(chinese).tokens.words, words_of(english))
    assert "".join(zh) == read
    assert " ".join(en) == written
