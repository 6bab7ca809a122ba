"""The server for many: the app's own settings, sockets that do not wait, all loaded before the port is open."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import resource
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from attention.words.segment import MAX_CHARACTERS, MAX_WORDS
from deploy import scripts
from deploy.headers import HEADERS, policy
from deploy.server import from_environment
from tests.deploy.processes import ROOT, Served

SETTINGS = (
    "server.address",
    "server.enableXsrfProtection",
    "server.maxUploadSize",
    "server.maxWidgetStateSize",
    "browser.gatherUsageStats",
    "client.showErrorDetails",
    "runner.postScriptGC",
    "logger.enableRich",
)
ASKING = """
import asyncio, json, sys
sys.path.insert(0, {root!r})
from deploy import server
from streamlit import config
app = server.application({{"server.port": 8777}})
found = {{name: config.get_option(name) for name in [*{names!r}, "server.maxMessageSize"]}}
async def main():
    async with server.warmed(app):
        from attention.sources.syntax_model import syntax_model
        from attention.words import segment
        found["jieba"] = segment._load.cache_info().currsize
        found["weights"] = syntax_model.cache_info().currsize
        found["plotly"] = "plotly.graph_objects" in sys.modules
asyncio.run(main())
print(json.dumps([found, server.settings()]))
"""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], dict[str, Any]]:
    """Settings and what is loaded, in a process that was started in another folder."""
    code = ASKING.format(root=str(ROOT), names=list(SETTINGS))
    folder = tmp_path_factory.mktemp("elsewhere")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("STREAMLIT_")}
    environment |= {"STREAMLIT_SERVER_PORT": "8666", "STREAMLIT_SERVER_MAX_MESSAGE_SIZE": "50"}
    environment |= {"STREAMLIT_SERVER_ENABLE_WEBSOCKET_COMPRESSION": "true"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found, told = json.loads(done.stdout.splitlines()[-1])
    return found, told


def test_the_settings_are_the_apps_own_whatever_the_folder(asked: tuple[dict[str, Any], dict[str, Any]]) -> None:
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    for name in SETTINGS:
        section, _, option = name.partition(".")
        assert asked[0][name] == config[section][option]


def test_what_is_said_on_the_command_line_goes_before(asked: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert asked[1]["port"] == 8777
    assert asked[1]["host"] == "127.0.0.1"


def test_variables_count_as_they_do_for_streamlit_run(asked: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert asked[0]["server.maxMessageSize"] == 50
    assert asked[1]["ws_per_message_deflate"] is True


def test_a_browser_sends_four_megabytes_at_most(asked: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert asked[1]["ws_max_size"] == 4_000_000
    assert asked[0]["server.maxWidgetStateSize"] == 4


def test_the_largest_table_of_ours_fits_into_a_message() -> None:
    """256 words pasted whole: some 65,000 numbered edits, as pages/ui/widgets/grid_square.js sends them."""
    n = MAX_WORDS
    edits = [[i * n + j, i, j, "0.123"] for i in range(n) for j in range(n)]
    words = [["词" * (MAX_CHARACTERS // n)] * n, ["词" * (MAX_CHARACTERS // n)] * n]
    assert len(json.dumps({"edits": edits, "words": words}, separators=(",", ":"))) < 0.75 * 4_000_000


def test_names_with_blanks_between_are_a_list() -> None:
    found = from_environment(
        {"STREAMLIT_SERVER_ALLOWED_HOSTS": "a.example  *.b.example", "STREAMLIT_SERVER_PORT": "80"}
    )
    assert found == {"server.allowedHosts": ["a.example", "*.b.example"], "server.port": 80}


def test_every_answer_carries_the_security_headers_without_nginx(served: Served) -> None:
    for path in ("/", "/steps", "/_stcore/health", "/static/none.js"):
        with fetched(f"{served.url}{path}") as answer:
            for name, value in HEADERS.items():
                assert answer.headers.get_all(name) == [value]
            assert answer.headers.get_all("Content-Security-Policy") == [policy(served.url.removeprefix("http://"))]


def test_a_foreign_name_gets_no_page_and_no_websocket(served: Served) -> None:
    """DNS rebinding: Host and Origin agree, and both are somebody else's."""
    with pytest.raises(urllib.error.HTTPError) as refused:
        fetched(f"{served.url}/", Host="evil.example")
    assert refused.value.code == 421
    assert "STREAMLIT_SERVER_ALLOWED_HOSTS" in refused.value.read().decode()
    assert upgraded(served, "evil.example") == 403
    for host in ("192.168.1.5:8501", "[fe80::1]:8501", "localhost"):
        assert upgraded(served, host) == 101


