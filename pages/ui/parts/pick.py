"""Which table of a model is looked at: a layer and a head, or a mean."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from attention.imported.stack import How, Pick
from pages.ui.frame import inputs, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board


@dataclass(frozen=True)
class Kept:
    """Where a choice is kept. key: of its widgets; now: what it is; put: takes another one."""

    key: str
    now: Callable[[], Pick]
    put: Callable[[Pick], object]

    def field(self, name: str, value: Any) -> inputs.Binding:
        """One field of the choice, with the value that is shown. Layers and heads are counted from 1."""
        first = 0 if name == "how" else 1

        def put(entered: Any) -> None:
            changed: dict[str, Any] = {name: int(entered) - 1 if first else entered}
            self.put(replace(self.now(), **changed))

        return inputs.Binding(f"{self.key}_{name}", value + 1 if first else value, put)


def on_page(name: str, first: Pick = Pick()) -> Kept:  # noqa: B008 (it is frozen)
    """A choice of a page's own."""
    return Kept(name, lambda: state.value(name, first), lambda pick: state.keep(name, pick))


def of_board_pick() -> Kept:
    """The board's choice, of a source with layers."""
    return Kept("pick", lambda: board().pick, lambda pick: state.edit(lambda board: replace(board, pick=pick)))


def table_picker(
    kept: Kept, layers: int, heads: int, possible: Sequence[How], widths: Sequence[int] = (2, 1, 1)
) -> Pick:
    """Layer and head, or a mean. widths: of how, layer and head beside each other."""
    pick = kept.now()
    pick = replace(pick, layer=min(pick.layer, layers - 1), head=min(pick.head, heads - 1))
    pick = pick if pick.how in possible else replace(pick, how="head")
    how, *numbers = st.columns(widths, gap="small") if len(widths) == 3 else (st.container(), *st.columns(widths))
    with how:
        inputs.bound(
            st.selectbox, "models.how", kept.field("how", pick.how), options=possible,
            format_func=lambda name: said(f"models.how.{name}"),
        )  # fmt: skip
    for column, name, most, asked in (
        (numbers[0], "layer", layers, pick.how != "all"),
        (numbers[1], "head", heads, pick.how == "head"),
    ):
        with column:
            if asked:
                inputs.number_box(f"models.{name}", kept.field(name, getattr(pick, name)), 1, most, gaps={"most": most})
    return pick
