"""The main page without a browser: a sentence becomes two tables, and everything on the page moves both."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention import assets
from attention.hand.table import with_values
from attention.session.board import computed_table, with_hand, with_merge, with_words
from attention.session.share_link import pack
from attention.sources import registry, syntax_model
from attention.types import HandTable, Switches
from attention.view import View
from attention.words.segment import MAX_CHARACTERS, MAX_WORDS, from_words
from pages.ui.texts import say
from tests.pages import visit
from tests.pages.visit import (
    SEED,
    SEED_WORDS,
    acted,
    acts,
    board,
    button,
    chips,
    component,
    container,
    containers,
    english,
    figure,
    figures,
    hand,
    metrics,
    own,
    prose,
    put,
    rows,
    sourced,
    switched,
    ticks,
    turned,
    unfolded,
    z,
)

CONTAINERS = "sentence words source switches computed hand difference reading".split()
TABLES = ("computed_chart", "difference_chart")
HOSTILE = (*"2024 1e5 <b> $x$ %{z} **粗** [x](http://a) :red[x]".split(), '"><img/src=x/onerror=alert(1)>')


def opened(page: str = "table", **query: str) -> AppTest:
    """With the figures unfolded."""
    return visit.opened(page, folds=["numbers.title"], **query)


def typed(app: AppTest, text: str) -> AppTest:
    """Another sentence, and its computed table in view."""
    app = visit.typed(app, text)
    return button(app, "lift") if "curtain" in containers(app) else app


def edited(app: AppTest, i: int, j: int, value: float) -> AppTest:
    return put(app, with_hand(board(app), with_values(board(app).hand, [(i, j, value)])))


def test_the_seed_sentence_opens() -> None:
    app = opened()
    assert app.text_input("text").value == SEED
    assert chips(app) == SEED_WORDS
    assert set(CONTAINERS) <= containers(app)
    for key in TABLES:
        assert z(app, key).shape == (7, 7)
        assert ticks(app, key) == SEED_WORDS
    assert len(container(app, "computed").get("plotly_chart")) == 1
    assert component(app, "hand_cells")["words"] == SEED_WORDS
    assert say("zh", "agreement.dots", agreeing=7, compared=7) in prose(container(app, "hand"))


def test_syntax_is_the_source_and_agrees_with_the_hand_table() -> None:
    app = opened()
    assert app.radio("source_name").value == "syntax"
    assert metrics(app)[0] == "7 / 7 行"
    assert float(metrics(app)[1]) >= 0.7
    assert "来源：句法" in prose(container(app, "computed"))
    verdicts = [row[2] for row in rows(container(app, "reading"))[1:]]
    assert verdicts == ["是"] * 7


def filled(app: AppTest, only: Sequence[int] | None = None) -> AppTest:
    """A person fills in rows of the hand table, else all: each word goes with the first one, and that with the second."""
    table = board(app).hand
    values = table.values.copy()
    for i in range(len(table)) if only is None else only:
        values[i, 0 if i else 1] = 0.9
    return put(app, with_hand(board(app), HandTable(table.words, values)))


def test_a_hand_table_that_nobody_filled_in_is_no_data() -> None:
    app = typed(opened(), "小猫在窗台上睡觉")
    assert component(app, "spot")["invitation"] == say("zh", "spot.invitation", query="小猫")
    assert say("zh", "agreement.unfilled") in prose(app)
    assert metrics(app) == []
    assert "difference_chart" not in figures(app)
    assert [len(row) for row in rows(container(app, "reading"))] == [1] * (1 + len(chips(app)))
    assert "computed_chart" in figures(app)


def test_only_the_rows_that_somebody_filled_in_are_compared() -> None:
    app = filled(typed(opened(), "小猫在窗台上睡觉"), [1, 3])
    assert component(app, "spot")["invitation"] == ""
    n = len(chips(app))
    drawn = z(app, "difference_chart")
    assert [bool(np.isnan(row).all()) for row in drawn] == [i not in (1, 3) for i in range(n)]
    readings = rows(container(app, "reading"))[1:]
    assert ["还没有填" in row[1] for row in readings] == [i not in (1, 3) for i in range(n)]
    assert [bool(row[3]) for row in readings] == [i in (1, 3) for i in range(n)]
    assert metrics(app)[0].endswith("/ 2 行")


def test_an_unfilled_hand_table_is_not_fitted_and_the_page_says_so() -> None:
    app = sourced(typed(opened(), "小猫在窗台上睡觉"), "fitted")
    assert [warning.value.replace("\\", "") for warning in app.warning] == [say("zh", "error.NothingFilled")]
    assert say("zh", "source.random.said", seed=0) in prose(app)
    app = filled(app, [1])
    assert not app.warning
    assert "来源：拟合" in prose(app)


def test_the_scale_of_the_differences_says_where_it_ends() -> None:
    app = opened()
    app = put(app, replace(board(app), switches=Switches(scale=False, temperature=0.1)))
    top = np.nanmax(np.abs(z(app, "difference_chart")))
    assert top > 0.5
    trace = figure(app, "difference_chart")["data"][0]
    assert (trace["zmin"], trace["zmax"]) == (-1, 1)
    assert re.search(r"−1\s+1\s", prose(container(app, "difference")))


def test_thirteen_words_stack_in_full_width_and_what_has_no_room_is_said() -> None:
    app = typed(opened(), "我们" * 13)
    wide = figure(app, "computed_chart")["layout"]["meta"]
    assert (wide["digits"], wide["every"]) == (True, 1)
    assert wide["width"] > 450
    app = typed(app, "我们看书" * 30)
    wide = figure(app, "computed_chart")["layout"]["meta"]
    assert (wide["digits"], wide["every"]) == (False, 2)
    assert say("zh", "table.left_out.digits") in prose(app)
    assert say("zh", "table.left_out.labels", every=2) in prose(app)


def test_hidden_punctuation_is_counted_in_the_places() -> None:
    app = filled(typed(opened(), "公园，公园，公园！"))
    app = put(app, replace(board(app), switches=Switches(hide_punctuation=True)))
    for key in TABLES:
        trace = figure(app, key)["data"][0]
        assert trace["customdata"][1][2] == [3, 5]
        assert "第%{customdata[0]}词" in trace["hovertemplate"]
    assert "公园·第5词" in rows(container(app, "reading"))[3][0]


def test_repeated_words_keep_their_rows() -> None:
    app = typed(opened(), "公园，公园，公园！")
    six = ["公园", "，", "公园", "，", "公园", "！"]
    app = filled(app)
    assert chips(app) == component(app, "hand_cells")["words"] == six
    for key in TABLES:
        assert ticks(app, key) == six
        assert z(app, key).shape == (6, 6)
    readings = rows(container(app, "reading"))[1:]
    assert len(readings) == 6
    assert "公园·第3词" in readings[2][0]


def test_hostile_words_are_text() -> None:
    """Escaped where HTML is made; raw where a component or a plain widget takes text."""
    text = "".join(HOSTILE)
    app = opened()
    app = put(app, with_words(replace(board(app), text=text), from_words(text, list(HOSTILE))))
    app = filled(app)
    assert chips(app) == component(app, "hand_cells")["words"] == list(HOSTILE)
    for key in TABLES:
        assert ticks(app, key) == [word if len(word) <= 10 else word[:9] + "…" for word in HOSTILE]
        assert "<" not in "".join(figure(app, key)["layout"]["yaxis"]["labelalias"].values())
    for word, row in zip(HOSTILE, rows(container(app, "reading"))[1:], strict=True):
        assert f"“{word}”" in row[0]
    for element in app.get("html"):
        assert "<img" not in element.value
        assert "<b>" not in element.value
    app = own(turned(app, "steps"))
    assert component(app, "steps_stage")["words"] == list(HOSTILE)
    options = app.selectbox("steps_query_picker").options
    assert options == [f"{i + 1} {word}" for i, word in enumerate(HOSTILE)]


def test_a_hostile_word_without_a_neighbour_is_text_on_the_steps_page() -> None:
    """A row that is masked whole is told in a box of Streamlit's, which would read Markdown."""
    app = typed(opened("steps"), "**粗**喜欢")
    while len(chips(app)) > 2:
        app = put(app, with_merge(board(app), 0))
    app = switched(app, "switch_causal", True)
    app = unfolded(app.selectbox("steps_query_picker").set_value(0).run(), "steps.all")
    assert r"“\*\*粗\*\*”没有可看的词" in [element.value for element in app.info]


