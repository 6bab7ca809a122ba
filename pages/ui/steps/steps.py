"""The page of the four steps: choose a query and a key, and follow the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import streamlit as st

from attention.experiments.four_steps import entropy, mixing, normalising, resemblance, scoring, times_even
from attention.figures.clickable import choosable, marked
from attention.figures.heatmap import weights_figure
from attention.figures.matrix import matrix_figure
from attention.figures.plan import PAGE
from attention.sources.registry import Computation
from attention.types import Floats, Trace
from pages.ui.frame import markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts import typed_matrices
from pages.ui.parts.choices import choose, chosen, head_name
from pages.ui.parts.tables import (
    CHART,
    MOST_LISTED,
    hover_text,
    left_out,
    named,
    origin_sentence,
    reader_table,
    scrolled,
    size,
)

QUERY, KEY, HEAD = "steps_query", "steps_key", "steps_head"
MOST_DIMENSIONS = 8
"""So many dimensions of V are worked out; the rest go the same way."""
MOST_RESEMBLING = 5


def head_of(computed: Computation) -> Trace:
    """The trace of the chosen head; the picker stands where there are several."""
    heads = computed.heads
    if len(heads) > 1:
        labels = [head_name(head.name, i) for i, head in enumerate(heads)]
        key = state.fill("steps_head_picker", chosen(HEAD, len(heads)))
        st.selectbox(
            said("steps.head"),
            range(len(heads)),
            key=key,
            format_func=labels.__getitem__,
            on_change=choose,
            args=(HEAD, key),
        )
    return heads[chosen(HEAD, len(heads))].trace


def pickers(words: Sequence[str]) -> tuple[int, int]:
    """The query and the key, by selector or by a click on the table."""
    left, right, more = st.columns([2, 2, 1], vertical_alignment="bottom")
    numbered = [f"{i + 1} {word}" for i, word in enumerate(words)]
    for column, name, title, usual in (
        (left, QUERY, "table.query", len(words) - 1),
        (right, KEY, "table.key", min(1, len(words) - 1)),
    ):
        key = state.fill(f"{name}_picker", chosen(name, len(words), usual))
        column.selectbox(
            said(title),
            range(len(words)),
            key=key,
            format_func=numbered.__getitem__,
            on_change=choose,
            args=(name, key),
        )
    more.button(
        said("steps.board"), key="steps_board", on_click=typed_matrices.put_board_example, help=said("steps.board.help")
    )
    return chosen(QUERY, len(words), len(words) - 1), chosen(KEY, len(words), min(1, len(words) - 1))


def clickable_table(words: Sequence[str], trace: Trace, i: int, j: int) -> None:
    """The head's table; a click on a cell chooses its query and key."""
    drawn = np.where(trace.mask, trace.weights, np.nan)
    figure = weights_figure(words, words, drawn, text=hover_text(), digits=board().view.digits, **size(PAGE))
    figure, alt = marked(figure, i, j), said("table.alt.computed", count=len(words))
    if len(words) > MOST_LISTED:
        scrolled(figure, "steps_table", alt)
    else:
        clickable = choosable(figure, *drawn.shape, text=hover_text())
        scrolled(clickable, "steps_table", alt, on_select=take_click, selection_mode="points")
    st.html(left_out(figure) + reader_table(said("computed.title"), words, drawn))


def take_click() -> None:
    points = state.value("steps_table", {}).get("selection", {}).get("points", [])
    if points and (place := points[0].get("customdata")):
        state.keep(QUERY, int(place[0]))
        state.keep(KEY, int(place[1]))


def projections(words: Sequence[str], trace: Trace) -> None:
    """X and the three projections of it: the same source, three matrices, three roles."""
    st.html(markup.paragraph(said("steps.qkv.text")))
    st.latex(r"Q = X\,W_Q \qquad K = X\,W_K \qquad V = X\,W_V")
    st.caption(said("train.matrices.help"))
    rows = (("X", trace.X, words), ("W_Q", trace.W_Q, ()), ("W_K", trace.W_K, ()), ("W_V", trace.W_V, ()))
    results = (("Q", trace.Q, words), ("K", trace.K, words), ("V", trace.V, words))
    for group in (rows, results):
        for column, (name, matrix, names) in zip(st.columns(len(group)), group, strict=True):
            with column:
                matrix_picture(name, matrix, names)
    st.html(role_table())


def matrix_picture(name: str, matrix: Floats, names: Sequence[str]) -> None:
    """A matrix as a heatmap under its name, shape and largest value."""
    shape = " × ".join(map(str, matrix.shape))
    st.caption(f"{name} ({shape}), {said('steps.largest', top=f'{np.abs(matrix).max():.3g}')}")
    names = names if len(names) <= MOST_LISTED else ()
    st.plotly_chart(matrix_figure(matrix, rows=names), key=f"steps_{name}", config=CHART, alt=f"{name} {shape}")


def role_table() -> str:
    """The look-up that the three matrices play."""
    rows = [
        [said(f"steps.role.{name}.{part}") for part in ("name", "role", "library", "here")] for name in ("q", "k", "v")
    ]
    head = [said(f"steps.role.{part}") for part in ("name", "role", "library", "here")]
    return markup.table(head, rows)


