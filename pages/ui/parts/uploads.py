"""A place for a file. Each file is read once and let go: Streamlit would keep it in memory until the visitor leaves."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

import streamlit as st

from attention.errors import AttentionError
from attention.limits.turns import aside
from pages.ui.frame import state

ONE_AT_A_TIME = Lock()
"""Reading takes several times a file's size: of all visitors, one file is read at a time."""


def upload(key: str, label: str, endings: list[str], take: Callable[[str, bytes], None], *, megabytes: int) -> None:
    """take: is called once for each file, with its name and its bytes; an error of ours becomes a notice.

    The box is empty again after each file: it is another one, of a new key, `key` with a number.
    """
    number = int(state.value(f"{key}_number", 0))
    with st.container(key=key):
        file = st.file_uploader(label, type=endings, key=f"{key}_{number}", max_upload_size=megabytes)
    if file is None:
        return
    state.keep(f"{key}_number", number + 1)
    try:
        with aside(), ONE_AT_A_TIME:
            take(file.name, file.getvalue())
    except AttentionError as error:
        state.notify(error)
    finally:
        state.let_go(file.file_id)
    st.rerun()
