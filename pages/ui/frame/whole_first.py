"""A session that has not drawn the page yet draws all of it first, whatever the browser asks for.

After a restart, or where another process takes over, the browser goes on with the page that it has. Its first edit may ask for a
part of that page alone, which the new session does not know; Streamlit drops such an edit without a word.
"""

from __future__ import annotations

from typing import Any

from streamlit.runtime.app_session import AppSession

from pages.ui.frame.state import drawn_before

STREAMLITS = AppSession.request_rerun


def request_whole_page(session: AppSession, client_state: Any) -> None:
    """In place of Streamlit's."""
    part = client_state.fragment_id if client_state else ""
    if part and not session.has_fragment(part) and not drawn_before(session):
        client_state.fragment_id = ""
    STREAMLITS(session, client_state)


def see_to_it() -> None:
    """Once a process is enough; more does no harm."""
    setattr(AppSession, STREAMLITS.__name__, request_whole_page)
