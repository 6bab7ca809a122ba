"""Compressed once and kept: the same bytes after unpacking, and nobody but the server's own files in the store."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from deploy.gzipped import Gzipped

SCRIPT = b"export const a = 1;\n" * 500
FOREVER = "public, immutable, max-age=31536000"


class Files:
    """An application that serves one script, and counts how often it is asked."""

    def __init__(self, *, status: int = 200, keep: str = FOREVER, body: bytes = SCRIPT) -> None:
        self.asked, self.status, self.keep, self.body = 0, status, keep, body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.asked += 1
        headers = {
            "cache-control": self.keep,
            "content-length": str(len(self.body)),
            "etag": '"abc"',
            "accept-ranges": "bytes",
        }
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": raw})
        half = len(self.body) // 2
        await send({"type": "http.response.body", "body": self.body[:half], "more_body": True})
        await send({"type": "http.response.body", "body": self.body[half:]})


def get(
    app: Gzipped, path: str = "/static/js/a.js", method: str = "GET", **headers: str
) -> tuple[dict[str, str], bytes]:
    """Headers and body of the answer."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    asked = {"accept-encoding": "gzip, br"} | {name.replace("_", "-"): value for name, value in headers.items()}
    raw = [(name.encode(), value.encode()) for name, value in asked.items()]
    scope: dict[str, Any] = {"type": "http", "method": method, "path": path, "headers": raw}
    asyncio.run(app(scope, None, send))  # type: ignore[arg-type]
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return found, b"".join(message.get("body", b"") for message in sent[1:])


def test_a_script_is_compressed_once_and_is_the_same_after_unpacking() -> None:
    files = Files()
    app = Gzipped(files)
    for _ in range(3):
        headers, body = get(app)
        assert headers["content-encoding"] == "gzip"
        assert headers["content-length"] == str(len(body))
        assert headers["cache-control"] == FOREVER
        assert "Accept-Encoding" in headers["vary"]
        assert headers["etag"] != '"abc"'
        assert "accept-ranges" not in headers
        assert gzip.decompress(body) == SCRIPT
        assert len(body) < len(SCRIPT) / 5
    assert files.asked == 1


@pytest.mark.parametrize(
    ("path", "method", "headers"),
    [
        ("/static/js/a.js", "GET", {"accept_encoding": "br"}),
        ("/static/js/a.js", "HEAD", {}),
        ("/static/js/a.js", "GET", {"range": "bytes=0-9"}),
        ("/static/js/a.js", "GET", {"if_none_match": '"abc"'}),
        ("/static/media/a.woff2", "GET", {}),
        ("/media/a.js", "GET", {}),
        ("/", "GET", {}),
    ],
)
def test_everything_else_goes_through_as_it_is(path: str, method: str, headers: dict[str, str]) -> None:
    app = Gzipped(Files())
    found, body = get(app, path, method, **headers)
    assert "content-encoding" not in found
    assert body == SCRIPT
    assert app.kept == {}


@pytest.mark.parametrize("files", [Files(status=404), Files(keep="no-cache"), Files(body=b"x")])
def test_a_wrong_path_fills_no_memory(files: Files) -> None:
    app = Gzipped(files)
    for i in range(5):
        headers, body = get(app, f"/static/js/none{i}.js")
        assert "content-encoding" not in headers
        assert body == files.body
    assert app.kept == {}
    assert files.asked == 5
