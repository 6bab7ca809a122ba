"""What Streamlit does at every run is done once, and comes to the same."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import MagicMock

import pytest
from streamlit import config
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.script_data import ScriptData
from streamlit.web.bootstrap import load_config_options

from pages.ui.frame import lighter
from tests.pages.visit import ROOT

PAGE: Any = {"page_name": "table", "icon": ""}


@pytest.fixture(autouse=True)
def settings() -> Iterator[None]:
    load_config_options({})
    yield
    load_config_options({})


def begun(session: AppSession) -> bytes:
    """The message with which a run begins."""
    run = MagicMock(script_run_id="run", fragment_ids=["part"])
    message = session._create_new_session_message("hash", run, {"hash": PAGE})
    return bytes(message.SerializeToString(deterministic=True))


def in_session(do: Callable[[AppSession], None]) -> None:
    """Do something with a session, on an event loop of its own; to its end, and what it has asked of the loop as well."""

    async def there() -> None:
        script = ScriptData(str(ROOT / "app.py"), False)
        do(AppSession(script, MagicMock(), MagicMock(), message_enqueued_callback=None, user_info={}))
        await asyncio.sleep(0.01)

    with ThreadPoolExecutor(1) as elsewhere:  # a browser's tests leave a loop in this thread
        elsewhere.submit(lambda: asyncio.run(there())).result()


@pytest.fixture
def streamlits(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Streamlit's own functions, whatever has been put in their place in this process."""
    for name in lighter.FROM_SETTINGS:
        fill = getattr(app_session, name)
        monkeypatch.setattr(app_session, name, fill.fill if isinstance(fill, lighter.FilledOnce) else fill)
    monkeypatch.setattr(AppSession, lighter.TOGETHER, lighter.WAKE)
    return monkeypatch


@pytest.mark.parametrize("theme", [{}, {"theme_base": "dark", "theme_sidebar_backgroundColor": "#123456"}])
def test_a_run_begins_with_streamlits_own_message(streamlits: pytest.MonkeyPatch, theme: dict[str, str]) -> None:
    def compare(session: AppSession) -> None:
        load_config_options(theme)
        own = begun(session)
        assert b"Latin letters" in own
        read = MagicMock(side_effect=config.get_options_for_section)
        streamlits.setattr(config, "get_options_for_section", read)
        lighter.lighten()
        assert [begun(session) for _ in range(3)] == [own] * 3
        assert read.call_count == 6, "the settings are read once: six parts of a theme"

    in_session(compare)


def test_other_settings_make_another_message(streamlits: pytest.MonkeyPatch) -> None:
    def change(session: AppSession) -> None:
        lighter.lighten()
        before = begun(session)
        load_config_options({"theme_light_primaryColor": "#abcdef"})
        assert b"#abcdef" not in before
        assert b"#abcdef" in begun(session)

    in_session(change)


@pytest.mark.usefixtures("streamlits")
def test_what_comes_at_once_wakes_the_loop_once_and_keeps_its_order(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    wake = MagicMock(side_effect=lighter.WAKE)
    monkeypatch.setattr(lighter, "WAKE", wake)

    def call(session: AppSession) -> None:
        lighter.lighten()
        asyncio.get_running_loop().set_exception_handler(lambda _, told: done.append(told["exception"]))
        calls: list[Any] = [lambda: done.append(1), lambda: 1 // 0, lambda: session._call_soon_on_event_loop(last)]
        for callback in calls:
            session._call_soon_on_event_loop(callback)
        assert wake.call_count == 1

    def last() -> None:
        done.append("last")

    in_session(call)
    assert [one if not isinstance(one, ZeroDivisionError) else "failed" for one in done] == [1, "failed", "last"]


@pytest.mark.usefixtures("streamlits")
def test_where_streamlit_has_other_names_it_goes_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in lighter.FROM_SETTINGS:
        monkeypatch.delattr(app_session, name)
    monkeypatch.setattr(lighter, "WAKE", None)
    own = getattr(AppSession, lighter.TOGETHER)
    lighter.lighten()
    assert not any(hasattr(app_session, name) for name in lighter.FROM_SETTINGS)
    assert getattr(AppSession, lighter.TOGETHER) is own
