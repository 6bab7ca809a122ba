"""What the stage of the four steps shows, the board's sentence or the example of three words, and what it says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Context
from typing import Any

import numpy as np
import streamlit as st

from attention.core import attend
from attention.session.board import computed_table, opening_board, with_board_example
from attention.sources.registry import idle_switches
from attention.sources.table import AttentionTable
from attention.types import Switches, Trace
from pages.ui.frame import inputs, state
from pages.ui.frame.page import said
from pages.ui.parts import tables, typed_matrices
from pages.ui.parts.chosen_pair import BESIDE, pair_place
from pages.ui.parts.show import word_name
from pages.ui.widgets.stage import MAX_COLUMNS, MAX_KEYS, exponentials, stage, stage_data

EXAMPLE_PAIR = (1, 2)
STAGE_LABELS = ("title", "picture", "play", "pause", "back", "forward", "slider", "scale", "digits", "others")
EXACT = (
    "q", "k", "product", "score", "scaled", "masked", "exp", "weight", "rest", "value", "share", "othersShare", "output",
    "before", "change",
)  # fmt: skip
GROUPS = {
    "exact": EXACT, "rows": ("output", "before", "change"), "caption": ("scores", "exps", "weights"),
    "steps": ("one", "two", "three", "four"),
}  # fmt: skip


def board_state() -> tuple[Any, ...]:
    board = state.board()
    return board.words, board.source, board.seed


def shows_example() -> bool:
    """Whether it is the example of three words: at first, unless the visitor came with a board of their own; until another
    sentence or source is asked for."""
    if state.value(BESIDE) is None:
        opening = opening_board()
        own = state.value(state.OPENED) and board_state() != (opening.words, opening.source, opening.seed)
        (show_own if own else show_example)()
    return bool(state.value(BESIDE) == board_state())


def show_example() -> None:
    state.keep(BESIDE, board_state())


def show_own() -> None:
    state.keep(BESIDE, ())


def table_shown() -> AttentionTable:
    """Of the example, under the visitor's switches, or of the board."""
    return computed_table(with_board_example(state.board())) if shows_example() else tables.compute_board(matrices=True)


def pickers(computed: AttentionTable) -> tuple[Trace, int, int]:
    """The head, where there are several; the query and the key; and the way from the example to the own sentence and back."""
    example, heads, words = shows_example(), computed.heads, computed.words
    head, last = 0, len(words) - 1
    with st.container(key="steps_pickers", horizontal=True, vertical_alignment="bottom"):
        if len(heads) > 1:
            titles = [tables.head_name(head.name, i) for i, head in enumerate(heads)]
            head = inputs.select("steps.head", inputs.of_page("steps_head", 0, "steps_head_picker"), titles)
        titles = [f"{i + 1} {word}" for i, word in enumerate(words)]
        query, key = (
            inputs.select(f"table.{name}", pair_binding(name, example, default), titles)
            for name, default in zip(("query", "key"), EXAMPLE_PAIR if example else (last, min(1, last)), strict=True)
        )
        if example:
            st.button(
                said("steps.own"), key="steps_own", on_click=show_own, type="primary", help=said("steps.own.help")
            )
        else:
            st.button(said("steps.board"), key="steps_board", on_click=show_example, help=said("steps.board.help"))
    return computed.traces[head], query, key


def pair_binding(name: str, example: bool, default: int) -> inputs.Binding:
    return inputs.of_page(pair_place(name, example), default, f"{pair_place(name, example)}_picker")


def edit_button() -> None:
    """Makes the example the board's own sentence, whose matrices can be typed over."""
    st.button(said("steps.board.edit"), key="steps_board_edit", on_click=typed_matrices.put_board_example)


