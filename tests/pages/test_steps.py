"""The page of the four steps without a browser: what is shown multiplies out, digit by digit."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention.session.board import with_merge
from attention.sources.registry import SOURCES
from attention.sources.typed_matrices import BOARD_WORDS, with_arrays
from pages.ui.texts import say
from pages.ui.widgets.stage import MAX_KEYS
from tests.pages.visit import (
    SEED,
    SEED_WORDS,
    board,
    button,
    chips,
    component,
    english,
    figure,
    figures,
    opened,
    own,
    prose,
    put,
    rows,
    sourced,
    switched,
    turned,
    typed,
    unfolded,
    whole,
    z,
)


def all_numbers() -> AppTest:
    """The page with the visitor's own sentence and all numbers unfolded."""
    return unfolded(own(opened("steps")), "steps.all")


def edited_example() -> AppTest:
    """The page with the board example as the visitor's own sentence, to be typed over."""
    return unfolded(button(opened("steps"), "steps_board_edit"), "steps.all")


def chosen(app: AppTest, query: int, key: int) -> AppTest:
    app = app.selectbox("steps_query_picker").set_value(query).run()
    return whole(app.selectbox("steps_key_picker").set_value(key).run())


def scoring(app: AppTest) -> tuple[list[Decimal], list[Decimal], list[Decimal]]:
    """q with nothing behind it, k, and the products with their sum, as shown."""
    _, q, k, products = rows(app, "1")
    assert (q[0], k[0], products[0]) == ("q", "k", "q ⊙ k")
    return [*map(Decimal, q[1:-1])], [*map(Decimal, k[1:-1])], [*map(Decimal, products[1:])]


def shares(app: AppTest) -> list[list[str]]:
    """Step 2, a row a key; the last one is the sum."""
    return rows(app, "权重")[1:]


def mixing(app: AppTest) -> list[list[str]]:
    """Step 3, a row a key; then the sum and what all digits gave."""
    return rows(app, "v1")[1:]


def scaled(app: AppTest) -> tuple[Decimal, Decimal, Decimal]:
    """Sum, factor and score from the sentence of step 1: 和 … × …（…）= …"""
    sentence = next(line for line in prose(app).splitlines() if "1/√d_k" in line)
    total, rest = sentence.split("和 ")[1].split(" × ")
    return Decimal(total), Decimal(rest.split("（")[0]), Decimal(rest.split("= ")[-1].split("。")[0])


def staged(app: AppTest) -> dict[str, Any]:
    """What the stage shows."""
    return component(app, "steps_stage")


def test_the_page_opens_with_the_board_example_and_keeps_the_own_sentence() -> None:
    app = opened("steps")
    assert staged(app)["words"] == list(BOARD_WORDS)
    assert staged(app)["ways"][0]["sentences"][0].startswith(
        "“吃”的 q 和“鱼”的 k 逐列相乘（q ⊙ k），4 列加起来是得分 q·k = 4。"
    )
    assert (app.text_input("text").value, list(board(app).words)) == (SEED, SEED_WORDS)
    app = button(app, "steps_own")
    assert staged(app)["words"] == SEED_WORDS
    assert (staged(app)["query"], staged(app)["pair"]) == ("散步", [6, 1])
    app = button(app, "steps_board")
    assert staged(app)["words"] == list(BOARD_WORDS)


def test_another_sentence_or_source_is_shown_at_once() -> None:
    assert staged(typed(opened("steps"), "小猫睡觉"))["words"] == ["小猫", "睡觉"]
    assert staged(sourced(opened("steps"), "random"))["words"] == SEED_WORDS


@pytest.mark.parametrize("source", SOURCES)
def test_every_source_can_be_staged(source: str) -> None:
    data = staged(sourced(own(opened("steps")), source))
    assert data["words"] == SEED_WORDS
    assert sum(data["ways"][0]["weights"]) == pytest.approx(1)


