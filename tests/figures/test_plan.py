"""What a heatmap will show: ticks, digits, turned labels, height; decided before anything is drawn."""

from __future__ import annotations

import html
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.figures.plan import (
    LONGEST_LABEL,
    MOST_DIGITS,
    MOST_HORIZONTAL,
    MOST_TICKS,
    HeatmapPlan,
    literal,
    plan_axis,
    plan_heatmap,
    shortened,
    visible_width,
)

LITERAL = ["2024", "1e5", "2024-01-01", "$x$", "%{z}", "**粗**", "NaN", "", " ", "{x}", "公园"]


def plan(n: int, *, word: str = "公园", digits: bool = True, height: int = 400) -> HeatmapPlan:
    return plan_heatmap([word] * n, [word] * n, digits=digits, height=height)


@pytest.mark.parametrize("word", LITERAL)
def test_a_word_that_plotly_does_not_read_as_html_stays_as_it_is(word: str) -> None:
    assert literal(word) == word


@pytest.mark.parametrize(
    ("word", "escaped"), [("<b>", "&lt;b&gt;"), ("&lt;", "&amp;lt;"), ("a<br>b", "a&lt;br&gt;b"), ("R&D", "R&amp;D")]
)
def test_html_is_escaped(word: str, escaped: str) -> None:
    assert literal(word) == escaped


@given(st.text())
def test_a_literal_word_is_shown_as_it_was(word: str) -> None:
    assert "<" not in literal(word)
    assert html.unescape(literal(word)) == html.unescape(html.escape(word))


def test_repeated_words_keep_their_places() -> None:
    axis = plan_axis(["公园", "，", "公园", "，", "公园", "！"])
    assert axis.positions == (1, 2, 3, 4, 5, 6)
    assert axis.labels == axis.names == ("公园", "，", "公园", "，", "公园", "！")


@pytest.mark.parametrize("n", [1, 7, 25, 30, 31, 32, 61, 62, 63, 200, 256])
def test_at_most_forty_ticks_evenly_from_the_first_word_and_a_name_for_every_word(n: int) -> None:
    words = [f"词{i}" for i in range(1, n + 1)]
    axis = plan_axis(words)
    assert axis.names == tuple(words)
    assert min(n, 16) <= len(axis.positions) <= MOST_TICKS == 31
    assert axis.positions[0] == 1
    assert len({b - a for a, b in pairwise(axis.positions)}) <= 1
    assert axis.labels == tuple(words[p - 1] for p in axis.positions)
    if n <= MOST_TICKS:
        assert len(axis.labels) == n


def test_a_long_word_is_shortened_on_the_axis_but_whole_in_its_name() -> None:
    word = "https://example.org/<a>"
    axis = plan_axis([word])
    assert axis.labels == ("https://e…",)
    assert axis.names == ("https://example.org/&lt;a&gt;",)
    assert len(shortened("词" * LONGEST_LABEL)) == len(shortened("词" * 99)) == LONGEST_LABEL
    assert shortened("词" * LONGEST_LABEL) == "词" * LONGEST_LABEL


def test_no_words() -> None:
    assert plan_axis([]).positions == ()


def test_the_width_is_that_of_the_longest_label() -> None:
    assert plan_axis(["我", "喜欢", "a"]).width == 2
    assert visible_width("ab") == pytest.approx(1.2)
    assert visible_width("Ａ。") == 2


def test_digits_up_to_twenty_five_words_and_only_if_wished() -> None:
    assert plan(MOST_DIGITS).digits
    assert not plan(MOST_DIGITS + 1).digits
    assert not plan(7, digits=False).digits
    assert MOST_DIGITS <= 25
    wide = plan_heatmap(["我"], ["去"] * 26, digits=True, height=400)
    assert not wide.digits


def test_labels_stand_horizontally_up_to_twelve_usual_words() -> None:
    assert not plan(MOST_HORIZONTAL).turned
    assert plan(MOST_HORIZONTAL + 1).turned
    assert plan(8, word="中华人民共和国").turned  # no room side by side
    assert not plan(3, word="中华人民共和国").turned


def test_more_words_make_it_higher_but_not_endlessly() -> None:
    heights = [plan(n).height for n in (1, 7, 15, 20, 24, 60, 256)]
    assert heights[:3] == [400, 400, 400]
    assert heights == sorted(heights)
    assert heights[3] > 400
    assert heights[-1] == heights[-2] == 640
