"""The figures: words literal and in place, a fixed scale, nothing that makes a big table slow."""

from __future__ import annotations

import html
import json
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go
import plotly.io
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.figures import heatmap
from attention.figures.colours import DIFFERENCES, DIGITS, WEIGHTS, plotly_scale
from attention.figures.heatmap import HeatmapText, at_places, difference_limit
from attention.figures.plan import MAX_TICKS, MAX_WORDS_WITH_DIGITS, PAGE
from attention.types import Floats

HOSTILE = ("2024", "1e5", "2024-01-01", "<b>", "$x$", "%{z}", "**粗**", "公园", "，", "公园", "&lt;", "=1+1", "NaN")
WORDS = st.lists(st.sampled_from(HOSTILE) | st.text(min_size=1, max_size=10), min_size=1, max_size=30)


TEXT = HeatmapText("查询", "键", "查询 %{y}（第%{y:d}词）→ 键 %{x}（第%{x:d}词）：%{z:.2f}")


def even(n: int) -> Floats:
    return np.full((n, n), 1 / n)


weights_figure, difference_figure = (
    partial(draw, text=TEXT) for draw in (heatmap.weights_figure, heatmap.difference_figure)
)


def weights(words: Any = HOSTILE, values: Floats | None = None, **options: Any) -> go.Figure:
    words = tuple(words)
    return weights_figure(words, words, even(len(words)) if values is None else values, **options)


def shown(axis: Any) -> dict[int, str]:
    """Position → the text of its tick, as a reader sees it."""
    return {p: html.unescape(text) for p, text in zip(axis.tickvals, axis.ticktext, strict=True)}


@given(WORDS)
def test_every_word_stands_at_its_place_literally_on_both_axes(words: list[str]) -> None:
    figure = weights(words, room=PAGE)
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert list(axis.tickvals) == list(range(1, len(words) + 1))
        assert [html.unescape(text) for text in axis.ticktext] == [html.unescape(html.escape(word)) for word in words]
        assert not any("<" in text for text in axis.ticktext)
        assert axis.type == "linear"  # as categories equal words would become one, 2024 a number
    assert figure.data[0].z.shape == (len(words), len(words))
    assert (list(figure.data[0].x), list(figure.data[0].y)) == ([*range(1, len(words) + 1)],) * 2


def test_the_first_query_is_above_and_all_of_it_is_in_view() -> None:
    figure = weights()
    assert list(figure.layout.yaxis.range) == [13.5, 0.5]
    assert list(figure.layout.xaxis.range) == [0.5, 13.5]
    assert figure.layout.xaxis.side == "top"
    assert figure.layout.yaxis.autorange is False


def test_rows_are_queries_and_columns_are_keys() -> None:
    values = np.array([[0.1, 0.7, 0.2], [0.3, 0.3, 0.4]])
    figure = weights_figure(("他", "去"), ("我", "你", "了"), values)
    np.testing.assert_allclose(figure.data[0].z, values, atol=1e-6)
    assert shown(figure.layout.yaxis) == {1: "他", 2: "去"}
    assert shown(figure.layout.xaxis) == {1: "我", 2: "你", 3: "了"}
    assert figure.layout.annotations[0].text == "查询\\键"


# The scale


@pytest.mark.parametrize("values", [even(3), np.eye(3), np.full((3, 3), np.nan), np.zeros((3, 3)), even(3) * 1e-6])
def test_the_colours_run_from_0_to_1_whatever_the_values(values: Floats) -> None:
    trace = weights("我你他", values).data[0]
    assert (trace.zmin, trace.zmax) == (0, 1)
    assert [list(pair) for pair in trace.colorscale] == plotly_scale(WEIGHTS)
    assert weights("我你他", values, top=0.4).data[0].zmax == 0.4


def test_the_colours_of_a_difference_are_even_on_both_sides() -> None:
    for values in (np.zeros((2, 2)), np.array([[0.9, -0.1], [0, 0]])):
        trace = difference_figure("我去", "我去", values).data[0]
        assert trace.zmin == -trace.zmax
        assert [list(pair) for pair in trace.colorscale] == plotly_scale(DIFFERENCES)


