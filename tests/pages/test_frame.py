"""What every page stands in: parts that unfold."""

from __future__ import annotations

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from pages.ui.texts import say
from tests.pages.visit import english, opened, turned, unfolded, whole


def fold(app: AppTest, title: str = "export.title") -> str:
    """The name by which the browser knows a part that unfolds."""
    return next(str(found.proto.id) for found in app.expander if found.label == say("zh", title))


def clicked(app: AppTest, name: str, unfold: bool) -> AppTest:
    """The page after a click on a part: what the browser sends beside all other widgets."""
    states: WidgetStates = app._tree.get_widget_states()
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
