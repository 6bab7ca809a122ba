"""The main page's instrument without a browser: what reads a row, what is covered, and how one weight came about."""

from __future__ import annotations

import re

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention.figures.colours import DARK
from attention.hand.compare import difference
from attention.hand.table import with_values
from attention.session.board import computed_table, with_hand
from attention.types import HandTable
from pages.ui.frame import state
from pages.ui.texts import say
from tests.pages.visit import (
    acted,
    acts,
    board,
    button,
    component,
    container,
    containers,
    figure,
    figures,
    opened,
    prose,
    put,
    sourced,
    switched,
    typed,
    unfolded,
    whole,
)

OWN = "小猫在窗台上睡觉"


def test_each_row_is_read_from_both_tables() -> None:
    spot = component(opened(), "spot")
    assert len(spot["readings"]) == len(spot["words"]) == 7
    assert spot["readings"][0] == "“我”最关注“喜欢”（1.00）；你填的也是“喜欢”（0.90）。"
    app = opened()
    app = put(app, with_hand(board(app), with_values(board(app).hand, [(0, 6, 1.0)])))
    assert component(app, "spot")["readings"][0].endswith("；你填的却是“散步”（1.00）、“喜欢”（0.90）。")
    assert say("zh", "agreement.dots", agreeing=6, compared=7) in prose(container(app, "hand"))
    assert "●●●●●●○" in prose(container(app, "hand"))


def test_the_marks_are_the_cores_differences_in_hundredths() -> None:
    app = opened()
    computed = computed_table(board(app))
    expected = np.nan_to_num(difference(computed.weights, board(app).hand))
    sent = component(app, "hand_cells")["differences"].split("\n")
    assert np.abs(np.array([row.split() for row in sent], dtype=float) / 100 - expected).max() <= 0.005


def test_nothing_that_was_computed_is_told_while_it_is_covered() -> None:
    app = typed(opened(), OWN)
    assert "curtain" in containers(app)
    spot, cells, chips = (component(app, key) for key in ("spot", "hand_cells", "word_chips"))
    assert spot["covered"] == cells["covered"] == chips["covered"] is True
    assert spot["readings"][0] == say("zh", "spot.open", query="小猫")
    assert not re.search(r"\d\.\d\d", " ".join(spot["readings"]))
    assert cells["differences"] == ""
    assert not re.search(r"\d\.\d\d", prose(container(app, "computed"))), "no table for readers either"
    covered = unfolded(app, "numbers.title", "links.title")
    assert not {"difference_chart", "links_chart"} & set(figures(covered))
    assert not re.search(r"\d\.\d\d", prose(covered.main))
    app = put(app, with_hand(board(app), with_values(board(app).hand, [(0, 1, 0.9)])))
    assert component(app, "spot")["readings"][0] == say(
        "zh", "spot.hand", query="小猫", keys=say("zh", "reading.key", key="在", weight=0.9)
    )
    assert "agreement.dots" not in prose(container(app, "hand"))
    app = button(app, "lift")
    assert "curtain" not in containers(app)
    assert component(app, "spot")["readings"][0].startswith("“小猫”最关注")


def test_who_switches_guessing_off_sees_every_table_at_once() -> None:
    app = switched(opened(), "guess_first", False)
    assert "curtain" not in containers(typed(app, OWN))


def chosen(app: AppTest, i: int, j: int) -> AppTest:
    """What a click on a cell does in the browser."""
    app.session_state["spot_cell"] = (component(app, "spot")["of"], i, j)
    return whole(app.run())


@pytest.mark.parametrize(("i", "j"), [(6, 3), (0, 1), (1, 0)])
def test_a_weight_is_worked_out_in_the_digits_of_the_core(i: int, j: int) -> None:
    app = chosen(opened(), i, j)
    trace = next(h.trace for h in computed_table(board(app)).heads if h.name == "neighbours")
    assert trace is not None
    text = prose(container(app, "how"))
    numbers = [float(x) for x in re.findall(r"= (-?[\d.]+)", text)]
    assert numbers[0] == pytest.approx(trace.scores[i, j], abs=0.05)
    assert numbers[-1] == pytest.approx(trace.weights[i, j], abs=0.001)
    assert (app.session_state["steps_query"], app.session_state["steps_key"]) == (i, j)


def test_a_masked_cell_says_so_and_a_cell_of_another_table_is_forgotten() -> None:
    app = chosen(opened(), 2, 2)
    assert say("zh", "steps.masked") in prose(container(app, "how"))
    assert "how" not in containers(sourced(app, "random"))


def test_a_mean_of_heads_names_the_three_that_give_most() -> None:
    app = chosen(sourced(opened(), "translation"), 6, 1)
    heads = computed_table(board(app)).heads
    top = sorted((head.weights[6, 1] for head in heads), reverse=True)[:3]
    shown = [float(x) for x in re.findall(r"：(\d\.\d\d)", prose(container(app, "how")))]
    assert shown[-3:] == pytest.approx(top, abs=0.005)


def test_the_hand_buttons_go_back_and_forward() -> None:
    app = opened()
    assert (acts(app)["undo"], acts(app)["redo"]) == (False, False)
    before = board(app).hand
    app = acted(app, "fresh")
    assert (acts(app)["undo"], acts(app)["redo"]) == (True, False)
    app = acted(app, "undo")
    assert np.array_equal(board(app).hand.values, before.values, equal_nan=True)
    app = acted(app, "redo")
    assert isinstance(board(app).hand, HandTable)
    assert np.nanmax(board(app).hand.values) == 0.1


def test_a_dark_page_has_its_own_scale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "is_dark", lambda: True)
    app = opened()
    assert figure(app, "computed_chart")["data"][0]["colorscale"][0][1] == DARK.weights[0]
    assert component(app, "hand_cells")["look"]["scale"] == list(DARK.weights)
