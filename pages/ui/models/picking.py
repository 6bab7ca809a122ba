"""Which table of what was imported: which half of the model, layer and head or a mean, words or pieces, special ones or not."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from attention.imported.pieces import Line
from attention.imported.stack import Imported, Pick, Stack, picked, ways
from attention.imported.words import Units, WordTable, merged, units
from attention.types import Tokens
from attention.words.segment import MAX_CHARACTERS, cut
from pages.ui.frame import markup, page, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.parts import imports

WORDS, SPECIALS, NORMALISE = "import_words", "import_specials", "import_normalise"


@dataclass(frozen=True)
class Shown:
    """What rows and columns stand for, and whether rows are divided by their sum."""

    rows: Units
    cols: Units
    normalise: bool


def summary(held: Imported) -> None:
    """What was imported, its sizes, whether its rows are weights, and whether it is of the sentence above."""
    with st.container(key="import_summary"):
        sizes = said("models.between").join(size_of(stack) for stack in held.stacks)
        st.html(markup.heading(held.name) + markup.paragraph(sizes, "lead"))
        text = text_of(held)
        if text and text != board().cut.tokens.text:
            st.warning(markup.unmarked(said(f"models.other_text.{held.source}", text=shortened(text))))
            st.button(said("models.take_text"), key="import_take_text", on_click=imports.take_text, args=(text,))


def size_of(stack: Stack) -> str:
    n_q, n_k = stack.weights.shape[2:]
    return said(
        "models.size",
        kind=said(f"models.kind.{stack.kind}"),
        layers=stack.layers,
        heads=stack.heads,
        queries=n_q,
        keys=n_k,
    )


def text_of(held: Imported) -> str:
    """The sentence that the model read."""
    return held.stacks[0].keys.text


def shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


def stack_picker(held: Imported) -> Stack:
    """Encoder, decoder or between them, where there are several; a warning where its rows do not sum to 1."""
    kinds = [stack.kind for stack in held.stacks]
    stack = held.stack(imports.kind())
    if len(kinds) > 1:
        key = state.fill("import_kind_box", stack.kind)
        with page.sidebar():
            st.segmented_control(
                said("models.kind"), kinds, key=key, required=True, format_func=lambda kind: said(f"models.kind.{kind}"),
                on_change=lambda: state.keep(imports.KIND, state.value(key)),
            )  # fmt: skip
    if not stack.softmax:
        sums = stack.sums
        limits = {"smallest": f"{sums.smallest:.4g}", "largest": f"{sums.largest:.4g}"}
        st.warning(markup.unmarked(said("models.sums.wrong", bad=sums.bad, rows=sums.rows, **limits)))
    return stack


def table_picker(name: str, stack: Stack) -> Pick:
    """Layer and head, or a mean. name: what the choice is kept under."""
    pick: Pick = state.value(name, Pick()).inside(stack)
    possible = ways(stack)
    pick = pick if pick.how in possible else replace(pick, how="head")
    how, layer, head = st.columns([2, 1, 1], gap="small")
    with how:
        key = state.fill(f"{name}_how", pick.how)
        st.segmented_control(
            said("models.how"), possible, key=key, required=True, format_func=lambda way: said(f"models.how.{way}"),
            on_change=choose, args=(name, "how", key), help=said("models.how.help"),
        )  # fmt: skip
    with layer:
        if pick.how != "all":
            number(name, "layer", pick.layer, stack.layers)
    with head:
        if pick.how == "head":
            number(name, "head", pick.head, stack.heads)
    return pick


def number(name: str, field: str, value: int, most: int) -> None:
    """Counted from 1."""
    key = state.fill(f"{name}_{field}", value + 1)
    st.number_input(
        said(f"models.{field}", most=most), 1, most, key=key, step=1, on_change=choose, args=(name, field, key)
    )


def choose(name: str, field: str, key: str) -> None:
    """Into the kept choice; what a widget that is gone still sends is left out."""
    value: Any = state.value(key)
    if value is not None:
        state.keep(name, replace(state.value(name, Pick()), **{field: value if field == "how" else int(value) - 1}))


def units_picker(stack: Stack) -> Shown:
    """Words or pieces, special pieces shown or left out, rows divided by their sum."""
    with page.sidebar(), st.container(key="import_units"):
        words = flip(WORDS, True)
        specials = flip(SPECIALS, False)
        normalise = flip(NORMALISE, False) if not stack.softmax else False
    rows, cols = (units(line, cut_of(line, words), specials=specials) for line in (stack.queries, stack.keys))
    return Shown(rows, cols, normalise)


def flip(name: str, usual: bool) -> bool:
    key = state.fill(f"{name}_box", state.value(name, usual))
    text = name.removeprefix("import_")
    st.toggle(
        said(f"models.{text}"),
        key=key,
        help=said(f"models.{text}.help"),
        on_change=lambda: state.keep(name, state.value(key)),
    )
    return bool(state.value(key))


def cut_of(line: Line, words: bool = True) -> Tokens | None:
    """The board's own cut where the line is its sentence, else jieba's; None: no words are wanted, or nobody knows the text."""
    if not words or not line.text.strip():
        return None
    on_board = board().cut.tokens
    if on_board.text == line.text:
        return on_board
    made = cut(line.text[:MAX_CHARACTERS]).tokens
    return made if line.text.startswith(made.text) else None


def table(stack: Stack, pick: Pick, shown: Shown) -> WordTable:
    return merged(picked(stack, pick), shown.rows, shown.cols, normalise=shown.normalise, softmax=stack.softmax)