def resident(served: Served) -> int:
    """Bytes of memory that the process has."""
    if not (status := Path(f"/proc/{served.process.pid}/statm")).exists():
        pytest.skip("memory is not measured: there is no /proc here")
    return int(status.read_text().split()[1]) * resource.getpagesize()


def upgraded(served: Served, host: str) -> int:
    """The status with which a websocket is answered."""
    connection = http.client.HTTPConnection(served.url.removeprefix("http://"), timeout=30)
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    key = {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Host": host, "Origin": f"http://{host}"}
    connection.request("GET", "/_stcore/stream", headers=upgrade | key)
    status = connection.getresponse().status
    connection.close()
    return status


def test_many_spellings_of_a_path_fill_no_memory(served: Served) -> None:
    with fetched(f"{served.url}/") as page:
        script = page.read().decode().partition('src="./static')[2].partition('"')[0]
    memory = resident(served)
    for i in range(60):
        with fetched(f"{served.url}/static{'/.' * (i + 1)}{script}", **{"Accept-Encoding": "gzip"}) as packed:
            packed.read()
    assert resident(served) - memory < 20_000_000


def test_all_is_loaded_before_the_first_visitor_comes(asked: tuple[dict[str, Any], dict[str, Any]]) -> None:
    assert asked[0]["jieba"] == 1
    assert asked[0]["weights"] == 1
    assert asked[0]["plotly"]


def fetched(url: str, **headers: str) -> Any:
    return urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=20)


def test_scripts_go_compressed_and_the_server_keeps_its_name_to_itself(served: Served) -> None:
    with fetched(f"{served.url}/") as page:
        script = page.read().decode().partition('src="./static')[2].partition('"')[0]
        assert "server" not in {name.lower() for name in page.headers}
    bodies = []
    for accepted in ("gzip", "gzip", "identity"):
        with fetched(f"{served.url}/static{script}", **{"Accept-Encoding": accepted}) as answer:
            packed = answer.headers.get("Content-Encoding") == "gzip"
            assert packed == (accepted == "gzip")
            assert "immutable" in answer.headers["Cache-Control"]
            assert answer.headers["Content-Type"].partition(";")[0].endswith("/javascript")
            bodies.append(gzip.decompress(answer.read()) if packed else answer.read())
    assert bodies[0] == bodies[1] == bodies[2] == (scripts.STATIC / script[1:]).read_bytes()


def test_an_upload_without_the_token_is_refused(served: Served) -> None:
    request = urllib.request.Request(f"{served.url}/_stcore/upload_file/none/none", data=b"x", method="PUT")
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request, timeout=20)
    refused.value.close()
    assert refused.value.code == 403


def test_small_messages_leave_at_once() -> None:
    """asyncio sets TCP_NODELAY on connections of a socket that was opened for TCP by name; Streamlit's own was not."""
    code = """
import asyncio, gc, socket, sys
sys.path.insert(0, {root!r})
import uvicorn
from deploy import server
server.application({{"server.port": 0}})

async def hello(scope, receive, send):
    await send({{"type": "http.response.start", "status": 200, "headers": []}})
    await send({{"type": "http.response.body", "body": b"hello"}})

async def main():
    served = uvicorn.Server(uvicorn.Config(hello, **server.settings()))
    going = asyncio.create_task(served.serve())
    while not served.started:
        await asyncio.sleep(0.01)
    port = served.servers[0].sockets[0].getsockname()[1]
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
    await reader.read(1)
    ours = [s for s in gc.get_objects() if isinstance(s, socket.socket) and s.fileno() >= 0]
    ours = [s for s in ours if s.family == socket.AF_INET and s.type == socket.SOCK_STREAM]
    mine = [s for s in ours if s.getsockname()[1] == port and not s.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)]
    print([s.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for s in mine])
    writer.close()
    served.should_exit = True
    await going

asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", code.format(root=str(ROOT))], capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.splitlines()[-1] == "[1]"
