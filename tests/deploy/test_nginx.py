"""nginx itself, with the shipped configuration, before two processes of the app."""

from __future__ import annotations

import base64
import hashlib
import http.client
import http.server
import json
import re
import threading
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from deploy.headers import policy
from pages.ui.frame.page import PAGES
from pages.ui.texts import say
from tests.deploy.processes import Served, serving
from tests.e2e.visit import (
    SEED_WORDS,
    becomes,
    expect,
    has_rows,
    has_words,
    inside,
    opened,
    settled,
    source,
    turn_to,
    type_in,
    unfold,
    write,
)
from tools import nginx
from tools.postgres import free_port

SECRET = "secret-sentence"
SEAT = re.compile(r"attention_seat=(\d+)")
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Served]]:
    """Two processes of the app."""
    folder = tmp_path_factory.mktemp("pair")
    with serving(folder / "one.log") as one, serving(folder / "two.log") as two:
        yield [one, two]


@pytest.fixture(scope="module")
def front(program: Path, pair: list[Served]) -> Iterator[nginx.Front]:
    with nginx.serving(program, [served.url.removeprefix("http://") for served in pair]) as found:
        yield found


class Answer:
    """What came back: status, headers (a list of values each) and body."""

    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status, self.body = response.status, response.read()
        self.headers = {name.lower(): response.headers.get_all(name) or [] for name in response.headers}

    def seat(self) -> str | None:
        found = SEAT.search(" ".join(self.headers.get("set-cookie", [])))
        return found[1] if found else None


class Client:
    """One connection, kept open."""

    def __init__(self, url: str) -> None:
        self.connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=30)

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **headers: str) -> Answer:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path, body, named)
        return Answer(self.connection.getresponse())

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()


@pytest.fixture
def client(front: nginx.Front) -> Iterator[Client]:
    with Client(front.url) as found:
        yield found


def inline_scripts() -> list[str]:
    """What Streamlit writes into its page, as hashes of the policy."""
    page = (resources.files("streamlit") / "static" / "index.html").read_text(encoding="utf-8")
    scripts = re.findall(r"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", page, re.DOTALL)
    return [f"'sha256-{base64.b64encode(hashlib.sha256(s.encode()).digest()).decode()}'" for s in scripts]


def test_the_shipped_policy_knows_streamlits_own_script_and_no_other() -> None:
    shipped = policy("school.example")
    assert inline_scripts()
    assert re.findall(r"'sha256-[^']*'", shipped) == inline_scripts()
    assert "unsafe-eval" not in shipped
    assert "'unsafe-inline'" not in shipped.partition("script-src")[2].partition(";")[0]


