"""The headers that protect a visitor, on every answer of the app itself: with nginx before it or without.

Nothing comes from another host, and nothing goes to one. Streamlit writes its styles into the page ('unsafe-inline') and starts
components from blob: addresses; of scripts written into a page only its own one runs, known by its hash (a test of tests/deploy
tells the new one after an update of Streamlit).
"""

from __future__ import annotations

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

STREAMLITS_OWN = "'sha256-THxz9J9+wf7rhwR2YkXJoSZ13UCmYyC+3lNDv2+8ugA='"
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "SAMEORIGIN",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
}
HOST = re.compile(r"[\w.-]+(:\d+)?|\[[\da-fA-F:.]+\](:\d+)?", re.ASCII)


def policy(host: str) -> str:
    """The content security policy. host: as the browser asked for it; Safari before 15.4 does not count a websocket to the
    page's own server as 'self'."""
    sockets = f" ws://{host} wss://{host}" if HOST.fullmatch(host) else ""
    return (
        f"default-src 'none'; script-src 'self' blob: {STREAMLITS_OWN}; style-src 'self' 'unsafe-inline'; "
        f"img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'{sockets}; worker-src 'self'; "
        "manifest-src 'self'; form-action 'self'; base-uri 'self'; frame-ancestors 'self'"
    )


class SecurityHeaders:
    """ASGI middleware. What an answer says already stays."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                host = Headers(scope=scope).get("host", "")
                for name, value in {**HEADERS, "Content-Security-Policy": policy(host)}.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
