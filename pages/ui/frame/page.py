"""Opens and closes a page: configuration, styles, menu, language, notices, the address. Each page calls `opened` once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import streamlit as st

from attention.errors import AttentionError
from attention.session.board import Board
from attention.view import Language
from pages.ui.frame import cache, crashes, inputs, markup, no_network, state
from pages.ui.frame.state import board
from pages.ui.texts import TEXTS, say, say_error
from pages.ui.widgets.address import address

PAGE_STYLES = Path(__file__).with_name("styles.css").read_text(encoding="utf8")
PROJECTOR = "html{font-size:20px}"
PAGE_COLOURS = ("#fcfcfa", "#15181d")
"""The page's own, light and dark: backgroundColor in .streamlit/config.toml."""
PAUSE = 0.03
"""Seconds: enough for what was sent to reach the browser, less than a heatmap takes to be drawn."""


@dataclass(frozen=True)
class Page:
    """A page of the menu; name: its text is "page.<name>"."""

    name: str
    file: str


PAGES = (
    Page("table", "app.py"),
    Page("lesson", "pages/0_lesson.py"),
    Page("steps", "pages/1_steps.py"),
    Page("train", "pages/2_train.py"),
    Page("heads", "pages/3_heads.py"),
    Page("why", "pages/4_why.py"),
    Page("translate", "pages/5_translate.py"),
    Page("models", "pages/6_models.py"),
    Page("classroom", "pages/7_classroom.py"),
)


def said(key: str, /, **gaps: Any) -> str:
    """A text in the visitor's language."""
    return say(board().view.language, key, **gaps)


def said_of(source: str, key: str, /, **gaps: Any) -> str:
    """A text about a source of weights; the source's name where nobody has written one."""
    return TEXTS.say_of(board().view.language, source, key, **gaps)


def labels_of(place: str) -> dict[str, str]:
    """All texts of a place, by name: what a script in the browser says."""
    return TEXTS.under(board().view.language, place)


def source_name(source: str) -> str:
    return said_of(source, f"source.{source}")


@contextmanager
def opened(name: str) -> Iterator[None]:
    """The frame of the page `name`; the page draws inside it."""
    st.set_page_config(
        page_title="注意力表 Attention table",
        layout="wide",
        initial_sidebar_state="collapsed" if name == state.LESSON else "auto",
    )
    crashes.watch()
    no_network.ask_nobody()
    cache.warmed()
    brought = state.brought()
    state.enter(name)
    state.open_link()
    page = PAGE_COLOURS[state.is_dark()]
    words = f":root{{--choose-file:'{said('frame.choose_file')}';--page:{page}}}"
    st.html(markup.style(words + PAGE_STYLES + (PROJECTOR if board().view.projector else "")))
    with st.sidebar:
        top = st.container(key="top", horizontal=True, vertical_alignment="center")
        menu()
    with top:
        language_switch()
        foot_slot = st.container(key="foot")
    st.html(markup.heading(said(f"page.{name}"), level=1))
    notices = st.container(key="notices")
    whole = True
    try:
        yield
    except Exception as error:
        whole = False
        with notices:
            crashes.caught(error, name)
    with st.sidebar:
        view_toggle("projector")
    with foot_slot:
        copy_link()
    with notices:
        for notice in state.take_notices():
            if isinstance(notice, crashes.Fault):
                crashes.tell(notice)
            else:
                st.warning(markup.unmarked(sentence_for(notice)))
    st.number_input("browser", min_value=0, key=state.browser_box())
    state.settle()
    crashes.ended(whole=whole)
    state.take_along(brought)


def sentence_for(notice: AttentionError | str) -> str:
    return said(notice) if isinstance(notice, str) else say_error(board().view.language, notice)


def menu() -> None:
    with st.container(key="menu"):
        for page in PAGES:
            st.page_link(page.file, label=said(f"page.{page.name}"), width="stretch")


def set_language(board: Board, name: str) -> Board:
    language: Language = "en" if name == "English" else "zh"
    return replace(board, view=replace(board.view, language=language))


def write_heading(key: str, /, **gaps: Any) -> None:
    st.html(markup.heading(said(key, **gaps)))


def write_paragraph(key: str, kind: str = "", /, **gaps: Any) -> None:
    """kind: a class of styles.css."""
    st.html(markup.paragraph(said(key, **gaps), kind))


def lead(key: str, /, **gaps: Any) -> None:
    """A page in one or two sentences, or the sentence of a part of it that matters most."""
    write_paragraph(key, "lead", **gaps)


def fold(title: str, draw: Callable[[], None]) -> None:
    """A part that is drawn only once it is unfolded: what nobody looks at costs nothing.

    It is still open when the visitor comes back from another page. Whether it is open never goes through `expanded=`, which is
    part of the name by which the browser knows it: under a new one after each click, a click in between would be lost.
    """
    box = inputs.drawn(st.expander, title, inputs.of_page(f"open_{title}", False, f"fold_{title}"))
    if box.open:
        with box:
            draw()


def slot() -> Any:
    """A place on the page to be filled later: what is looked at is drawn first."""
    return st.container()


def let_draw() -> None:
    """Let the browser begin with what it has: heatmaps that come at once are also shown at once, the first not before the last.

    At 7 words the first one is then shown some 40 ms earlier, the second some 50 ms later (benchmarks/edit_to_redraw.py).
    """
    time.sleep(PAUSE)


def placed(key: str) -> Any:
    """A place of its own, for a style to put where it belongs."""
    return st.container(key=key)


def sidebar() -> Any:
    """Where a page puts its controls."""
    return st.sidebar


def language_switch() -> None:
    """First of all, where somebody who cannot read the page looks for it."""
    inputs.choice(
        "语言 Language", inputs.of_board("language", "English" if board().view.language == "en" else "中文", set_language),
        ["中文", "English"], format_func=str, label_visibility="collapsed",
    )  # fmt: skip


def copy_link() -> None:
    """The address and its copy button, drawn last: only then is it known what the address says."""
    link, whole = state.share_link()
    lang = "en" if board().view.language == "en" else "zh-CN"
    room = state.room_in_address()
    address(link, lang=lang, label=said("frame.copy"), done=said("frame.copied"), room=room)
    if room:
        return
    if link is None:
        st.caption(said("frame.copy.none"))
    elif not whole:
        st.caption(said("frame.copy.short"))


def view_toggle(name: str) -> None:
    """A switch for one field of the view; its text is "view.<name>"."""
    inputs.toggle(f"view.{name}", inputs.of_board(f"view_{name}", getattr(board().view, name), partial(set_view, name)))


def set_view(name: str, board: Board, value: Any) -> Board:
    return replace(board, view=replace(board.view, **{name: value}))
