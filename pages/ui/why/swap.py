"""Are Q and K interchangeable? Swapped, tied, and what softmax makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from attention.core import blanked
from attention.experiments.swap import largest_gap, lopsidedness, most_lopsided, swapped, tied
from attention.figures.heatmap import scores_figure, weights_figure
from attention.sources.table import AttentionTable
from attention.types import Floats, Mask, Trace
from pages.ui.frame import markup
from pages.ui.frame.page import lead, said
from pages.ui.parts.show import show, word_names
from pages.ui.why import parts


def swapped_q_and_k(computed: AttentionTable) -> None:
    parts.write_lesson("swap")
    before = computed.traces[0]
    how = parts.why_choice("swap", ("swapped", "tied"))
    after = swapped(before) if how == "swapped" else tied(before)
    (against_transpose if how == "swapped" else symmetry)(computed.words, before, after)
    first = slice(0, parts.MAX_DRAWN)
    limit = float(max(np.abs(t.scores[first, first]).max(initial=0) for t in (before, after)))
    for column, (name, trace) in zip(st.columns(2), {"before": before, how: after}.items(), strict=True):
        with column:
            scores_and_weights(computed.words, trace, said(f"why.swap.{name}"), limit, name)
    parts.cut_short(computed.words)
    st.caption(said("why.swap.scale", limit=f"{limit:.1f}"))
    parts.write_questions("swap")


def scores_and_weights(words: tuple[str, ...], trace: Trace, title: str, limit: float, name: str) -> None:
    """The tables of one side."""
    place = slice(0, parts.MAX_DRAWN)

    def draw_scores(rows: Sequence[str], cols: Sequence[str], values: Floats, **look: Any) -> go.Figure:
        return scores_figure(rows, values, limit=limit, **look)

    for kind, values, draw in (
        ("scores", trace.scores, draw_scores),
        ("weights", blanked(trace.weights, trace.mask), weights_figure),
    ):
        text = said(f"why.swap.{kind}", title=title)
        st.html(markup.paragraph(text, "lead"))
        show(f"why_swap_{kind}_{name}", text, words[place], values[place, place], draw=draw)


def against_transpose(words: tuple[str, ...], before: Trace, after: Trace) -> None:
    """After the exchange, against the transpose of before."""
    both = before.mask & before.mask.T
    off = np.where(both, np.abs(before.weights - after.weights.T), 0.0)
    parts.write_table(
        ["", said("why.swap.against_transpose"), said("why.swap.against_same")],
        [
            [said("why.swap.S"), *gaps(after.scores, before.scores)],
            [said("why.swap.A"), *gaps(after.weights, before.weights, both)],
        ],
    )
    st.caption(said("why.rounding"))
    if off.max(initial=0) > parts.ROUNDING:
        i, j = (int(x) for x in np.unravel_index(int(off.argmax()), off.shape))
        names = word_names(words)
        lead(
            "why.swap.example", i=names[i], j=names[j], score=f"{before.scores[i, j]:.2f}",
            moved=f"{after.scores[j, i]:.2f}", before=f"{before.weights[i, j]:.3f}", after=f"{after.weights[j, i]:.3f}",
        )  # fmt: skip


def gaps(after: Floats, before: Floats, mask: Mask | None = None) -> list[str]:
    """How far `after` is from the transpose of `before`, and from `before` itself."""
    return [
        parts.difference_text(largest_gap(after, before.T, mask)),
        parts.difference_text(largest_gap(after, before, mask)),
    ]


def symmetry(words: tuple[str, ...], before: Trace, after: Trace) -> None:
    """How far scores and weights are from symmetric, before and after."""
    parts.write_table(
        ["", said("why.swap.before"), said("why.swap.tied")],
        [
            [said("why.swap.S_uneven"), *(parts.difference_text(lopsidedness(t.scores)) for t in (before, after))],
            [
                said("why.swap.A_uneven"),
                *(parts.difference_text(lopsidedness(t.weights, t.mask)) for t in (before, after)),
            ],
        ],
    )
    st.caption(said("why.rounding"))
    if pair := most_lopsided(after.weights, after.mask):
        i, j = pair
        names = word_names(words)
        lead(
            "why.swap.uneven", i=names[i], j=names[j], score=f"{after.scores[i, j]:.2f}",
            a=f"{after.weights[i, j]:.3f}", b=f"{after.weights[j, i]:.3f}",
        )  # fmt: skip
