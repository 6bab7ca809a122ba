"""Cached wrappers of pure functions, no logic. What they return is frozen, so all visitors may share it.

What depends on visitors is bounded in bytes (attention/limits/remembered.py); st.cache_resource keeps what there is one of.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from attention.classroom.places import open_store
from attention.classroom.rooms import Sent
from attention.classroom.store import Store
from attention.imported.hub import Slot
from attention.imported.stack import Stack
from attention.imported.wall import Wall, make_wall
from attention.imported.words import Units
from attention.limits.remembered import remembered
from attention.models.translate import Memory, Translation
from attention.sources.translation_model import translate_model
from attention.words.segment import warm


@st.cache_resource(show_spinner=False)
def warmed() -> bool:
    """Once a process: start loading jieba in the background."""
    warm()
    return True


@remembered(most=16_000_000)
def translation_of(words: tuple[str, ...], beam: int) -> Translation:
    return translate_model().translate(words, beam=beam)


@remembered(most=16_000_000)
def encoder_memory(words: tuple[str, ...]) -> Memory:
    return translate_model().encode(words)


def by_shares(stack: Stack, rows: Units, cols: Units, specials: bool) -> tuple[Any, ...]:
    """The key of a wall: units are made anew each time."""
    return stack, rows.names, rows.shares.tobytes(), cols.names, cols.shares.tobytes(), specials


@remembered(most=8_000_000, key=by_shares)
def wall_of(stack: Stack, rows: Units, cols: Units, specials: bool) -> Wall:
    return make_wall(stack, rows, cols, specials=specials)


@st.cache_resource(show_spinner=False)
def room_store() -> Store:
    """Once a process: the classroom's store. Where it cannot be opened, the next visit tries again."""
    return open_store()


def class_tables(code: str, revision: int, secret: str) -> tuple[Sent, ...]:
    """All of a room's tables at a revision, for the teacher."""
    return tables_in(room_store(), code, revision, secret)


@remembered(most=64_000_000)
def tables_in(store: Store, code: str, revision: int, secret: str) -> tuple[Sent, ...]:
    return store.tables(code, secret)


@st.cache_resource(show_spinner=False)
def model_slot() -> Slot:
    """The one model that this process keeps in memory."""
    return Slot()
