"""Characters that only look different, zeros of years, traditional characters."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention.words.segment import cut
from attention.words.usual import unusual, usual, usual_words


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("我⽤⽂字", "我用文字"),
        ("⼀个⻔", "一个门"),
        ("ＡＢｃ１２％", "ABc12%"),
        ("二〇〇六年", "二零零六年"),
        ("二○二四年", "二零二四年"),
        ("画一个○", "画一个○"),
        ("臺灣", "台湾"),
        ("坐高鐵去", "坐高铁去"),
        ("頭髮發展", "头发发展"),
        ("他坐著寫字", "他坐着写字"),
        ("顯著的名著", "显著的名著"),
        ("妳好", "你好"),
        # simplified text that has characters which are traditional elsewhere
        ("显著", "显著"),
        ("乾隆", "乾隆"),
        ("什么", "什么"),
        ("，。！？：", "，。！？："),
        ("x²½℃㎏😀", "x²½℃㎏😀"),
    ],
)
def test_usual(text: str, wanted: str) -> None:
    assert usual(text) == wanted


@given(st.text(min_size=1, max_size=40).filter(lambda text: text.isprintable()))
@settings(deadline=None)
def test_each_character_keeps_its_place(text: str) -> None:
    assert len(usual(text)) == len(text)
    assert usual(usual(text)) == usual(text)


def test_words_are_read_with_their_neighbours() -> None:
    assert usual_words(["坐", "著", "寫"]) == ("坐", "着", "写")
    assert usual_words(["著"]) == ("著",)
    assert usual_words([]) == ()


def test_what_is_unusual() -> None:
    assert unusual("我⽤ＡＢ去公园") == (3, False)
    assert unusual("坐高鐵") == (0, True)
    assert unusual("我去显著的公园，二〇〇六年") == (0, False)


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("臺灣很美", "台湾很美"),
        ("我坐高鐵去台中", "我坐高铁去台中"),
        ("今天很熱", "今天很热"),
        ("她的頭髮又長了", "她的头发又长了"),
        ("老師讓學生填手工表", "老师让学生填手工表"),
        ("那本書是誰的", "那本书是谁的"),
        ("我喜歡在週末去公園散步", "我喜欢在周末去公园散步"),
    ],
)
def test_both_scripts_have_the_same_words_and_show_what_was_typed(traditional: str, simplified: str) -> None:
    typed = cut(traditional).tokens
    assert typed.spans == cut(simplified).tokens.spans
    assert "".join(typed.words) == traditional
