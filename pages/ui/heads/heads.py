"""The page of the heads: all of them as small tables, two compared, what each looks like in figures."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from attention.core import blanked
from attention.experiments.four_steps import entropy
from attention.experiments.rows import most_entropy
from attention.figures.plan import THIRD
from attention.hand.compare import spearman
from attention.sources.registry import source_of
from attention.sources.table import AttentionTable, Head
from attention.types import Floats
from pages.ui.frame import inputs, markup
from pages.ui.frame.page import said, said_of, write_paragraph
from pages.ui.parts.show import difference_options, show
from pages.ui.parts.tables import head_name

RANDOM_HEADS = 4
"""So many heads 随机 makes on this page."""
HEAD_COLUMNS = 3
HEAD_SIZE = {"height": 270, "font_size": 11, "room": THIRD}


def head_titles(computed: AttentionTable) -> list[str]:
    return [head_name(head.name, i) for i, head in enumerate(computed.heads)]


def drawn_heads(computed: AttentionTable) -> list[Floats]:
    """The weights (n, n) of each head, NaN where masked."""
    return [blanked(head.weights, computed.mask) for head in computed.heads]


def heads_as_tables(computed: AttentionTable) -> None:
    """Every head as a small table under its role; the sum of all at the end."""
    tables = drawn_heads(computed)
    tables.append(np.mean(tables, axis=0))
    columns = st.columns(HEAD_COLUMNS)
    for i, (title, values) in enumerate(zip([*head_titles(computed), said("heads.mean")], tables, strict=True)):
        with columns[i % HEAD_COLUMNS], st.container(key=f"head_{i}"):
            st.html(markup.heading(title) + markup.paragraph(role_of(computed, i), "said"))
            show_head(f"head_table_{i}", title, computed, values)


def role_of(computed: AttentionTable, i: int) -> str:
    """What the head was taught, in a sentence."""
    if i == len(computed.heads):
        return said("heads.mean.text")
    name, source = computed.heads[i].name, computed.origin.source
    taught = name and "." not in name
    return said(f"head.{name}.text") if taught else said_of(source, f"heads.untaught.{source}")


def show_head(key: str, title: str, computed: AttentionTable, values: Floats, **more: Any) -> None:
    show(key, title, computed.words, values, look={**HEAD_SIZE, "digits": len(computed.words) <= 8}, **more)


def write_figures(computed: AttentionTable) -> None:
    """Entropy, distance and largest weight of each head, and how d_model is shared out."""
    rows = [[name, *head_figures(head)] for name, head in zip(head_titles(computed), computed.heads, strict=True)]
    columns = ("head", "d_k", "entropy", "distance", "largest")
    st.html(markup.table([said(f"heads.figure.{name}") for name in columns], rows))
    n = len(computed.words)
    st.caption(said("heads.figure.help", even=f"{most_entropy(computed.mask):.2f}", n=n))
    if not source_of(computed.origin.source).worked:
        return
    d_model, widths = computed.traces[0].X.shape[1], [trace.W_Q.shape[1] for trace in computed.traces]
    parts = " + ".join(map(str, widths))
    write_paragraph("heads.split", d_model=d_model, heads=len(widths), parts=parts, sum=sum(widths))


def head_figures(head: Head) -> list[str]:
    """Width, mean row entropy in nats, mean distance in words that a row looks, mean of each row's largest weight."""
    weights = head.weights
    alive, d_k = weights.sum(axis=1) > 0, str(head.trace.W_Q.shape[1]) if head.trace else "–"
    if not alive.any():
        return [d_k, "–", "–", "–"]
    n = len(weights)
    distance = (weights * np.abs(np.subtract.outer(np.arange(n), np.arange(n)))).sum(axis=1)
    means = (entropy(weights)[alive].mean(), distance[alive].mean(), weights.max(axis=1)[alive].mean())
    return [d_k, *(f"{mean:.2f}" for mean in means)]


def two_compared(computed: AttentionTable) -> None:
    """Two heads side by side with their difference."""
    titles = head_titles(computed)
    if len(titles) < 2:
        st.info(said("heads.one"))
        return
    a, b = (
        inputs.select(f"heads.{name}", inputs.of_page(f"heads_{name}", i, f"heads_{name}_picker"), titles)
        for i, name in enumerate("ab")
    )
    one, other = (drawn_heads(computed)[i] for i in (a, b))
    left, middle, right = st.columns(3)
    with left:
        show_head("heads_a_table", titles[a], computed, one)
    with middle:
        show_head("heads_b_table", titles[b], computed, other)
    with right:
        options = difference_options(one - other, "heads.difference.scale")
        show_head("heads_difference", said("heads.difference"), computed, one - other, **options)
    st.html(markup.paragraph(heads_alike(computed, a, b)))


def heads_alike(computed: AttentionTable, a: int, b: int) -> str:
    """How alike two heads are, in figures."""
    one, other, mask = computed.heads[a].weights, computed.heads[b].weights, computed.mask
    alive = mask.any(axis=1)
    same = int((one.argmax(axis=1) == other.argmax(axis=1))[alive].sum())
    rho = spearman(one[mask], other[mask])
    return said("heads.alike", same=same, n=int(alive.sum()), rho="–" if rho is None else f"{rho:.2f}")


def why_they_differ(computed: AttentionTable) -> None:
    st.html(markup.paragraph(said_of(computed.origin.source, f"heads.why.{computed.origin.source}")))
