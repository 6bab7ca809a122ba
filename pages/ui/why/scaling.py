"""Why ÷√d_k: random rows as d_k grows, one row in numbers, and the current source with and without."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import streamlit as st
from markupsafe import Markup

from attention.experiments.four_steps import entropy
from attention.experiments.recompute import attend_again
from attention.experiments.scaling import WIDTHS, Spread, one_row, spread, spreads
from attention.figures.lines import Line, lines_figure
from attention.sources.table import AttentionTable
from attention.types import Switches
from pages.ui.frame import markup
from pages.ui.frame.page import lead, said, write_heading
from pages.ui.parts.show import plot, word_names
from pages.ui.why import parts
from pages.ui.why.cards import Experiment, Setting

MAX_SCORES = 12


def start_scaling(computed: AttentionTable) -> Setting:
    return {"d_k": 64, "divided": True}


def set_scaling(computed: AttentionTable) -> Setting:
    return {"divided": parts.why_toggle("divided", default=True), "d_k": parts.why_steps("d_k", WIDTHS, 64)}


def scaling_picture(computed: AttentionTable, setting: Setting, side: str) -> None:
    """One random query: its row as bars, and the numbers behind them."""
    words, d_k, divided = computed.words, setting["d_k"], setting["divided"]
    scores, even, sharp = one_row(len(words), d_k)
    order = [int(j) for j in np.argsort(-scores, kind="stable")[:MAX_SCORES]]
    factor = Switches(scale=divided).factor(d_k)
    weights, names = (even if divided else sharp), word_names(words)
    how = said("why.scaling.with" if divided else "why.scaling.without")
    st.html(
        markup.paragraph(how, "lead")
        + parts.bars([(names[j], weights[j], f"{weights[j]:.2f}") for j in sorted(order)], 1.0)
    )
    with st.container(key=f"why_row_{side}"):
        parts.write_table(
            [said(f"why.scaling.{name}") for name in ("key", "score", "used", "weight")],
            [[names[j], f"{scores[j]:.2f}", f"{scores[j] * factor:.2f}", f"{weights[j]:.4f}"] for j in order],
        )


def scaling_more(computed: AttentionTable, setting: Setting) -> None:
    n, d_k = len(computed.words), setting["d_k"]
    lead("why.scaling.one", d_k=d_k, n=n)
    if n > MAX_SCORES:
        st.caption(said("why.scaling.strongest", limit=MAX_SCORES))
    write_heading("why.scaling.many")
    averages(n, d_k)
    entropy_and_top(n, d_k)
    write_heading("why.scaling.source")
    of_the_source(computed)


def averages(n: int, d_k: int) -> None:
    s = spread(n, d_k)
    parts.write_table(
        ["", said("why.scaling.with"), said("why.scaling.without")],
        [
            [said("why.scaling.deviation"), f"{s.deviation / math.sqrt(d_k):.2f}", f"{s.deviation:.2f}"],
            [said("why.scaling.entropy", most=f"{math.log(n):.2f}"), *(f"{x:.3f}" for x in s.entropy)],
            [said("why.scaling.top"), *(f"{x:.3f}" for x in s.top)],
            [said("why.scaling.slope"), *(f"{x:.4f}" for x in s.slope)],
        ],
    )


def entropy_and_top(n: int, d_k: int) -> None:
    """Entropy and largest weight over d_k, with and without the division."""
    found = spreads(n)
    ranges = {"entropy": (0.0, max(math.log(n), 0.1) * 1.05), "top": (0.0, 1.05)}
    for column, (name, limits) in zip(st.columns(2), ranges.items(), strict=True):
        with column:
            title = said(f"why.scaling.{name}.axis")
            lines = [
                Line(said(f"why.scaling.{how}"), WIDTHS, [pair_of(s, name)[k] for s in found])
                for k, how in enumerate(("with", "without"))
            ]
            figure = lines_figure(lines, x_title="d_k", y_title=title, y_range=limits, x_log=True, here=d_k)
            plot(figure, f"why_scaling_{name}", said("why.scaling.alt", what=title))
    rows = [[str(s.d_k), *(f"{x:.3f}" for x in (*s.entropy, *s.top))] for s in found]
    heads = [said(f"why.scaling.{name}.{how}") for name in ("entropy", "top") for how in ("with", "without")]
    st.html(
        markup.details(
            Markup('<span class="lead">{}</span>').format(said("why.numbers")), markup.table(["d_k", *heads], rows)
        )
    )


def pair_of(s: Spread, name: str) -> tuple[float, float]:
    return s.entropy if name == "entropy" else s.top


def of_the_source(computed: AttentionTable) -> None:
    trace = computed.traces[0]
    alive = trace.mask.any(axis=1)
    d_k = trace.Q.shape[1]
    factors = [replace(computed.switches, scale=scale).factor(d_k) for scale in (True, False)]
    both = [attend_again(trace, factor=factor).weights[alive] for factor in factors]
    if not alive.any():
        lead("why.all_masked")
        return
    lead("why.scaling.source.said", d_k=d_k, root=f"{math.sqrt(d_k):.2f}")
    parts.write_table(
        ["", said("why.scaling.with"), said("why.scaling.without")],
        [
            [said("why.scaling.entropy.axis"), *(f"{entropy(w).mean():.3f}" for w in both)],
            [said("why.scaling.top"), *(f"{w.max(axis=1).mean():.3f}" for w in both)],
        ],
    )


SCALING = Experiment(start_scaling, set_scaling, ("divided",), scaling_picture, scaling_more)
