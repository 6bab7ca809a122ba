"""Uploads of all visitors have one limit, wait for each other, and go when nobody reads them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from deploy import uploads
from deploy.uploads import PATH, Uploads


def ran(work: Coroutine[Any, Any, Any]) -> Any:
    """In a thread of its own: in one that drives a browser, a loop is running already."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Streamlit:
    """Takes an upload as Streamlit does, in two steps; knows how many bytes it had at once."""

    def __init__(self, manager: MemoryUploadedFileManager) -> None:
        self.manager, self.at_once, self.most = manager, 0, 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        size = int(dict(scope["headers"]).get(b"content-length", 0))
        self.at_once += size
        self.most = max(self.most, self.at_once + uploads.waiting())
        await asyncio.sleep(0)
        session, file = scope["path"].removeprefix(PATH).split("/")
        self.manager.add_file(session, UploadedFileRec(file, "a", "", b"x" * size))
        self.at_once -= size
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> MemoryUploadedFileManager:
    found = MemoryUploadedFileManager(PATH)
    monkeypatch.setattr(uploads, "manager", lambda: found)
    monkeypatch.setattr(uploads, "LOOK", 0.001)
    return found


async def put(app: Uploads, session: str, file: str, length: str) -> int:
    """The status of an upload's answer."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"content-length", length.encode())] if length else []
    scope: dict[str, Any] = {"type": "http", "method": "PUT", "path": f"{PATH}{session}/{file}", "headers": headers}
    await app(scope, None, send)  # type: ignore[arg-type]
    return int(sent[0]["status"])


def test_ten_at_once_wait_for_each_other(manager: MemoryUploadedFileManager) -> None:
    below = Streamlit(manager)
    app = Uploads(below, most=1_000)

    async def visitor(i: int) -> int:
        status = await put(app, f"{i}", "f", "700")
        await asyncio.sleep(0.005)
        manager.remove_file(f"{i}", "f")  # as the page does once it has read it
        return status

    async def all_of_them() -> list[int]:
        return await asyncio.gather(*map(visitor, range(10)))

    assert ran(all_of_them()) == [204] * 10
    assert below.most <= 1_000
    assert app.coming == 0


def test_small_ones_are_summed_up(manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "PATIENCE", 0)
    app = Uploads(Streamlit(manager), most=1_000)

    async def many() -> list[int]:
        return [await put(app, "one", f"{i}", "90") for i in range(20)]

    statuses = ran(many())
    assert statuses == [204] * 11 + [503] * 9
    assert uploads.waiting() == 11 * 90


def test_what_nobody_reads_goes(manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploads, "UNREAD", 0.01)
    app = Uploads(Streamlit(manager), most=1_000)

    async def one_after_another() -> list[int]:
        return [await put(app, "one", f"{i}", "900") for i in range(4)]

    assert ran(one_after_another()) == [204] * 4


def test_an_upload_that_hangs_gives_its_room_back(
    manager: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hangs(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(uploads, "LONGEST", 0.01)
    app = Uploads(hangs, most=1_000)
    assert ran(put(app, "one", "f", "900")) == 408
    assert app.coming == 0


@pytest.mark.parametrize("length", ["", "-1", "many"])
def test_an_upload_says_how_large_it_is(manager: MemoryUploadedFileManager, length: str) -> None:
    assert ran(put(Uploads(Streamlit(manager)), "one", "f", length)) == 411


def test_what_is_larger_than_all_the_room_is_streamlits_to_refuse(manager: MemoryUploadedFileManager) -> None:
    assert ran(put(Uploads(Streamlit(manager), most=1_000), "one", "f", "2000")) == 204
