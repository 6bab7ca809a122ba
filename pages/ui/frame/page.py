"""Opens and closes a page: configuration, styles, menu, language, notices, the address. Each page calls `opened` once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, partial, wraps
from pathlib import Path
from typing import Any, TypeVar

import streamlit as st

from attention.errors import AttentionError
from attention.limits.turns import aside, turn
from attention.session.board import Board
from attention.view import Language
from pages.ui.frame import cache, crashes, inputs, lighter, markup, no_network, state, whole_first
from pages.ui.frame.state import board
from pages.ui.texts import TEXTS, say, say_error
from pages.ui.widgets.address import address
from pages.ui.widgets.component import library
from pages.ui.widgets.copy_button import copy_button

Drawn = TypeVar("Drawn")
PAGE_STYLES = Path(__file__).with_name("styles.css").read_text(encoding="utf8")
PROJECTOR = "html{font-size:20px}"
LATIN = "font-family:'Latin letters';src:local('Arial'),local('Helvetica Neue'),local('Roboto'),local('DejaVu Sans')"
ENGLISH_MARKS = f"@font-face{{{LATIN};unicode-range:U+2013-2014,U+2018-201D,U+2026}}"
"""Chinese fonts, which come first, draw “ ” — … as wide as a character: holes in an English sentence."""
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
    return dict(labels_in(board().view.language, place))


@lru_cache(maxsize=100)
def labels_in(language: Language, place: str) -> dict[str, str]:
    """The same in a language: a search through all texts."""
    return TEXTS.under(language, place)


def source_name(source: str) -> str:
    return said_of(source, f"source.{source}")


@contextmanager
def opened(name: str) -> Iterator[None]:
    """The frame of the page `name`; the page draws inside it."""
    crashes.watch()
    no_network.ask_nobody()
    whole_first.see_to_it()
    lighter.lighten()
    cache.warmed()
    brought = state.brought()
    state.enter(name)
    state.open_link()
    st.set_page_config(
        page_title=" · ".join(dict.fromkeys((said(f"page.{name}"), said("page.table")))),
        layout="wide",
        initial_sidebar_state="collapsed" if name == state.LESSON else "auto",
    )
    foot, notices = head(name)
    whole = True
    try:
        with turn(len(board().words)):
            yield
    except Exception as error:
        whole = False
        with notices:
            crashes.caught(error, name)
    with st.sidebar:
        view_toggle("projector")
    with foot:
        copy_link()
    with notices:
        tell_notices()
    if name != state.PARTED:
        put_address()
    st.number_input("browser", min_value=0, key=state.browser_box())
    state.settle()
    crashes.ended(whole=whole)
    state.take_along(brought)


def head(name: str) -> tuple[Any, Any]:
    """Styles, menu, language and title; returns the places of the copy button and of notices."""
    page = PAGE_COLOURS[state.is_dark()]
    words = f"@font-face{{{LATIN};unicode-range:U+0100-024F}}:root{{--choose-file:'{said('frame.choose_file')}';--page:{page}}}"
    marks = ENGLISH_MARKS if board().view.language == "en" else ""
    st.html(markup.style(words + PAGE_STYLES + marks + (PROJECTOR if board().view.projector else "")))
    library()
    with st.sidebar:
        top = st.container(key="top", horizontal=True, vertical_alignment="center")
        menu()
    with top:
        language_switch()
        foot = st.container(key="foot")
    st.html(markup.heading(said(f"page.{name}"), level=1))
    return foot, st.container(key="notices")


def tell_notices() -> None:
    for notice in state.take_notices():
        if isinstance(notice, crashes.Fault):
            crashes.tell_fault(notice)
        else:
            st.warning(markup.unmarked(sentence_for(notice)))


def sentence_for(notice: AttentionError | str) -> str:
    return said(notice) if isinstance(notice, str) else say_error(board().view.language, notice)


def menu() -> None:
    with st.container(key="menu"):
        for page in PAGES:
            st.page_link(page.file, label=said(f"page.{page.name}"), width="stretch")


def set_language(board: Board, name: str) -> Board:
    language: Language = "en" if name == "English" else "zh"
    return replace(board, view=board.view.in_language(language))


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
        state.unfolded()
        with box:
            draw()


def by_itself(draw: Callable[[], Drawn]) -> Callable[[], Drawn]:
    """A part of a page whose own edits draw it alone. It says what the rest shows (`state.rest_shows`) before it draws."""

    def part() -> Drawn:
        if state.in_part():
            state.go_on(state.value(state.PAGE))
        with turn(len(board().words)):
            drawn = draw()
        put_address()
        if state.part_has_box():
            st.number_input("browser", min_value=0, key=state.browser_box(state.PART_HAS))
        state.settle_part()
        return drawn

    return st.fragment(wraps(draw)(part))


def slot() -> Any:
    """A place on the page to be filled later: what is looked at is drawn first."""
    return st.container()


def let_draw() -> None:
    """Let the browser begin with what it has: heatmaps that come at once are also shown at once, the first not before the last.

    At 7 words the first one is then shown some 40 ms earlier, the second some 50 ms later (benchmarks/edit_to_redraw.py).
    """
    with aside():
        time.sleep(PAUSE)


def halves() -> tuple[Any, Any]:
    """Two places side by side, one below the other on a phone."""
    left, right = st.columns(2, gap="medium")
    return left, right


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
    """A button that copies the address; whether this has all of the board."""
    copy_button(None, label=said("frame.copy"), done=said("frame.copied"), key="copy_link")
    if short := state.link_lacks():
        st.caption(said(short))


def put_address() -> None:
    """The address is put in last: only then is it known what it says."""
    lang = "en" if board().view.language == "en" else "zh-CN"
    address(state.share_link()[0], lang=lang, room=state.room_in_address(), keeps=not state.at("table"))


def view_toggle(name: str) -> None:
    """A switch for one field of the view; its text is "view.<name>"."""
    inputs.toggle(f"view.{name}", inputs.of_board(f"view_{name}", getattr(board().view, name), partial(set_view, name)))


def set_view(name: str, board: Board, value: Any) -> Board:
    return replace(board, view=replace(board.view, **{name: value}))