def test_without_a_sentence_the_page_asks_for_one_and_keeps_everything() -> None:
    app = edited(opened(), 0, 2, 0.55)
    app = typed(app, "  \u200b\ufeff")
    assert [element.value for element in app.info] == [say("zh", "sentence.empty")]
    assert not app.get("plotly_chart")
    app = typed(app, SEED)
    assert hand(app)[0][2] == pytest.approx(0.55)


@pytest.mark.parametrize("page", ["steps", "train", "heads", "why", "translate"])
def test_without_a_sentence_every_page_asks_for_one(page: str) -> None:
    app = turned(typed(opened(), ""), page)
    assert say("zh", "sentence.empty") in [element.value for element in app.info]
    assert figures(app) == []


def test_one_word_is_one_cell() -> None:
    app = typed(opened(), "公园")
    assert z(app, "computed_chart").tolist() == [[1.0]]
    assert rows(container(app, "reading"))[1][0] == "“公园”最关注“公园”（1.00）"


def test_too_much_text_is_cut_short_and_says_so() -> None:
    app = typed(opened(), "的" * 20_000)
    said = prose(container(app, "sentence"))
    assert say("zh", "sentence.unread", limit=MAX_CHARACTERS, count=18_000) in said
    assert f"只画前 {MAX_WORDS} 个词" in said
    assert z(app, "computed_chart").shape == (MAX_WORDS, MAX_WORDS)
    trace = figure(app, "computed_chart")
    assert "texttemplate" not in trace["data"][0]
    assert len(trace["layout"]["xaxis"]["tickvals"]) <= 40
    assert app.text_input("text").value == "的" * 20_000


