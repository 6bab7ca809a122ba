"""A visitor who does anything: types, turns switches, changes page. No page breaks off, nothing typed is lost."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from attention.sources.registry import SOURCES
from pages.ui.frame.page import PAGES
from tests.fuzz.conftest import cases
from tests.fuzz.hostile import texts
from tests.pages.visit import board, opened, whole

TOGGLES = "switch_scale switch_diagonal switch_causal switch_hide_punctuation view_digits view_projector".split()

FOLDS = ("links.title", "export.title", "heads.compare", "steps.all", "steps.qkv", "translate.encoder")

deeds = st.one_of(
    st.tuples(st.just("type"), texts),
    st.tuples(st.just("turn to"), st.sampled_from([page.file for page in PAGES])),
    st.tuples(st.just("source"), st.sampled_from(list(SOURCES))),
    st.tuples(st.just("toggle"), st.sampled_from(TOGGLES)),
    st.tuples(
        st.just("unfold"),
        st.sampled_from(FOLDS),
    ),
)


def do(app: AppTest, deed: str, what: Any) -> AppTest:
    """One deed, where the page has what it needs."""
    if deed == "turn to":
        return app.switch_page(what).run()
    if deed == "unfold":
        app.session_state[f"open_{what}"] = True
        return app.run()
    kind, key = {
        "type": ("text_input", "text"), "source": ("radio", "source_name"), "toggle": ("toggle", what),
    }[deed]  # fmt: skip
    found = [widget for widget in app.get(kind) if widget.key == key]
    if not found or getattr(found[0], "disabled", False):
        return app
    value = not found[0].value if deed == "toggle" else what
    return found[0].set_value(value).run()


@cases(0.3)
@given(st.lists(deeds, min_size=2, max_size=8))
def test_no_page_breaks_off(plan: list[tuple[str, Any]]) -> None:
    """In Chinese: outside a run AppTest asks our pickers for their labels, and they do not know the visitor's language then."""
    app = opened()
    typed = None
    for deed, what in plan:
        had_box = any(widget.key == "text" for widget in app.get("text_input"))
        app = whole(do(app, deed, what))
        if deed == "type" and had_box:
            typed = board(app).text
        if typed is not None:
            assert board(app).text == typed, "what was typed stays, whatever else is done"
