"""Uploads come one after another. Of all visitors together, no more than MOST bytes are on their way or wait to be read.

Streamlit keeps an uploaded file in memory until its visitor leaves; the pages let go of each file that they have read
(pages/ui/parts/uploads.py). Whoever comes while there is no room waits: nothing is read from the connection meanwhile. What
nobody has read after a minute goes, so that nobody keeps the room for himself.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.stats import CACHE_MEMORY_FAMILY

PATH = "/_stcore/upload_file/"
MOST = 130_000_000
"""Bytes: one file of the largest kind, and what a form adds."""
PATIENCE = 45
"""Seconds that an upload waits for room; nginx gives up after 60."""
LONGEST = 120
"""Seconds that an upload may take."""
UNREAD = 60
"""Seconds after which a file that no page has read goes."""
LOOK = 0.05
FULL = "服务器正忙：请稍后再上传。 The server is busy: please upload the file again in a minute.\n"
SLOW = "上传太慢。 The upload took too long.\n"
NO_LENGTH = "Content-Length?\n"


def manager() -> Any:
    """Streamlit's keeper of uploaded files."""
    return runtime.get_instance().uploaded_file_mgr


def waiting() -> int:
    """Bytes of all files that wait to be read."""
    return sum(stat.byte_length for stat in manager().get_stats().get(CACHE_MEMORY_FAMILY, []))


class Uploads:
    """ASGI middleware around Streamlit's application."""

    def __init__(self, app: ASGIApp, most: int = MOST) -> None:
        self.app, self.most = app, most
        self.coming = 0
        """Bytes on their way."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "PUT" or not scope["path"].startswith(PATH):
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        if not length.isdecimal():  # a browser always says how much comes
            await PlainTextResponse(NO_LENGTH, status_code=411)(scope, receive, send)
        elif not await self.room(int(length)):
            await PlainTextResponse(FULL, status_code=503)(scope, receive, send)
        else:
            await self.take(int(length), scope, receive, send)

    async def room(self, size: int) -> bool:
        """Wait until there is room for so many bytes, and take it. What is larger than all the room is Streamlit's to refuse."""
        end = time.monotonic() + PATIENCE
        while min(size, self.most) + self.coming + waiting() > self.most:
            if time.monotonic() > end:
                return False
            await asyncio.sleep(LOOK)
        self.coming += min(size, self.most)
        return True

    async def take(self, size: int, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def sent(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            async with asyncio.timeout(LONGEST):
                await self.app(scope, receive, sent)
        except TimeoutError:
            if not started:
                await PlainTextResponse(SLOW, status_code=408)(scope, receive, send)
        finally:
            self.coming -= min(size, self.most)
            session, _, file = scope["path"].removeprefix(PATH).partition("/")
            asyncio.get_running_loop().call_later(UNREAD, manager().remove_file, session, file)
