"""Scratch page for test_hand_editor.py.

In the address: n words, late and delay (seconds of work before the editor and after it), cycle.
"""

from __future__ import annotations

import time

import numpy as np
import streamlit as st

from attention.hand.table import matching_positions, with_values
from attention.types import HandTable
from pages.ui.parts.show import measures
from pages.ui.texts import TEXTS
from pages.ui.widgets.component import library
from pages.ui.widgets.grid_editor import hand_editor, new_edits

SEED = "我 喜欢 在 周末 去 公园 散步".split()
query = st.query_params
state = st.session_state
n = int(query.get("n", 7))

library()
if "table" not in state:
    words = [SEED[i % len(SEED)] for i in range(n)]
    values = np.full((n, n), 0.1)
    np.fill_diagonal(values, np.nan)
    state.table, state.receipt, state.runs = HandTable(tuple(words), values), "", 0


def take_edits() -> None:
    edits = new_edits(state.get("editor"), state.receipt)
    if edits is None:
        return
    for batch in edits.batches:
        place = dict(zip(*matching_positions(batch.words, state.table.words), strict=True))
        cells = [(place[i], place[j], value) for i, j, value in batch.cells if i in place and j in place]
        state.table = with_values(state.table, cells)
    state.receipt = edits.receipt


def make_symmetric() -> None:
    """From a button's callback, which runs before the script: so it, too, takes the edits first."""
    take_edits()
    state.table = HandTable(state.table.words, np.maximum(state.table.values, state.table.values.T))


def drop_first() -> None:
    take_edits()
    state.table = HandTable(state.table.words[1:], state.table.values[1:, 1:])


def work(seconds: str) -> None:
    deadline = time.monotonic() + float(seconds)
    while time.monotonic() < deadline:
        pass


take_edits()
state.runs += 1
st.button("make symmetric", on_click=make_symmetric)
st.button("drop the first word", on_click=drop_first)
work(query.get("late", "0"))
if st.toggle("show the editor", value=True):
    hand_editor(
        state.table,
        key="editor",
        receipt=state.receipt,
        labels=TEXTS.under("zh", "grid"),
        layout=measures(state.table.words, {"height": 332, "font_size": 14, "room": 450}),
        cycle=(0.1, 0.5, 0.9) if "cycle" in query else (),
    )
work(query.get("delay", "0"))
if n <= 12:
    st.text(
        "server: " + " | ".join(" ".join("-" if np.isnan(v) else f"{v:g}" for v in row) for row in state.table.values)
    )
else:
    st.text(f"server: {state.table.values[2, 3]:g} {np.nansum(state.table.values):.2f}")
st.text(f"run {state.runs}")
