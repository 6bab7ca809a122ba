"""Streamlit's page with a script of ours before its own, which says in a browser too old for them what to do.

The script has an address of its own, so that a content security policy of script-src 'self' lets it run.
"""

from __future__ import annotations

from pathlib import Path

import streamlit
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from pages.ui.frame.page import PAGES
from pages.ui.widgets.old_browser import script

SCRIPT = "old-browser.js"
INDEX = Path(streamlit.__file__).with_name("static") / "index.html"
FRESH = {"Cache-Control": "no-cache"}


def routes() -> list[Route]:
    """The script, and the page at the address of each page of the menu."""
    page = INDEX.read_text(encoding="utf-8").replace("<head>", f'<head>\n    <script src="./{SCRIPT}"></script>', 1)
    text = script()

    def answer_page(_: Request) -> Response:
        return HTMLResponse(page, headers=FRESH)

    def answer_script(_: Request) -> Response:
        return Response(text, media_type="text/javascript", headers=FRESH)

    return [Route(f"/{SCRIPT}", answer_script), *(Route(path, answer_page) for path in paths())]


def paths() -> list[str]:
    """/, /steps, /train …: Streamlit names a page by its file, without the number."""
    return ["/", *("/" + Path(page.file).stem.partition("_")[2] for page in PAGES if page.file.startswith("pages/"))]
