"""Settings of .streamlit/config.toml that must not be lost, each with its reason, and the pins that go with them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from streamlit import config as streamlit_config

from tests.contrast import contrast

CONFIG = tomllib.loads((Path(__file__).parent.parent / ".streamlit" / "config.toml").read_text(encoding="utf-8"))

SETTINGS = {
    # with another address, or none, Streamlit looks up its own external address somewhere outside
    "server.address": "127.0.0.1",
    # no question for an e-mail address, no browser that opens by itself; the address is printed
    "server.headless": True,
    # a file saved during a lesson must not rerun everybody's page
    "server.fileWatcherType": "none",
    "server.enableCORS": True,
    "server.enableXsrfProtection": True,
    # the largest file that a page takes is one sentence's attention of one model
    "server.maxUploadSize": 120,
    # MB that a browser may send in one message; files do not come this way, a pasted table of 256 words has about 2 MB
    "server.maxWidgetStateSize": 4,
    # a foreign name that is pointed at this computer gets no websocket (DNS rebinding); deploy/hosts.py for a server of many
    "server.allowedHosts": ["localhost", "127.0.0.1", "::1"],
    # nothing is sent outside
    "browser.gatherUsageStats": False,
    # the menu is our own: the pages router lists file names
    "client.showSidebarNavigation": False,
    # a visitor sees sentences, not tracebacks; the log has them
    "client.showErrorDetails": "none",
    # links to search engines in an error box
    "client.showErrorLinks": False,
    "client.toolbarMode": "minimal",
    # a traceback on many lines, with what an error says, has no place in the log; pages/ui/frame/crashes.py writes one line
    "logger.enableRich": False,
    # a bare expression in a page's code is not printed
    "runner.magicEnabled": False,
    # garbage collection after every rerun costs 85 to 110 ms of processor time
    "runner.postScriptGC": False,
}
THEMES = ("theme.light", "theme.dark")
CHINESE_FONTS = ("PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Micro Hei")


def setting(name: str) -> Any:
    section, _, option = name.rpartition(".")
    table = CONFIG
    for part in section.split("."):
        table = table[part]
    return table[option]


def option_names(table: dict[str, Any], prefix: str = "") -> list[str]:
    names = []
    for key, value in table.items():
        names += option_names(value, f"{prefix}{key}.") if isinstance(value, dict) else [prefix + key]
    return names


def test_the_settings() -> None:
    assert {name: setting(name) for name in SETTINGS} == SETTINGS


def test_streamlit_knows_the_options() -> None:
    assert {*option_names(CONFIG)} - {*streamlit_config.get_config_options()} == set()


def test_both_themes_are_there_and_no_common_one() -> None:
    """A font in a lone [theme] switches the browser's own choice between light and dark off."""
    assert set(CONFIG["theme"]) == {"light", "dark"}
    assert set(CONFIG["theme"]["light"]) == set(CONFIG["theme"]["dark"])


@pytest.mark.parametrize("theme", THEMES)
def test_fonts_are_the_systems_own_and_draw_chinese(theme: str) -> None:
    for option in ("font", "headingFont", "codeFont"):
        assert ":" not in setting(f"{theme}.{option}"), "name:url fetches a font"
    assert all(f'"{font}"' in setting(f"{theme}.font") for font in CHINESE_FONTS)
    assert setting(f"{theme}.font").endswith(", sans-serif")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", ["backgroundColor", "secondaryBackgroundColor", "sidebar.backgroundColor"])
def test_text_is_legible(theme: str, ground: str) -> None:
    assert contrast(setting(f"{theme}.textColor"), setting(f"{theme}.{ground}")) >= 7
    assert contrast(setting(f"{theme}.linkColor"), setting(f"{theme}.{ground}")) >= 4.5
    assert contrast(setting(f"{theme}.primaryColor"), setting(f"{theme}.{ground}")) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_white_is_legible_on_a_primary_button(theme: str) -> None:
    assert contrast(setting(f"{theme}.primaryColor"), "#ffffff") >= 4.5
