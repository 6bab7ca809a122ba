"""A visitor without a browser: the app as Streamlit's AppTest runs it, always from app.py on, and what is on the page."""

from __future__ import annotations

import base64
import html
import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from streamlit.components.v2 import manifest_scanner
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.testing.v1 import AppTest

from attention.session.board import Board
from pages.ui.frame import page as frame
from pages.ui.widgets.component import modules

ROOT = Path(__file__).parents[2]
SEED = "我喜欢在周末去公园散步"
SEED_WORDS = "我 喜欢 在 周末 去 公园 散步".split()
PAGES = {
    "table": "app.py",
    "lesson": "pages/0_lesson.py",
    "steps": "pages/1_steps.py",
    "train": "pages/2_train.py",
    "heads": "pages/3_heads.py",
    "why": "pages/4_why.py",
    "translate": "pages/5_translate.py",
    "models": "pages/6_models.py",
    "classroom": "pages/7_classroom.py",
}
PATIENCE = 120  # s

# Every AppTest searches all installed packages for components, which takes longer than the page itself: once is enough.
manifest_scanner.scan_component_manifests = cache(manifest_scanner.scan_component_manifests)
# There is no browser to which the drawing must be left.
frame.PAUSE = 0


def opened(page: str = "table", *, folds: Sequence[str] = (), **query: str) -> AppTest:
    """A new visitor on a page; folds: parts that are open; query: what stands in the address."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
    for title in folds:
        app.session_state[f"open_{title}"] = True
    app.query_params.update(query)
    return app.run() if page == "table" else turned(app, page)


def turned(app: AppTest, page: str) -> AppTest:
    """The same visitor after a click on the menu."""
    return whole(app.switch_page(PAGES[page]).run())


def whole(app: AppTest) -> AppTest:
    """The page, which must have been drawn without an error of ours."""
    assert not app.exception, app.exception
    assert not [key for key in containers(app) if key.startswith("fault_")], (
        "the page broke off; the line is in the log"
    )
    return app


def typed(app: AppTest, text: str) -> AppTest:
    return whole(app.text_input("text").set_value(text).run())


def unfolded(app: AppTest, *titles: str) -> AppTest:
    """With these folded parts open."""
    for title in titles:
        app.session_state[f"open_{title}"] = True
    return whole(app.run())


def put(app: AppTest, board: Board) -> AppTest:
    """What a component of ours does in the browser: another board."""
    app.session_state["board"] = board
    return whole(app.run())


def board(app: AppTest) -> Board:
    found: Board = app.session_state["board"]
    return found


def container(app: AppTest, key: str) -> Any:
    """The container that carries the class st-key-…; AssertionError where there is none."""
    found = [block for block in app.get("flex_container") if block.key == key]
    assert len(found) == 1, f"{len(found)} containers {key}"
    return found[0]


def containers(app: AppTest) -> set[str]:
    return {block.key for block in app.get("flex_container") if block.key}


def figure(app: AppTest, key: str) -> dict[str, Any]:
    """A plotly figure as it is sent to the browser."""
    charts = [element for element in app.get("plotly_chart") if element.key == key]
    assert len(charts) == 1, f"{len(charts)} charts {key}"
    spec: dict[str, Any] = json.loads(charts[0].proto.spec)
    return spec


def figures(app: AppTest) -> list[str]:
    return [str(element.key) for element in app.get("plotly_chart")]


def z(app: AppTest, key: str) -> Any:
    """The values of a figure's first trace, which must be a heatmap; NaN where a cell is empty."""
    trace = figure(app, key)["data"][0]
    assert trace["type"] == "heatmap"
    packed = trace["z"]
    shape = [int(size) for size in str(packed["shape"]).split(",")]
    return np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"]).reshape(shape)


def ticks(app: AppTest, key: str) -> list[str]:
    """The words on the vertical axis, as plotly shows them."""
    return [html.unescape(text) for text in figure(app, key)["layout"]["yaxis"]["ticktext"]]


def component(app: AppTest, key: str) -> dict[str, Any]:
    """What is sent to a component of ours."""
    data: dict[str, Any]
    (data,) = json.loads(found(app, key).proto.json)
    return data


def found(app: AppTest, key: str) -> Any:
    """A component of ours."""
    named = [element for element in app.get("bidi_component") if element.key == key]
    assert len(named) == 1, f"{len(named)} components {key}"
    return named[0]


def acts(app: AppTest) -> dict[str, bool]:
    """The buttons of the hand table, and which of them can be pressed."""
    return {act: now for act, _, _, now in component(app, "hand_cells")["acts"]}


def acted(app: AppTest, act: str, words: Sequence[str] = ()) -> AppTest:
    """The page after a click on a button of the hand table. words: that the visitor saw, if not those of the table."""
    assert acts(app)[act]
    before = app.session_state.get("receipt", "")
    client, _, number = before.rpartition(":")
    step = {"words": list(words or board(app).words), "of": "", "edits": [[int(number or 0) + 1, act]]}
    states: WidgetStates = app._tree.get_widget_states()
    sent = json.dumps({"edits": {"client": client or "test", "batches": [step]}})
    states.widgets.add(id=str(found(app, "hand_cells").proto.id), json_value=sent)
    return whole(app._run(states))


def chips(app: AppTest) -> list[str]:
    words: list[str] = component(app, "word_chips")["words"]
    return words


def hand(app: AppTest) -> Any:
    """The hand table between the words that are shown, as the editor has it; NaN for '-'."""
    data = component(app, "hand_cells")
    values = np.array([[np.nan if x == "-" else float(x) for x in row.split()] for row in data["values"].split("\n")])
    return values[np.ix_(data["shown"], data["shown"])]


def prose(app: Any) -> str:
    """All texts of a page or a container, markup taken off."""
    pieces = [element.value for kind in ("html", "caption", "text", "info", "warning") for element in app.get(kind)]
    pieces += [element.value for kind in ("markdown", "alert") for element in app.get(kind)]
    return html.unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", "\n".join(map(str, pieces)), flags=re.DOTALL))


def rows(app: Any, column: str | None = None) -> list[list[str]]:
    """The cells of the first visible table of a page or container, row by row; column: of the one that has this head."""
    for element in app.get("html"):
        for table in re.findall(r'<table class="rows">.*?</table>', element.value, flags=re.DOTALL):
            lines = [
                [html.unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)]
                for line in re.findall(r"<tr>(.*?)</tr>", table)
            ]
            if column is None or column in lines[0]:
                return lines
    raise AssertionError(f"no table with {column}")


def button(app: AppTest, key: str) -> AppTest:
    """The page after a click on a button."""
    return whole(app.button(key).click().run())


def own(app: AppTest) -> AppTest:
    """The page with the visitor's own sentence, where it opens with an example."""
    return button(app, "steps_own") if "steps_own" in {element.key for element in app.button} else app


def switched(app: AppTest, name: str, on: bool) -> AppTest:
    """The page after a switch was turned."""
    return whole(app.toggle(name).set_value(on).run())


def sourced(app: AppTest, name: str) -> AppTest:
    """The page with another source of weights."""
    return whole(app.radio("source_name").set_value(name).run())


def english(app: AppTest) -> AppTest:
    return whole(app.segmented_control("language").set_value("English").run())


def metrics(app: AppTest) -> list[str]:
    """Agreement in figures: rows, rank correlation, divergence."""
    return [element.value for element in app.metric]


def bundle(name: str, *folder: Path) -> str:
    """A script alone: the module and all that it imports; it exports what that one exports as its default."""
    return "\n".join([*modules([name], *folder), f"export default ${name}.$default;\n"])
