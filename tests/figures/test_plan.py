"""What a heatmap will show: ticks, digits, turned labels, height; decided before anything is drawn."""

from __future__ import annotations

import html
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.figures.plan import (
    ABOVE,
    EDGE,
    HALF,
    LONGEST_LABEL,
    MAX_HORIZONTAL,
    MAX_TICKS,
    MAX_WORDS_WITH_DIGITS,
    PAGE,
    SIDE,
    THIRD,
    HeatmapPlan,
    fits_beside,
    literal,
    plan_axis,
    plan_heatmap,
    short_label,
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


@pytest.mark.parametrize("n", [1, 7, 25, 39, 40, 41, 79, 80, 81, 200, 256])
def test_at_most_forty_ticks_evenly_from_the_first_word_and_a_name_for_every_word(n: int) -> None:
    words = [f"词{i}" for i in range(1, n + 1)]
    axis = plan_axis(words)
    assert axis.names == tuple(words)
    assert min(n, 16) <= len(axis.positions) <= MAX_TICKS == 40
    assert axis.positions[0] == 1
    assert len({b - a for a, b in pairwise(axis.positions)}) <= 1
    assert axis.labels == tuple(words[p - 1] for p in axis.positions)
    if n <= MAX_TICKS:
        assert len(axis.labels) == n


def test_a_long_word_is_shortened_on_the_axis_but_whole_in_its_name() -> None:
    word = "https://example.org/<a>"
    axis = plan_axis([word])
    assert axis.labels == ("https://e…",)
    assert axis.names == ("https://example.org/&lt;a&gt;",)
    assert len(short_label("词" * LONGEST_LABEL)) == len(short_label("词" * 99)) == LONGEST_LABEL
    assert short_label("词" * LONGEST_LABEL) == "词" * LONGEST_LABEL


def test_no_words() -> None:
    assert plan_axis([]).positions == ()


def test_the_width_is_that_of_the_longest_label() -> None:
    assert plan_axis(["我", "喜欢", "a"]).width == 2
    assert visible_width("ab") == pytest.approx(1.2)
    assert visible_width("Ａ。") == 2


WIDTHS = pytest.mark.parametrize("word", ["我", "公园", "图书馆里", "international", "一二三四五六七八九十百"])


def cells(n: int, found: HeatmapPlan, font_size: int, room: float) -> tuple[float, float]:
    """Width and height of a cell, counted anew from what the figure's margins are."""
    left = SIDE + font_size * max(visible_width(html.unescape(label)) for label in found.rows.labels)
    top = ABOVE + font_size * (
        max(visible_width(html.unescape(label)) for label in found.cols.labels) if found.turned else 1
    )
    return (room - left - EDGE) / n, (found.height - top - EDGE) / n


@WIDTHS
@pytest.mark.parametrize(("font_size", "room"), [(12, THIRD), (14, HALF), (14, PAGE), (19, HALF)])
@pytest.mark.parametrize("n", [1, 7, 13, 25, 40, 60, 200])
def test_labels_and_digits_never_run_into_each_other(n: int, font_size: int, room: float, word: str) -> None:
    found = plan_heatmap([word] * n, [word] * n, digits=True, height=356, font_size=font_size, room=room, signed=True)
    width, height = cells(n, found, font_size, room)
    label = font_size if found.turned else font_size * visible_width(html.unescape(found.cols.labels[0]))
    assert label <= width * found.cols.every
    assert font_size <= height * found.rows.every
    if found.digits:
        assert 8 <= found.digit_size <= min(font_size, height)
        assert 2.5 * found.digit_size <= width
        assert n <= MAX_WORDS_WITH_DIGITS
    assert found.width <= max(room, 4 + font_size)


@pytest.mark.parametrize("n", [13, 18, 25, 28, 40])
@pytest.mark.parametrize("word", ["我", "公园", "图书馆里"])
def test_in_a_page_s_width_nothing_is_left_out_up_to_forty_words(n: int, word: str) -> None:
    found = plan_heatmap([word] * n, [word] * n, digits=True, height=356, room=PAGE)
    assert found.digits
    assert found.every == 1


def test_beyond_forty_words_digits_and_every_second_label_are_left_out() -> None:
    found = plan_heatmap(["公园"] * 60, ["公园"] * 60, digits=True, height=356, room=PAGE)
    assert (found.digits, found.every) == (False, 2)
    assert plan_heatmap(["公园"] * 256, ["公园"] * 256, digits=True, height=356, room=PAGE).every == 7


def test_digits_only_if_wished() -> None:
    assert plan(7).digits
    assert not plan(7, digits=False).digits
    assert not plan_heatmap(["我"], ["去"] * (MAX_WORDS_WITH_DIGITS + 1), digits=True, height=400, room=9999).digits


def test_digits_grow_smaller_with_the_table_but_stay_readable() -> None:
    sizes = [plan(n).digit_size for n in (2, 12, 15, 17)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 14
    assert sizes[-1] >= 9


def test_labels_stand_horizontally_up_to_twelve_usual_words() -> None:
    assert not plan(MAX_HORIZONTAL).turned
    assert plan(MAX_HORIZONTAL + 1).turned
    assert plan(8, word="中华人民共和国").turned  # no room side by side
    assert not plan(3, word="中华人民共和国").turned


@pytest.mark.parametrize(("n", "word", "beside"), [(2, "公园", True), (7, "公园", True), (12, "公园", True),
    (13, "我", False), (28, "公园", False), (12, "我", True), (8, "图书馆里", True), (12, "international", True),
        (12, "一二三四五六七八九十", False)])  # fmt: skip
def test_two_tables_stand_side_by_side_where_nothing_is_left_out_for_it(n: int, word: str, beside: bool) -> None:
    assert fits_beside([word] * n, digits=True, height=356) == beside


def test_more_words_make_it_higher_but_not_endlessly() -> None:
    heights = [plan(n).height for n in (1, 7, 12, 20, 24, 60, 256)]
    assert heights[:3] == [400, 400, 400]
    assert heights == sorted(heights)
    assert heights[3] > 400
    assert heights[-1] == heights[-2] == 640
    assert plan_heatmap(["我"] * 256, ["我"] * 256, digits=True, height=400, room=PAGE).height == 840
