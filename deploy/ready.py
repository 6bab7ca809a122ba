"""Whether a process is ready for visitors: all that they would wait for is loaded, the port is open, nobody has told it to stop.

    GET /ready     200 ready, or 503 not ready; of the process itself, nginx shows it to nobody outside

/_stcore/health only says that the process lives. The rooms' database is not part of it: all processes share it, and without it
every page but 课堂 works, so no visitor would be better off with another process.

systemd is told as well (Type=notify), so that `systemctl restart` comes back when the process is ready and not before.
"""

from __future__ import annotations

import os
import socket
from threading import Event
from types import FrameType

import uvicorn
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

PATH = "/ready"
_ready = Event()


def routes() -> list[Route]:
    """The address at which a supervisor asks."""

    async def answer(_: Request) -> Response:
        ready = _ready.is_set()
        text, status = ("ready\n", 200) if ready else ("not ready\n", 503)
        return PlainTextResponse(text, status, headers={"Cache-Control": "no-store"})

    return [Route(PATH, answer)]


class AnnouncedServer(uvicorn.Server):
    """A server that says when it is ready and when it is no longer."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As uvicorn's: comes back with the port open."""
        await super().startup(sockets)
        if self.started:
            _ready.set()
            tell_supervisor("READY=1")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """As uvicorn's: the port closes, and visitors' browsers go to another process."""
        _ready.clear()
        tell_supervisor("STOPPING=1")
        super().handle_exit(sig, frame)


def tell_supervisor(word: str) -> None:
    """One word to systemd, where it has started this process (sd_notify(3))."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            channel.sendto(word.encode(), address.replace("@", "\0", 1) if address.startswith("@") else address)
