"""The server for many: the app's own settings, sockets that do not wait, all loaded before the port is open."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import urllib.error
import urllib.request
from typing import Any

import pytest

from tests.deploy.processes import ROOT, Served

SETTINGS = (
    "server.address",
    "server.enableXsrfProtection",
    "server.maxUploadSize",
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
found = {{name: config.get_option(name) for name in {names!r}}}
async def main():
    async with server.warmed(app):
        from attention import sources, tokens
        found["jieba"] = tokens._load.cache_info().currsize
        found["weights"] = sources.syntax_model.cache_info().currsize
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
    assert asked[1]["ws_max_size"] == 50_000_000
    assert asked[1]["ws_per_message_deflate"] is True


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
    with fetched(f"{served.url}/static{script}", **{"Accept-Encoding": "gzip"}) as plain:
        assert plain.headers["Content-Encoding"] == "gzip"


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
