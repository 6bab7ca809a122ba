"""Two tables side by side: the picked one, and another of the import, of another source, or the hand table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from attention.errors import AttentionError, ImportRefused
from attention.figures.heatmap import difference_figure, difference_limit, weights_figure
from attention.figures.plan import THIRD
from attention.hand.compare import Agreement, compare, compare_tables, read_row
from attention.hand.table import filled_rows, target_rows
from attention.imported.stack import Imported, Pick, Stack
from attention.sources.imported_table import Chosen, chosen
from attention.sources.registry import Computation, Request, compute, fitted_source
from attention.types import Floats, SourceName
from pages.ui.frame import cache, markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.models.picking import Shown, table, table_picker
from pages.ui.models.views import top_of
from pages.ui.parts.comparison import MOST_ROWS, difference_bar, number, sentence
from pages.ui.parts.tables import CHART, hover_text, named, reader_table

WITH: tuple[str, ...] = ("table", "hand", "syntax", "translation", "fitted", "random")
SMALL = {"height": 330, "font_size": 12, "room": THIRD}


def pair(held: Imported, stack: Stack, pick: Pick, shown: Shown) -> None:
    st.html(markup.paragraph(said("models.pair.text")))
    name = with_picker()
    if name == "table":
        one, other = table(stack, pick, shown), table(stack, table_picker("import_other", stack), shown)
        draw(one.rows, one.cols, one.weights, other.weights, compare_tables(one.weights, other.weights))
        return
    try:
        with_the_board(chosen(held, stack.kind, pick, board().cut.tokens), name)
    except ImportRefused:
        st.info(said("models.pair.words"))
    except AttentionError as error:
        state.remark(error)


def with_the_board(mine: Chosen, name: str) -> None:
    """The import beside the hand table or another source, both with the switches of the main page."""
    one = compute("imported", request(mine))
    if name == "hand":
        agreement = compare(one.weights, board().hand)
        other = np.where(
            board().hand.considered & filled_rows(board().hand)[:, None], target_rows(board().hand), np.nan
        )
    else:
        second = other_source(name)
        other, agreement = np.where(second.mask, second.weights, np.nan), compare_tables(one.weights, second.weights)
    st.caption(said("models.pair.switches"))
    draw(mine.words, mine.words, np.where(one.mask, one.weights, np.nan), other, agreement)


def request(mine: Chosen | None = None) -> Request:
    return Request(board().words, board().hand, board().seed, board().switches, imported=mine)


def other_source(name: str) -> Computation:
    if name == "fitted":
        return fitted_source(request(), state.fitted() or cache.fitted(board().hand))
    source: SourceName = "syntax" if name == "syntax" else "translation" if name == "translation" else "random"
    return compute(source, request())


def with_picker() -> str:
    key = state.fill("import_with_box", state.value("import_with", "table"))
    st.segmented_control(
        said("models.pair.with"), WITH, key=key, required=True, format_func=with_name,
        on_change=lambda: state.keep("import_with", state.value(key)),
    )  # fmt: skip
    return str(state.value(key))


def with_name(name: str) -> str:
    return said(f"models.pair.{name}") if name in ("table", "hand") else said(f"source.{name}")


def draw(rows: Sequence[str], cols: Sequence[str], one: Floats, other: Floats, agreement: Agreement) -> None:
    """Both (NaN where a cell is masked), their difference, how far they agree, and each row in words."""
    first, second, third = st.columns(3, gap="small")
    top = max(top_of(one), top_of(other))
    for column, (name, values) in zip((first, second), {"first": one, "second": other}.items(), strict=True):
        with column, st.container(key=f"pair_{name}"):
            st.html(markup.heading(said(f"models.pair.{name}")))
            figure = weights_figure(rows, cols, values, text=hover_text(), digits=len(cols) <= 8, top=top, **SMALL)
            st.plotly_chart(figure, key=f"pair_{name}_chart", config=CHART, alt=said(f"models.pair.{name}"))
            st.html(reader_table(said(f"models.pair.{name}"), rows, values, columns=cols))
    with third:
        difference(rows, cols, one - other)
    figures(agreement)
    if rows == cols:
        readings([named(rows, i) for i in range(len(rows))], one, other, agreement)


def difference(rows: Sequence[str], cols: Sequence[str], values: Floats) -> None:
    title = said("models.pair.difference")
    with st.container(key="pair_difference"):
        st.html(markup.heading(title))
        figure = difference_figure(
            rows, cols, values, text=hover_text("table.hover.difference"), digits=len(cols) <= 8, **SMALL
        )
        st.plotly_chart(figure, key="pair_difference_chart", config=CHART, alt=title)
        st.html(
            reader_table(title, rows, values, columns=cols)
            + difference_bar(difference_limit(values), "models.pair.scale")
        )


def figures(agreement: Agreement) -> None:
    """The same three figures as on the main page."""
    counts = {"agreeing": agreement.agreeing, "compared": agreement.compared}
    rows = said("agreement.rows.value", **counts) if agreement.compared else said("agreement.none")
    with st.container(key="pair_agreement"):
        for column, (name, value) in zip(
            st.columns(3),
            {"rows": rows, "rho": number(agreement.rho), "kl": number(agreement.kl)}.items(),
            strict=True,
        ):
            column.metric(said(f"agreement.{name}"), value, help=said(f"models.pair.{name}.help"))


def readings(words: Sequence[str], one: Floats, other: Floats, agreement: Agreement) -> None:
    lines = [
        [
            sentence(words, i, read_row(one, i)),
            sentence(words, i, read_row(other, i)),
            "" if row.agrees is None else said("reading.yes" if row.agrees else "reading.no"),
        ]
        for i, row in enumerate(agreement.rows[:MOST_ROWS])
    ]
    head = [said(f"models.pair.{name}") for name in ("first", "second")] + [said("reading.agrees")]
    st.html(markup.table(head, lines))
    if len(words) > MOST_ROWS:
        st.caption(said("reading.more", limit=MOST_ROWS))