def test_who_comes_with_a_sentence_in_the_address_sees_that() -> None:
    assert staged(turned(opened(text="小猫睡觉"), "steps"))["words"] == ["小猫", "睡觉"]
    assert staged(turned(opened(text=SEED), "steps"))["words"] == list(BOARD_WORDS)  # the usual one is nobody's own


def test_a_pair_of_the_example_is_not_one_of_the_own_sentence() -> None:
    app = whole(opened("steps").selectbox("steps_example_query_picker").set_value(0).run())
    assert staged(app)["pair"] == [0, 2]
    assert staged(button(app, "steps_own"))["pair"] == [6, 1]


def test_the_stage_shows_the_row_of_the_table() -> None:
    app = chosen(all_numbers(), 4, 5)
    data, row = staged(app), z(app, "steps_table")[4]
    shown = [
        weight if kept else math.nan for weight, kept in zip(data["ways"][0]["weights"], data["mask"], strict=True)
    ]
    assert shown == pytest.approx(row.tolist(), nan_ok=True)
    assert data["q"] == pytest.approx([float(x) for x in scoring(app)[0]], abs=6e-4)


def test_the_stage_has_the_row_with_and_without_the_root() -> None:
    app = all_numbers()
    first, other = staged(app)["ways"]
    assert (first["scale"], other["scale"]) == (True, False)
    flipped = staged(switched(app, "switch_scale", False))["ways"]
    assert [way["weights"] for way in flipped] == [other["weights"], first["weights"]]
    assert "没有除以 √64 = 8：" in flipped[0]["sentences"][1]


def test_a_switch_that_does_nothing_says_why_on_the_stage() -> None:
    app = all_numbers()
    assert staged(app)["idle"] == ""
    assert staged(typed(app, "公园"))["idle"] == say("zh", "switches.idle.one_value")


def test_a_row_without_words_to_look_at_is_told_on_the_stage() -> None:
    data = staged(chosen(switched(all_numbers(), "switch_causal", True), 0, 1))
    assert data["ways"][0]["sentences"][2] == say("zh", "steps.stage.three.none", query="我")
    assert data["strips"] == []


def test_what_there_is_no_room_for_is_said() -> None:
    app = typed(all_numbers(), "我们看书" * 40)
    data = staged(app)
    assert len(data["words"]) == MAX_KEYS
    assert f"这一行有 80 个词，画了权重最大的 {MAX_KEYS} 个" in data["note"]
    assert staged(typed(app, "小猫睡觉"))["note"] == ""


@pytest.mark.parametrize("source", ["syntax", "random", "fitted"])
def test_the_score_multiplies_out(source: str) -> None:
    app = chosen(sourced(all_numbers(), source), 4, 5)
    q, k, (*products, total) = scoring(app)
    assert [a * b for a, b in zip(q, k, strict=True)] == products
    assert sum(products) == total
    shown, factor, score = scaled(app)
    assert shown == total
    assert float(score) == pytest.approx(float(total * factor), abs=6e-5)


@pytest.mark.parametrize("source", ["syntax", "random", "fitted"])
def test_the_weights_come_out_of_the_shown_scores(source: str) -> None:
    app = chosen(sourced(all_numbers(), source), 6, 5)
    *keys, sums = shares(app)
    assert [row[0] for row in keys] == SEED_WORDS[:6]
    scores = [float(row[1]) for row in keys]
    for row, score in zip(keys, scores, strict=True):
        assert float(row[3]) == pytest.approx(math.exp(score - max(scores)), abs=6e-6)
        assert float(row[5]) == pytest.approx(float(row[3]) / float(sums[3]), abs=6e-5)
        assert float(row[5]) == pytest.approx(float(row[6]), abs=2e-4)
    assert sum(Decimal(row[3]) for row in keys) == Decimal(sums[3])
    assert [float(row[5]) for row in keys] == pytest.approx(z(app, "steps_table")[6][:6], abs=2e-4)


