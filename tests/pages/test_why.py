"""The page 为什么 without a browser: a guess before the switch, before beside now, and numbers that are those of the core."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention.errors import WeightsError
from attention.experiments import far as growing
from attention.experiments import lessons as texts
from attention.experiments import pairs as tries
from attention.experiments.guesses import ANSWERS, RIGHT
from attention.sources.registry import compute
from attention.sources.source import Request
from pages.ui.frame.markup import unmarked
from pages.ui.texts import say
from pages.ui.why import far, reference
from pages.ui.why.cards import LESSONS
from tests.pages.visit import (
    SEED_WORDS,
    board,
    button,
    container,
    containers,
    english,
    figure,
    figures,
    opened,
    prose,
    rows,
    sourced,
    switched,
    turned,
    typed,
    whole,
    z,
)

NAMES = tuple(RIGHT)
SOURCES = ("syntax", "random", "fitted", "typed")
LONG = "的一二三四五六七八九十" * 40
ODD = ["我", "，", "……！", "公园，公园，公园！", "2024 1e5 <b>x</b> $x$ %{z} **粗**", "小狗说它饿了"]


def experiment(name: str, text: str | None = None) -> AppTest:
    """A visitor with one card open, who need not guess."""
    app = opened("why")
    if text is not None:
        app = typed(app, text)
    app.session_state["why_all"] = True
    return card(app, name)


def card(app: AppTest, name: str) -> AppTest:
    """The page with another card open."""
    app.session_state["why_open"] = name
    return whole(app.run())


def chosen(app: AppTest, name: str, option: str) -> AppTest:
    return whole(app.segmented_control(f"why_{name}_choice").set_value(option).run())


def picked(app: AppTest, name: str, value: int) -> AppTest:
    """The page with the option of this number chosen in a list whose key begins with `name`."""
    (box,) = (box for box in app.selectbox if box.key.startswith(f"why_{name}_pick_"))
    return whole(box.set_value(value).run())


def slid(app: AppTest, name: str, value: float) -> AppTest:
    return whole(app.slider(f"why_{name}_slider").set_value(value).run())


def cells(app: AppTest, first: str) -> list[str]:
    """The cells of the table row that begins with `first`."""
    for element in app.get("html"):
        for line in re.findall(r"<tr>(.*?)</tr>", element.value):
            found = [re.sub("<[^>]*>", "", cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)]
            if found and found[0] == first:
                return found[1:]
    raise AssertionError(f"no row {first}")


def matrix(app: AppTest, title: str) -> Any:
    """A shown matrix by its caption, as numbers."""
    for element in app.get("html"):
        for table in re.findall(r'<table class="matrix">.*?</table>', element.value, flags=re.DOTALL):
            if f"<caption>{title}</caption>" in table:
                lines = re.findall(r"<tr>(.*?)</tr>", table.split("<tbody>")[1])
                return np.array([[float(x) for x in re.findall(r"<td[^>]*>(.*?)</td>", line)] for line in lines])
    raise AssertionError(f"no matrix {title}")


# All of them


def test_all_questions_are_cards_and_nothing_is_drawn_until_one_is_open() -> None:
    app = opened("why")
    assert [app.button(f"open_{name}").label for name in NAMES] == [say("zh", f"why.title.{name}") for name in NAMES]
    assert figures(app) == []
    assert not app.get("expander")
    assert "why_explained" not in containers(app)


@pytest.mark.parametrize("name", NAMES)
def test_the_switch_is_free_once_one_of_three_answers_is_guessed(name: str) -> None:
    app = button(opened("why"), f"open_{name}")
    answers = [element.key for element in app.button if element.key.startswith("guess_")]
    assert answers == [f"guess_{name}_{answer}" for answer in "abc"]
    hidden = texts.lessons("why", "zh")[LESSONS.get(name, name)].paragraphs[0]
    assert not {"why_controls", "why_explained"} & containers(app)
    assert hidden not in prose(app)
    drawn = figures(app)
    assert not [key for key in drawn if key.endswith("_now")]
    app = button(app, f"guess_{name}_b")
    assert {"why_controls", "why_explained"} <= containers(app)
    told = prose(container(app, "why_explained"))
    assert say("zh", "why.told", answer=say("zh", f"why.guess.{name}.b")) in told
    right = say("zh", f"why.guess.{name}.{RIGHT[name]}")
    assert (say("zh", "why.told.right") in told) == (RIGHT[name] == "b")
    assert right in told
    assert told.index("你猜的是") < told.index(hidden)
    # What the switch has not changed is as before: both sides are the same pictures.
    for key in drawn:
        assert figure(app, key)["data"] == figure(app, key.replace("_before", "_now"))["data"]
    assert app.session_state["guesses"].given == ((name, "b"),)
    app = button(app, "why_back")
    assert say("zh", "why.guessed", answer=say("zh", f"why.guess.{name}.b")) in prose(container(app, f"card_{name}"))
    app = button(button(app, f"open_{name}"), "why_again")
    assert "why_controls" not in containers(app)
    assert app.session_state["guesses"].given == ()


def test_a_teacher_shows_all_without_guessing_and_goes_from_card_to_card() -> None:
    app = whole(opened("why").toggle("why_all_flip").set_value(True).run())
    app = button(app, f"open_{NAMES[0]}")
    for name in NAMES:
        assert say("zh", f"why.ask.{name}") in prose(app)
        assert "why_controls" in containers(app)
        assert "你猜的是" not in prose(app)
        if name != NAMES[-1]:
            app = button(app, "why_next")
    assert app.button("why_next").disabled
    assert "guesses" not in app.session_state


def test_the_first_paragraph_tells_no_answer() -> None:
    first = say("zh", "why.lead")
    for name in NAMES:
        for answer in ANSWERS:
            assert say("zh", f"why.guess.{name}.{answer}") not in first


@pytest.mark.parametrize("name", NAMES)
def test_each_asks_a_question_whose_answer_is_folded_away_and_speaks_english(name: str) -> None:
    app = experiment(name)
    asked = [
        element.value for element in app.get("html") if "<details" in element.value and "question" in element.value
    ]
    assert asked
    assert all("<summary>" in part and "<details open" not in part for part in asked)
    app = english(app)
    for text in ("why.question", f"why.title.{name}", f"why.ask.{name}"):
        assert say("en", text) in prose(app)
        assert say("zh", text) not in prose(app)


@pytest.mark.parametrize("name", NAMES)
def test_each_answers_with_every_source(name: str) -> None:
    app = experiment(name)
    for source in SOURCES:
        app = sourced(app, source)
        assert not app.warning, source
        assert name != "values" or say("zh", f"why.W_V.said.{source}") in prose(app)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_answers_odd_sentences_and_the_longest(name: str) -> None:
    app = experiment(name)
    for text in (*ODD, LONG):
        app = typed(app, text)
        assert not app.warning, text
    assert "<b>x</b>" not in "".join(element.value for element in typed(app, ODD[4]).get("html"))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_each_answers_when_all_or_most_cells_are_masked(name: str) -> None:
    app = switched(switched(experiment("swap"), "switch_causal", True), "switch_hide_punctuation", True)
    app = card(app, name)
    typed(app, "，我。")
    typed(app, "我")


def drawn_parts(app: AppTest) -> list[Any]:
    """Pictures and texts of the page."""
    texts = [element.value for kind in ("html", "caption", "info") for element in app.get(kind)]
    return [*(element.proto.spec for element in app.get("plotly_chart")), *texts]


@pytest.mark.parametrize("name", NAMES)
def test_a_switch_is_offered_just_where_it_changes_what_is_open(name: str) -> None:
    app = typed(experiment(name), "小狗，说它饿了。")
    before, offered = drawn_parts(app), {toggle.key for toggle in app.toggle}
    for key in {"switch_scale", "switch_diagonal", "view_digits"} & offered:
        assert drawn_parts(switched(app, key, not app.toggle(key).value)) != before, key
        switched(app, key, not app.toggle(key).value)
    sliders = {slider.key for slider in app.slider}
    if "temperature" in sliders:
        assert drawn_parts(whole(app.slider("temperature").set_value(2.0).run())) != before
    about_weights = name not in ("dish", "cost")
    assert ("temperature" in sliders) == (name != "rows" and about_weights)
    assert ("switch_scale" in offered) == (name != "scaling" and about_weights)
    assert ("view_digits" in offered) == (name in ("swap", "rows"))
    assert not {"view_stretch", "view_normalise_hand"} & offered


def test_no_switch_is_offered_while_no_card_is_open() -> None:
    assert not {"switch_scale", "view_digits"} & {toggle.key for toggle in opened("why").toggle}
    assert not opened("why").slider


def test_what_was_set_is_still_set_after_another_page() -> None:
    app = slid(chosen(experiment("rows"), "direction", "column"), "temperature", 2.0)
    app = turned(turned(app, "heads"), "why")
    assert app.segmented_control("why_direction_choice").value == "column"
    assert app.slider("why_temperature_slider").value == 2.0


def test_the_other_switches_are_on_the_page_too() -> None:
    app = experiment("swap")
    divided = z(app, "why_swap_weights_before")
    sharp = z(switched(app, "switch_scale", False), "why_swap_weights_before")
    assert np.nanmax(sharp, axis=1).mean() > np.nanmax(divided, axis=1).mean()


# 1


def test_the_output_is_the_weighted_sum_of_what_is_handed_over() -> None:
    app = experiment("values")
    weights = compute("syntax", Request(tuple(SEED_WORDS))).weights[6]
    for option, width in (("learned", 32), ("identity", 192)):
        shown = z(chosen(app, "W_V", option), "why_values_picture_now")
        assert z(app, "why_values_picture_before").shape == (8, 32)
        assert shown.shape == (8, width)
        assert weights @ shown[:7] == pytest.approx(shown[7], abs=1e-4)


def test_only_two_vectors_tell_that_there_is_no_fish() -> None:
    app = experiment("dish")
    fish = {way: float(cells(app, say("zh", f"why.way.{way}"))[1]) for way in ("name", "bowl", "both")}
    found = {way: float(cells(app, say("zh", f"why.way.{way}"))[0]) for way in ("name", "bowl", "both")}
    assert fish["name"] > 0.9 > 0.1 > fish["both"]
    assert found["bowl"] < 0.5 < found["both"]


@pytest.mark.parametrize("way", ["name", "both"])
def test_the_dish_can_be_worked_out_from_what_is_shown(way: str) -> None:
    app = chosen(experiment("dish"), "way", way)
    keys, values = matrix(app, "键"), matrix(app, "值")
    match, output = matrix(app, say("zh", "why.dish.match")), matrix(app, say("zh", "why.dish.output"))
    scores = keys @ [1, 1, 0, 0, 0] * 4
    assert match[:, 0] == pytest.approx(scores)
    weights = np.exp(scores) / np.exp(scores).sum()
    assert match[:, 1] == pytest.approx(weights, abs=0.006)
    assert output[0] == pytest.approx(weights @ values, abs=0.006)


def test_the_multiplications_are_those_of_the_sentence() -> None:
    app = experiment("cost", "我喜欢散步")
    project, mix, join, total, times = cells(app, say("zh", "why.cost.narrow"))
    assert (project, mix, join) == (f"{3 * 512 * 512:,}", f"{9 * 512:,}", f"{3 * 512 * 512:,}")
    assert int(total.replace(",", "")) == 2 * 3 * 512 * 512 + 9 * 512
    assert times == "1.0"
    assert cells(app, say("zh", "why.cost.plain"))[0] == "0"


# 2


def test_swapped_scores_are_the_transpose_and_the_weights_are_not() -> None:
    app = chosen(experiment("swap"), "swap", "swapped")
    before, after = z(app, "why_swap_scores_before"), z(app, "why_swap_scores_now")
    assert after == pytest.approx(before.T, abs=1e-3)
    assert np.nanmax(np.abs(z(app, "why_swap_weights_now") - z(app, "why_swap_weights_before").T)) > 0.1
    assert cells(app, "得分表")[0] == "0"
    assert float(cells(app, "权重表")[0]) > 0.1


def test_tied_scores_are_symmetric_and_the_weights_are_not() -> None:
    app = chosen(experiment("swap"), "swap", "tied")
    scores, weights = z(app, "why_swap_scores_now"), z(app, "why_swap_weights_now")
    assert scores == pytest.approx(scores.T, abs=1e-3)
    assert np.nanmax(np.abs(weights - weights.T)) == pytest.approx(
        float(cells(app, say("zh", "why.swap.A_uneven"))[1]), abs=1e-3
    )
    assert np.nansum(weights, axis=1) == pytest.approx(np.ones(7), abs=1e-5)


def test_both_sides_have_the_same_colours() -> None:
    app = experiment("swap")
    ranges = {
        figure(chosen(app, "swap", how), f"why_swap_scores_{side}")["data"][0]["zmax"]
        for how in ("before", "swapped", "tied")
        for side in ("before", "now")
    }
    assert len(ranges) == 1


# 3


def test_a_row_of_random_keys_multiplies_out() -> None:
    app = experiment("scaling")
    for divided in (True, False):
        app = switched(app, "why_divided_flip", divided)
        lines = [[float(x) for x in line[1:]] for line in rows(container(app, "why_row_now"), "得分 q·k")[1:]]
        for score, used, _ in lines:
            assert used == pytest.approx(score / 8 if divided else score, abs=0.006)
        exps = np.exp([used for _, used, _ in lines])
        assert [weight for _, _, weight in lines] == pytest.approx(exps / exps.sum(), abs=0.01)


def test_the_curves_part_where_d_k_grows() -> None:
    app = experiment("scaling")
    divided, plain = (trace["y"] for trace in figure(app, "why_scaling_entropy")["data"])
    assert divided[0] == plain[0]
    assert all(a > b for a, b in pairwise(plain))
    assert plain[-1] < 0.2 < divided[-1]
    assert figure(app, "why_scaling_entropy")["layout"]["yaxis"]["range"] == pytest.approx([0, math.log(7) * 1.05])


# 4


def test_the_sums_are_those_of_the_table_shown() -> None:
    app = experiment("rows")
    for direction, axis in (("row", 1), ("column", 0)):
        app = chosen(app, "direction", direction)
        table = np.nan_to_num(z(app, "why_rows_table_now"))
        assert table.sum(axis=axis) == pytest.approx(np.ones(7), abs=1e-5)
        assert np.abs(table.sum(axis=1 - axis) - 1).max() > 0.1
        lines = rows(container(app, "why_sums_now"), say("zh", "why.rows.row_sum"))
        shown = np.array([[float(x) for x in line[1:]] for line in lines[1:8]])
        assert shown[:, 0] == pytest.approx(table.sum(axis=1), abs=0.006)
        assert shown[:, 1] == pytest.approx(table.sum(axis=0), abs=0.006)


def test_temperature_flattens_the_table_shown() -> None:
    app = experiment("rows")
    tops = [np.nanmax(z(slid(app, "temperature", t), "why_rows_table_now"), axis=1).mean() for t in (0.1, 1.0, 5.0)]
    assert tops == sorted(tops, reverse=True)
    assert cells(app, "一行里最大的权重")[1] == f"{tops[-1]:.3f}"


# 5


def test_the_network_forgets_while_the_head_that_was_taught_still_sees() -> None:
    app = switched(experiment("far"), "why_network_flip", True)
    assert len(figure(app, "why_far_growing_before")["data"]) == 3
    curves = {trace["name"]: trace["y"] for trace in figure(app, "why_far_growing_now")["data"]}
    network = curves[say("zh", "why.far.network")]
    assert all(a > b for a, b in pairwise(network))
    assert network[-1] < 0.001
    head = next(y for name, y in curves.items() if name.endswith(say("zh", "head.head")))
    assert min(head) > 0.5
    assert len(curves) == 4


def test_the_boards_sentence_is_measured_word_by_word() -> None:
    app = switched(chosen(experiment("far"), "far", "board"), "why_network_flip", True)
    weights, memory = (trace["y"] for trace in figure(app, "why_far_board_now")["data"])
    row = compute("syntax", Request(tuple(SEED_WORDS))).weights[-1]
    assert weights == pytest.approx(row)
    assert memory == sorted(memory)


def test_the_range_of_a_curve_is_fixed() -> None:
    app = experiment("far")
    for key in ("far_growing_now", "bottleneck"):
        assert figure(app, f"why_{key}")["layout"]["yaxis"]["range"] == [0, pytest.approx(1.05)]


def test_one_vector_loses_words_and_looking_back_none() -> None:
    app = experiment("far")
    n = len(growing.stretches()[-1].words)
    one, back = (cells(app, say("zh", f"why.bottleneck.{way}"))[0] for way in ("one", "back"))
    assert int(one.split(" / ")[0]) < n / 2
    assert back == f"{n} / {n}"
    app = whole(app.select_slider("why_packed_steps").set_value(256).run())
    assert int(cells(app, say("zh", "why.bottleneck.one"))[0].split(" / ")[0]) > n / 2


# 6


def test_the_weights_of_the_pronoun_are_those_of_the_sources() -> None:
    app = experiment("reference")
    words = tuple("小明 昨天 去 了 学校 他 今天 也 去 了 学校".split())
    syntax = compute("syntax", Request(words))
    for head in syntax.heads:
        shown = cells(app, f"句法·{say('zh', f'head.{head.name}')}")
        assert shown[1] == f"{head.trace.weights[5, 0]:.3f}"
    assert cells(app, "随机（种子 0）")[1] == f"{compute('random', Request(words)).weights[5, 0]:.3f}"
    assert float(cells(app, say("zh", "why.reference.fitted"))[1]) > 0.2
    assert "去·第9词" in cells(app, f"句法·{say('zh', 'head.head')}")[0]


def test_the_bars_of_a_row_are_the_weights_of_the_source() -> None:
    app = experiment("reference")
    words = tuple("小明 昨天 去 了 学校 他 今天 也 去 了 学校".split())
    assert bars(app) == pytest.approx(compute("random", Request(words)).weights[5], abs=0.0051)
    app = picked(app, "who", 0)
    assert bars(app) == pytest.approx(compute("syntax", Request(words)).heads[0].trace.weights[5], abs=0.0051)


def bars(app: AppTest) -> list[float]:
    """The numbers beside the bars of the last picture."""
    found = [html for html in (element.value for element in app.get("html")) if 'class="bars"' in html]
    return [float(value) for value in re.findall(r"<td>([\d.]+)</td>", found[-1])]


def test_a_pronoun_on_the_board_is_asked_about_instead() -> None:
    app = experiment("reference", "小狗说它饿了")
    assert "“它”" in prose(app)
    assert "“小狗”" in prose(app)


def test_the_small_matrices_multiply_out_and_find_the_person() -> None:
    app = experiment("reference")
    X, W_Q, W_K, W_V = (matrix(app, name) for name in ("X", "W_Q", "W_K", "W_V"))
    Q, K, V = (matrix(app, name) for name in ("Q = X·W_Q", "K = X·W_K", "V = X·W_V"))
    assert np.array_equal(X @ W_Q, Q)
    assert np.array_equal(X @ W_K, K)
    assert np.array_equal(X @ W_V, V)
    scores = (K @ Q[5])[:6] / math.sqrt(2)
    weights = np.exp(scores) / np.exp(scores).sum()
    assert matrix(app, "“他”的一行")[2] == pytest.approx(weights, abs=0.006)
    assert matrix(app, "值和输出")[1] == pytest.approx(weights @ V[:6], abs=0.006)
    assert weights.argmax() == 0


def test_she_finds_xiaohong() -> None:
    app = switched(chosen(experiment("reference"), "pronoun", "她"), "why_two_flip", True)
    before, after = map(float, cells(app, say("zh", "why.matrices.weight", pronoun="她", person="小红")))
    assert before < 0.2 < 0.9 < after
    app = slid(app, "asking", 0.0)
    assert len(set(cells(app, say("zh", "why.matrices.weight", pronoun="她", person="小红")))) == 1


# 7


def test_each_pair_shows_both_sentences_and_can_go_on_the_board() -> None:
    app = experiment("senses")
    for i, pair in enumerate(tries.pairs()):
        app = picked(app, "pair", i)
        assert pair.text["zh"] in prose(app)
        assert all(z(app, f"why_pair_{side}").ndim == 2 for side in ("before", "now"))
    app = button(chosen(picked(app, "pair", 0), "sentence", "second"), "why_put_now")
    assert board(app).text == "她种了很多花"
    assert app.text_input("text").value == "她种了很多花"
    assert "why_pair_now" in figures(app)


def test_one_word_of_two_meanings_has_two_outputs() -> None:
    app = experiment("senses")
    assert float(cells(app, say("zh", "why.pairs.output"))[0]) < 0.5
    same = picked(app, "pair", 1)
    assert float(cells(same, say("zh", "why.pairs.output"))[0]) > 0.9


def test_the_word_orders_are_counted() -> None:
    app = picked(experiment("senses"), "pair", 6)
    assert cells(app, "周末 – weekends") == ["第 4 个词", "第 11 个词"]
    assert cells(app, "散步 – walk") == ["第 7 个词", "第 6 个词"]


# What is missing is said


def test_without_the_syntax_models_weights_the_page_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(source: Any, *arguments: Any) -> Any:
        if source == "syntax":
            raise WeightsError("syntax.npz", "the file is missing")
        return (weights_back if isinstance(arguments[0], tuple) else real)(source, *arguments)

    real, weights_back = compute, growing.weights_back
    monkeypatch.setattr(reference, "compute", missing)
    monkeypatch.setattr(far, "weights_back", missing)
    for name in ("reference", "far"):
        app = experiment(name)
        assert unmarked(say("zh", "why.no_weights", name="syntax.npz")) in prose(app)
    app = switched(app, "why_network_flip", True)
    assert [trace["name"] for trace in figure(app, "why_far_growing_now")["data"]] == ["随机", "循环神经网络的记忆"]


def test_without_the_texts_the_experiments_go_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    monkeypatch.setattr("pages.ui.why.parts.lessons", lambda page, language: texts.lessons(page, language, tmp_path))
    app = experiment("swap")
    assert say("zh", "why.no_text", name="swap") in prose(app)
    assert "why_swap_scores_before" in figures(app)
