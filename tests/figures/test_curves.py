"""The links between two lines of words: which are drawn, how wide, where the words stand; and words literal."""

from __future__ import annotations

import html
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.figures import curves
from attention.figures.curves import (
    BETWEEN,
    CHOSEN,
    LINK,
    LOUD,
    MAX_LINK_WIDTH,
    MAX_LINKS,
    QUIET,
    LinksText,
    figure_width,
    plan_links,
)
from attention.figures.plan import visible_width

WORDS = ("我", "喜欢", "公园")
WEIGHTS = np.array([[0.1, 0.7, 0.2], [0.5, 0.2, 0.3], [0.0, 0.004, 0.996]])
HOSTILE = ("2024", "1e5", "<b>", "$x$", "%{x}", "**粗**", "公园", "公园", "&lt;", "=1+1", "NaN")


links_figure = partial(curves.links_figure, text=LinksText("Query", "Key", "%{customdata[0]} %{customdata[4]:.2f}"))


def drawn(plan: object) -> set[tuple[int, int]]:
    return {(link.query, link.key) for link in plan.links}  # type: ignore[attr-defined]


# Which links


def test_the_strongest_of_each_row_are_drawn() -> None:
    assert drawn(plan_links(WORDS, WORDS, WEIGHTS, most=1)) == {(0, 1), (1, 0), (2, 2)}
    assert drawn(plan_links(WORDS, WORDS, WEIGHTS, most=2)) == {(0, 1), (0, 2), (1, 0), (1, 2), (2, 2)}


def test_three_a_row_if_nothing_else_is_wished() -> None:
    plan = plan_links("一二三四五", "一二三四五", np.full((5, 5), 0.2))
    assert len(plan.links) == 15
    assert drawn(plan) == {(i, j) for i in range(5) for j in range(3)}  # of equal ones the first


def test_what_is_masked_or_nothing_has_no_link() -> None:
    values = np.array([[np.nan, 1.0, np.nan], [np.nan] * 3, [0.0, 0.0, 0.0]])
    assert drawn(plan_links(WORDS, WORDS, values, most=3)) == {(0, 1)}


def test_the_larger_the_weight_the_wider_and_darker() -> None:
    links = sorted(plan_links(WORDS, WORDS, WEIGHTS).links, key=lambda link: link.weight)
    assert all(a.width <= b.width for a, b in pairwise(links))
    assert links[0].width < links[-1].width
    assert all(a.opacity <= b.opacity for a, b in pairwise(links))
    assert links[-1].width == pytest.approx(1 + (MAX_LINK_WIDTH - 1) * 0.996)
    assert all(0.25 <= link.opacity <= 1 for link in links)
    same = plan_links(WORDS, WORDS, WEIGHTS, top=0.5)
    assert max(link.width for link in same.links) == MAX_LINK_WIDTH  # beyond `top` no wider


def test_the_chosen_row_lies_above_the_others_and_these_step_back() -> None:
    plan = plan_links(WORDS, WORDS, WEIGHTS, row=1)
    chosen = [link for link in plan.links if link.chosen]
    assert {link.query for link in chosen} == {1}
    assert list(plan.links[-len(chosen) :]) == chosen
    assert all(link.opacity >= LOUD for link in chosen)
    assert {link.opacity for link in plan.links if not link.chosen} == {QUIET}


def test_of_many_words_the_strongest_links_and_those_of_the_chosen_row_stay() -> None:
    n = 200
    values = np.random.default_rng(0).dirichlet(np.ones(n) / 8, n)
    values[7] = 1 / n  # the weakest of all
    plan = plan_links(["词"] * n, ["词"] * n, values, row=7)
    assert len(plan.links) == MAX_LINKS
    assert sum(link.chosen for link in plan.links) == 3
    assert plan.left_out > 0
    others = [link.weight for link in plan.links if not link.chosen]
    top3 = np.sort(values, axis=1)[:, -3:]
    assert min(others) == pytest.approx(np.sort(top3.ravel())[-len(others)])


# The lines of words


def test_a_word_has_room_for_itself() -> None:
    words = ("我", "人工智能", "在", "Transformer", "去")
    for line in (plan_links(words, words, np.eye(5)).queries, plan_links(words, words, np.eye(5)).keys):
        for (a, b), (x, y) in zip(pairwise(words), pairwise(line.places), strict=True):
            room = (visible_width(a[:10]) + visible_width(b[:10])) / 2
            assert y - x >= room - 1e-9


def test_a_short_line_is_spread_over_the_long_one() -> None:
    queries = "I like to take a walk in the park on weekends .".split()
    plan = plan_links(queries, WORDS, np.ones((12, 3)) / 3)
    assert len(plan.queries.places) == 12
    assert len(plan.keys.places) == 3
    assert plan.keys.places[0] > plan.queries.places[0]
    assert plan.width - plan.keys.places[-1] < plan.width / 2
    assert all(0 < place < plan.width for place in (*plan.queries.places, *plan.keys.places))


