"""Scratch page for test_token_chips.py. In the address: n words, late (s) before the chips, read=result."""

from __future__ import annotations

import time

import streamlit as st

from pages.ui.texts import say
from pages.ui.widgets.component import library
from pages.ui.widgets.token_chips import ChipEvent, chip_event, token_chips

SEED = "我 喜欢 在 周末 去 公园 散步 ， 图书馆 。".split()
query = st.query_params
state = st.session_state
if "words" not in state:
    n = int(query.get("n", 10))
    state.words = [SEED[i % len(SEED)] for i in range(n)]
    state.events = []


def take(event: ChipEvent | None) -> bool:
    if event is None:
        return False
    state.events.append(f"{event.action} {event.i} {event.at}")
    word, i = state.words[event.i], event.i
    if event.action == "merge":
        state.words = [*state.words[:i], word + state.words[i + 1], *state.words[i + 2 :]]
    else:
        state.words = [*state.words[:i], word[: event.at], word[event.at :], *state.words[i + 1 :]]
    return True


library()
if query.get("read") != "result":
    take(chip_event(state.get("chips"), state.words))
deadline = time.monotonic() + float(query.get("late", 0))
while time.monotonic() < deadline:
    pass
event = token_chips(
    state.words,
    key="chips",
    splits=[range(1, len(word)) for word in state.words],
    marks={5: "训练时没有见过"} if len(state.words) > 5 else {},
    labels={name: say("zh", f"words.{name}") for name in ("title", "merge", "split")},
)
if query.get("read") == "result" and take(event):
    st.rerun()
st.button("another run")
st.text("words: " + "/".join(state.words))
st.text("events: " + "; ".join(state.events))