@pytest.mark.parametrize("source", ["syntax", "random", "fitted"])
def test_the_weighted_sum_adds_up(source: str) -> None:
    app = chosen(sourced(all_numbers(), source), 6, 5)
    *keys, sums, exact = mixing(app)
    for column in range(1, len(sums)):
        products = []
        for row in keys:
            weight = Decimal(row[0].split(" × ")[0])
            value, product = map(Decimal, row[column].split(" → "))
            assert weight * value == product
            products.append(product)
        assert sum(products) == Decimal(sums[column])
        assert float(sums[column]) == pytest.approx(float(exact[column]), abs=0.01)


def test_the_output_is_drawn_as_it_was_summed() -> None:
    app = chosen(all_numbers(), 6, 5)
    exact = [float(cell) for cell in mixing(app)[-1][1:]]
    assert z(app, "steps_output")[1][: len(exact)] == pytest.approx(exact, abs=6e-4)


def test_the_frame_stands_around_the_chosen_cell() -> None:
    app = chosen(all_numbers(), 2, 3)
    row, cell = figure(app, "steps_table")["layout"]["shapes"]
    assert (row["y0"], row["y1"]) == (2.5, 3.5)
    assert (cell["x0"], cell["x1"], cell["y0"]) == (3.5, 4.5, 2.5)
    assert say("zh", "steps.one.text", query="在", key="周末") in prose(app)


def test_the_choice_survives_another_page_and_stays_inside_a_shorter_sentence() -> None:
    app = chosen(all_numbers(), 5, 6)
    app = turned(turned(app, "table"), "steps")
    assert (app.selectbox("steps_query_picker").value, app.selectbox("steps_key_picker").value) == (5, 6)
    app = typed(app, "小猫睡觉")
    assert app.selectbox("steps_query_picker").value == app.selectbox("steps_key_picker").value == 1
    assert app.selectbox("steps_query_picker").options == ["1 小猫", "2 睡觉"]


def test_every_head_can_be_followed() -> None:
    app = all_numbers()
    tables = []
    for head in range(len(app.selectbox("steps_head_picker").options)):
        app = whole(app.selectbox("steps_head_picker").set_value(head).run())
        tables.append(z(app, "steps_table").tobytes())
    assert len(set(tables)) == len(tables) == 6


def test_a_masked_cell_is_told() -> None:
    app = chosen(all_numbers(), 3, 3)
    assert say("zh", "steps.masked") in [element.value for element in app.info]
    app = chosen(switched(app, "switch_causal", True), 0, 1)
    assert say("zh", "reading.empty", query="我") in [element.value.replace("\\", "") for element in app.info]


def test_an_even_share_is_among_the_words_that_are_not_masked() -> None:
    app = chosen(all_numbers(), 2, 3)  # 在: two words before it, and itself masked
    for switch, seen in (("switch_causal", 2), ("switch_diagonal", 3)):
        app = switched(app, switch, switch == "switch_causal")
        weights = [float(row[5]) for row in shares(app)[:-1]]
        (said,) = (
            row[1] for row in rows(app, say("zh", "steps.reading")) if row[0] == say("zh", "steps.reading.enhance")
        )
        assert f"能看的有 {seen} 个词" in said
        assert f"平均分配的 {max(weights) * seen:.1f} 倍" in said
    app = chosen(switched(app, "switch_diagonal", True), 0, 1)  # 我: nothing before it
    assert [row[0] for row in rows(app, say("zh", "steps.reading"))[1:]] == [say("zh", "steps.reading.human")]


@pytest.mark.parametrize("switch", ["switch_scale", "switch_diagonal"])
def test_the_switches_move_the_steps(switch: str) -> None:
    app = chosen(all_numbers(), 6, 1)
    before = shares(app)
    app = switched(app, switch, False)
    assert shares(app) != before
    assert ("没有缩放" in prose(app)) == (switch == "switch_scale")


def test_temperature_stands_in_the_factor() -> None:
    app = whole(chosen(all_numbers(), 6, 1).slider("temperature").set_value(2.0).run())
    assert scaled(app)[1] == Decimal("0.0625")  # 1/√64 by 2