def test_a_long_text_asks_for_more_room() -> None:
    assert figure_width(WORDS, WORDS, font_size=16) == round((5 + 3 * BETWEEN) * 16) + 32
    assert figure_width(["词"] * 40, ["词"], font_size=16) > 1200
    assert figure_width(["词"], ["词"] * 40, font_size=16) > 1200


def test_no_words_and_one_word() -> None:
    assert plan_links((), (), np.zeros((0, 0))).links == ()
    assert drawn(plan_links(("我",), ("我",), np.ones((1, 1)))) == {(0, 0)}


# The figure


@given(st.lists(st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=9), min_size=1, max_size=12))
def test_every_word_is_shown_literally_in_both_lines(words: list[str]) -> None:
    figure = links_figure(words, words, np.full((len(words), len(words)), 1 / len(words)))
    for axis in (figure.layout.xaxis, figure.layout.xaxis2):
        assert [html.unescape(text) for text in axis.ticktext] == [html.unescape(html.escape(word)) for word in words]
        assert not any("<" in text for text in axis.ticktext)
        assert axis.type == "linear"
    for query, i, key, j, _ in figure.data[0].customdata:
        assert html.unescape(query) == html.unescape(html.escape(words[i - 1]))
        assert html.unescape(key) == html.unescape(html.escape(words[j - 1]))


def test_queries_stand_above_and_keys_below() -> None:
    figure = links_figure(("like",), WORDS, np.array([[0.1, 0.8, 0.1]]))
    assert (figure.layout.xaxis2.side, list(figure.layout.xaxis2.ticktext)) == ("top", ["like"])
    assert (figure.layout.xaxis.side, list(figure.layout.xaxis.ticktext)) == ("bottom", list(WORDS))
    above, below = figure.layout.xaxis2.tickvals[0], figure.layout.xaxis.tickvals[1]
    strongest = max(figure.layout.shapes, key=lambda shape: shape.line.width)
    assert strongest.path.startswith(f"M {above:.2f},1 ")
    assert strongest.path.endswith(f" {below:.2f},0")
    assert list(figure.layout.xaxis.range) == list(figure.layout.xaxis2.range)


def test_hovering_tells_the_weight_along_the_link() -> None:
    figure = links_figure(WORDS, WORDS, WEIGHTS, most=1)
    data = figure.data[0].customdata
    assert ["我", 1, "喜欢", 2, 0.7] in [list(row) for row in data]
    assert len(data) == 9
    assert all(0 < y < 1 for y in figure.data[0].y)
    assert "%{customdata[4]:.2f}" in figure.data[0].hovertemplate
    english = links_figure(WORDS, WORDS, WEIGHTS, text=LinksText("Query", "Key", "%{customdata[0]}"))
    assert english.layout.xaxis2.title.text == "Query"


def test_hovering_is_on_the_drawn_curve() -> None:
    """Each path is 'M start C first second end'; a point on it by halving, as de Casteljau does."""
    figure = links_figure(WORDS, WORDS, WEIGHTS, most=1)
    points = iter(zip(figure.data[0].x, figure.data[0].y, strict=True))
    for shape in figure.layout.shapes:
        between = np.array([pair.split(",") for pair in shape.path.replace("M", "").replace("C", "").split()], float)
        for t in (0.15, 0.5, 0.85):
            line = between
            while len(line) > 1:
                line = (1 - t) * line[:-1] + t * line[1:]
            np.testing.assert_allclose(next(points), line[0], atol=0.02)


def test_the_chosen_query_is_bold_and_its_links_have_a_colour_of_their_own() -> None:
    figure = links_figure(("<i>", "喜欢", "公园"), WORDS, WEIGHTS, row=0)
    assert figure.layout.xaxis2.ticktext[0] == "<b>&lt;i&gt;</b>"
    assert {shape.line.color for shape in figure.layout.shapes} == {LINK, CHOSEN}
    assert all(shape.line.color == LINK for shape in links_figure(WORDS, WORDS, WEIGHTS).layout.shapes)


def test_the_background_is_the_pages_and_nothing_moves() -> None:
    layout = links_figure(WORDS, WORDS, WEIGHTS).layout
    assert layout.paper_bgcolor == layout.plot_bgcolor == "rgba(0,0,0,0)"
    assert layout.dragmode is layout.showlegend is False
    assert layout.xaxis.fixedrange
    assert layout.xaxis2.fixedrange
    assert layout.yaxis.fixedrange


def test_forty_words_are_sent_in_little() -> None:
    values = np.random.default_rng(0).dirichlet(np.ones(40), 40)
    assert len(links_figure(["词语"] * 40, ["词语"] * 40, values).to_json()) < 60_000
