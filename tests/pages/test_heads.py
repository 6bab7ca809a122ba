"""The page of the heads without a browser: a table for every head of every source, and two of them compared."""

from __future__ import annotations

import math

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention.models.syntax import HEADS
from pages.ui.heads.heads import RANDOM_HEADS
from pages.ui.texts import say
from tests.pages.visit import (
    button,
    container,
    english,
    figures,
    opened,
    prose,
    rows,
    sourced,
    switched,
    turned,
    typed,
    unfolded,
    whole,
    z,
)

SOURCES = {"syntax": len(HEADS), "random": RANDOM_HEADS, "fitted": 1, "typed": 1}


def tables(app: AppTest) -> list[str]:
    return [key for key in figures(app) if key.startswith("head_table_")]


@pytest.mark.parametrize(("source", "heads"), SOURCES.items())
def test_every_head_of_every_source_has_a_table(source: str, heads: int) -> None:
    app = sourced(opened("heads"), source)
    assert len(tables(app)) == heads + 1
    for i in range(heads):
        weights = z(app, f"head_table_{i}")
        assert np.nansum(weights, axis=1) == pytest.approx(np.ones(7), abs=1e-5)
        assert prose(container(app, f"head_{i}")).strip()
    assert say("zh", f"heads.why.{source}") in prose(app)


def test_the_last_table_is_the_mean_of_the_others() -> None:
    app = opened("heads")
    heads = [z(app, f"head_table_{i}") for i in range(len(HEADS))]
    assert np.nanmax(np.abs(np.mean(heads, axis=0) - z(app, f"head_table_{len(HEADS)}"))) < 1e-6


def test_each_taught_head_says_what_it_was_taught() -> None:
    app = opened("heads")
    for i, name in enumerate(HEADS):
        said = prose(container(app, f"head_{i}"))
        assert say("zh", f"head.{name}") in said
        assert say("zh", f"head.{name}.text") in said


def test_the_figures_are_those_of_the_tables() -> None:
    app = opened("heads")
    _, *lines = rows(app)
    assert len(lines) == len(HEADS)
    weights = np.nan_to_num(z(app, "head_table_0")).astype(float)
    entropy = -(weights * np.log(np.where(weights > 0, weights, 1))).sum(axis=1).mean()
    distance = (weights * np.abs(np.subtract.outer(range(7), range(7)))).sum(axis=1).mean()
    assert [float(x) for x in lines[0][2:]] == pytest.approx([entropy, distance, weights.max(axis=1).mean()], abs=0.006)
    assert f"{math.log(6):.2f}" in prose(app)
    widths = [int(line[1]) for line in lines]
    assert f"{' + '.join(map(str, widths))} = {sum(widths)}" in prose(app)


def test_two_heads_are_compared() -> None:
    app = unfolded(opened("heads"), "heads.compare")
    app = whole(app.selectbox("heads_a_picker").set_value(1).run())
    app = whole(app.selectbox("heads_b_picker").set_value(4).run())
    one, other = z(app, "head_table_1"), z(app, "head_table_4")
    assert np.array_equal(z(app, "heads_a_table"), one, equal_nan=True)
    assert np.array_equal(z(app, "heads_b_table"), other, equal_nan=True)
    assert np.nan_to_num(z(app, "heads_difference")) == pytest.approx(np.nan_to_num(one - other), abs=0.0051)
    same = int((np.nan_to_num(one).argmax(axis=1) == np.nan_to_num(other).argmax(axis=1)).sum())
    assert f"7 行里有 {same} 行最强的词相同" in prose(app)


def test_the_compared_heads_stay_inside_a_source_with_fewer() -> None:
    app = unfolded(opened("heads"), "heads.compare")
    app = whole(app.selectbox("heads_b_picker").set_value(5).run())
    app = sourced(app, "random")
    assert app.selectbox("heads_b_picker").value == RANDOM_HEADS - 1
    app = sourced(app, "fitted")
    assert say("zh", "heads.one") in [element.value for element in app.info]


def test_trained_heads_come_from_the_training_page() -> None:
    app = whole(opened("train").number_input("fit_heads").set_value(3).run())
    app = button(button(app, "train_one"), "keep_fit")
    app = turned(app, "heads")
    assert len(tables(app)) == 4


@pytest.mark.parametrize("text", ["公园", "我们看书" * 20])
def test_odd_sentences(text: str) -> None:
    app = typed(opened("heads"), text)
    assert len(tables(app)) == len(HEADS) + 1


def test_the_switches_move_all_heads() -> None:
    app = switched(opened("heads"), "switch_causal", True)
    for key in tables(app):
        assert np.isnan(z(app, key)[np.triu_indices(7)]).all()


def test_the_page_speaks_english() -> None:
    app = english(opened("heads"))
    assert "Neighbours in the tree" in prose(container(app, "head_0"))
