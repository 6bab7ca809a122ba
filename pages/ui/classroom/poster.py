"""Code, link and QR code of a room: over the whole screen while the class comes in, small beside everything after."""

from __future__ import annotations

import io
from urllib.parse import urljoin, urlsplit

import segno
import streamlit as st

from attention.limits.remembered import remembered
from pages.ui.frame import markup, state
from pages.ui.frame.page import said

LOCAL = {"localhost", "127.0.0.1", "::1"}


def poster(code: str, *, large: bool) -> None:
    """What students need to come in: nothing of it steers the room."""
    link = student_link(code)
    with st.container(key="poster_large" if large else "poster", horizontal=True, vertical_alignment="center"):
        with st.container(key="room_qr", width="content"):
            st.image(qr(link), width="content", alt=said("room.qr"))
        lines = [(said("room.code"), ""), (code, "code")]
        lines += [(said("room.where", address=link), "")] if large else []
        lines += [(said("room.local"), "lead")] if large and urlsplit(link).hostname in LOCAL else []
        st.html(markup.NO_HTML.join(markup.paragraph(*line) for line in lines))


def student_link(code: str) -> str:
    return f"{classroom_address()}?room={code}"


def classroom_address() -> str:
    """Of the page of the classroom, from whichever page this is."""
    return urljoin(state.page_address(), state.CLASSROOM)


@remembered(most=1_000_000)
def qr(link: str) -> bytes:
    """The link as a PNG, dark on white whatever the theme, with the quiet edge that readers want."""
    file = io.BytesIO()
    segno.make(link, error="m", micro=False).save(file, kind="png", scale=16, border=4)
    return file.getvalue()
