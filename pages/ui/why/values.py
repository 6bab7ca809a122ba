"""Why V is not X: W_V = I against W_V; one vector for matching and content, or two; multiplications."""

from __future__ import annotations

import numpy as np
import streamlit as st

from attention.experiments.four_steps import cosines
from attention.experiments.swap import largest_gap
from attention.experiments.values import DISH_NAMES, FEATURES, WAYS, Cost, cost, look_up, with_identity
from attention.figures.lines import Line, lines_figure
from attention.figures.matrix import matrix_figure
from attention.figures.plan import MAX_WORDS_WITH_DIGITS
from attention.sources.table import AttentionTable
from attention.types import Trace
from pages.ui.frame import markup
from pages.ui.frame.page import lead, said, said_of, write_heading
from pages.ui.parts.show import plot, word_names
from pages.ui.why import parts

MAX_RESEMBLED = 8
SOUGHT = ("鱼香肉丝", "蚂蚁上树", "麻婆豆腐")
LENGTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
D_MODEL, D_V = 512, 64


def values_and_keys(computed: AttentionTable) -> None:
    parts.write_lesson("values")
    identity_or_learned(computed)
    parts.write_questions("values")
    write_heading("why.dish.title")
    parts.write_lesson("values.dish")
    one_or_two_vectors()
    parts.write_questions("values.dish")
    write_heading("why.cost.title")
    parts.write_lesson("values.cost")
    multiplications(len(computed.words))
    parts.write_questions("values.cost")


def identity_or_learned(computed: AttentionTable) -> None:
    learned, words = computed.traces[0], computed.words
    identity = with_identity(learned)
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        shown = parts.why_choice("W_V", ("learned", "identity"))
    with right:
        i = parts.why_select("values_query", [f"{i} {word}" for i, word in enumerate(words, 1)], len(words) - 1)
    st.html(markup.paragraph(said_of(computed.origin.source, f"why.W_V.said.{computed.origin.source}"), "lead"))
    handed_over(identity if shown == "identity" else learned, words, i, shown)
    parts.write_table(
        ["", said("why.W_V.identity"), said("why.W_V.learned")],
        [
            [said("why.values.width"), str(identity.output.shape[1]), str(learned.output.shape[1])],
            [said("why.values.handed"), str(identity.V.size), str(learned.V.size)],
        ],
    )
    lead("why.values.same", gap=parts.difference_text(largest_gap(identity.weights, learned.weights)))
    resembling(identity, learned, words, i)


def handed_over(trace: Trace, words: tuple[str, ...], i: int, shown: str) -> None:
    """What each word hands over, and the output below them."""
    few = len(words) <= MAX_WORDS_WITH_DIGITS
    rows = np.vstack([trace.V, trace.output[i]]) if few else trace.output[i][None]
    out = said("why.output")
    figure = matrix_figure(rows, rows=[*words, out] if few else [out], height=70 + 24 * len(rows), font_size=13)
    top = f"{np.abs(rows).max(initial=0):.3g}"
    st.caption(said("why.values.picture", what=said(f"why.W_V.{shown}"), top=top))
    plot(figure, "why_values_picture", said("why.values.alt"))


def resembling(identity: Trace, learned: Trace, words: tuple[str, ...], i: int) -> None:
    """The row's strongest keys: the same weights, but what the output resembles."""
    order = np.argsort(-learned.weights[i], kind="stable")[:MAX_RESEMBLED]
    x, v = cosines(identity.output[i], identity.V), cosines(learned.output[i], learned.V)
    titles = word_names(words)
    parts.write_table(
        [said(f"why.values.{name}") for name in ("word", "weight", "like_x", "like_v")],
        [[titles[j], f"{learned.weights[i, j]:.3f}", f"{x[j]:.3f}", f"{v[j]:.3f}"] for j in map(int, order)],
    )


def one_or_two_vectors() -> None:
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        way = parts.why_choice("way", WAYS)
    with right:
        dish = SOUGHT[parts.why_select("dish", SOUGHT)]
    found, dishes = look_up(dish, way), list(DISH_NAMES)
    parts.write_matrices(
        parts.tinted_matrix(said("why.dish.keys"), found.keys, dishes, FEATURES, ".1f"),
        parts.tinted_matrix(
            said("why.dish.match"), np.stack([found.scores, found.weights], axis=1), dishes,
            [said("why.dish.score"), said("why.values.weight")],
        ),
        parts.tinted_matrix(said("why.dish.values"), found.values, dishes, FEATURES, ".1f"),
        parts.tinted_matrix(said("why.dish.output"), found.output[None], [said("why.output")], FEATURES),
    )  # fmt: skip
    at = dishes.index(dish)
    rows = []
    for other in WAYS:
        result = look_up(dish, other)
        rows.append([said(f"why.way.{other}"), f"{result.weights[at]:.2f}", *(f"{x:.2f}" for x in result.output)])
    parts.write_table(["", said("why.dish.found", dish=dish), *(said("why.dish.told", what=f) for f in FEATURES)], rows)


def multiplications(n: int) -> None:
    """Three ways for a sentence of n words, and over all lengths."""
    ways = {"narrow": (D_V, True), "wide": (D_MODEL, True), "plain": (D_MODEL, False)}
    costs = {name: cost(n, d_v, learned=learned) for name, (d_v, learned) in ways.items()}
    rows = [
        [said(f"why.cost.{name}"), *cost_numbers(c), f"{c.total / costs['narrow'].total:.1f}"]
        for name, c in costs.items()
    ]
    parts.write_table(["", *(said(f"why.cost.{part}") for part in ("project", "mix", "join", "total", "times"))], rows)
    lines = [
        Line(said(f"why.cost.{name}"), LENGTHS, [cost(m, d_v, learned=learned).total for m in LENGTHS])
        for name, (d_v, learned) in ways.items()
    ]
    figure = lines_figure(
        lines, x_title=said("why.words"), y_title=said("why.cost.axis"), y_range=(1e5, 1e10), x_log=True, y_log=True, here=n
    )  # fmt: skip
    plot(figure, "why_cost", said("why.cost.alt"))
    st.caption(said("why.cost.help", n=n))


def cost_numbers(c: Cost) -> list[str]:
    return [f"{x:,}" for x in (c.project, c.mix, c.join, c.total)]
