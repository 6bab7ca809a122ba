"""Two tables side by side: the picked one, and another of the import, of another source, or the hand table."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from attention.core import blanked
from attention.errors import AttentionError, ImportRefused
from attention.figures.plan import THIRD
from attention.hand.compare import Agreement, compare, compare_tables, read_row
from attention.hand.table import filled_rows, target_rows
from attention.imported.stack import Imported, Pick, Stack
from attention.session.board import computed_table
from attention.sources.fitted_matrices import FITTED
from attention.sources.imported_table import IMPORTED, Chosen, chosen
from attention.sources.registry import self_sufficient
from attention.types import Floats
from pages.ui.frame import inputs, markup, state
from pages.ui.frame.page import said, source_name, write_paragraph
from pages.ui.frame.state import board
from pages.ui.models.picking import Shown, picker, word_table
from pages.ui.models.views import top_of
from pages.ui.parts.comparison import MAX_READ, agreement_figures, agrees, row_sentence
from pages.ui.parts.pick import on_page
from pages.ui.parts.show import difference_options, show, up_to, word_names

PAIR_LOOK = {"height": 330, "font_size": 12, "room": THIRD}


def side_by_side(held: Imported, stack: Stack, pick: Pick, shown: Shown) -> None:
    write_paragraph("models.pair.text")
    binding = inputs.of_page("import_with", "table", "import_with_box")
    name = inputs.choice("models.pair.with", binding, ("table", "hand", *self_sufficient()), format_func=with_name)
    if name == "table":
        one = word_table(stack, pick, shown)
        other = word_table(stack, picker(on_page("import_other"), stack), shown)
        compare_both(one.rows, one.cols, one.weights, other.weights, compare_tables(one.weights, other.weights))
        return
    try:
        with_the_board(chosen(held, stack.kind, pick, board().cut.tokens), name)
    except ImportRefused:
        st.info(said("models.pair.words"))
    except AttentionError as error:
        state.remark(error)


def with_the_board(mine: Chosen, name: str) -> None:
    """The import beside the hand table or another source, both with the switches of the main page."""
    one = computed_table(board(), source=IMPORTED.name, given={IMPORTED.name: mine})
    if name == "hand":
        agreement = compare(one.weights, board().hand)
        other = blanked(target_rows(board().hand), board().hand.considered & filled_rows(board().hand)[:, None])
    else:
        second = computed_table(board(), source=name, given={FITTED.name: state.kept_fit()})
        other, agreement = blanked(second.weights, second.mask), compare_tables(one.weights, second.weights)
    st.caption(said("models.pair.switches"))
    compare_both(mine.words, mine.words, blanked(one.weights, one.mask), other, agreement)


def with_name(name: str) -> str:
    return said(f"models.pair.{name}") if name in ("table", "hand") else source_name(name)


def compare_both(rows: Sequence[str], cols: Sequence[str], one: Floats, other: Floats, agreement: Agreement) -> None:
    """Both (NaN where a cell is masked), their difference, how far they agree, and each row in words."""
    top = max(top_of(one), top_of(other))
    sides = {
        "first": (one, {"draw": up_to(top)}),
        "second": (other, {"draw": up_to(top)}),
        "difference": (one - other, difference_options(one - other, "models.pair.scale")),
    }
    look = {**PAIR_LOOK, "digits": len(cols) <= 8}
    for column, (name, (values, options)) in zip(st.columns(3, gap="small"), sides.items(), strict=True):
        with column, st.container(key=f"pair_{name}"):
            title = said(f"models.pair.{name}")
            st.html(markup.heading(title))
            show(f"pair_{name}_chart", title, rows, values, cols=cols, look=look, **options)
    with st.container(key="pair_agreement"):
        for column, (name, value) in zip(st.columns(3), agreement_figures(agreement).items(), strict=True):
            column.metric(said(f"agreement.{name}"), value, help=said(f"models.pair.{name}.help"))
    if rows == cols:
        rows_in_words(word_names(rows), one, other, agreement)


def rows_in_words(words: Sequence[str], one: Floats, other: Floats, agreement: Agreement) -> None:
    lines = [
        [*(row_sentence(words, i, read_row(table, i)) for table in (one, other)), agrees(row.agrees)]
        for i, row in enumerate(agreement.rows[:MAX_READ])
    ]
    head = [said(f"models.pair.{name}") for name in ("first", "second")] + [said("reading.agrees")]
    st.html(markup.table(head, lines))
    if len(words) > MAX_READ:
        st.caption(said("reading.more", limit=MAX_READ))
