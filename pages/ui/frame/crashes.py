"""Faults of ours: one line in the server's log, one sentence for the visitor, and the same number in both.

A fault in a page is caught by `frame.opened`, which goes on with the rest of the page. One outside of it, in a widget's
callback or a fragment, reaches Streamlit; `handled` is what Streamlit calls then, and the page is drawn again. What was typed
lies in the session and stays.

A line names time, number, page, class and places in the code. What a visitor has written never stands in it: error messages
quote such things, so they are left out, unless ATTENTION_LOG_TEXT=1 asks for them.
"""

from __future__ import annotations

import logging
import os
import secrets
import time
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.errors import FragmentHandledException
from streamlit.runtime.scriptrunner import get_script_run_ctx

from attention.errors import AttentionError
from pages.ui.frame import state
from pages.ui.texts import say

PROJECT = Path(__file__).resolve().parents[3]
FAULT_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No letter that is read as another."""
LENGTH = 6
FAULT_NUMBER = "attention_fault"
"""The attribute of an exception that keeps its number."""
FAULT_TOLD = "attention_told"
"""The attribute of an exception of which the visitor has been told."""
FAILED = "failed"
"""Key of the session: the last run of the page did not end well."""
DEEPEST = 6
"""Places in the code that a line names, from the fault outwards."""
WITH_TEXT = "ATTENTION_LOG_TEXT"
LOG_LINE = "%(asctime)s %(levelname)s %(name)s %(message)s"


STREAMLITS = logging.getLogger("streamlit.error_util")
"""Where Streamlit writes what went wrong in a page, with all that the error says, on many lines."""


@dataclass(eq=False)
class Fault(AttentionError):
    """Something of ours broke. number: as the log has it."""

    number: str
    message = "fault {number}"


class Lines(logging.Formatter):
    """A record is one line, whatever is in it; time is UTC."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    @staticmethod
    def converter(seconds: float | None = None) -> time.struct_time:
        return time.gmtime(seconds)

    def format(self, record: logging.LogRecord) -> str:
        return " ".join(super().format(record).split())


def logger() -> logging.Logger:
    """Where faults are written: the standard error stream, a line each."""
    log = logging.getLogger("attention_table")
    if not log.handlers:
        handler = logging.StreamHandler()
        handler.setFormatter(Lines(LOG_LINE))
        log.addHandler(handler)
        log.propagate = False
    return log


def log_fault(error: BaseException, page: str = "") -> Fault:
    """Write the error into the log, once; what is said to the visitor."""
    if known := getattr(error, FAULT_NUMBER, None):
        return Fault(known)
    number = "".join(secrets.choice(FAULT_LETTERS) for _ in range(LENGTH))
    setattr(error, FAULT_NUMBER, number)
    logger().error("fault=%s page=%s %s", number, page or "-", described(error))
    return Fault(number)


def described(error: BaseException) -> str:
    """Class and places of an error and of what caused it, in one line: error=KeyError at=pages/ui/a.py:3:f<app.py:7:<module>"""
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    parts = [f"error={type(error).__name__}", f"at={places(error)}"]
    parts += [f"from={type(cause).__name__}", f"from_at={places(cause)}"] if cause else []
    parts += [f"message={str(error)[:500]!r}"] if os.environ.get(WITH_TEXT) == "1" else []
    return " ".join(parts)


def places(error: BaseException) -> str:
    """Where the error was raised, and from where that was called: file:line:function, innermost first.

    Of the libraries' code only the place where it broke, if it broke there; of ours the last few.
    """
    frames = traceback.extract_tb(error.__traceback__)[::-1]
    ours = [frame for i, frame in enumerate(frames) if i == 0 or is_ours(frame.filename)]
    return "<".join(f"{short_path(frame.filename)}:{frame.lineno}:{frame.name}" for frame in ours[:DEEPEST]) or "-"


def is_ours(file: str) -> bool:
    path = Path(file)
    return path.is_relative_to(PROJECT) and ".venv" not in path.parts and "site-packages" not in path.parts


def short_path(file: str) -> str:
    """The path from the top of the project, or the last two names of another one."""
    path = Path(file)
    return path.relative_to(PROJECT).as_posix() if is_ours(file) else "/".join(path.parts[-2:])


def caught(error: Exception, page: str) -> None:
    """A page broke off: its visitor is told so, here and now."""
    inner = error.args[0] if isinstance(error, FragmentHandledException) and error.args else error
    fault = log_fault(inner, page)
    state.keep(FAILED, True)
    if not getattr(inner, FAULT_TOLD, False):  # a part of the page has told of it where it stands
        setattr(inner, FAULT_TOLD, True)
        tell_fault(fault)


def tell_fault(fault: Fault) -> None:
    """What the visitor reads. The container's name is for tests, which stumble over it."""
    with st.container(key=f"fault_{fault.number}"):
        st.error(say(state.board().view.language, "error.Fault", number=fault.number))


def handled(error: Exception) -> bool:
    """What Streamlit calls with an error that no page has caught: the page is drawn again, and says what happened.

    Where the last run had failed as well there is no second try, for it could go on for ever.
    True: Streamlit shows nothing itself.
    """
    if state.value(FAILED):
        caught(error, state.value(state.PAGE, ""))
        return True
    state.keep(FAILED, True)
    state.keep(state.FILLED, {})  # the browser has dropped the page's widgets, and what was typed goes back to it
    state.notify(log_fault(error, state.value(state.PAGE, "")))
    state.run_again()  # last of all: whatever touches the session after this breaks off for the new run
    return True


def ended(*, whole: bool) -> None:
    """The page has been drawn, as far as it could be. Widgets that it did not come to keep their values: `stop` sees to that."""
    state.keep(FAILED, not whole)
    if not whole:
        state.keep(state.REST_SHOWN, None)  # the next edit draws all of the page
        st.stop()


def watch() -> None:
    """Have `handled` called in this session also where the app was started by `streamlit run`, which has no option for that."""
    STREAMLITS.addFilter(reported)
    context = get_script_run_ctx()
    if context is None or not runtime.exists():
        return
    sessions = getattr(runtime.get_instance(), "_session_mgr", None)
    found = sessions.get_session_info(context.session_id) if sessions else None
    if found is not None and getattr(found.session, "_on_script_error", handled) is None:
        found.session._on_script_error = handled


def reported(record: logging.LogRecord) -> bool:
    """A filter: our line instead of Streamlit's many."""
    if not (record.exc_info and record.exc_info[1]):
        return True
    log_fault(record.exc_info[1], state.value(state.PAGE, ""))
    return False


def one_line_each() -> None:
    """From now on an exception in any record of this process, the web server's too, is named by class and place."""
    make = logging.getLogRecordFactory()

    def record(*arguments: Any, **named: Any) -> logging.LogRecord:
        made = make(*arguments, **named)
        if made.exc_info and made.exc_info[1] and made.name != STREAMLITS.name:
            made.msg, made.args = f"{made.getMessage()} {described(made.exc_info[1])}".replace("\n", " "), ()
            made.exc_info = None
        return made

    logging.setLogRecordFactory(record)