def step_one(words: Sequence[str], trace: Trace, i: int, j: int) -> None:
    st.html(markup.heading(said("steps.one")))
    worked = scoring(trace, i, j)
    st.html(markup.paragraph(said("steps.one.text", query=named(words, i), key=named(words, j))))
    numbers = [str(d + 1) for d in range(len(worked.q))]
    lines = [
        ["q", *map(plain, worked.q), ""],
        ["k", *map(plain, worked.k), ""],
        ["q·k", *map(plain, worked.products), plain(worked.total)],
    ]
    st.html(markup.table(["", *numbers, said("steps.sum")], lines))
    factor = f"{trace.scale / trace.temperature:.6g}"
    gaps = {
        "total": plain(worked.total),
        "factor": factor,
        "scaled": plain(worked.scaled),
        "exact": f"{worked.exact:.4f}",
    }
    key = "steps.one.scaled" if trace.scale != 1 or trace.temperature != 1 else "steps.one.unscaled"
    st.html(markup.paragraph(said(key, d_k=trace.Q.shape[1], temperature=f"{trace.temperature:g}", **gaps)))
    if not trace.mask[i, j]:
        st.info(said("steps.masked"))


def plain(number: object) -> str:
    """A decimal without an exponent and without needless zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def step_two(words: Sequence[str], trace: Trace, i: int) -> None:
    st.html(markup.heading(said("steps.two")) + markup.paragraph(said("steps.two.text", query=named(words, i))))
    worked = normalising(trace, i)
    if worked is None:
        st.info(markup.unmarked(said("reading.empty", query=named(words, i))))
        return
    lines = [
        [
            named(words, s.key),
            str(s.score),
            str(s.shifted),
            str(s.exp),
            f"{s.exp} ÷ {worked.total}",
            str(s.weight),
            f"{s.exact:.4f}",
        ]
        for s in worked.shares
    ]
    lines.append([said("steps.sum"), "", "", str(worked.total), "", f"{sum(s.weight for s in worked.shares)}", "1"])
    st.html(
        markup.table(
            [said(f"steps.two.{name}") for name in ("key", "score", "shifted", "exp", "share", "weight", "exact")],
            lines,
        )
    )


def step_three(words: Sequence[str], trace: Trace, i: int) -> None:
    st.html(markup.heading(said("steps.three")) + markup.paragraph(said("steps.three.text", query=named(words, i))))
    dimensions = range(min(MOST_DIMENSIONS, trace.V.shape[1]))
    worked = mixing(trace, i, dimensions)
    lines = [
        [f"{w} × {named(words, j)}", *(f"{plain(v)} → {plain(p)}" for v, p in zip(vs, ps, strict=True))]
        for j, w, vs, ps in zip(worked.keys, worked.weights, worked.values, worked.products, strict=True)
    ]
    lines.append([said("steps.sum"), *map(plain, worked.sums)])
    lines.append([said("steps.two.exact"), *(f"{x:.3f}" for x in worked.exact)])
    st.html(markup.table(["", *(f"v{d + 1}" for d in dimensions)], lines))
    if trace.V.shape[1] > MOST_DIMENSIONS:
        st.caption(said("steps.three.more", shown=MOST_DIMENSIONS, all=trace.V.shape[1]))


def step_four(words: Sequence[str], trace: Trace, i: int) -> None:
    st.html(markup.heading(said("steps.four")) + markup.paragraph(said("steps.four.text", query=named(words, i))))
    pair = np.stack([trace.V[i], trace.output[i]])
    st.plotly_chart(
        matrix_figure(pair, rows=[said("steps.before"), said("steps.after")], height=120), key="steps_output", config=CHART,
        alt=said("steps.four"),
    )  # fmt: skip
    before, after = resemblance(trace, i)
    order = np.argsort(-after, kind="stable")[:MOST_RESEMBLING]
    lines = [[named(words, int(k)), f"{before[k]:.3f}", f"{after[k]:.3f}"] for k in order]
    st.html(markup.table([said("steps.four.word"), said("steps.before"), said("steps.after")], lines))
    st.html(readings(words, trace, i))


def readings(words: Sequence[str], trace: Trace, i: int) -> str:
    """Six ways to read the output, each tied to a number of this row, or called an analogy."""
    row, seen = trace.weights[i], int(trace.mask[i].sum())
    top = int(np.argmax(row))
    moved = float(np.linalg.norm(trace.output[i] - trace.V[i]))
    entropies = entropy(trace.weights[trace.mask.any(axis=1)])
    times = f"{times_even(trace, i)[top]:.1f}"
    numbers: dict[str, dict[str, Any]] = {
        "integrate": {"count": int((row > 0.01).sum()), "n": seen},
        "context": {"query": named(words, i), "moved": f"{moved:.3f}"},
        "dynamic": {"entropies": ", ".join(f"{x:.2f}" for x in entropies[:8])},
        "enhance": {"key": named(words, top), "weight": f"{row[top]:.3f}", "times": times, "n": seen},
        "compress": {"n": seen, "d_v": trace.V.shape[1], "numbers": seen * trace.V.shape[1]},
        "human": {},
    }
    if not seen:  # nothing to look at, and so nothing that could be read
        numbers = {"human": {}}
    lines = [
        [said(f"steps.reading.{name}"), said(f"steps.reading.{name}.text", **gaps)] for name, gaps in numbers.items()
    ]
    return markup.table([said("steps.reading"), said("steps.reading.here")], lines)


def sentence_about(computed: Computation) -> None:
    st.html(markup.paragraph(origin_sentence(computed), "lead"))