def test_the_board_example_multiplies_out_in_the_head() -> None:
    app = edited_example()
    assert chips(app) == list(BOARD_WORDS)
    assert app.radio("source_name").value == "typed"
    app = chosen(app, 1, 2)  # 吃 → 鱼
    q, k, products = scoring(app)
    assert all(number == int(number) for number in (*q, *k, *products))
    assert [float(row[5]) for row in shares(app)[:-1]] == pytest.approx(
        [math.e / (math.e + math.exp(2)), math.exp(2) / (math.e + math.exp(2))], abs=1e-4
    )


def test_a_typed_matrix_is_followed() -> None:
    app = chosen(edited_example(), 0, 1)
    before = z(app, "steps_table")
    now = board(app)
    app = put(
        app, replace(now, typed=with_arrays(now.typed, {"W_Q": np.array([[0, 0, 5, 0], [2, 0, 2, 0], [0, 2, 0, 0]])}))
    )
    assert scoring(app)[0][2] == 5
    assert z(app, "steps_table")[0].tolist() != before[0].tolist()


def test_the_widths_of_typed_matrices_can_be_changed() -> None:
    app = unfolded(edited_example(), "typed.title")
    app = whole(app.number_input("typed_d_k").set_value(2).run())
    assert len(scoring(app)[0]) == 2
    assert board(app).typed.W_Q.shape == board(app).typed.W_K.shape == (3, 2)


def test_too_many_words_to_type_matrices_for_is_told() -> None:
    app = unfolded(edited_example(), "typed.title")
    app = typed(app, "我们早上在学校的教室里看书写字和画画")
    assert len(chips(app)) > 8
    assert len(app.warning) == 1


def test_the_projections_are_drawn_and_multiply_out() -> None:
    app = unfolded(edited_example(), "steps.qkv")
    assert {f"steps_{name}" for name in ("X", "W_Q", "W_K", "W_V", "Q", "K", "V")} <= set(figures(app))
    for name in "QKV":
        assert z(app, f"steps_{name}") == pytest.approx(z(app, "steps_X") @ z(app, f"steps_W_{name}"), abs=1e-4)
    assert app.latex[0].value.count("X") == 3


def test_each_reading_is_tied_to_a_number_of_this_row() -> None:
    app = chosen(all_numbers(), 6, 1)
    readings = {row[0]: row[1] for row in rows(app, say("zh", "steps.reading"))[1:]}
    assert len(readings) == 6
    weights = [float(row[5]) for row in shares(app)[:-1]]
    assert f"{sum(weight > 0.01 for weight in weights)} 个的权重超过 0.01" in readings["整合信息"]
    assert f"{max(weights):.3f}" in readings["增强特征"]


def test_the_word_that_stands_twice_is_named_with_its_place() -> None:
    app = chosen(typed(all_numbers(), "公园，公园，公园！"), 2, 4)
    assert "“公园·第3词”的查询 q 和“公园·第5词”的键 k" in prose(app)


@pytest.mark.parametrize("text", ["公园", "我们看书" * 40])
def test_short_and_long_sentences(text: str) -> None:
    app = typed(all_numbers(), text)
    assert z(app, "steps_table").shape == (len(chips(app)),) * 2
    assert len(figure(app, "steps_table")["data"]) == (2 if len(chips(app)) == 1 else 1)


def test_the_page_shows_weights_even_where_the_table_page_shows_links() -> None:
    app = switched(opened(), "view_linked", True)
    app = own(turned(app, "steps"))
    assert say("zh", "source.syntax.said") in prose(app)
    assert "view_linked" not in {element.key for element in app.toggle}


def test_the_page_speaks_english() -> None:
    app = english(all_numbers())
    assert "The query q of “散步” and the key k of “喜欢”" in prose(app)


def test_merged_words_are_followed() -> None:
    app = all_numbers()
    app = put(app, with_merge(board(app), 5))
    assert app.selectbox("steps_query_picker").options[-1] == "6 公园散步"
