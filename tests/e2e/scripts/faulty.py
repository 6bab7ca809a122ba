"""A page of the app's frame that breaks where it is told to: in its body, in a callback, in a fragment, or before the frame."""

import streamlit as st

from pages.ui.frame import page as frame
from pages.ui.frame import state
from pages.ui.parts import sentence


def broken(where: str) -> None:
    raise KeyError(f"{where} {state.board().text}")


@st.fragment
def part() -> None:
    if st.button("fragment"):
        broken("fragment")


def page() -> None:
    frame.PAGES = ()  # type: ignore[assignment]  # there is no other page beside this script
    if state.value("always"):
        broken("before")
    with frame.opened("table"):
        sentence.sentence_box()
        if st.button("body"):
            broken("body")
        st.button("callback", on_click=broken, args=("callback",))
        st.button("always", on_click=state.keep, args=("always", True))
        part()
        st.text("drawn to the end")


if st.runtime.exists():  # not where somebody only imports it: the frame would lose its pages
    page()
