"""By which names the server answers. A page of another site may point its own name at this server's address (DNS rebinding), and
the browser would then take that page for one of ours: a name that nobody has allowed is refused, for pages and websockets.

Always allowed: this machine's names, and addresses in numbers, which nobody can point elsewhere. A school's own names stand in
STREAMLIT_SERVER_ALLOWED_HOSTS, with blanks between: `attention.school.example *.lab.example`; `*` is any.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

SETTING = "STREAMLIT_SERVER_ALLOWED_HOSTS"
UNKNOWN = (
    f"本服务器不认识这个域名：请管理员把它写进 {SETTING}（见 deploy/README.zh.md）。\n"
    f"This server does not know this name: its administrator can add it to {SETTING} (deploy/README.md).\n"
)
HOST = re.compile(r"(?:\[([\da-f:.]+)\]|([^\s:/@\[\]]+))(?::\d{1,5})?", re.ASCII | re.IGNORECASE)
"""An address of version 6, or anything else; and a port."""


def own_names() -> list[str]:
    """This machine's names, as others on its network may use them. No name server is asked."""
    name = socket.gethostname().lower()
    return ["localhost", name, f"{name.partition('.')[0]}.local"]


def known(host: str, names: Sequence[str]) -> bool:
    """Whether a Host header is an address in numbers or one of the names; *.a.b is all that end in .a.b."""
    if not (match := HOST.fullmatch(host)):
        return False
    name = (match[1] or match[2]).lower().rstrip(".")
    return in_numbers(name) or any(
        pattern in ("*", name) or (pattern.startswith("*.") and name.endswith(pattern[1:])) for pattern in names
    )


def in_numbers(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class KnownHosts:
    """ASGI middleware. names: those beside this machine's own."""

    def __init__(self, app: ASGIApp, names: Sequence[str] = ()) -> None:
        self.app = app
        self.names = [*own_names(), *(name.lower().rstrip(".") for name in names)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or known(Headers(scope=scope).get("host", ""), self.names):
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await PlainTextResponse(UNKNOWN, status_code=421)(scope, receive, send)
        else:
            await WebSocketClose()(scope, receive, send)
