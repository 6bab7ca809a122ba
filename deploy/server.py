"""The app as a server for many: Streamlit's application under uvicorn, warm before the first visitor comes.

    python -m deploy.server [--address 127.0.0.1] [--port 8501]

It shows the same pages with the same settings (.streamlit/config.toml) as `streamlit run app.py`. The differences: small
messages leave at once (TCP_NODELAY: uvicorn opens the socket itself), scripts go compressed, dictionary, weights and libraries
are loaded before the port is open, every answer carries the security headers, uploads have a limit for all visitors together, and
every fault is one line of the log, those of the server itself too.

STREAMLIT_SERVER_ADDRESS, STREAMLIT_SERVER_PORT and the other variables of Streamlit work as well; STREAMLIT_SERVER_ALLOWED_HOSTS
has the names by which the server is reached (deploy/hosts.py). FORWARDED_ALLOW_IPS names the proxies whose word about a visitor's
address is taken (uvicorn's own: this machine alone).
"""

from __future__ import annotations

import argparse
import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import streamlit as st
import uvicorn
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from streamlit import config
from streamlit.web.bootstrap import load_config_options

import attention
from attention.errors import WeightsError
from attention.session.board import opening_board
from attention.sources.translation_model import translate_model
from deploy import old_browsers, ready
from deploy.headers import SecurityHeaders
from deploy.hosts import KnownHosts
from deploy.scripts import PackedScripts
from deploy.uploads import Uploads
from pages.ui.frame import crashes, lighter, no_network, whole_first

APP = Path(__file__).resolve().parents[1] / "app.py"
PING = 30
"""Seconds between two signs of life; a connection that leaves one unanswered is closed."""
TRUE = ("1", "true", "yes", "on")
MAX_MESSAGE = 4_000_000
"""Bytes of one message from a browser. The largest of ours, a hand table of 256 words pasted whole, has about 2 MB; files do not
come this way."""
LEVEL, SMALLEST = 4, 1000
"""How hard is compressed what deploy/scripts.py does not keep compressed. What is smaller goes in one packet anyway."""
FAREWELL = 5
"""Seconds for the last answers when the server is told to stop."""


def warm() -> None:
    """Load all that the first visitor would wait for: jieba's dictionary, the weights, pandas and plotly."""
    attention.table(opening_board().text).figure()
    with suppress(WeightsError):  # its page says so itself
        translate_model()


@asynccontextmanager
async def warmed(_: st.App) -> AsyncIterator[None]:
    await asyncio.to_thread(warm)
    yield


def from_environment(environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Settings that variables name: STREAMLIT_SERVER_PORT is server.port. `streamlit run` reads them, its library does not."""
    options = config.get_config_options().items()
    named = {
        name: (reader(option), environment[option.env_var]) for name, option in options if option.env_var in environment
    }
    return {name: read(text) for name, (read, text) in named.items()}


def reader(option: Any) -> Any:
    """From a variable's text to an option's value: a list is written with blanks between, as for `streamlit run`."""
    if option.multiple:
        return str.split
    return (lambda text: text.lower() in TRUE) if option.type is bool else option.type


def application(chosen: Mapping[str, Any] | None = None) -> st.App:
    """The app, ready for an ASGI server. chosen: settings that go before all others, {"server.port": 8600}."""
    told = from_environment()
    hosts = told.pop("server.allowedHosts", [])
    layers = [
        Middleware(SecurityHeaders),
        Middleware(KnownHosts, names=hosts),
        Middleware(Uploads),
        Middleware(PackedScripts),
        Middleware(GZipMiddleware, minimum_size=SMALLEST, compresslevel=LEVEL),
    ]
    app = st.App(
        APP,
        lifespan=warmed,
        routes=[*old_browsers.routes(), *ready.routes()],
        middleware=layers,
        on_script_error=crashes.handled,
    )
    # Anew, now that Streamlit knows in which folder its settings are. Its own check of hosts knows no addresses in numbers.
    load_config_options({**told, "server.allowedHosts": ["*"], **(chosen or {})})
    return app


def settings() -> dict[str, Any]:
    """What uvicorn is told, from Streamlit's settings."""
    return {
        "host": config.get_option("server.address") or "127.0.0.1",
        "port": int(config.get_option("server.port")),
        "ws": "websockets-sansio",
        "ws_max_size": MAX_MESSAGE,
        "ws_per_message_deflate": bool(config.get_option("server.enableWebsocketCompression")),
        "ws_ping_interval": PING,
        "ws_ping_timeout": PING,
        "timeout_graceful_shutdown": FAREWELL,
        "access_log": False,  # nginx has one
        "server_header": False,
        "log_level": "warning",
        "log_config": None,
    }


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--address", help="where to listen (127.0.0.1)")
    parser.add_argument("--port", type=int, help="on which port (8501)")
    chosen = {
        f"server_{name}": value for name, value in vars(parser.parse_args(arguments)).items() if value is not None
    }
    crashes.one_line_each()
    no_network.ask_nobody()
    whole_first.see_to_it()
    lighter.lighten()
    app = application(chosen)
    told = settings()
    print(f"http://{told['host']}:{told['port']}", flush=True)
    ready.AnnouncedServer(uvicorn.Config(app, **told)).run()


if __name__ == "__main__":
    main()