@given(st.lists(st.floats(-1, 1) | st.just(np.nan), min_size=4, max_size=4))
def test_no_difference_lies_beyond_the_end_of_the_colours(values: list[float]) -> None:
    table = np.array(values).reshape(2, 2)
    trace = difference_figure("我去", "我去", table).data[0]
    assert trace.zmax in (0.5, 1.0)
    assert trace.zmax == difference_limit(table) >= np.abs(np.nan_to_num(table)).max()
    assert trace.zmax == 0.5 or np.nanmax(np.abs(table)) > 0.5


def test_no_difference_has_no_sign() -> None:
    trace = difference_figure("我去", "我去", np.array([[-0.004, 0.3], [-0.2, np.nan]])).data[0]
    assert not np.signbit(trace.z[0, 0])
    np.testing.assert_allclose(trace.z, [[0, 0.3], [-0.2, np.nan]], atol=1e-6)


# Digits and dashes


def test_digits_are_of_the_fixed_colour_and_come_from_the_template() -> None:
    trace = weights("我去").data[0]
    assert trace.texttemplate == "%{z:.2f}"
    assert trace.textfont.color == DIGITS
    assert trace.text is None


@pytest.mark.parametrize(
    ("n", "digits"), [(7, True), (28, True), (MAX_WORDS_WITH_DIGITS, True), (MAX_WORDS_WITH_DIGITS + 1, False)]
)
def test_digits_stand_in_the_cells_while_there_is_room(n: int, digits: bool) -> None:
    figure = weights("词" * n, room=PAGE)
    assert (figure.data[0].texttemplate is not None) == digits == figure.layout.meta["digits"]
    assert weights("词" * n, digits=False).data[0].texttemplate is None


def test_a_cell_that_is_not_considered_shows_a_dash() -> None:
    values = np.array([[np.nan, 1.0, 0.0], [0.5, 0.5, np.nan], [0.0, 1.0, 0.0]])
    cells, dashes = weights("我你他", values).data
    assert (dashes.mode, dashes.text) == ("text", "-")
    assert set(zip(dashes.y, dashes.x, strict=True)) == {(1, 1), (2, 3)}
    assert np.isnan(cells.z[0, 0])
    assert cells.z[2, 0] == 0  # nothing, but considered: no dash
    assert cells.hoverongaps is False
    assert len(weights("我你他", even(3)).data) == 1


# Hovering


def test_hovering_names_query_and_key_with_their_places() -> None:
    trace = weights().data[0]
    assert trace.hovertemplate == "查询 %{y}（第%{y:d}词）→ 键 %{x}（第%{x:d}词）：%{z:.2f}<extra></extra>"
    english = HeatmapText(query="query", key="key", hover="query %{y} → key %{x}: %{z:.2f}")
    figure = weights(text=english)
    assert figure.data[0].hovertemplate == "query %{y} → key %{x}: %{z:.2f}<extra></extra>"
    assert figure.layout.annotations[0].text == "query\\key"


@pytest.mark.parametrize("n", [7, 41, 200])
def test_hovering_knows_the_word_of_every_place_also_without_a_tick(n: int) -> None:
    words = [f"<词{i}>" for i in range(1, n + 1)]
    figure = weights(words)
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert axis.labelalias == {str(i): f"&lt;词{i}&gt;" for i in range(1, n + 1)}


def test_no_word_gets_into_a_template() -> None:
    trace = weights(["%{z}", "%{x}"]).data[0].to_plotly_json()
    assert all("%{z}" not in str(trace.get(key, "")) for key in ("text", "customdata", "hovertext", "name"))
    assert "%{x}（" in trace["hovertemplate"]
    assert trace["hovertemplate"].count("%{") == 5


# Big tables


@pytest.mark.parametrize("n", [41, 200, 256])
def test_a_big_table_has_few_ticks_and_no_text_in_its_cells(n: int) -> None:
    values = np.random.default_rng(0).dirichlet(np.ones(n), n)
    values[0] = np.nan
    figure = weights([f"词{i}" for i in range(n)], values)
    assert len(figure.data) == 1  # no dashes either
    trace = figure.data[0].to_plotly_json()
    assert not {"text", "customdata", "hovertext", "texttemplate", "ids"} & trace.keys()
    assert trace["z"].dtype == np.float32
    assert len(figure.layout.xaxis.tickvals) <= MAX_TICKS
    assert len(figure.layout.yaxis.tickvals) <= MAX_TICKS
    assert (figure.data[0].xgap, figure.data[0].ygap) == (0, 0)


