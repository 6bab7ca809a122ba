"""The page of the four steps: choose a query and a key, and follow the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import streamlit as st
from markupsafe import Markup

from attention.core import blanked
from attention.experiments.four_steps import entropy, mixing, normalising, resemblance, scoring, times_even
from attention.figures.clickable import choosable, marked
from attention.figures.heatmap import weights_figure
from attention.figures.matrix import matrix_figure
from attention.figures.plan import PAGE
from attention.sources.table import AttentionTable
from attention.types import Floats, Trace
from pages.ui.frame import markup, state
from pages.ui.frame.page import said, write_heading, write_paragraph
from pages.ui.parts.chosen_pair import decimal_text, pair_place
from pages.ui.parts.show import MAX_LISTED, figure_size, plot, show, word_name
from pages.ui.parts.tables import origin_sentence
from pages.ui.steps.stage import shows_example

MAX_DIMENSIONS_WORKED = 8
"""So many dimensions of V are worked out; the rest go the same way."""
MAX_RESEMBLING = 5


def all_numbers(computed: AttentionTable, trace: Trace, i: int, j: int) -> None:
    """The head's table, and each step in a table that multiplies out by hand."""
    clickable_table(computed.words, trace, i, j)
    step_one(computed, trace, i, j)
    step_two(computed.words, trace, i)
    step_three(computed.words, trace, i)
    step_four(computed.words, trace, i)
    write_paragraph("steps.rounding")


def clickable_table(words: Sequence[str], trace: Trace, i: int, j: int) -> None:
    """The head's table; a click on a cell chooses its query and key."""
    listed = len(words) <= MAX_LISTED
    clicks: dict[str, Any] = {"on_select": take_click, "selection_mode": "points"} if listed else {}

    def draw(*table: Any, **look: Any) -> go.Figure:
        figure = marked(weights_figure(*table, **look), i, j)
        return choosable(figure, len(words), len(words), text=look["text"]) if listed else figure

    show(
        "steps_table", said("computed.title"), words, blanked(trace.weights, trace.mask), draw=draw, look=figure_size(PAGE),
        alt=said("table.alt.computed", count=len(words)), scrolls=True, noted=True,
        **clicks,
    )  # fmt: skip


def take_click() -> None:
    points = state.value("steps_table", {}).get("selection", {}).get("points", [])
    if points and (place := points[0].get("customdata")):
        for name, chosen in zip(("query", "key"), place, strict=False):
            state.keep(pair_place(name, shows_example()), int(chosen))


def projections(words: Sequence[str], trace: Trace) -> None:
    """X and the three projections of it: the same source, three matrices, three roles."""
    write_paragraph("steps.qkv.text")
    st.latex(r"Q = X\,W_Q \qquad K = X\,W_K \qquad V = X\,W_V")
    st.caption(said("train.matrices.help"))
    for group in (("X", "W_Q", "W_K", "W_V"), ("Q", "K", "V")):
        for column, name in zip(st.columns(len(group)), group, strict=True):
            with column:
                matrix_picture(name, getattr(trace, name), () if name.startswith("W") else words)
    st.html(role_table())


def matrix_picture(name: str, matrix: Floats, names: Sequence[str]) -> None:
    """A matrix as a heatmap under its name, shape and largest value."""
    shape = " × ".join(map(str, matrix.shape))
    st.caption(f"{name} ({shape}), {said('steps.largest', top=f'{np.abs(matrix).max():.3g}')}")
    plot(matrix_figure(matrix, rows=names if len(names) <= MAX_LISTED else ()), f"steps_{name}", f"{name} {shape}")


def role_table() -> Markup:
    """The look-up that the three matrices play."""
    parts = ("name", "role", "library", "here")
    rows = [[said(f"steps.role.{name}.{part}") for part in parts] for name in ("q", "k", "v")]
    return markup.table([said(f"steps.role.{part}") for part in parts], rows)


def write_step(name: str, **gaps: str) -> None:
    st.html(markup.heading(said(f"steps.{name}")) + markup.paragraph(said(f"steps.{name}.text", **gaps)))


def step_one(computed: AttentionTable, trace: Trace, i: int, j: int) -> None:
    write_heading("steps.one")
    words, switches = computed.words, computed.switches
    worked = scoring(trace, i, j)
    write_paragraph("steps.one.text", query=word_name(words, i), key=word_name(words, j))
    numbers = [str(d + 1) for d in range(len(worked.q))]
    lines = [
        ["q", *map(decimal_text, worked.q), ""],
        ["k", *map(decimal_text, worked.k), ""],
        ["q ⊙ k", *map(decimal_text, worked.products), decimal_text(worked.total)],
    ]
    st.html(markup.table(["", *numbers, said("steps.sum")], lines))
    write_heading("steps.scaling")
    write_paragraph(
        "steps.one.scaled" if trace.factor != 1 or switches.temperature != 1 else "steps.one.unscaled",
        d_k=trace.Q.shape[1], temperature=f"{switches.temperature:g}", factor=f"{trace.factor:.6g}",
        total=decimal_text(worked.total), scaled=decimal_text(worked.scaled), exact=f"{worked.exact:.4f}",
    )  # fmt: skip
    if not trace.mask[i, j]:
        st.info(said("steps.masked"))


