"""Why rows sum to 1 and columns do not; temperature."""

from __future__ import annotations

import numpy as np
import streamlit as st

from attention.experiments.recompute import attend_again
from attention.experiments.rows import by_columns, heat, heats, most_entropy
from attention.figures.heatmap import weights_figure
from attention.figures.lines import Line, lines_figure
from attention.sources.registry import Computation
from attention.types import Floats, Trace
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts.tables import hover_text, reader_table, scale_bar, size
from pages.ui.why import parts

TEMPERATURES = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0)


def draw(computed: Computation) -> None:
    parts.told("rows")
    trace = computed.heads[0].trace
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        by_row = parts.choice("direction", ("row", "column")) == "row"
    with right:
        temperature = parts.slider("temperature", 0.1, 5.0, 1.0, 0.1)
    hot = attend_again(trace, temperature=temperature)
    values = hot.weights if by_row else by_columns(hot)
    sums(computed.words, trace, values, by_row)
    parts.asked("rows")
    parts.heading("why.heat.title")
    parts.told("rows.heat")
    temperatures(trace, temperature)
    parts.asked("rows.heat")


def sums(words: tuple[str, ...], trace: Trace, values: Floats, by_row: bool) -> None:
    """The table, and beside it the sum of each row and column."""
    place = slice(0, parts.MOST_DRAWN)
    drawn = np.where(trace.mask, values, np.nan)[place, place]
    left, right = st.columns([3, 2])
    title = said("why.rows.table")
    with left:
        figure = weights_figure(
            words[place], words[place], drawn, text=hover_text(), digits=board().view.digits, **size()
        )
        parts.picture(figure, "rows_table", title)
        st.html(reader_table(title, words[place], drawn) + scale_bar(1.0))
        parts.cut_short(words)
    with right:
        names = parts.names(words)
        rows = [[name, f"{values[i].sum():.2f}", f"{values[:, i].sum():.2f}"] for i, name in enumerate(names)]
        rows.append([said("why.rows.all"), f"{values.sum():.2f}", f"{values.sum():.2f}"])
        parts.table([said("why.values.word"), said("why.rows.row_sum"), said("why.rows.column_sum")], rows)
    across = values.sum(axis=0) if by_row else values.sum(axis=1)
    most, least = int(across.argmax()), int(across.argmin())
    every = parts.names(words, len(words))
    parts.note(
        f"why.rows.said.{'row' if by_row else 'column'}",
        most=every[most], top=f"{across[most]:.2f}", least=every[least], low=f"{across[least]:.2f}",
    )  # fmt: skip


def temperatures(trace: Trace, temperature: float) -> None:
    """Before (temperature 1) and after, and both curves."""
    before, after = heat(trace, 1.0), heat(trace, temperature)
    most = most_entropy(trace)
    parts.table(
        ["", said("why.heat.at", t="1"), said("why.heat.now", t=f"{temperature:g}")],
        [
            [said("why.heat.entropy", most=f"{most:.2f}"), f"{before.entropy:.3f}", f"{after.entropy:.3f}"],
            [said("why.scaling.top"), f"{before.top:.3f}", f"{after.top:.3f}"],
        ],
    )
    found = heats(trace, TEMPERATURES)
    lines = [
        Line(said("why.heat.share"), TEMPERATURES, [h.entropy / most if most else 0.0 for h in found]),
        Line(said("why.scaling.top"), TEMPERATURES, [h.top for h in found]),
    ]
    figure = lines_figure(
        lines, x_title=said("why.temperature"), y_title="", y_range=(0.0, 1.05), here=temperature, height=260
    )
    parts.picture(figure, "heat", said("why.heat.alt"))
