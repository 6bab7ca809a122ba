"""The links on the main page, without a browser: drawn only when unfolded, of the table that stands above them."""

from __future__ import annotations

from typing import Any

import numpy as np
from streamlit.testing.v1 import AppTest

from pages.ui.texts import say
from tests.pages.visit import SEED_WORDS, english, figure, figures, opened, prose, switched, typed, unfolded, whole, z


def links(app: AppTest) -> list[dict[str, Any]]:
    shapes: list[dict[str, Any]] = figure(app, "links_chart")["layout"]["shapes"]
    return shapes


def test_nothing_is_drawn_while_it_is_folded() -> None:
    assert "links_chart" not in figures(opened())


def test_the_links_are_those_of_the_computed_table() -> None:
    app = unfolded(opened(), "links.title")
    layout = figure(app, "links_chart")["layout"]
    assert layout["xaxis"]["ticktext"] == layout["xaxis2"]["ticktext"] == SEED_WORDS
    told = figure(app, "links_chart")["data"][0]["customdata"]
    weights = np.nan_to_num(z(app, "computed_chart"))
    shown = {(i - 1, j - 1): weight for _, i, _, j, weight in told}
    strongest = {(i, int(j)) for i in range(7) for j in np.argsort(-weights[i])[:3] if weights[i, j] >= 0.005}
    assert set(shown) == strongest
    assert all(abs(weight - weights[cell]) < 1e-6 for cell, weight in shown.items())
    assert say("zh", "links.said", most=3) in prose(app)


def test_fewer_links_a_word() -> None:
    app = unfolded(opened(), "links.title")
    app = whole(app.segmented_control("links_most_picker").set_value(1).run())
    assert len(links(app)) == 7


def test_a_chosen_query_is_brought_out_and_let_go_with_its_word() -> None:
    app = unfolded(opened(), "links.title")
    app = whole(app.selectbox("links_row_picker").set_value(6).run())
    assert figure(app, "links_chart")["layout"]["xaxis2"]["ticktext"][6] == "<b>散步</b>"
    assert len({shape["line"]["color"] for shape in links(app)}) == 2
    app = typed(app, "公园")
    assert app.selectbox("links_row_picker").value is None
    assert len({shape["line"]["color"] for shape in links(app)}) == 1


def test_the_switches_move_the_links() -> None:
    app = unfolded(switched(opened(), "switch_causal", True), "links.title")
    told = figure(app, "links_chart")["data"][0]["customdata"]
    assert all(j < i for _, i, _, j, _ in told)


def test_the_links_speak_english() -> None:
    app = english(unfolded(opened(), "links.title"))
    assert figure(app, "links_chart")["layout"]["xaxis2"]["title"]["text"] == "Query"
    assert say("en", "links.said", most=3) in prose(app)