def test_nginx_takes_the_largest_file_that_the_app_takes() -> None:
    config = tomllib.loads((Path(nginx.SHIPPED).parents[1] / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    limits = [
        int(found) for found in re.findall(r"client_max_body_size (\d+)m;", nginx.SHIPPED.read_text(encoding="utf-8"))
    ]
    assert len(limits) == 1
    assert config["server"]["maxUploadSize"] < limits[0] <= config["server"]["maxUploadSize"] + 10


@pytest.mark.parametrize("path", ["/", "/steps", "/_stcore/health", "/_stcore/metrics"])
def test_every_answer_carries_the_headers_once(client: Client, path: str) -> None:
    answer = client.ask(path)
    assert answer.headers["x-content-type-options"] == ["nosniff"]
    assert answer.headers["referrer-policy"] == ["no-referrer"]
    assert answer.headers["x-frame-options"] == ["SAMEORIGIN"]
    assert len(answer.headers["content-security-policy"]) == 1
    assert "frame-ancestors 'self'" in answer.headers["content-security-policy"][0]
    assert answer.headers.get("server") == ["nginx"]  # without a version


def test_a_name_that_nobody_has_allowed_is_refused_by_the_app(client: Client) -> None:
    for host, status in (("evil.example", 421), ("127.0.0.1", 200), ("192.168.1.5", 200), ("localhost", 200)):
        assert client.ask("/", Host=host).status == status


@pytest.mark.parametrize(
    "path", ["/_stcore/metrics", "/_stcore/agent/mcp", "/_stcore/script-health-check", "/steps/_stcore/x", "/ready"]
)
def test_what_is_nobodys_business_is_not_there(client: Client, path: str) -> None:
    assert client.ask(path).status == 404


def test_a_visitor_has_one_seat_and_visitors_are_spread(front: nginx.Front, pair: list[Served]) -> None:
    seats = set()
    for _ in range(6):
        with Client(front.url) as visitor:
            seat = visitor.ask("/").seat()
            assert seat is not None
            seats.add(seat)
            for path in ("/", "/_stcore/health", "/steps"):
                assert visitor.ask(path, Cookie=f"attention_seat={seat}").seat() is None
    assert seats == {served.url.rpartition(":")[2] for served in pair}


@pytest.mark.parametrize("seat", ["1", "8601; drop", "", "../", "99999999999999999999"])
def test_a_made_up_seat_is_replaced(client: Client, pair: list[Served], seat: str) -> None:
    answer = client.ask("/", Cookie=f"attention_seat={seat}")
    assert answer.status == 200
    assert answer.seat() in {served.url.rpartition(":")[2] for served in pair}


def script_of(client: Client) -> str:
    found = re.search(rb'src="\./(static/[^"]+\.js)"', client.ask("/").body)
    assert found is not None
    return "/" + found[1].decode()


def test_scripts_are_compressed_kept_for_a_year_and_the_same_for_all(client: Client) -> None:
    path = script_of(client)
    plain = client.ask(path)
    packed = client.ask(path, Accept_Encoding="br, gzip")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == ["gzip"]
    assert len(packed.body) < len(plain.body) / 2
    for answer in (plain, packed):
        assert answer.status == 200
        assert "immutable" in answer.headers["cache-control"][0]
        assert "set-cookie" not in answer.headers


def test_uploads_are_limited_and_nothing_else_takes_a_body(client: Client) -> None:
    for path, size, status in (
        ("/_stcore/upload_file/a/b", 140 * MEGABYTE, 413),
        ("/_stcore/upload_file/a/b", MEGABYTE, 403),  # reaches the app, which asks for the token
        ("/", 100_000, 413),
    ):
        client.connection.close()
        if size > 2 * MEGABYTE:  # said, but not sent
            client.connection.putrequest("PUT", path)
            client.connection.putheader("Content-Length", str(size))
            client.connection.endheaders()
            answer = Answer(client.connection.getresponse())
        else:
            answer = client.ask(path, "PUT", b"x" * size)
        assert answer.status == status
    client.connection.close()


def test_a_class_that_comes_at_once_is_let_in_and_a_flood_is_not(client: Client) -> None:
    assert {client.ask("/").status for _ in range(200)} == {200}
    statuses = [client.ask("/_stcore/upload_file/a/b", "PUT", b"x").status for _ in range(150)]
    assert set(statuses) == {403, 429}
    assert statuses[:40] == [403] * 40
    assert statuses.count(429) >= 50


def test_a_log_line_says_what_went_wrong_and_not_what_was_written(client: Client, front: nginx.Front) -> None:
    client.ask(f"/?s={SECRET}")
    client.ask(f"/_stcore/metrics?s={SECRET}", Referer=f"http://a/{SECRET}", Cookie=f"a={SECRET}")
    lines = (front.folder / "attention.log").read_text(encoding="utf-8").splitlines()
    assert re.match(r"\d{4}-\d\d-\d\dT\S+ 127\.0\.0\.1 GET /_stcore/metrics 404 ", lines[-1])
    assert not [line for line in lines if " 200 " in line]
    assert SECRET not in front.log()


class Echo(http.server.BaseHTTPRequestHandler):
    """Answers with what it was told."""

    def do_GET(self) -> None:
        body = json.dumps({name.lower(): value for name, value in self.headers.items()}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


def test_the_app_is_told_the_visitors_address_by_nginx_alone(program: Path) -> None:
    """Guesses of a room's code are counted by address: nobody may choose it."""
    port = free_port()
    with http.server.ThreadingHTTPServer(("127.0.0.1", port), Echo) as echo:
        threading.Thread(target=echo.serve_forever, daemon=True).start()
        with nginx.serving(program, [f"127.0.0.1:{port}"]) as alone, Client(alone.url) as client:
            told = json.loads(
                client.ask("/", X_Forwarded_For="1.2.3.4", X_Real_IP="1.2.3.4", Host="school.example").body
            )
        echo.shutdown()
    assert told["x-forwarded-for"] == told["x-real-ip"] == "127.0.0.1"
    assert told["host"] == "school.example"


def test_the_pages_work_under_the_policy(visitor: Any, front: nginx.Front) -> None:
    opened(visitor, front.url)
    has_rows(visitor, "computed", SEED_WORDS)
    unfold(visitor, say("zh", "export.title"))
    for page in PAGES[1:]:
        opened(visitor, front.url, page.name)


def test_a_process_dies_and_the_visitor_goes_on_with_the_next(visitor: Any, program: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "one.log") as one, serving(tmp_path / "two.log") as two:
        seats = {served.url.rpartition(":")[2]: served for served in (one, two)}
        with nginx.serving(program, [served.url.removeprefix("http://") for served in (one, two)]) as front:
            opened(visitor, front.url)
            source(visitor, "随机")
            write(visitor, 0, 2, "0.35")
            becomes(visitor, "hand", 0, 2, 0.35)
            settled(visitor)
            before = seat_of(visitor)
            with visitor.expect_websocket():  # the page comes back by itself
                seats[before].kill()
                write(visitor, 2, 0, "0.75")  # nobody hears it; it goes along with the next
            connected(visitor)
            assert seat_of(visitor) != before
            write(visitor, 3, 0, "0.65")
            for i, j, value in ((3, 0, 0.65), (2, 0, 0.75), (0, 2, 0.35)):
                becomes(visitor, "hand", i, j, value)
            expect(inside(visitor, "source").get_by_role("radio", name="随机")).to_be_checked()
            type_in(visitor, "小狗喜欢睡觉")
            has_words(visitor, ["小狗", "喜欢", "睡觉"])
            expect(inside(visitor, "hand").locator(".side .word")).to_have_text(["小狗", "喜欢", "睡觉"])
            with serving(tmp_path / "again.log", int(before)):  # it comes back, and the visitor stays
                turn_to(visitor, say("zh", "page.steps"))
                has_words(visitor, ["小狗", "喜欢", "睡觉"])
                assert seat_of(visitor) != before


def connected(page: Any) -> None:
    expect(page.get_by_test_id("stApp")).to_have_attribute("data-test-connection-state", "CONNECTED")


def seat_of(page: Any) -> str:
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "attention_seat")


def test_without_any_process_the_log_still_keeps_the_sentence_to_itself(program: Path, tmp_path: Path) -> None:
    with serving(tmp_path / "log") as served, nginx.serving(program, [served.url.removeprefix("http://")]) as front:
        with Client(front.url) as client:
            script = script_of(client)
            assert client.ask(script).status == 200
            served.kill()
            assert client.ask(f"/?s={SECRET}").status == 502
            assert client.ask(script).status == 200  # nginx has it
        assert re.search(r" GET / 502 ", front.log())
        assert SECRET not in front.log()
