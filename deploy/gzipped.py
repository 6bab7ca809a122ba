"""Streamlit's scripts and styles, compressed once a process and kept: 7.5 MB of a first visit become 2.5 MB.

Streamlit compresses the rest by itself and leaves these out, since it would do it anew for each visitor. They never change
while a server runs, so they are kept here, a few MB in all. A file that says of itself that it may be kept for ever
(`immutable`) is one of them; what is answered to a wrong path is not, so that nobody fills the memory.
"""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

FOLDER = "/static/"
KINDS = (".js", ".css", ".html", ".json", ".svg")
LEVEL = 6
SMALLEST = 1000
"""Bytes: what is smaller goes in one packet anyway."""


@dataclass(frozen=True)
class Kept:
    """A compressed file and the headers it goes with."""

    headers: list[tuple[bytes, bytes]]
    body: bytes


def squeezes(scope: Scope) -> bool:
    """Whether this request may be answered with a compressed file."""
    if scope["type"] != "http" or scope["method"] != "GET" or not scope["path"].startswith(FOLDER):
        return False
    asked = Headers(scope=scope)
    plain = "range" in asked or "if-none-match" in asked or "if-modified-since" in asked
    return scope["path"].endswith(KINDS) and not plain and "gzip" in asked.get("accept-encoding", "")


class Gzipped:
    """ASGI middleware around Streamlit's application."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.kept: dict[str, Kept] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not squeezes(scope):
            await self.app(scope, receive, send)
        elif kept := self.kept.get(scope["path"]):
            await answer(kept, send)
        else:
            await self.first(scope, receive, send)

    async def first(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask the application, and keep its answer where it may be kept."""
        messages: list[Message] = []

        async def collect(message: Message) -> None:
            messages.append(message)

        await self.app(scope, receive, collect)
        start = messages[0]
        body = b"".join(message.get("body", b"") for message in messages[1:])
        if start["status"] == 200 and keepable(Headers(raw=start["headers"])) and len(body) >= SMALLEST:
            kept = Kept(headers_of(start), await asyncio.to_thread(gzip.compress, body, LEVEL, mtime=0))
            self.kept[scope["path"]] = kept
            await answer(kept, send)
        else:
            for message in messages:
                await send(message)


def keepable(headers: Headers) -> bool:
    return "immutable" in headers.get("cache-control", "") and "content-encoding" not in headers


def headers_of(start: Message) -> list[tuple[bytes, bytes]]:
    """The headers of the plain answer, made true of the compressed one. Its tag stays strong: it is of this form alone."""
    headers = MutableHeaders(raw=list(start["headers"]))
    if tag := headers.get("etag"):
        headers["etag"] = f'{tag.rstrip(chr(34))}-gzip"'
    headers["content-encoding"] = "gzip"
    headers.add_vary_header("Accept-Encoding")
    del headers["content-length"]
    del headers["accept-ranges"]
    return headers.raw


async def answer(kept: Kept, send: Send) -> None:
    length = (b"content-length", str(len(kept.body)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [*kept.headers, length]})
    await send({"type": "http.response.body", "body": kept.body})
