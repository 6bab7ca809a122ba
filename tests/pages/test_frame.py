"""What every page stands in: parts that unfold, inputs that a slow server fills."""

from __future__ import annotations

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.testing.v1 import AppTest

from attention.session.board import with_text
from attention.session.share_link import pack
from attention.train import FitSettings
from pages.ui.frame import state
from pages.ui.texts import say
from tests.pages.visit import (
    PATIENCE,
    ROOT,
    board,
    button,
    english,
    opened,
    put,
    switched,
    turned,
    typed,
    unfolded,
    whole,
)


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


def without(states: WidgetStates, *keys: str) -> WidgetStates:
    """What a browser sends that has not drawn these widgets."""
    return WidgetStates(
        widgets=[one for one in states.widgets if not one.id.endswith(tuple(f"-{key}" for key in keys))]
    )


def put_in(app: AppTest, key: str) -> bool:
    """Whether the last run has put a value into the text box, over what the browser has."""
    return bool(app.text_input(key).proto.set_value)


def test_a_box_of_which_the_browser_has_not_told_is_filled_again() -> None:
    """It had not loaded what draws such a box when a run followed that did not put the value in, and drew an empty one."""
    app = opened("classroom")
    text = board(app).text
    for _ in range(2):
        app = whole(app._run(without(held(app), "text", "browser_has")))
        assert put_in(app, "text")
        assert app.text_input("text").value == text
    for _ in range(2):
        app = whole(app._run(held(app)))
        assert not put_in(app, "text")


def test_what_was_chosen_before_a_box_was_filled_again_stays() -> None:
    app = opened()
    app.text_input("text").set_value("他去公园")
    chosen = held(app)
    app = opened()
    empty, old = WidgetStates(), held(app)
    app = whole(app._run(empty))
    assert put_in(app, "text"), "over what is being typed"
    app = whole(app._run(chosen))
    assert put_in(app, "text"), "it goes back"
    assert board(app).text == app.text_input("text").value == "他去公园"
    app = whole(app._run(old))
    assert board(app).text == app.text_input("text").value == "他去公园"
    assert board(typed(app, "他去学校")).text == "他去学校"


def test_a_button_counts_although_the_box_still_holds_what_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a run of the part alone as well, which draws no other box that tells what the browser has."""
    app = typed(opened(), "我 喜 欢 去 公 园")
    monkeypatch.setattr(state, "in_part", lambda: True)
    had = held(app)
    app = button(app, "close_gaps")
    app = whole(app._run(had))
    assert board(app).text == app.text_input("text").value == "我喜欢去公园"
    app = whole(app._run(held(app)))
    assert not put_in(app, "text")
    assert board(typed(app, "我 喜 欢 去 公 园")).text == "我 喜 欢 去 公 园"


def test_a_new_session_puts_in_nothing_over_what_the_browser_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process takes over: the page is drawn from the link, and what was typed and not heard by anybody counts."""
    gone = opened()
    link = pack(board(gone))
    gone.text_input("text").set_value("他去学校")
    gone.toggle("switch_scale").set_value(False)
    had = without(held(gone), "view_projector")
    texts: list[bool] = []
    enqueue = ScriptRunContext.enqueue

    def seen(context: ScriptRunContext, message: object) -> None:
        element = message.delta.new_element  # type: ignore[attr-defined]
        if element.text_input.id.endswith("-text"):
            texts.append(element.text_input.set_value)
        enqueue(context, message)  # type: ignore[arg-type]

    monkeypatch.setattr(ScriptRunContext, "enqueue", seen)
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
    app.query_params["s"] = link
    app = whole(app._run(had))
    assert board(app).text == app.text_input("text").value == "他去学校"
    assert not board(app).switches.scale
    assert texts == [False, False], "the run from the link, and the one that takes what was brought along"
    assert not app.toggle("view_projector").value
