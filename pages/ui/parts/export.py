"""Take it with you: the table in all formats, the link as a QR code; and what can be opened here."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import partial

import segno
import streamlit as st

from attention.exchange.formats import FORMATS, ROWS, file_name
from attention.exchange.hand_file import read_hand_file
from attention.exchange.sentences_file import MAX_SENTENCES, read_sentences
from attention.session.board import with_own_words
from attention.session.open_file import joined_words, put_hand
from attention.sources.table import AttentionTable
from pages.ui.frame import inputs, markup, state
from pages.ui.frame.page import said
from pages.ui.parts.uploads import upload
from pages.ui.widgets.png import png_button

READINGS = "export_with_readings"
"""Under this key: whether files have pinyin and glosses."""
PICTURES = ("svg", "hand-svg")
MAX_MEGABYTES = 8
WORKBOOKS = ("xlsx", "xlsm", "xlsb", "xls", "et", "ods", "numbers")
"""Taken, so that a sentence of ours says what to do with them."""


def export_box(computed: AttentionTable) -> None:
    """Every format as a button; a file is made when it is asked for. The pictures also as PNG, which the browser draws."""
    wished = inputs.toggle("export.readings", inputs.of_page(READINGS, False, "export_readings"))
    computed = replace(computed, view=replace(computed.view, readings=wished))
    with st.container(key="export", horizontal=True):
        for name in PICTURES:
            png = file_name(computed, FORMATS[name]).removesuffix("svg") + "png"
            svg = FORMATS[name].write(computed).decode("utf8")
            png_button(svg, name=png, label=said(f"export.png.{name}"), key=f"export_png_{name}")
        for row in ROWS:
            st.download_button(
                said(f"export.{row.name}"), partial(row.write, computed), file_name(computed, row), row.mime,
                key=f"export_{row.name}", help=said(f"export.{row.name}.help"), on_click="ignore",
            )  # fmt: skip
    qr_picture()


def qr_picture() -> None:
    """The whole link as a picture for a phone's camera; a sentence where it is too long for one."""
    link, _ = state.share_link()
    address = state.page_address()
    st.html(markup.heading(said("export.qr")))
    try:
        picture = segno.make(f"{address}?s={link}", error="l")
    except segno.DataOverflowError:
        st.caption(said("export.qr.long"))
        return
    file = io.BytesIO()
    picture.save(file, kind="png", scale=5, border=3)
    st.image(file.getvalue(), caption=said("export.qr.text"), alt=said("export.qr.alt"))


def open_box() -> None:
    """Hand tables and lists of sentences from files."""
    hands, texts = ["csv", "json", "txt", "tsv", *WORKBOOKS], ["txt", *WORKBOOKS]
    upload("hand_file", said("open.hand"), hands, open_hand, megabytes=MAX_MEGABYTES)
    upload("sentences_file", said("open.sentences", most=MAX_SENTENCES), texts, open_sentences, megabytes=MAX_MEGABYTES)


def open_hand(name: str, data: bytes) -> None:
    """The file's hand table; where its words are others, they become the sentence."""
    file = read_hand_file(name, data)
    state.edit(lambda board: put_hand(board, name, file.hand, text=file.text, own_words=file.own_words))


def open_sentences(name: str, data: bytes) -> None:
    """The file's sentences join the examples, its own words those of the board."""
    file = read_sentences(name, data)
    if file.own_words:
        state.edit(lambda board: with_own_words(board, joined_words(board.own_words, file.own_words)))
    state.keep_sentences(file.sentences)