def test_invisible_characters_are_told() -> None:
    app = typed(opened(), "我\u200b喜欢\ufeff公园")
    assert chips(app) == ["我", "喜欢", "公园"]
    assert say("zh", "sentence.removed", count=2) in prose(container(app, "sentence"))


def test_a_damaged_link_opens_the_default_and_says_so() -> None:
    app = opened(s="nonsense")
    assert [element.value for element in app.warning] == [say("zh", "error.LinkError")]
    assert chips(app) == SEED_WORDS
    assert len(app.run().warning) == 1, "the page draws again by itself"
    assert not typed(app, "小猫吃鱼").warning


def test_a_link_brings_everything_to_another_visitor() -> None:
    app = edited(opened(), 0, 2, 0.35)
    app = put(app, with_merge(board(app), 5))
    app = switched(switched(sourced(app, "random"), "switch_causal", True), "view_digits", False)
    app = english(whole_number(app, "seed", 7))
    link = component(app, "address")["link"]
    other = opened(s=link)
    assert chips(other) == [*SEED_WORDS[:5], "公园散步"]
    assert other.radio("source_name").value == "random"
    assert other.number_input("seed").value == 7
    assert other.toggle("switch_causal").value is True
    assert other.toggle("view_digits").value is False
    assert other.segmented_control("language").value == "English"
    for key in TABLES:
        assert np.array_equal(z(app, key), z(other, key), equal_nan=True)
    assert hand(other)[0][2] == pytest.approx(0.35)
    assert pack(board(other)) == link


def test_a_link_opened_in_a_session_leaves_the_wish_not_to_guess_first() -> None:
    link = component(typed(opened(), "小猫吃鱼"), "address")["link"]
    app = switched(opened(), "guess_first", False)
    app.query_params["s"] = link
    app = app.run()
    assert chips(app) == ["小猫", "吃", "鱼"]
    assert app.toggle("guess_first").value is False
    assert board(typed(app, "我们早上看书")).covered is False


def whole_number(app: AppTest, key: str, value: int) -> AppTest:
    return app.number_input(key).set_value(value).run()


def test_a_hand_table_too_large_for_the_link_is_told() -> None:
    app = typed(opened(), "我们早上在学校的教室里看书写字和画画" * 6)
    assert say("zh", "frame.copy.short") not in prose(app)
    n = len(chips(app))
    values = np.random.default_rng(0).random((n, n)).round(3)
    app = put(app, with_hand(board(app), HandTable(board(app).words, values)))
    assert say("zh", "frame.copy.short") in prose(app)
    assert chips(opened(s=component(app, "address")["link"])) == chips(app)


def test_an_address_with_a_text_opens_it() -> None:
    assert chips(opened(text="我们看书")) == ["我们", "看书"]


def test_a_change_of_page_keeps_everything() -> None:
    app = switched(edited(typed(opened(), "小猫在窗台上睡觉"), 0, 1, 0.8), "switch_causal", True)
    app = sourced(app, "random")
    before = z(app, "computed_chart"), hand(app)
    for page in ("steps", "train", "heads", "table", "steps", "table"):
        app = turned(app, page)
        assert app.text_input("text").value == "小猫在窗台上睡觉"
        if page in ("steps", "heads"):
            assert app.radio("source_name").value == "random"
            assert app.toggle("switch_causal").value is True
    assert app.radio("source_name").value == "random"
    assert app.toggle("switch_causal").value is True
    for old, new in zip(before, (z(app, "computed_chart"), hand(app)), strict=True):
        assert np.array_equal(old, new, equal_nan=True)


