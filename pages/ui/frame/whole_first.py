"""Where the browser asks for a part of the page that the session does not know, all of the page is drawn.

After a restart, or where another process takes over, the browser goes on with the page that it has. Its first edit may ask for a
part of it alone; Streamlit drops an edit of a part that the new session has not drawn yet, without a word.
"""

from __future__ import annotations

from typing import Any

from streamlit.runtime.app_session import AppSession

REQUEST_RERUN = AppSession.request_rerun


def request_whole_page(session: AppSession, client_state: Any) -> None:
    """In place of Streamlit's."""
    part = client_state.fragment_id if client_state else ""
    if part and not session.has_fragment(part) and not client_state.is_auto_rerun:
        client_state.fragment_id = ""
    REQUEST_RERUN(session, client_state)


def see_to_it() -> None:
    """Once a process is enough; more does no harm."""
    setattr(AppSession, REQUEST_RERUN.__name__, request_whole_page)
