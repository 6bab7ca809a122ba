"""What Streamlit does at every run of a page for nothing new, done once; and what it does a message at a time, done together.

Every run begins with a message that holds the whole theme, read anew from all settings. They are what they were, while a server
runs: the message is put together once for each set of settings.

Every message of a run wakes the event loop by itself, and waking changes threads. What has come until the loop gets to it, it
takes at one go, in the same order.

Where Streamlit has other names for these, it goes its own way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from streamlit import config
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession

TOGETHER = "_call_soon_on_event_loop"
FROM_SETTINGS = ("_populate_theme_msg", "_populate_config_msg")
WAKE: Any = getattr(AppSession, TOGETHER, None)
WAITING, WOKEN = "_attention_waiting", "_attention_woken"
"""Attributes of a session: what the loop is to call, and whether it has been told so."""


class FilledOnce:
    """In place of a function of Streamlit's that fills a message from the settings alone."""

    def __init__(self, fill: Callable[..., None]) -> None:
        self.fill = fill
        self.settings: Any = None
        self.filled: dict[tuple[Any, ...], Any] = {}

    def __call__(self, message: Any, *which: Any) -> None:
        if self.settings is not (now := config.get_config_options()):
            self.settings, self.filled = now, {}
        if which not in self.filled:
            self.filled[which] = type(message)()
            self.fill(self.filled[which], *which)
        if self.filled[which].ListFields():
            message.MergeFrom(self.filled[which])


def call_together(session: AppSession, callback: Callable[[], None]) -> None:
    """In place of Streamlit's way to have the event loop call something for a session."""
    own = vars(session)
    own.setdefault(WAITING, deque()).append(callback)
    if not own.get(WOKEN):
        own[WOKEN] = True
        WAKE(session, partial(take_all, session))


def take_all(session: AppSession) -> None:
    """On the event loop. What comes from now on wakes it anew, at worst for nothing."""
    own = vars(session)
    own[WOKEN] = False
    try:
        while own[WAITING]:
            own[WAITING].popleft()()
    finally:  # one that fails keeps no other from its turn
        if own[WAITING]:
            WAKE(session, partial(take_all, session))


def lighten() -> None:
    """Once a process is enough; more does no harm."""
    for name in FROM_SETTINGS:
        if (fill := getattr(app_session, name, None)) and not isinstance(fill, FilledOnce):
            setattr(app_session, name, FilledOnce(fill))
    if WAKE is not None:
        setattr(AppSession, TOGETHER, call_together)