def test_another_language_keeps_everything() -> None:
    app = switched(sourced(typed(opened(), "小猫在窗台上睡觉"), "random"), "switch_causal", True)
    app = english(whole_number(app, "seed", 3))
    assert app.text_input("text").value == "小猫在窗台上睡觉"
    assert app.radio("source_name").value == "random"
    assert app.number_input("seed").value == 3
    assert app.toggle("switch_causal").value is True
    assert "Computed" in prose(container(app, "computed"))


def test_an_edit_of_the_hand_table_moves_picture_agreement_and_reading() -> None:
    app = opened()
    before = metrics(app)
    app = edited(app, 0, 6, 1.0)
    assert hand(app)[0][6] == pytest.approx(1.0)
    assert metrics(app)[0] == "6 / 7 行"
    assert metrics(app)[1:] != before[1:]
    assert rows(container(app, "reading"))[1][1:3] == ["“我”最关注“散步”（1.00）、“喜欢”（0.90）", "否"]


def test_the_buttons_of_the_hand_table() -> None:
    app = edited(opened(), 0, 2, 0.5)
    app = acted(app, "symmetric")
    table = hand(app)
    assert table[0][2] == table[2][0] == pytest.approx(0.3)
    app = acted(app, "normalise")
    assert np.nansum(hand(app), axis=1) == pytest.approx(np.ones(7), abs=1e-5)
    app = acted(app, "example")
    assert np.nansum(hand(app)) == pytest.approx(13.8)
    app = acted(app, "fresh")
    assert np.nansum(hand(app)) == pytest.approx(42 * 0.1)


def test_a_button_that_was_pressed_under_another_sentence_does_nothing() -> None:
    app = opened()
    before = hand(app)
    np.testing.assert_array_equal(hand(acted(app, "fresh", words=("小猫", "睡觉"))), before)
    assert np.nansum(hand(acted(app, "fresh"))) == pytest.approx(42 * 0.1)


def test_only_an_example_offers_the_way_back_to_its_table() -> None:
    app = typed(opened(), "小猫睡觉")
    assert "example" not in acts(app)


def test_an_example_is_chosen() -> None:
    app = opened()
    app = app.selectbox("example").set_value(1).run()
    assert app.text_input("text").value == "小明昨天去了学校他今天也去了学校"
    assert hand(app).shape == (11, 11)
    assert "example" in acts(app)


# The switches: each changes what it says, and nothing else.


@pytest.mark.parametrize(
    ("name", "value"),
    [("scale", False), ("temperature", 0.2), ("diagonal", True), ("causal", True), ("hide_punctuation", True)],
)
def test_a_switch_moves_the_table_as_it_does_in_the_core(name: str, value: Any) -> None:
    app = typed(opened(), "我喜欢公园，也喜欢散步。")
    before = z(app, "computed_chart")
    if name == "temperature":
        app = app.slider("temperature").set_value(value).run()
    else:
        app = switched(app, f"switch_{name}", value != (name == "diagonal"))  # the page's switch masks the diagonal
    assert board(app).switches == replace(Switches(), **{name: value})
    wanted = computed_table(board(app))
    assert z(app, "computed_chart") == pytest.approx(wanted.drawn, abs=1e-6, nan_ok=True)
    assert not np.array_equal(z(app, "computed_chart"), before, equal_nan=True)
    assert ticks(app, "computed_chart") == list(wanted.shown_words)
    assert component(app, "hand_cells")["shown"] == component(app, "word_chips")["places"] == list(wanted.shown)


def test_digits_can_be_left_out() -> None:
    app = opened()
    assert figure(app, "computed_chart")["data"][0]["texttemplate"] == "%{z:.2f}"
    app = switched(app, "view_digits", False)
    assert "texttemplate" not in figure(app, "computed_chart")["data"][0]
    assert component(app, "hand_cells")["look"]["layout"]["digit"] == 0


def test_the_hand_table_can_be_shown_as_shares() -> None:
    app = switched(opened(), "view_normalise_hand", True)
    assert component(app, "hand_cells")["look"]["shares"] is True
    assert np.nansum(board(app).hand.values) == pytest.approx(13.8)


def test_the_colours_end_at_one_unless_stretched() -> None:
    app = sourced(opened(), "random")
    assert figure(app, "computed_chart")["data"][0]["zmax"] == 1
    app = switched(app, "view_stretch", True)
    top = figure(app, "computed_chart")["data"][0]["zmax"]
    assert top == pytest.approx(np.nanmax(z(app, "computed_chart")), abs=1e-6)
    assert f"{top:.2f}" in prose(app)


