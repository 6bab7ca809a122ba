"""A source that is added: one file, which is this one, and one row. Nothing else has to know it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import attention
from attention.__main__ import main
from attention.exchange.formats import FORMATS, file_name
from attention.session.board import computed_table, opening_board
from attention.session.share_link import pack, unpack
from attention.sources.registry import SOURCES
from attention.sources.source import Request, Source
from attention.sources.table import AttentionTable
from attention.types import Origin
from tests.pages.visit import board, opened, sourced, turned, z

WORDS = ("我", "去", "公园")


def even_table(request: Request) -> AttentionTable:
    """Queries and keys of zeros: each word attends evenly to all that its mask lets it."""
    X, W = np.eye(len(request.words)), np.zeros((len(request.words), 2))
    return request.table(Origin("even", {"seed": request.seed}), (request.attended(X, W, W, W),))


EVEN = Source("even", even_table, "every word attends evenly to all others", seeded=True)


@pytest.fixture(autouse=True)
def _with_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SOURCES, EVEN.name, EVEN)


def test_python_offers_it() -> None:
    made = attention.table("我去公园", source="even")
    assert made.weights.tolist() == [[0, 0.5, 0.5], [0.5, 0, 0.5], [0.5, 0.5, 0]]
    assert [one.origin.source for one in attention.tables(["我去公园", "他走"], source="even")] == ["even", "even"]


def test_the_command_line_offers_it(capfd: Any) -> None:
    assert main(["我去公园", "--source", "even"]) == 0
    assert json.loads(capfd.readouterr().out)["source"]["name"] == "even"
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "even: every word attends" in " ".join(capfd.readouterr().out.split())


@pytest.mark.parametrize("form", FORMATS.values(), ids=list(FORMATS))
def test_every_format_writes_it(form: Any) -> None:
    table = computed_table(opening_board(), source="even")
    assert form.write(table)
    assert "even" in file_name(table, form) or form.about in ("hand", "sheet")


def test_a_file_and_a_link_bring_it_back() -> None:
    table = computed_table(opening_board(), source="even")
    assert attention.read_json("x.json", FORMATS["json"].write(table)).origin == table.origin
    packed = pack(replace(opening_board(), source="even"))
    assert packed is not None
    assert unpack(packed).board.source == "even"


def test_the_main_page_offers_it_and_every_page_goes_on() -> None:
    app = opened()
    assert "even" in app.radio("source_name").options
    app = sourced(app, "even")
    assert board(app).source == "even"
    assert np.nanmax(z(app, "computed_chart")) == pytest.approx(1 / 6)
    assert app.number_input("seed")
    for page in ("steps", "heads", "why", "models", "classroom"):
        turned(app, page)
