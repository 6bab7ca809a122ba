"""The training page without a browser: a run from random matrices to the hand table, and what can be tried on it."""

from __future__ import annotations

import base64
import json
import math
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from attention import assets
from attention.core import softmax_backward
from attention.figures.colours import DARK, LIGHT
from attention.hand.table import with_values
from attention.models.untrained import embed
from attention.session.board import with_hand
from attention.sources import registry, syntax_model
from attention.train import FitSettings, Fitted, Run, fit, objective_for
from attention.train.fitted_file import to_json, to_npz
from attention.types import HandTable
from pages.ui.texts import say
from pages.ui.train import training
from pages.ui.train.fitting import EXPERIMENTS
from pages.ui.widgets.film import film_data
from tests.pages.visit import (
    board,
    button,
    component,
    container,
    english,
    figures,
    opened,
    prose,
    put,
    sourced,
    turned,
    typed,
    unfolded,
    whole,
    z,
)

LONG = 600.0


@pytest.fixture(autouse=True)
def few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run is at its end at the first look, however slow the machine."""
    monkeypatch.setattr(training, "TICK", LONG)


def run(app: AppTest) -> Any:
    return app.session_state["run"][-1]


def trained(app: AppTest, looks: int = 200) -> AppTest:
    """The page once the run that goes on has ended."""
    for _ in range(looks):
        if not component(app, "train_pulse")["live"]:
            return app
        app = whole(app.run())
    raise AssertionError(f"still running at step {run(app).number}")


def quick(app: AppTest, steps: int = 40) -> AppTest:
    return whole(app.number_input("fit_steps").set_value(steps).run())


def standing(app: AppTest) -> str:
    return prose(container(app, "train_state"))


def test_training_comes_close_to_the_hand_table() -> None:
    app = opened("train")
    assert "第 0 / 500 步" in standing(app)
    assert component(app, "film")["numbers"] == [0]
    app = trained(button(app, "train_start"))
    film, last = component(app, "film"), run(app).number
    assert f"第 {last} / 500 步" in standing(app)
    assert say("zh", "train.learned") in standing(app)
    assert last < 100
    assert run(app).gap < 0.001
    assert film["numbers"] == [*(step for step in (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89) if step < last), last]
    assert film["played"] == 1
    assert app.button("train_start").disabled


def test_a_run_can_be_paused_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "TICK", 0.0)
    app = button(opened("train"), "train_start")
    app = button(app, "train_pause")
    stopped = run(app).number
    assert 0 < stopped < 30
    assert run(whole(app.run())).number == stopped
    assert app.button("train_start").label == say("zh", "train.go_on")
    monkeypatch.setattr(training, "TICK", LONG)
    app = trained(button(app, "train_start"))
    assert run(app).finished


def test_a_click_that_comes_in_with_a_changed_setting_starts_the_run_of_the_new_setting() -> None:
    """On a busy machine both reach the server together."""
    app = opened("train")
    app.number_input("fit_steps").set_value(40)
    app = trained(button(app, "train_start"))
    assert "第 40 / 40 步" in standing(app)


def test_a_click_that_comes_in_with_another_sentence_starts_a_run_with_its_hand_table() -> None:
    app = opened("train")
    app.text_input("text").set_value("老师把作业发给了学生")
    app = trained(button(app, "train_start"))
    assert run(app).finished
    assert run(app).hand is board(app).hand


def test_a_changed_setting_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "TICK", 0.0)
    app = quick(button(opened("train"), "train_start"), 50)
    assert not component(app, "train_pulse")["live"]
    assert "第 0 / 50 步" in standing(app)


def test_the_browser_is_told_to_ask_for_more_until_it_has_been_shown_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "TICK", 0.0)
    app = opened("train")
    assert not component(app, "train_pulse")["live"]
    app = button(app, "train_start")
    assert component(app, "train_pulse")["live"]
    assert not component(button(app, "train_pause"), "train_pulse")["live"]
    app = trained(button(app, "train_start"))
    assert not component(app, "train_pulse")["live"]
    assert run(app).finished


def test_one_step_is_one_step() -> None:
    app = button(opened("train"), "train_one")
    assert "第 1 / 500 步" in standing(app)
    assert component(app, "film")["numbers"] == [0, 1]
    assert component(app, "film")["played"] == 0
    assert run(app).last.loss == pytest.approx(component(app, "film")["frameLosses"][1])


def test_start_over_goes_back_to_the_random_matrices() -> None:
    app = opened("train")
    first = component(app, "film")["tables"]
    app = button(button(app, "train_one"), "train_one")
    assert component(app, "film")["tables"] != first
    app = button(app, "train_anew")
    assert "第 0 / 500 步" in standing(app)
    assert component(app, "film")["tables"] == first


@pytest.mark.parametrize(("name", "value"), [("heads", 2), ("learning_rate", 0.1)])
def test_a_setting_begins_a_new_run(name: str, value: float) -> None:
    app = button(opened("train"), "train_one")
    app = whole(app.number_input(f"fit_{name}").set_value(value).run())
    assert getattr(run(app).settings, name) == value
    assert "第 0 / 500 步" in standing(app)


@pytest.mark.parametrize("optimiser", ["sgd", "momentum"])
def test_every_optimiser_takes_a_step_down(optimiser: str) -> None:
    app = whole(opened("train").selectbox("fit_optimiser").set_value(optimiser).run())
    assert ("fit_momentum" in {element.key for element in app.number_input}) == (optimiser == "momentum")
    app = button(app, "train_one")
    assert run(app).losses[1] < run(app).losses[0]


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_tells_its_outcome_in_numbers(name: str) -> None:
    app = button(unfolded(opened("train"), "train.try.title"), f"try_{name}")
    app = trained(app)
    told = [element.value for element in app.info]
    numbers = {
        "rate": f"{run(app).last.loss:.3f}",
        "rank": f"{run(app).gap:.3f}",
        "scale": f"{run(app).gap:.3f}",
        "heads": f"{run(app).gap:.3f}",
        "order": "0.000",
    }
    assert len(told) == 1
    assert numbers[name] in told[0]
    assert run(app).finished
    # What the sentences say is so: rank 1 stays far off, two heads come close together and differ.
    assert (run(app).gap > 0.1) == (name in ("rank", "rate"))
    if name == "heads":
        assert np.abs(run(app).last.weights[0] - run(app).last.weights[1]).max() > 0.1
    # What is tried leaves the settings alone.
    assert run(app).settings == replace(FitSettings(), **EXPERIMENTS[name])
    assert app.number_input("fit_d_k").value == FitSettings().d_k
    app = button(app, "train_own")
    assert run(app).settings == FitSettings()


def curves(app: AppTest) -> list[str]:
    return [curve["name"] for curve in component(app, "film")["curves"]]


def test_each_try_stands_beside_the_curves_of_what_ran_before() -> None:
    app = trained(button(unfolded(opened("train"), "train.try.title"), "train_start"))
    own = run(app)
    for name, names in {
        "rank": ["d_k = 1", "默认设置"],
        "scale": ["不除以 √d_k", "默认设置", "d_k = 1"],
        "rank again": ["d_k = 1", "默认设置", "不除以 √d_k"],
    }.items():
        app = trained(button(app, f"try_{name.split()[0]}"))
        assert curves(app) == names
        assert component(app, "film")["curves"][1]["losses"][-1] == [own.number, pytest.approx(own.last.loss)]
    app = button(app, "train_own")
    assert run(app) is own
    assert curves(app) == ["默认设置", "d_k = 1", "不除以 √d_k"]
    app = whole(app.number_input("fit_learning_rate").set_value(0.1).run())
    assert curves(app) == ["学习率 0.1", "默认设置", "d_k = 1", "不除以 √d_k"]
    app = put(app, with_hand(board(app), with_values(board(app).hand, [(0, 2, 1.0)])))
    assert curves(app) == ["学习率 0.1"], "the losses of another table are no comparison"


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 9), st.integers(0, 9999), st.integers(1, 3), st.integers(1, 8), st.booleans(), st.integers(0, 40))
def test_every_number_of_the_film_is_the_cores(
    n: int, seed: int, heads: int, d_k: int, trained_X: bool, steps: int
) -> None:
    """The arrays are worked out a second way, from the matrices of a fitting that goes step by step."""
    values = np.random.default_rng(seed).random((n, n)).round(1)
    values[0, :3] = np.nan, 0.2, 0.8  # one row at least says something
    hand = HandTable(("词",) * n, values)
    chosen = FitSettings(d_model=6, d_k=d_k, heads=heads, seed=seed, train_X=trained_X, steps=max(steps, 1))
    made = Run(hand, chosen)
    made.advance(steps)
    data = film_data(made, name="", earlier=[], palette=LIGHT)
    json.dumps(data, allow_nan=False)
    objective = objective_for(hand, factor=chosen.factor)
    X = embed(hand.words, 6, seed=seed)
    again = list(islice(fit(X, objective, chosen, np.random.default_rng(seed)), made.number + 1))
    shape = (len(data["numbers"]), heads, n, n)
    scores, after, d_scores, to_W_Q, to_W_K = (
        floats(data["traced"][name]).reshape(shape) for name in ("scores", "after", "d_scores", "to_W_Q", "to_W_K")
    )
    for at, number in enumerate(data["numbers"]):
        step = again[number]
        Q, K = step.X @ step.W_Q, step.X @ step.W_K
        close(floats(data["tables"]).reshape(-1, n, n)[at], step.table)
        close(data["frameLosses"][at], step.loss)
        close(scores[at], Q @ K.transpose(0, 2, 1))
        if step.table[objective.mask].min() > 1e-9:
            d_table = -objective.target / np.where(objective.mask, step.table, 1) / (objective.asked * heads)
            wanted = np.where(objective.mask, softmax_backward(d_table, step.weights) * objective.factor, 0)
            close(d_scores[at], wanted, 1e-5)
        close(data["traced"]["sizes"][at], [np.linalg.norm(W, axis=(1, 2)) for W in (step.d_W_Q, step.d_W_K)])
        close(to_W_Q[at][0, 0, 1], np.linalg.norm(np.outer(step.X[0], d_scores[at][0, 0, 1] * K[0, 1])))
        close(to_W_K[at][0, 0, 1], np.linalg.norm(np.outer(step.X[1], d_scores[at][0, 0, 1] * Q[0, 0])))
        if number < made.number:
            following = again[number + 1]
            close(after[at], (following.X @ following.W_Q) @ (following.X @ following.W_K).transpose(0, 2, 1))
    assert np.isnan(after[-1]).all()
    assert data["curves"][0]["losses"] == [[k, pytest.approx(step.loss)] for k, step in enumerate(again)]
    assert data["floor"] == objective.floor


def floats(packed: str) -> Any:
    return np.frombuffer(base64.b64decode(packed), dtype="<f4")


def close(shown: Any, wanted: Any, within: float = 1e-6) -> None:
    np.testing.assert_allclose(shown, np.nan_to_num(wanted), rtol=within, atol=within)


def test_the_film_is_dark_on_a_dark_page(monkeypatch: pytest.MonkeyPatch) -> None:
    assert component(opened("train"), "film")["weights"] == list(LIGHT.weights)
    monkeypatch.setattr("pages.ui.frame.state.is_dark", lambda: True)
    film = component(opened("train"), "film")
    assert (film["weights"], film["differences"]) == (list(DARK.weights), list(DARK.differences))


def test_too_high_a_rate_says_so_and_draws_no_nan() -> None:
    app = whole(opened("train").number_input("fit_learning_rate").set_value(1000.0).run())
    app = trained(button(quick(app, 100), "train_start"))
    assert [element.value for element in app.warning] == [say("zh", "train.diverging")]
    film = component(app, "film")
    assert all(math.isfinite(loss) for _, loss in film["curves"][0]["losses"])
    assert "nan" not in standing(app)
    assert "inf" not in standing(app)
    app = button(app, "train_back")
    assert app.number_input("fit_learning_rate").value == pytest.approx(0.03)
    assert not app.warning


def test_the_matrices_and_gradients_are_drawn_on_request() -> None:
    app = opened("train")
    assert not figures(app)
    app = unfolded(app, "train.matrices.title")
    assert z(app, "matrix_W_Q_0") == pytest.approx(run(app).last.W_Q[0], abs=1e-6)
    assert z(app, "matrix_∂L/∂W_K_0") == pytest.approx(run(app).last.d_W_K[0], abs=1e-6)


def test_the_hand_table_of_another_sentence_is_learned_next() -> None:
    app = typed(button(opened("train"), "train_one"), "小猫在睡觉")
    assert say("zh", "train.unfilled") in [info.value for info in app.info]
    assert not [element for element in app.button if element.key == "train_start"]
    app = put(app, with_hand(board(app), with_values(board(app).hand, [(0, 2, 0.9)])))
    assert component(app, "film")["words"] == ["小猫", "在", "睡觉"]
    assert "第 0 / 500 步" in standing(app)


def test_an_edit_of_the_hand_table_begins_a_new_run() -> None:
    app = button(opened("train"), "train_one")
    app = put(app, with_hand(board(app), with_values(board(app).hand, [(0, 2, 1.0)])))
    assert "第 0 / 500 步" in standing(app)
    assert component(app, "film")["target"][2] == pytest.approx(1.0 / 2.3)


def test_the_run_is_still_there_after_a_look_at_another_page() -> None:
    app = button(opened("train"), "train_one")
    app = turned(turned(app, "table"), "train")
    assert "第 1 / 500 步" in standing(app)


def test_kept_matrices_are_the_source_until_they_are_forgotten() -> None:
    app = trained(button(quick(opened("train")), "train_start"))
    app = button(app, "keep_fit")
    assert "训练了 40 步" in prose(container(app, "train_kept"))
    fitted = run(app).last.table
    app = turned(app, "table")
    assert app.radio("source_name").value == "fitted"
    assert np.nan_to_num(z(app, "computed_chart")) == pytest.approx(fitted, abs=1e-5)
    assert "40 步" in prose(container(app, "computed"))
    app = button(turned(app, "train"), "forget_fit")
    assert "train_kept" not in {block.key for block in app.get("flex_container")}
    assert "40 步" not in prose(container(turned(app, "table"), "computed"))


@pytest.mark.parametrize(("kind", "write"), [("npz", to_npz), ("json", to_json)])
def test_a_download_can_be_opened_by_another_visitor(kind: str, write: Any) -> None:
    app = unfolded(button(quick(opened("train"), 10), "train_one"), "train.keep.title")
    assert not app.download_button(f"fit_{kind}").disabled
    data = write(run(app).fitted())
    other = unfolded(opened("train"), "train.keep.title")
    assert other.download_button(f"fit_{kind}").disabled
    other = whole(other.file_uploader("fit_file_0").set_value((f"mine.{kind}", data, "")).run())
    assert not other.warning
    assert "训练了 1 步" in prose(container(other, "train_kept"))
    other = turned(other, "table")
    assert np.nan_to_num(z(other, "computed_chart")) == pytest.approx(run(app).last.table, abs=1e-5)


def too_many_heads() -> bytes:
    """A small file from which the page of the heads would draw a thousand pictures."""
    W = np.zeros((1000, 2, 2))
    return to_json(Fitted(FitSettings(d_model=2, d_k=2, heads=1000), W, W, 1, 1.0, 1.0, ("我",)))


@pytest.mark.parametrize("data", [too_many_heads(), b"{}"])
def test_a_file_of_another_kind_is_refused_with_a_sentence(data: bytes) -> None:
    app = unfolded(opened("train"), "train.keep.title")
    app = whole(app.file_uploader("fit_file_0").set_value(("mine.json", data, "")).run())
    assert len(app.warning) == 1
    assert "文件“mine.json”" in app.warning[0].value.replace("\\", "")
    assert "train_kept" not in {block.key for block in app.get("flex_container")}
    assert len(whole(app.run()).warning) == 1, "the page draws again by itself, and the file is not read again"
    assert not turned(app, "table").warning


def test_another_sentence_shows_what_fitting_did_not_learn() -> None:
    app = unfolded(trained(button(quick(opened("train"), 200), "train_start")), "another.title")
    rho = [
        float(prose(container(app, key)).split("等级相关 ")[1].split("。")[0])
        for key in ("other_fitted", "other_syntax")
    ]
    assert rho[0] < rho[1]
    assert z(app, "other_fitted_chart").shape == z(app, "other_syntax_chart").shape == (11, 11)
    app = whole(app.text_input("other_text").set_value("小猫睡觉").run())
    assert z(app, "other_fitted_chart").shape == (2, 2)
    assert say("zh", "another.no_hand") in prose(container(app, "other_fitted"))
    app = whole(app.text_input("other_text").set_value(" ").run())
    assert say("zh", "sentence.empty") in [element.value for element in app.info]


def test_another_sentence_without_the_weights(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "WEIGHTS_FOLDER", tmp_path)
    syntax_model.syntax_model.cache_clear()
    registry.computed_once.clear()
    app = unfolded(opened("train"), "another.title")
    syntax_model.syntax_model.cache_clear()
    registry.computed_once.clear()
    assert "other_fitted_chart" in figures(app)
    assert len(app.warning) == 1


def test_the_page_speaks_english() -> None:
    app = english(unfolded(opened("train"), "train.try.title"))
    app = trained(button(app, "try_rank"))
    assert "rank 1" in app.info[0].value
    assert standing(app).strip().startswith("Step 500 of 500")
    assert curves(app) == ["d_k = 1"]


def test_one_word_has_nothing_to_learn_and_many_words_can_be_trained() -> None:
    app = typed(opened("train"), "公园")
    assert say("zh", "train.unfilled") in [info.value for info in app.info]
    app = typed(app, "我们看书" * 40)
    app = button(put(app, with_hand(board(app), with_values(board(app).hand, [(0, 2, 0.9)]))), "train_one")
    assert "第 1 / 500 步" in standing(app)
    assert component(app, "film")["digits"] is False


def test_the_source_of_the_table_page_is_left_alone_by_training() -> None:
    app = sourced(opened(), "random")
    app = button(turned(app, "train"), "train_one")
    assert turned(app, "table").radio("source_name").value == "random"