def test_the_probability_of_a_link_is_symmetric() -> None:
    app = switched(opened(), "view_linked", True)
    linked = np.nan_to_num(z(app, "computed_chart"))
    assert linked == pytest.approx(linked.T, abs=1e-6)
    assert linked[1][6] > 0.5
    assert say("zh", "source.syntax.linked")[:12] in prose(container(app, "computed"))


@pytest.fixture
def no_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The folder of the weights is empty, and nothing is remembered from before."""
    monkeypatch.setattr(assets, "WEIGHTS_FOLDER", tmp_path)
    syntax_model.syntax_model.cache_clear()
    registry.computed_once.clear()
    yield
    syntax_model.syntax_model.cache_clear()
    registry.computed_once.clear()


@pytest.mark.parametrize("page", ["table", "steps", "heads"])
def test_without_the_weights_random_ones_are_shown_and_it_is_said(no_weights: None, page: str) -> None:
    app = unfolded(own(opened(page)), "steps.all")
    assert [element.value.replace("\\", "") for element in app.warning] == [
        say("zh", "error.WeightsError", name="syntax.json")
    ]
    assert "随机" in prose(app)
    assert app.get("plotly_chart")


def test_seen_from_the_random_table_the_missing_weights_are_random_ones(no_weights: None) -> None:
    app = opened()
    missing = z(app, "computed_chart")
    assert np.array_equal(missing, z(sourced(app, "random"), "computed_chart"), equal_nan=True)


def test_the_projector_makes_the_figures_larger() -> None:
    app = opened()
    small = figure(app, "computed_chart")["layout"]
    large = figure(switched(app, "view_projector", True), "computed_chart")["layout"]
    assert large["height"] > small["height"]
    assert large["xaxis"]["tickfont"]["size"] > small["xaxis"]["tickfont"]["size"]


def test_a_typed_source_of_too_many_words_is_told() -> None:
    app = opened()
    app = put(app, replace(board(app), source="typed"))
    app = app.selectbox("example").set_value(1).run()
    assert len(app.warning) == 1
    assert "8 个词" in app.warning[0].value
    assert z(app, "computed_chart").shape == (11, 11)


# Text as it comes, and a class's own words


def test_text_that_is_read_otherwise_than_it_looks_says_so_and_is_shown_as_typed() -> None:
    app = typed(opened(), "我⽤电脑去臺灣")
    assert chips(app) == ["我", "⽤", "电脑", "去", "臺灣"]
    said = [caption.value for caption in app.caption]
    assert said.count(say("zh", "sentence.alike", count=1)) == 1
    assert said.count(say("zh", "sentence.traditional")) == 1


def test_gaps_between_characters_are_closed_on_request() -> None:
    app = typed(opened(), "我 喜 欢 在 周 末 散 步")
    app = button(app, "close_gaps")
    assert board(app).text == "我喜欢在周末散步"
    assert "close_gaps" not in [one.key for one in app.button]


def test_the_first_visit_is_told_how_words_are_changed_until_it_has_done_so() -> None:
    app = opened()
    hint = say("zh", "words.hint")
    assert hint in [caption.value for caption in app.caption]
    app = put(app, with_merge(board(app), 0))
    assert hint not in [caption.value for caption in app.caption]
    app = button(app, "reset_words")
    assert hint not in [caption.value for caption in app.caption]


def test_own_words_are_typed_into_their_box() -> None:
    app = opened()
    app.text_input(key="own_words").set_value("喜欢在、散步机").run()
    assert board(app).own_words == ("喜欢在", "散步机")
    assert chips(app)[1] == "喜欢在"


def test_readers_of_english_see_how_words_are_said_and_what_they_mean() -> None:
    app = opened()
    assert component(app, "word_chips")["readings"] is None
    assert component(app, "hand_cells")["titles"] == []
    for shown in (english(app), put(opened(), replace(board(app), view=View(readings=True)))):
        assert component(shown, "word_chips")["readings"][1] == ["xǐhuan", "to like"]
        assert component(shown, "hand_cells")["titles"][1] == "喜欢 · xǐhuan · to like"


@pytest.mark.parametrize(
    ("locale", "language"), [("en-US", "en"), ("de", "en"), ("zh-TW", "zh"), ("zh", "zh"), (None, "zh")]
)
def test_the_browser_decides_the_first_language(
    locale: str | None, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("streamlit.runtime.context.ContextProxy.locale", locale)
    assert board(opened()).view.language == language
    assert board(opened()).view.readings == (language == "en")
