"""What every page stands in: parts that unfold, inputs that a slow server fills."""

from __future__ import annotations

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from attention.session.board import with_text
from attention.train import FitSettings
from pages.ui.texts import say
from tests.pages.visit import board, button, english, opened, put, switched, turned, typed, unfolded, whole


def fold(app: AppTest, title: str = "export.title") -> str:
    """The name by which the browser knows a part that unfolds."""
    return next(str(found.proto.id) for found in app.expander if found.label == say("zh", title))


def held(app: AppTest) -> WidgetStates:
    """What the browser holds and sends with everything that it sends."""
    states: WidgetStates = app._tree.get_widget_states()
    return WidgetStates(widgets=[one for one in states.widgets if one.WhichOneof("value") != "trigger_value"])


def clicked(app: AppTest, name: str, unfold: bool) -> AppTest:
    """The page after a click on a part."""
    states = held(app)
    states.widgets.add(id=name, bool_value=unfold)
    return whole(app._run(states))


def test_a_part_keeps_its_name_while_it_is_opened_and_closed() -> None:
    """A click that comes before the page is drawn anew still finds its part."""
    app = opened("heads")
    name = fold(app)
    for unfold in (True, False, True):
        app = clicked(app, name, unfold)
        assert fold(app) == name
        assert bool(app.get("download_button")) == unfold


def test_a_part_that_the_page_opens_keeps_its_name_and_can_be_closed() -> None:
    app = opened("heads")
    name = fold(app)
    app = unfolded(app, "export.title")
    assert app.get("download_button")
    assert fold(app) == name
    assert not clicked(app, name, False).get("download_button")


def test_a_part_stays_open_on_the_way_back_from_another_page_and_in_the_other_language() -> None:
    app = opened("heads")
    app = clicked(app, fold(app), True)
    app = turned(turned(app, "table"), "heads")
    assert app.get("download_button")
    app = clicked(app, fold(app), False)
    assert not turned(turned(app, "table"), "heads").get("download_button")
    app = clicked(turned(app, "table"), fold(app), True)
    assert english(app).get("download_button")


def chosen(app: AppTest) -> tuple[float, int, bool]:
    settings = app.session_state["fit_settings"]
    return settings.learning_rate, settings.d_k, settings.scale


def test_an_answer_from_before_a_run_put_values_in_changes_nothing() -> None:
    """The browser sends all that it holds with everything that it sends, and what a run has put in may be on its way yet."""
    app = rate(opened("train"), 3.0)
    had = held(app)
    app = button(app, "train_usual")
    usual = chosen(app)
    assert usual[0] == FitSettings().learning_rate
    for _ in range(2):
        app = whole(app._run(had))
        assert chosen(app) == usual
        assert app.number_input("fit_learning_rate").value == usual[0], "it is put in again"


def rate(app: AppTest, value: float) -> AppTest:
    return whole(app.number_input("fit_learning_rate").set_value(value).run())


def test_the_sentence_that_was_chosen_stays() -> None:
    app = opened()
    had = held(app)
    app = put(app, with_text(board(app), "他去公园"))
    app = whole(app._run(had))
    assert board(app).text == app.text_input("text").value == "他去公园"
    assert board(typed(app, "他去学校")).text == "他去学校"


def test_an_entry_counts_although_it_comes_from_before() -> None:
    app = rate(opened("train"), 3.0)
    app.number_input("fit_learning_rate").set_value(0.25)
    had = held(app)
    app = whole(button(rate(opened("train"), 3.0), "train_usual")._run(had))
    assert chosen(app)[0] == 0.25


def test_what_was_there_before_can_be_entered_again() -> None:
    app = button(switched(opened("train"), "fit_scale", False), "train_usual")
    assert app.toggle("fit_scale").value
    assert not chosen(switched(app, "fit_scale", False))[2]
