"""What is visible, what belongs together, what is punctuation."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.words.characters import CleanText, clean, grapheme_cuts, is_punctuation, on_graphemes, special_runs


def spaced(text: str) -> list[str]:
    return text.split()


FAMILY, RAINBOW, ENGLAND = "👨‍👩‍👧‍👦", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"
EMOJI = [FAMILY, RAINBOW, ENGLAND, "👍🏽", "🇨🇳", "1️⃣", "#⃣", "❤️", "👩🏽‍💻", "‼️", "❤︎", "😀"]
SIGNS = spaced("， 。 …… —— “ 》 · ~ ～ | < > % ** --- ` ^ ‼ ﹏ @ # （")
NO_SIGNS = spaced("我 a 1 ，我 ℃ ￥ $ + = ★ ❤ 1e5 3.14 —好 \u0301")
WHOLE = spaced("""
    café naïve cafe\u0301 résumé привет Ελλάδα שלום سلام नमस्ते コーヒー 한국어 ＡＢＣ１２３ ３．１４ ５０％
    don't don’t T-shirt state-of-the-art snake_case R&D node.js v1.2.3 192.168.1.1 1e-5 H₂O m²
    2024-01-01 2024/1/1 12:30 1,000 1,234,567.89 010-12345678 …… —— ... 。。 --- ～～
    https://a.cn/x?y=1&z=%20#k http://localhost:8501/ www.example.com/a-b some.one+x@example.com
""")
PLAIN = spaced("我喜欢 卡拉OK T恤 B超 3.14 50% 2024 abc1 ，！ “好” 々 〇 㐀 x=1 + ① 我-去 …")
# What emoji sequences are made of, torn up: the hardest text for rules about them.
SHARDS = st.text(alphabet="👨👩1#⃣\u200d\ufe0f\ufe0e🇨🇳🏽🏴\U000e0067\U000e007f\u0301\ufeff\ud83da我 \t", max_size=12)


@pytest.mark.parametrize(
    ("text", "visible", "removed"),
    [
        ("\ufeff我", "我", 1),
        ("公\u200b园\u2060", "公园", 2),
        ("我\u200d去\ufe0f", "我去", 2),  # glue with nothing to hold together
        ("a\x00\x07\x1bb", "ab", 3),
        ("\ud800我\udfff", "我", 2),
        ("\u202e我\u202c\u200f", "我", 3),  # would turn the direction of the page
        ("co\u00adop\u3164", "coop", 2),  # soft hyphen; a filler that counts as a letter
        ("我\t去\r\n公\u3000园\u2028里\x1c\x85啊", "我 去 公 园 里 啊", 0),
        ("  我 \n\n 去 ", "我 去", 0),
        ("ＡＢＣ１２３，①㎏", "ＡＢＣ１２３，①㎏", 0),
        ("cafe\u0301 caf\u00e9", "cafe\u0301 caf\u00e9", 0),
        ("\u0600١", "\u0600١", 0),  # a format character that is visible
        ("", "", 0),
        ("\u200b \ufeff", "", 2),
    ],
)
def test_clean(text: str, visible: str, removed: int) -> None:
    assert clean(text) == CleanText(visible, removed)


@pytest.mark.parametrize("emoji", EMOJI)
def test_an_emoji_sequence_stays_whole(emoji: str) -> None:
    assert clean(f"我{emoji}去{emoji}{emoji}") == CleanText(f"我{emoji}去{emoji}{emoji}", 0)
    assert grapheme_cuts(emoji) == ()
    assert grapheme_cuts(f"我{emoji}{emoji}去") == (1, 1 + len(emoji), 1 + 2 * len(emoji))


@given(st.text() | SHARDS)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    once = clean(text)
    assert clean(once.text) == CleanText(once.text, 0)


@given(st.text() | SHARDS)
def test_only_invisible_characters_and_blanks_go(text: str) -> None:
    """Counted another way: by unicodedata, whatever its version calls a letter, number, punctuation or symbol stays."""
    stays = [c for c in text if unicodedata.category(c) in ("Lu", "Ll", "Nd", "Po", "Sm", "Sc", "So")]
    left = iter(clean(text).text)
    assert all(c in left for c in stays)  # in the same order
    visible = "".join(clean(text).text.split())
    assert len(visible) + clean(text).removed == len("".join(text.split()))
    assert not any("\ud800" <= c <= "\udfff" for c in visible)


@pytest.mark.parametrize(
    ("word", "cuts"),
    [
        ("公园", (1,)),
        ("我", ()),
        ("", ()),
        ("cafe\u0301s", (1, 2, 3, 5)),
        ("e\u0301\u0302", ()),
        ("🇨🇳🇺🇸", (2,)),
        ("각", ()),
    ],
)
def test_grapheme_cuts(word: str, cuts: tuple[int, ...]) -> None:
    assert grapheme_cuts(word) == cuts


@pytest.mark.parametrize("word", SIGNS)
def test_punctuation(word: str) -> None:
    assert is_punctuation(word)


@pytest.mark.parametrize("word", [*EMOJI, *NO_SIGNS, ""])
def test_words_are_no_punctuation(word: str) -> None:
    assert not is_punctuation(word)


def special(text: str) -> list[str]:
    return [text[start:end] for start, end in special_runs(text)]


@pytest.mark.parametrize("word", [*EMOJI, *WHOLE])
def test_special_words_are_found_whole(word: str) -> None:
    assert special(f"我{word}去") == [word]


@pytest.mark.parametrize("text", PLAIN)
def test_the_rest_is_left_to_jieba(text: str) -> None:
    assert special(text) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("看https://a.cn/x。好", ["https://a.cn/x"]),
        ("(https://a.cn/x),", ["https://a.cn/x"]),
        ("End.Next", []),
        ("1,2,3", []),
        ("有1，234人", []),
        ("11️⃣", ["1️⃣"]),
        ("😀😀", ["😀", "😀"]),
        ("don't，can't", ["don't", "can't"]),
        ("'quoted'", []),
        ("……——", ["……", "——"]),
    ],
)
def test_where_special_words_end(text: str, words: list[str]) -> None:
    assert special(text) == words


def test_a_bound_inside_a_grapheme_is_passed_over() -> None:
    assert on_graphemes("公园cafe\u0301s", (0, 2, 6, 7, 8)) == ((0, 2), (2, 7), (7, 8))
