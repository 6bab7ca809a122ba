"""Streamlit asks nobody for this machine's address, whoever knocks."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from streamlit import net_util
from streamlit.web.server.server_util import is_url_from_allowed_origins

from pages.ui.frame import no_network
from tests.pages.visit import opened


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What is asked of the network."""
    asked: list[Any] = []

    def ask(*what: Any, **_: Any) -> None:
        asked.append(what)

    monkeypatch.setattr(net_util, "_external_ip", None)
    monkeypatch.setattr(net_util, "_internal_ip", None)
    monkeypatch.setattr(net_util, "_make_blocking_http_get", ask)
    monkeypatch.setattr(socket.socket, "connect", ask)
    return asked


def test_streamlit_would_ask(asked: list[Any]) -> None:
    """Should this fail, Streamlit has changed, and pages/ui/frame/no_network.py may go."""
    assert not is_url_from_allowed_origins("http://somewhere.example")
    assert any("amazonaws" in str(what) for what in asked)


def test_another_sites_page_is_refused_without_a_question(asked: list[Any]) -> None:
    no_network.ask_nobody()
    assert not is_url_from_allowed_origins("http://somewhere.example")
    assert is_url_from_allowed_origins("http://localhost:8501")
    assert asked == []


def test_the_first_page_sees_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net_util, "_external_ip", None)
    opened()
    assert net_util._external_ip == no_network.THIS_MACHINE