def step_two(words: Sequence[str], trace: Trace, i: int) -> None:
    write_step("two", query=word_name(words, i))
    worked = normalising(trace, i)
    if worked is None:
        st.info(markup.unmarked(said("reading.empty", query=word_name(words, i))))
        return
    lines = [
        [
            word_name(words, s.key),
            *map(str, (s.score, s.shifted, s.exp, f"{s.exp} ÷ {worked.total}", s.weight)),
            f"{s.exact:.4f}",
        ]
        for s in worked.shares
    ]
    lines.append([said("steps.sum"), "", "", str(worked.total), "", f"{sum(s.weight for s in worked.shares)}", "1"])
    columns = ("key", "score", "shifted", "exp", "share", "weight", "exact")
    st.html(markup.table([said(f"steps.two.{name}") for name in columns], lines))


def step_three(words: Sequence[str], trace: Trace, i: int) -> None:
    write_step("three", query=word_name(words, i))
    dimensions = range(min(MAX_DIMENSIONS_WORKED, trace.V.shape[1]))
    worked = mixing(trace, i, dimensions)
    lines = [
        [
            f"{w} × {word_name(words, j)}",
            *(f"{decimal_text(v)} → {decimal_text(p)}" for v, p in zip(vs, ps, strict=True)),
        ]
        for j, w, vs, ps in zip(worked.keys, worked.weights, worked.values, worked.products, strict=True)
    ]
    lines.append([said("steps.sum"), *map(decimal_text, worked.sums)])
    lines.append([said("steps.two.exact"), *(f"{x:.3f}" for x in worked.exact)])
    st.html(markup.table(["", *(f"v{d + 1}" for d in dimensions)], lines))
    if trace.V.shape[1] > MAX_DIMENSIONS_WORKED:
        st.caption(said("steps.three.more", shown=MAX_DIMENSIONS_WORKED, all=trace.V.shape[1]))


def step_four(words: Sequence[str], trace: Trace, i: int) -> None:
    write_step("four", query=word_name(words, i))
    pair = np.stack([trace.V[i], trace.output[i]])
    figure = matrix_figure(pair, rows=[said("steps.before"), said("steps.after")], height=120)
    plot(figure, "steps_output", said("steps.four"))
    before, after = resemblance(trace, i)
    order = np.argsort(-after, kind="stable")[:MAX_RESEMBLING]
    lines = [[word_name(words, int(k)), f"{before[k]:.3f}", f"{after[k]:.3f}"] for k in order]
    st.html(markup.table([said("steps.four.word"), said("steps.before"), said("steps.after")], lines))
    st.html(six_readings(words, trace, i))


def six_readings(words: Sequence[str], trace: Trace, i: int) -> Markup:
    """Six ways to read the output, each tied to a number of this row, or called an analogy."""
    row, seen = trace.weights[i], int(trace.mask[i].sum())
    top = int(np.argmax(row))
    moved = float(np.linalg.norm(trace.output[i] - trace.V[i]))
    entropies = entropy(trace.weights[trace.mask.any(axis=1)])
    times = f"{times_even(trace, i)[top]:.1f}"
    numbers: dict[str, dict[str, Any]] = {
        "integrate": {"count": int((row > 0.01).sum()), "n": seen},
        "context": {"query": word_name(words, i), "moved": f"{moved:.3f}"},
        "dynamic": {"entropies": ", ".join(f"{x:.2f}" for x in entropies[:8])},
        "enhance": {"key": word_name(words, top), "weight": f"{row[top]:.3f}", "times": times, "n": seen},
        "compress": {"n": seen, "d_v": trace.V.shape[1], "numbers": seen * trace.V.shape[1]},
        "human": {},
    }
    if not seen:  # nothing to look at, and so nothing that could be read
        numbers = {"human": {}}
    lines = [
        [said(f"steps.reading.{name}"), said(f"steps.reading.{name}.text", **gaps)] for name, gaps in numbers.items()
    ]
    return markup.table([said("steps.reading"), said("steps.reading.here")], lines)


def sentence_about(computed: AttentionTable) -> None:
    st.html(markup.paragraph(origin_sentence(computed), "lead"))
