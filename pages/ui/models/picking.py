"""Which table of what was imported: which half of the model, layer and head or a mean, words or pieces, special ones or not."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from attention.imported.files import swapped_axes
from attention.imported.pieces import Pieces
from attention.imported.stack import Imported, Pick, Stack, pick_table, ways
from attention.imported.words import Units, WordTable, merge_pieces, units
from attention.session.board import with_text
from attention.types import Tokens
from attention.words.segment import MAX_CHARACTERS, cut
from pages.ui.frame import inputs, markup, page, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.models import bring
from pages.ui.parts import imports
from pages.ui.parts.pick import Kept, table_picker

WORDS, SPECIALS, NORMALISE = "import_words", "import_specials", "import_normalise"


@dataclass(frozen=True)
class Shown:
    """What rows and columns stand for, and whether rows are divided by their sum; all_rows, all_cols: with the special pieces."""

    rows: Units
    cols: Units
    normalise: bool
    all_rows: Units
    all_cols: Units


def summary(held: Imported) -> None:
    """What was imported, its sizes, whether its rows are weights, and whether it is of the sentence above."""
    with st.container(key="import_summary"):
        sizes = said("models.between").join(stack_size(stack) for stack in held.stacks)
        st.html(markup.heading(held.name, beside=markup.small(sizes)))
        text = sentence_read(held)
        if text and text != board().cut.tokens.text:
            st.warning(markup.unmarked(said(f"models.other_text.{held.source}", text=short_text(text))))
            st.button(said("models.take_text"), key="import_take_text", on_click=state.edit, args=(with_text, text))


def stack_size(stack: Stack) -> str:
    n_q, n_k = stack.weights.shape[2:]
    kind = said(f"models.kind.{stack.kind}")
    return said("models.size", kind=kind, layers=stack.layers, heads=stack.heads, queries=n_q, keys=n_k)


def sentence_read(held: Imported) -> str:
    """The sentence that the model read."""
    return held.stacks[0].keys.text


def short_text(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:60]}…"


def stack_picker(held: Imported) -> Stack:
    """Encoder, decoder or between them, where there are several; a warning where its rows do not sum to 1."""
    kinds = [stack.kind for stack in held.stacks]
    stack = held.stack(imports.kind_binding().value)
    if len(kinds) > 1:
        with page.sidebar():
            inputs.choice("models.kind", replace(imports.kind_binding(), value=stack.kind), kinds)
    if not stack.softmax:
        sums = stack.sums
        limits = {"smallest": f"{sums.smallest:.4g}", "largest": f"{sums.largest:.4g}"}
        st.warning(markup.unmarked(said("models.sums.wrong", bad=sums.bad, rows=sums.rows, **limits)))
        if sums.turned:
            st.info(said("models.sums.turned"))
            st.button(said("models.turn"), key="import_turn", on_click=turn_import)
    return stack


def picker(kept: Kept, stack: Stack) -> Pick:
    """kept: where the choice is kept."""
    return table_picker(kept, stack.layers, stack.heads, ways(stack))


def units_picker(stack: Stack) -> Shown:
    """Words or pieces, special pieces shown or left out, rows divided by their sum."""
    with page.sidebar(), st.container(key="import_units"):
        words = unit_toggle(WORDS, True)
        specials = unit_toggle(SPECIALS, False)
        normalise = unit_toggle(NORMALISE, False) if not stack.softmax else False
    lines = [(line, cut_for(line, words)) for line in (stack.queries, stack.keys)]
    rows, cols = (units(line, cut, specials=specials) for line, cut in lines)
    return Shown(rows, cols, normalise, *(units(line, cut) for line, cut in lines))


def turn_import() -> None:
    """Rows and columns of the imported file are swapped; its other sentences and names with them."""
    if (held := imports.held_now()) and held.found:
        bring.again(swapped_axes(held.found), lambda: state.value(bring.GIVEN, ()), bring.sentence_number())


def unit_toggle(name: str, default: bool) -> bool:
    return inputs.toggle(f"models.{name.removeprefix('import_')}", inputs.of_page(name, default, f"{name}_box"))


def cut_for(line: Pieces, words: bool = True) -> Tokens | None:
    """The board's own cut where the line is its sentence, else jieba's; None: no words are wanted, or nobody knows the text."""
    if not words or not line.text.strip():
        return None
    on_board = board().cut.tokens
    if on_board.text == line.text:
        return on_board
    made = cut(line.text[:MAX_CHARACTERS]).tokens
    return made if line.text.startswith(made.text) else None


def word_table(stack: Stack, pick: Pick, shown: Shown) -> WordTable:
    return merge_pieces(
        pick_table(stack, pick), shown.rows, shown.cols, normalise=shown.normalise, softmax=stack.softmax
    )
