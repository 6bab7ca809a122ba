"""A page at a server whose messages are late: they reach the session some time after they were made.

On a busy machine it happens now and then that a run has ended, its last messages wait, and a request of a fragment comes in:
Streamlit starts a new runner for it and drops what the old one had still to say. Here it happens all the time.
"""

import os
import runpy
from collections.abc import Callable
from pathlib import Path

import streamlit as st
from streamlit.runtime.app_session import AppSession

PAGE = Path(__file__).parents[3] / "pages" / os.environ.get("LATE_PAGE", "2_train.py")
LATE = float(os.environ.get("LATE", "0.5"))  # s


def late(session: AppSession, callback: Callable[[], None]) -> None:
    session._event_loop.call_soon_threadsafe(session._event_loop.call_later, LATE, callback)


if st.runtime.exists():  # not where somebody only imports it
    AppSession._call_soon_on_event_loop = late  # type: ignore[method-assign, assignment]
    st.page_link = lambda *_, **__: None  # type: ignore[assignment]  # there is no other page beside this script
    runpy.run_path(str(PAGE))
