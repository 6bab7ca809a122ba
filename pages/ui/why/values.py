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
from pages.ui.frame.page import lead, said, said_of
from pages.ui.parts.show import plot, word_names
from pages.ui.why import parts
from pages.ui.why.cards import Experiment, Setting

MAX_RESEMBLED = 8
SOUGHT = ("鱼香肉丝", "蚂蚁上树", "麻婆豆腐")
LENGTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
D_MODEL, D_V = 512, 64


def start_values(computed: AttentionTable) -> Setting:
    return {"W_V": "learned", "query": len(computed.words) - 1}


def set_values(computed: AttentionTable) -> Setting:
    words = computed.words
    shown = parts.why_choice("W_V", ("learned", "identity"))
    titles = [f"{i} {word}" for i, word in enumerate(words, 1)]
    return {"W_V": shown, "query": parts.why_select("values_query", titles, len(words) - 1)}


def both_ways(computed: AttentionTable) -> dict[str, Trace]:
    learned = computed.traces[0]
    return {"learned": learned, "identity": with_identity(learned)}


def values_picture(computed: AttentionTable, setting: Setting, side: str) -> None:
    shown = setting["W_V"]
    handed_over(both_ways(computed)[shown], computed.words, setting["query"], shown, side)


def values_more(computed: AttentionTable, setting: Setting) -> None:
    learned, identity = both_ways(computed).values()
    st.html(markup.paragraph(said_of(computed.origin.source, f"why.W_V.said.{computed.origin.source}"), "lead"))
    parts.write_table(
        ["", said("why.W_V.identity"), said("why.W_V.learned")],
        [
            [said("why.values.width"), str(identity.output.shape[1]), str(learned.output.shape[1])],
            [said("why.values.handed"), str(identity.V.size), str(learned.V.size)],
        ],
    )
    lead("why.values.same", gap=parts.difference_text(largest_gap(identity.weights, learned.weights)))
    resembling(identity, learned, computed.words, setting["query"])


def handed_over(trace: Trace, words: tuple[str, ...], i: int, shown: str, side: str) -> None:
    """What each word hands over, and the output below them."""
    few = len(words) <= MAX_WORDS_WITH_DIGITS
    rows = np.vstack([trace.V, trace.output[i]]) if few else trace.output[i][None]
    out = said("why.output")
    figure = matrix_figure(rows, rows=[*words, out] if few else [out], height=70 + 24 * len(rows), font_size=13)
    top = f"{np.abs(rows).max(initial=0):.3g}"
    st.caption(said("why.values.picture", what=said(f"why.W_V.{shown}"), top=top))
    plot(figure, f"why_values_picture_{side}", said("why.values.alt"))


def resembling(identity: Trace, learned: Trace, words: tuple[str, ...], i: int) -> None:
    """The row's strongest keys: the same weights, but what the output resembles."""
    order = np.argsort(-learned.weights[i], kind="stable")[:MAX_RESEMBLED]
    x, v = cosines(identity.output[i], identity.V), cosines(learned.output[i], learned.V)
    titles = word_names(words)
    parts.write_table(
        [said(f"why.values.{name}") for name in ("word", "weight", "like_x", "like_v")],
        [[titles[j], f"{learned.weights[i, j]:.3f}", f"{x[j]:.3f}", f"{v[j]:.3f}"] for j in map(int, order)],
    )


def start_dish(computed: AttentionTable) -> Setting:
    return {"way": WAYS[0], "dish": SOUGHT[0]}


def set_dish(computed: AttentionTable) -> Setting:
    return {"way": parts.why_choice("way", WAYS), "dish": SOUGHT[parts.why_select("dish", SOUGHT)]}


def dish_picture(computed: AttentionTable, setting: Setting, side: str) -> None:
    found, dishes = look_up(setting["dish"], setting["way"]), list(DISH_NAMES)
    st.html(markup.paragraph(said(f"why.way.{setting['way']}"), "lead"))
    parts.write_matrices(
        parts.tinted_matrix(said("why.dish.keys"), found.keys, dishes, FEATURES, ".1f"),
        parts.tinted_matrix(
            said("why.dish.match"), np.stack([found.scores, found.weights], axis=1), dishes,
            [said("why.dish.score"), said("why.values.weight")],
        ),
        parts.tinted_matrix(said("why.dish.values"), found.values, dishes, FEATURES, ".1f"),
        parts.tinted_matrix(said("why.dish.output"), found.output[None], [said("why.output")], FEATURES),
    )  # fmt: skip


def dish_more(computed: AttentionTable, setting: Setting) -> None:
    """All ways for this dish."""
    dish = setting["dish"]
    at = list(DISH_NAMES).index(dish)
    rows = []
    for other in WAYS:
        result = look_up(dish, other)
        rows.append([said(f"why.way.{other}"), f"{result.weights[at]:.2f}", *(f"{x:.2f}" for x in result.output)])
    parts.write_table(["", said("why.dish.found", dish=dish), *(said("why.dish.told", what=f) for f in FEATURES)], rows)


COST_WAYS = {"narrow": (D_V, True), "wide": (D_MODEL, True), "plain": (D_MODEL, False)}
"""d_v of a head, and whether there is a W_V."""


def costs_of(n: int) -> dict[str, Cost]:
    return {name: cost(n, d_v, learned=learned) for name, (d_v, learned) in COST_WAYS.items()}


def start_cost(computed: AttentionTable) -> Setting:
    return {"cost": "narrow"}


def set_cost(computed: AttentionTable) -> Setting:
    return {"cost": parts.why_choice("cost", tuple(COST_WAYS))}


def cost_picture(computed: AttentionTable, setting: Setting, side: str) -> None:
    """The products of one way as bars, as long as the dearest way's total allows."""
    costs = costs_of(len(computed.words))
    shown, top = costs[setting["cost"]], max(c.total for c in costs.values())
    names = ("project", "mix", "join", "total")
    numbers = (shown.project, shown.mix, shown.join, shown.total)
    st.html(
        markup.paragraph(said(f"why.cost.{setting['cost']}"), "lead")
        + parts.bars([(said(f"why.cost.{name}"), x, f"{x:,}") for name, x in zip(names, numbers, strict=True)], top)
    )


def cost_more(computed: AttentionTable, setting: Setting) -> None:
    """Three ways for a sentence of n words, and over all lengths."""
    n = len(computed.words)
    costs = costs_of(n)
    rows = [
        [said(f"why.cost.{name}"), *cost_numbers(c), f"{c.total / costs['narrow'].total:.1f}"]
        for name, c in costs.items()
    ]
    parts.write_table(["", *(said(f"why.cost.{part}") for part in ("project", "mix", "join", "total", "times"))], rows)
    lines = [
        Line(said(f"why.cost.{name}"), LENGTHS, [cost(m, d_v, learned=learned).total for m in LENGTHS])
        for name, (d_v, learned) in COST_WAYS.items()
    ]
    figure = lines_figure(
        lines, x_title=said("why.words"), y_title=said("why.cost.axis"), y_range=(1e5, 1e10), x_log=True, y_log=True, here=n
    )  # fmt: skip
    plot(figure, "why_cost", said("why.cost.alt"))
    st.caption(said("why.cost.caption", n=n))


def cost_numbers(c: Cost) -> list[str]:
    return [f"{x:,}" for x in (c.project, c.mix, c.join, c.total)]


HANDED_OVER = Experiment(start_values, set_values, ("W_V",), values_picture, values_more)
DISH = Experiment(start_dish, set_dish, ("way",), dish_picture, dish_more)
COST = Experiment(start_cost, set_cost, ("cost",), cost_picture, cost_more)
