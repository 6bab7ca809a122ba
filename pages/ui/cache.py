"""Cached wrappers of pure functions, no logic. What they return is frozen, so all visitors may share it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from attention.board import Board
from attention.sources import Computation, Request, compute, fit_hand, fitted_source
from attention.tokens import warm
from attention.train import Fitted
from attention.types import HandTable


def of_hand(table: HandTable) -> tuple[Any, ...]:
    return table.words, table.values.tobytes()


@st.cache_resource(max_entries=200, show_spinner=False, hash_funcs={HandTable: of_hand})
def fitted(hand: HandTable) -> Fitted:
    return fit_hand(hand)


@st.cache_resource(show_spinner=False)
def warmed() -> bool:
    """Once a process: start loading jieba in the background."""
    warm()
    return True


def computed_for(board: Board, kept: Fitted | None = None, *, heads: int = 1) -> Computation:
    """What the board's source says about its words; only the fitting is slow enough to be remembered.

    kept: matrices to use for 拟合 instead of fitting the hand table. heads: how many 随机 makes.
    """
    request = Request(board.words, board.hand, board.seed, board.switches, heads, board.typed)
    if board.source == "fitted":
        return fitted_source(request, kept or fitted(board.hand))
    return compute(board.source, request)
