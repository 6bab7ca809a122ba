"""Are Q and K interchangeable? Swapped, tied, and what softmax makes of it."""

from __future__ import annotations

import numpy as np
import streamlit as st

from attention.experiments.swap import largest_gap, lopsidedness, most_lopsided, swapped, tied
from attention.figures.heatmap import weights_figure
from attention.figures.scores import scores_figure
from attention.sources.registry import Computation
from attention.types import Floats, Mask, Trace
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts.tables import hover_text, reader_table, size
from pages.ui.why import parts


def draw(computed: Computation) -> None:
    parts.told("swap")
    before = computed.heads[0].trace
    how = parts.choice("swap", ("swapped", "tied"))
    after = swapped(before) if how == "swapped" else tied(before)
    (transposed if how == "swapped" else symmetric)(computed.words, before, after)
    first = slice(0, parts.MOST_DRAWN)
    limit = float(max(np.abs(t.scores[first, first]).max(initial=0) for t in (before, after)))
    for column, (name, trace) in zip(st.columns(2), {"before": before, how: after}.items(), strict=True):
        with column:
            pictures(computed.words, trace, said(f"why.swap.{name}"), limit, name)
    parts.cut_short(computed.words)
    st.caption(said("why.swap.scale", limit=f"{limit:.1f}"))
    parts.asked("swap")


def pictures(words: tuple[str, ...], trace: Trace, title: str, limit: float, name: str) -> None:
    """The scores and the weights of one side."""
    place = slice(0, parts.MOST_DRAWN)
    shown, digits = words[place], board().view.digits
    scores, weights = trace.scores[place, place], np.where(trace.mask, trace.weights, np.nan)[place, place]
    for kind, values in (("scores", scores), ("weights", weights)):
        text = said(f"why.swap.{kind}", title=title)
        st.html(f'<p class="lead">{text}</p>')
        if kind == "scores":
            figure = scores_figure(shown, values, limit=limit, text=hover_text(), digits=digits, **size())
        else:
            figure = weights_figure(shown, shown, values, text=hover_text(), digits=digits, **size())
        parts.picture(figure, f"swap_{kind}_{name}", text)
        st.html(reader_table(text, shown, values))


def transposed(words: tuple[str, ...], before: Trace, after: Trace) -> None:
    """After the exchange, against the transpose of before."""
    both = before.mask & before.mask.T
    off = np.where(both, np.abs(before.weights - after.weights.T), 0.0)
    parts.table(
        ["", said("why.swap.against_transpose"), said("why.swap.against_same")],
        [
            [said("why.swap.S"), *gaps(after.scores, before.scores)],
            [said("why.swap.A"), *gaps(after.weights, before.weights, both)],
        ],
    )
    st.caption(said("why.rounding"))
    if off.max(initial=0) > parts.ROUNDING:
        i, j = (int(x) for x in np.unravel_index(int(off.argmax()), off.shape))
        names = parts.names(words, len(words))
        parts.note(
            "why.swap.example", i=names[i], j=names[j], score=f"{before.scores[i, j]:.2f}",
            moved=f"{after.scores[j, i]:.2f}", before=f"{before.weights[i, j]:.3f}", after=f"{after.weights[j, i]:.3f}",
        )  # fmt: skip


def gaps(after: Floats, before: Floats, mask: Mask | None = None) -> list[str]:
    """How far `after` is from the transpose of `before`, and from `before` itself."""
    return [parts.small(largest_gap(after, before.T, mask)), parts.small(largest_gap(after, before, mask))]


def symmetric(words: tuple[str, ...], before: Trace, after: Trace) -> None:
    """How far scores and weights are from symmetric, before and after."""
    parts.table(
        ["", said("why.swap.before"), said("why.swap.tied")],
        [
            [
                said("why.swap.S_uneven"),
                parts.small(lopsidedness(before.scores)),
                parts.small(lopsidedness(after.scores)),
            ],
            [said("why.swap.A_uneven"), *(parts.small(lopsidedness(t.weights, t.mask)) for t in (before, after))],
        ],
    )
    st.caption(said("why.rounding"))
    if pair := most_lopsided(after.weights, after.mask):
        i, j = pair
        names = parts.names(words, len(words))
        parts.note(
            "why.swap.uneven", i=names[i], j=names[j], score=f"{after.scores[i, j]:.2f}",
            a=f"{after.weights[i, j]:.3f}", b=f"{after.weights[j, i]:.3f}",
        )  # fmt: skip
