"""The page of the heads: all of them as small tables, two compared, what each looks like in figures."""

from __future__ import annotations

import html
from collections.abc import Sequence

import numpy as np
import streamlit as st

from attention.experiments.four_steps import entropy
from attention.experiments.rows import most_entropy
from attention.figures.heatmap import difference_figure, difference_limit, weights_figure
from attention.figures.plan import THIRD
from attention.hand.compare import spearman
from attention.sources.registry import Computation
from attention.types import Floats, Trace
from pages.ui.frame import markup, state
from pages.ui.frame.page import said
from pages.ui.parts.choices import choose, head_name
from pages.ui.parts.comparison import difference_bar
from pages.ui.parts.tables import CHART, hover_text, reader_table

RANDOM_HEADS = 4
"""So many heads 随机 makes on this page."""
COLUMNS = 3
SMALL = {"height": 270, "font_size": 11, "room": THIRD}


def names(computed: Computation) -> list[str]:
    return [head_name(head.name, i) for i, head in enumerate(computed.heads)]


def drawn(trace: Trace) -> Floats:
    return np.where(trace.mask, trace.weights, np.nan)


def all_heads(computed: Computation) -> None:
    """Every head as a small table under its role; the sum of all at the end."""
    titles = [*names(computed), said("heads.mean")]
    mean = np.mean([drawn(head.trace) for head in computed.heads], axis=0)
    tables = [*(drawn(head.trace) for head in computed.heads), mean]
    columns = st.columns(COLUMNS)
    for i, (title, values) in enumerate(zip(titles, tables, strict=True)):
        with columns[i % COLUMNS], st.container(key=f"head_{i}"):
            st.html(f'<h2>{html.escape(title)}</h2><p class="said">{html.escape(role_of(computed, i))}</p>')
            small_table(f"head_table_{i}", title, computed.words, values)


def role_of(computed: Computation, i: int) -> str:
    """What the head was taught, in a sentence."""
    if i == len(computed.heads):
        return said("heads.mean.text")
    name = computed.heads[i].name
    taught = name and "." not in name
    return said(f"head.{name}.text") if taught else said(f"heads.untaught.{computed.origin.source}")


def small_table(key: str, title: str, words: Sequence[str], values: Floats) -> None:
    figure = weights_figure(words, words, values, text=hover_text(), digits=len(words) <= 8, **SMALL)
    st.plotly_chart(figure, key=key, config=CHART, alt=title)
    st.html(reader_table(title, words, values))


def figures(computed: Computation) -> None:
    """Entropy, distance and largest weight of each head, and how d_model is shared out."""
    rows = [[name, *head_figures(head.trace)] for name, head in zip(names(computed), computed.heads, strict=True)]
    st.html(
        markup.table([said(f"heads.figure.{name}") for name in ("head", "d_k", "entropy", "distance", "largest")], rows)
    )
    n = len(computed.words)
    trace = computed.heads[0].trace
    st.caption(said("heads.figure.help", even=f"{most_entropy(trace):.2f}", n=n))
    if not trace.X.size:
        return  # imported: nothing is known of its matrices
    widths = [head.trace.W_Q.shape[1] for head in computed.heads]
    parts = " + ".join(map(str, widths))
    st.html(
        f"<p>{html.escape(said('heads.split', d_model=trace.X.shape[1], heads=len(widths), parts=parts, sum=sum(widths)))}</p>"
    )


def head_figures(trace: Trace) -> list[str]:
    """Width, mean row entropy in nats, mean distance in words that a row looks, mean of each row's largest weight."""
    alive, d_k = trace.weights.sum(axis=1) > 0, str(trace.W_Q.shape[1] or "–")
    if not alive.any():
        return [d_k, "–", "–", "–"]
    n = len(trace.weights)
    distance = (trace.weights * np.abs(np.subtract.outer(np.arange(n), np.arange(n)))).sum(axis=1)
    means = (entropy(trace.weights)[alive].mean(), distance[alive].mean(), trace.weights.max(axis=1)[alive].mean())
    return [d_k, *(f"{mean:.2f}" for mean in means)]


def two_compared(computed: Computation) -> None:
    """Two heads side by side with their difference."""
    titles = names(computed)
    if len(titles) < 2:
        st.info(said("heads.one"))
        return
    a, b = pick("heads_a", 0, titles), pick("heads_b", 1, titles)
    left, middle, right = st.columns(3)
    one, other = drawn(computed.heads[a].trace), drawn(computed.heads[b].trace)
    with left:
        small_table("heads_a_table", titles[a], computed.words, one)
    with middle:
        small_table("heads_b_table", titles[b], computed.words, other)
    with right:
        figure = difference_figure(
            computed.words, computed.words, one - other, text=hover_text("table.hover.difference"),
            digits=len(computed.words) <= 8, **SMALL,
        )  # fmt: skip
        st.plotly_chart(figure, key="heads_difference", config=CHART, alt=said("heads.difference"))
        bar = difference_bar(difference_limit(one - other), "heads.difference.scale")
        st.html(reader_table(said("heads.difference"), computed.words, one - other) + bar)
    st.html(markup.paragraph(likeness(computed, a, b)))


def pick(name: str, usual: int, titles: Sequence[str]) -> int:
    key = state.fill(f"{name}_picker", min(int(state.value(name, usual)), len(titles) - 1))
    st.selectbox(
        said(name.replace("_", ".")), range(len(titles)), key=key, format_func=titles.__getitem__,
        on_change=choose, args=(name, key),
    )  # fmt: skip
    return int(state.value(key))


def likeness(computed: Computation, a: int, b: int) -> str:
    """How alike two heads are, in figures."""
    one, other = computed.heads[a].trace, computed.heads[b].trace
    alive = one.mask.any(axis=1)
    same = int((one.weights.argmax(axis=1) == other.weights.argmax(axis=1))[alive].sum())
    rho = spearman(one.weights[one.mask], other.weights[one.mask])
    return said("heads.alike", same=same, n=int(alive.sum()), rho="–" if rho is None else f"{rho:.2f}")


def why_they_differ(computed: Computation) -> None:
    st.html(markup.paragraph(said(f"heads.why.{computed.origin.source}")))
