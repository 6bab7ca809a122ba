"""Code, link and QR code of a room, large enough for a projector."""

from __future__ import annotations

import io
from typing import Any
from urllib.parse import urlsplit

import segno
import streamlit as st

from attention.limits.remembered import remembered
from pages.ui.frame import markup, state
from pages.ui.frame.page import lead, said

LOCAL = {"localhost", "127.0.0.1", "::1"}


def poster(code: str) -> Any:
    """What students need to come in: nothing of it steers the room. Returns the place below it, beside the picture."""
    link = student_link(code)
    words, picture = st.columns([4, 1], gap="small")
    with words, st.container(key="poster"):
        lines = ((said("room.code"), ""), (code, "code"), (said("room.where", address=link), ""))
        st.html(markup.style(POSTER_STYLES) + markup.NO_HTML.join(markup.paragraph(*line) for line in lines))
        if urlsplit(link).hostname in LOCAL:
            lead("room.local")
    with picture, st.container(key="room_qr"):
        st.image(qr(link), caption=said("room.qr"), alt=said("room.qr"))
    return words


def student_link(code: str) -> str:
    return f"{state.page_address()}?room={code}"


@remembered(most=1_000_000)
def qr(link: str) -> bytes:
    """The link as a PNG, dark on white whatever the theme, with the quiet edge that readers want."""
    file = io.BytesIO()
    segno.make(link, error="m", micro=False).save(file, kind="png", scale=8, border=4)
    return file.getvalue()


POSTER_STYLES = """
.code { font-size: 3.2rem; line-height: 1.1; letter-spacing: 0.12em; font-weight: 600; margin: 0;
  font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.st-key-poster p { margin: 0; overflow-wrap: anywhere; }
.count { font-size: 1.1rem; font-weight: 600; margin: 0; }
.st-key-room_qr img { width: 10.5rem; max-width: 100%; image-rendering: pixelated; background: #fff; }
"""
