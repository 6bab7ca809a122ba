"""Why rows sum to 1 and columns do not; temperature."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from attention.core import blanked
from attention.experiments.recompute import attend_again
from attention.experiments.rows import by_columns, heat, most_entropy
from attention.figures.lines import Line, lines_figure
from attention.sources.table import AttentionTable
from attention.types import TEMPERATURES, Floats, Switches, Trace
from pages.ui.frame.page import lead, said, write_heading
from pages.ui.parts.show import plot, scale_bar, show, word_names
from pages.ui.why import parts

LOWEST, HIGHEST = TEMPERATURES
CURVE = (LOWEST, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, HIGHEST)
"""Temperatures of the curves' points."""


def rows_and_columns(computed: AttentionTable) -> None:
    parts.write_lesson("rows")
    trace = computed.traces[0]
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        by_row = parts.why_choice("direction", ("row", "column")) == "row"
    with right:
        temperature = parts.why_slider("temperature", LOWEST, HIGHEST, 1.0, 0.1)
    switches = replace(computed.switches, temperature=temperature)
    hot = attend_again(trace, factor=switches.factor(trace.Q.shape[1]))
    values = hot.weights if by_row else by_columns(hot)
    sums(computed.words, trace, values, by_row)
    parts.write_questions("rows")
    write_heading("why.heat.title")
    parts.write_lesson("rows.heat")
    temperatures(trace, switches)
    parts.write_questions("rows.heat")


def sums(words: tuple[str, ...], trace: Trace, values: Floats, by_row: bool) -> None:
    """The table, and beside it the sum of each row and column."""
    place = slice(0, parts.MAX_DRAWN)
    drawn = blanked(values, trace.mask)[place, place]
    left, right = st.columns([3, 2])
    with left:
        show("why_rows_table", said("why.rows.table"), words[place], drawn, under=scale_bar(1.0))
        parts.cut_short(words)
    with right:
        names = word_names(words, parts.MAX_DRAWN)
        rows = [[name, f"{values[i].sum():.2f}", f"{values[:, i].sum():.2f}"] for i, name in enumerate(names)]
        rows.append([said("why.rows.all"), f"{values.sum():.2f}", f"{values.sum():.2f}"])
        parts.write_table([said("why.values.word"), said("why.rows.row_sum"), said("why.rows.column_sum")], rows)
    across = values.sum(axis=0) if by_row else values.sum(axis=1)
    most, least = int(across.argmax()), int(across.argmin())
    every = word_names(words)
    lead(
        f"why.rows.said.{'row' if by_row else 'column'}",
        most=every[most], top=f"{across[most]:.2f}", least=every[least], low=f"{across[least]:.2f}",
    )  # fmt: skip


def temperatures(trace: Trace, switches: Switches) -> None:
    """Before (temperature 1) and after, and both curves."""
    temperature, most = switches.temperature, most_entropy(trace.mask)
    before, after, *found = (
        heat(trace, replace(switches, temperature=t).factor(trace.Q.shape[1])) for t in (1.0, temperature, *CURVE)
    )
    parts.write_table(
        ["", said("why.heat.at", t="1"), said("why.heat.now", t=f"{temperature:g}")],
        [
            [said("why.heat.entropy", most=f"{most:.2f}"), f"{before.entropy:.3f}", f"{after.entropy:.3f}"],
            [said("why.scaling.top"), f"{before.top:.3f}", f"{after.top:.3f}"],
        ],
    )
    lines = [
        Line(said("why.heat.share"), CURVE, [h.entropy / most if most else 0.0 for h in found]),
        Line(said("why.scaling.top"), CURVE, [h.top for h in found]),
    ]
    figure = lines_figure(
        lines, x_title=said("why.temperature"), y_title="", y_range=(0.0, 1.05), here=temperature, height=260
    )
    plot(figure, "why_heat", said("why.heat.alt"))