def draw_stage(computed: AttentionTable, trace: Trace, i: int, j: int) -> None:
    """The four steps of query i, with key j in the first; both with ÷√d_k and without, so that it is switched in the browser."""
    switches, words = computed.switches, computed.words
    flipped = replace(switches, scale=not switches.scale)
    factor = flipped.factor(trace.Q.shape[1])
    ways = (
        [switches, flipped],
        [trace, attend(trace.X, trace.W_Q, trace.W_K, trace.W_V, factor=factor, mask=trace.mask)],
    )
    data = stage_data(ways[1], words, i, j)
    for way, used, led in zip(data["ways"], *ways, strict=True):
        way |= {"scale": used.scale, "sentences": step_sentences(led, words, i, j, used)}
    idle = idle_switches(computed).get("scale")
    notes = {"note": left_out(trace, i, data), "idle": said(f"switches.idle.{idle}") if idle else ""}
    labels: dict[str, Any] = {name: said(f"steps.stage.{name}") for name in STAGE_LABELS}
    labels |= {group: {name: said(f"steps.stage.{group}.{name}") for name in names} for group, names in GROUPS.items()}
    stage(data | notes, labels=labels, key="steps_stage")


def left_out(trace: Trace, i: int, data: dict[str, Any]) -> str:
    """What there was no room for."""
    n, d_v = trace.V.shape
    cut = said("steps.stage.cut", all=n, shown=MAX_KEYS, rest=brief(data["ways"][0]["rest"])) if n > MAX_KEYS else ""
    return cut + (said("steps.stage.cut.columns", all=d_v, shown=MAX_COLUMNS) if d_v > MAX_COLUMNS else "")


def step_sentences(trace: Trace, words: Sequence[str], i: int, j: int, switches: Switches) -> list[str]:
    """Each step in a sentence with its numbers."""
    d_k, seen, row = trace.Q.shape[1], trace.mask[i], trace.weights[i]
    query, key, top = (word_name(words, k) for k in (i, j, int(row.argmax())))
    products = trace.Q[i] * trace.K[j]
    most, change = int(np.abs(products).argmax()), trace.output[i] - trace.V[i]
    turned, moved = int(np.abs(change).argmax()), float(np.linalg.norm(change))
    one = said(
        "steps.stage.one", query=query, key=key, d_k=d_k, score=brief(trace.scores[i, j]), column=most + 1,
        q=brief(trace.Q[i, most]), k=brief(trace.K[j, most]), product=brief(products[most]),
    )  # fmt: skip
    two = said(
        "steps.stage.two.scaled" if switches.scale else "steps.stage.two.unscaled", d_k=d_k, root=brief(math.sqrt(d_k)), key=key,
        score=brief(trace.scores[i, j]), scaled=brief(trace.scaled[i, j]), heat=temperature_part(switches),
    )  # fmt: skip
    two += said("steps.stage.two.masked" if not seen.all() else "steps.stage.two.all", count=int((~seen).sum()))
    if not seen.any():
        return [one, two, *(said(f"steps.stage.{step}.none", query=query) for step in ("three", "four"))]
    total, most_weight = brief(exponentials(trace, i).sum()), brief(row.max())
    three = said("steps.stage.three", total=total, query=query, top=top, most=most_weight)
    three += said("steps.stage.three.key", key=key, weight=brief(row[j])) if key != top else ""
    four = said(
        "steps.stage.four", query=query, top=top, weight=most_weight, column=turned + 1, moved=brief(moved),
        before=brief(trace.V[i, turned]), output=brief(trace.output[i, turned]),
    )  # fmt: skip
    return [one, two, three, four]


def temperature_part(switches: Switches) -> str:
    return said("steps.stage.two.heat", temperature=f"{switches.temperature:g}") if switches.temperature != 1 else ""


def brief(value: float) -> str:
    """Four digits, the same as in the picture; a zero is never negative."""
    number = Context(prec=4, rounding=ROUND_HALF_UP).create_decimal_from_float(float(value)).normalize() + 0
    return f"{number:f}" if number.adjusted() > -7 else f"{number:g}"
