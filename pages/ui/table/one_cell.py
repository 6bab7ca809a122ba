"""怎么算出来的: one weight of the computed table, from query and key on."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from attention.experiments.four_steps import normalising, scoring
from attention.sources.table import AttentionTable
from attention.types import Trace
from pages.ui.frame import markup
from pages.ui.frame.page import said
from pages.ui.parts.chosen_pair import choose_pair, decimal_text
from pages.ui.parts.show import word_name
from pages.ui.parts.tables import head_name


def main_trace(computed: AttentionTable) -> Trace | None:
    """The trace of the head whose weights the main table has; None where it is the mean of several, or nobody knows it."""
    traces = (head.trace for head in computed.heads if head.trace is not None)
    return next((trace for trace in traces if np.array_equal(trace.weights, computed.weights)), None)


def has_steps(computed: AttentionTable) -> bool:
    return bool(computed.heads) and not computed.shows_linked


def how_computed(computed: AttentionTable, chosen: Any, of: str) -> None:
    """chosen: which table, row and column among the words shown; nothing where it is of another table."""
    if not chosen or chosen[0] != of or not has_steps(computed):
        return
    i, j = (computed.shown[k] for k in chosen[1:])
    gaps = {"query": word_name(computed.words, i), "key": word_name(computed.words, j)}
    trace = main_trace(computed)
    with st.container(key="how"):
        steps = mean_steps(computed, i, j) if trace is None else trace_steps(trace, i, j)
        st.html(markup.heading(said("how.title", **gaps)) + markup.ordered_list(steps))
        if trace is not None:
            choose_pair(i, j)
            st.page_link("pages/1_steps.py", label=said("how.more"))


def trace_steps(trace: Trace, i: int, j: int) -> list[str]:
    """Score, scaled score, weight, in the digits that the page of the four steps shows."""
    if not trace.mask[i, j]:
        return [said("steps.masked")]
    worked, row = scoring(trace, i, j), normalising(trace, i)
    share = next(share for share in row.shares if share.key == j) if row else None
    steps = [
        said("how.score", d_k=trace.Q.shape[1], total=decimal_text(worked.total)),
        said("how.scaled", factor=f"{trace.factor:.4g}", scaled=decimal_text(worked.scaled)),
    ]
    if row and share:
        steps.append(said("how.weight", exp=share.exp, total=row.total, weight=share.weight))
    return steps


def mean_steps(computed: AttentionTable, i: int, j: int) -> list[str]:
    """The mean of all heads, and those that give the cell most."""
    weights = np.array([head.weights[i, j] for head in computed.heads])
    top = [
        said("how.head", head=head_name(computed.heads[h].name, h), weight=f"{weights[h]:.2f}")
        for h in np.argsort(-weights, kind="stable")[:3].tolist()
    ]
    return [said("how.mean", count=len(weights), weight=f"{computed.weights[i, j]:.2f}"), *top]
