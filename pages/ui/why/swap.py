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
from pages.ui.why.cards import Experiment, Setting

SWAPS = {"before": lambda trace: trace, "swapped": swapped, "tied": tied}


def start_swap(computed: AttentionTable) -> Setting:
    return {"swap": "before"}


def set_swap(computed: AttentionTable) -> Setting:
    return {"swap": parts.why_choice("swap", tuple(SWAPS))}


def swap_picture(computed: AttentionTable, setting: Setting, side: str) -> None:
    """Scores and weights of one side; the colours of the scores end at the same number whatever is swapped."""
    first = slice(0, parts.MAX_DRAWN)
    traces = {how: change(computed.traces[0]) for how, change in SWAPS.items()}
    limit = float(max(np.abs(trace.scores[first, first]).max(initial=0) for trace in traces.values()))
    how = setting["swap"]
    scores_and_weights(computed.words, traces[how], said(f"why.swap.{how}"), limit, side)


def swap_more(computed: AttentionTable, setting: Setting) -> None:
    parts.cut_short(computed.words)
    st.caption(said("why.swap.scale"))
    before = computed.traces[0]
    against_transpose(computed.words, before, swapped(before))
    symmetry(computed.words, before, tied(before))


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
        show(f"why_swap_{kind}_{name}", text, words[place], values[place, place], draw=draw, look=parts.LOW)


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


SWAP = Experiment(start_swap, set_swap, ("swap",), swap_picture, swap_more)