def test_a_big_table_is_sent_in_little_more_than_its_numbers() -> None:
    n = 200
    size = len(weights([f"词{i}" for i in range(n)]).to_json())
    assert size < n * n * 4 * 4 / 3 + 30_000
    json.loads(weights([f"词{i}" for i in range(n)]).to_json())


# The rest of the picture


def test_nothing_moves_and_nothing_is_measured_twice() -> None:
    layout = weights().layout
    for axis in (layout.xaxis, layout.yaxis):
        assert axis.fixedrange is True
        assert axis.automargin is False
    assert layout.dragmode is False
    assert layout.xaxis.tickangle == -90
    assert weights("我去").layout.xaxis.tickangle == 0


def test_long_words_have_room_at_the_left() -> None:
    short, long = (weights([word, "我"]).layout.margin.l for word in ("我们在公", "中华人民共和国"))
    assert long - short == 3 * 14
    assert weights(["我", "他"]).layout.margin.l >= 3 * 14, "the names of the axes have room"


def test_computed_hand_and_difference_have_the_same_size_and_order() -> None:
    words = tuple("我喜欢在周末")
    figures = [
        weights(words),
        weights(words, np.full((6, 6), np.nan)),
        difference_figure(words, words, np.zeros((6, 6))),
    ]
    layouts = [figure.layout.to_plotly_json() | {"meta": None} for figure in figures]
    assert layouts[0] == layouts[1] == layouts[2]


def test_the_background_is_left_to_the_page() -> None:
    assert weights().layout.paper_bgcolor == "rgba(0,0,0,0)"


def test_larger_type_for_the_projector() -> None:
    figure = weights("我去", font_size=20, height=500)
    assert figure.layout.height == 500
    assert figure.layout.xaxis.tickfont.size == figure.data[0].textfont.size == 20


def test_what_is_sent_for_a_small_table_is_small() -> None:
    """Plotly's own template alone would be twice that; measuring labels would be a third of the browser's work."""
    figure = weights("我喜欢在周末去")
    assert len(figure.to_json()) < 4000
    assert figure.layout.xaxis.ticklabeloverflow == figure.layout.yaxis.ticklabeloverflow == "allow"


# Where some words are hidden


def test_hovering_counts_all_words_of_the_sentence() -> None:
    figure = at_places(weights(("我", "去", "我")), (0, 2, 3))
    trace = figure.data[0]
    assert trace.customdata[1] == ([3, 1], [3, 3], [3, 4]) or trace.customdata[1] == [[3, 1], [3, 3], [3, 4]]
    assert trace.hovertemplate == (
        "查询 %{y}（第%{customdata[0]}词）→ 键 %{x}（第%{customdata[1]}词）：%{z:.2f}<extra></extra>"
    )


def test_where_all_words_are_shown_nothing_is_added() -> None:
    assert at_places(weights(("我", "去")), (0, 1)).data[0].customdata is None


@pytest.mark.parametrize("size", [3, 60])
def test_a_page_is_sent_the_same_without_plotly_having_taken_it_apart(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With digits and empty cells, and with more cells than digits fit in."""
    monkeypatch.setattr(heatmap, "CHECKED", False)
    values = even(size)
    values[0, 0] = np.nan

    def drawn() -> go.Figure:
        figure = weights([str(i) for i in range(size)], values)
        heatmap.add_meta(figure, titles=["a"])
        return figure

    plain, parts = drawn(), drawn()
    assert parts.data[0].type == "heatmap"
    assert "plain" in vars(plain)
    assert "plain" not in vars(parts)
    assert heatmap.meta(plain) == parts.layout.meta
    assert heatmap.meta(plain)["titles"] == ["a"]
    sent = [json.loads(plotly.io.to_json(figure.to_dict(), validate=False)) for figure in (plain, parts)]
    assert sent[0] == sent[1]
    assert plain == parts
