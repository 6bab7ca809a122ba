"""The page of the heads: all of them as small tables, two compared, what each looks like in figures."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from attention.experiments.four_steps import entropy
from attention.experiments.rows import most_entropy
from attention.figures.plan import THIRD
from attention.hand.compare import spearman
from attention.sources.registry import Computation
from attention.types import Floats, Trace
from pages.ui.frame import inputs, markup
from pages.ui.frame.page import said, write_paragraph
from pages.ui.parts.show import difference_options, masked, show
from pages.ui.parts.tables import head_name

RANDOM_HEADS = 4
"""So many heads 随机 makes on this page."""
HEAD_COLUMNS = 3
HEAD_SIZE = {"height": 270, "font_size": 11, "room": THIRD}


def head_titles(computed: Computation) -> list[str]:
    return [head_name(head.name, i) for i, head in enumerate(computed.heads)]


def heads_as_tables(computed: Computation) -> None:
    """Every head as a small table under its role; the sum of all at the end."""
    tables = [masked(head.trace.mask, head.trace.weights) for head in computed.heads]
    tables.append(np.mean(tables, axis=0))
    columns = st.columns(HEAD_COLUMNS)
    for i, (title, values) in enumerate(zip([*head_titles(computed), said("heads.mean")], tables, strict=True)):
        with columns[i % HEAD_COLUMNS], st.container(key=f"head_{i}"):
            st.html(markup.heading(title) + markup.paragraph(role_of(computed, i), "said"))
            show_head(f"head_table_{i}", title, computed, values)


def role_of(computed: Computation, i: int) -> str:
    """What the head was taught, in a sentence."""
    if i == len(computed.heads):
        return said("heads.mean.text")
    name = computed.heads[i].name
    taught = name and "." not in name
    return said(f"head.{name}.text") if taught else said(f"heads.untaught.{computed.origin.source}")


def show_head(key: str, title: str, computed: Computation, values: Floats, **more: Any) -> None:
    show(key, title, computed.words, values, look={**HEAD_SIZE, "digits": len(computed.words) <= 8}, **more)


def write_figures(computed: Computation) -> None:
    """Entropy, distance and largest weight of each head, and how d_model is shared out."""
    rows = [[name, *head_figures(head.trace)] for name, head in zip(head_titles(computed), computed.heads, strict=True)]
    columns = ("head", "d_k", "entropy", "distance", "largest")
    st.html(markup.table([said(f"heads.figure.{name}") for name in columns], rows))
    n = len(computed.words)
    trace = computed.heads[0].trace
    st.caption(said("heads.figure.help", even=f"{most_entropy(trace):.2f}", n=n))
    if not trace.X.size:
        return  # imported: nothing is known of its matrices
    widths = [head.trace.W_Q.shape[1] for head in computed.heads]
    parts = " + ".join(map(str, widths))
    write_paragraph("heads.split", d_model=trace.X.shape[1], heads=len(widths), parts=parts, sum=sum(widths))


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
    titles = head_titles(computed)
    if len(titles) < 2:
        st.info(said("heads.one"))
        return
    a, b = (
        inputs.select(f"heads.{name}", inputs.of_page(f"heads_{name}", i, f"heads_{name}_picker"), titles)
        for i, name in enumerate("ab")
    )
    one, other = (masked(computed.heads[i].trace.mask, computed.heads[i].trace.weights) for i in (a, b))
    left, middle, right = st.columns(3)
    with left:
        show_head("heads_a_table", titles[a], computed, one)
    with middle:
        show_head("heads_b_table", titles[b], computed, other)
    with right:
        options = difference_options(one - other, "heads.difference.scale")
        show_head("heads_difference", said("heads.difference"), computed, one - other, **options)
    st.html(markup.paragraph(heads_alike(computed, a, b)))


def heads_alike(computed: Computation, a: int, b: int) -> str:
    """How alike two heads are, in figures."""
    one, other = computed.heads[a].trace, computed.heads[b].trace
    alive = one.mask.any(axis=1)
    same = int((one.weights.argmax(axis=1) == other.weights.argmax(axis=1))[alive].sum())
    rho = spearman(one.weights[one.mask], other.weights[one.mask])
    return said("heads.alike", same=same, n=int(alive.sum()), rho="–" if rho is None else f"{rho:.2f}")


def why_they_differ(computed: Computation) -> None:
    write_paragraph(f"heads.why.{computed.origin.source}")
