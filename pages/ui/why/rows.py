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
from pages.ui.frame import markup
from pages.ui.frame.page import lead, said, write_heading
from pages.ui.parts.show import plot, scale_bar, show, word_names
from pages.ui.why import parts
from pages.ui.why.cards import Experiment, Setting

LOWEST, HIGHEST = TEMPERATURES
CURVE = (LOWEST, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, HIGHEST)
"""Temperatures of the curves' points."""


def start_rows(computed: AttentionTable) -> Setting:
    return {"direction": "row", "temperature": 1.0}


def set_rows(computed: AttentionTable) -> Setting:
    direction = parts.why_choice("direction", ("row", "column"))
    return {"direction": direction, "temperature": parts.why_slider("temperature", LOWEST, HIGHEST, 1.0, 0.1)}


def table_of(computed: AttentionTable, setting: Setting) -> Floats:
    """(n, n): softmax of the scores along rows or down columns."""
    trace, switches = computed.traces[0], replace(computed.switches, temperature=setting["temperature"])
    hot = attend_again(trace, factor=switches.factor(trace.Q.shape[1]))
    return hot.weights if setting["direction"] == "row" else by_columns(hot)


def rows_picture(computed: AttentionTable, setting: Setting, side: str) -> None:
    """The table, and below it the sum of each row and column."""
    words, place, values = computed.words, slice(0, parts.MAX_DRAWN), table_of(computed, setting)
    st.html(markup.paragraph(said(f"why.direction.{setting['direction']}"), "lead"))
    drawn = blanked(values, computed.traces[0].mask)[place, place]
    show(f"why_rows_table_{side}", said("why.rows.table"), words[place], drawn, look=parts.LOW, under=scale_bar(1.0))
    names = word_names(words, parts.MAX_DRAWN)
    lines = [[name, f"{values[i].sum():.2f}", f"{values[:, i].sum():.2f}"] for i, name in enumerate(names)]
    lines.append([said("why.rows.all"), f"{values.sum():.2f}", f"{values.sum():.2f}"])
    with st.container(key=f"why_sums_{side}"):
        parts.write_table([said("why.values.word"), said("why.rows.row_sum"), said("why.rows.column_sum")], lines)


def rows_more(computed: AttentionTable, setting: Setting) -> None:
    words, values, trace = computed.words, table_of(computed, setting), computed.traces[0]
    parts.cut_short(words)
    across = values.sum(axis=0) if setting["direction"] == "row" else values.sum(axis=1)
    most, least = int(across.argmax()), int(across.argmin())
    every = word_names(words)
    lead(
        f"why.rows.said.{setting['direction']}",
        most=every[most], top=f"{across[most]:.2f}", least=every[least], low=f"{across[least]:.2f}",
    )  # fmt: skip
    write_heading("why.heat.title")
    parts.write_lesson("rows.heat")
    temperatures(trace, replace(computed.switches, temperature=setting["temperature"]))
    parts.write_questions("rows.heat")


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


ROWS = Experiment(start_rows, set_rows, ("direction", "temperature"), rows_picture, rows_more)
