"""All heads of the model at once: a wall of small pictures, what each does on this sentence, and where the weight goes."""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from attention.imported.stack import Pick, Stack
from attention.imported.wall import Behaviour, Wall, behaviours, highest, ranked
from attention.sources.syntax_model import tree_links
from attention.types import Mask
from pages.ui.frame import cache, inputs, markup, state
from pages.ui.frame.page import said
from pages.ui.frame.state import board
from pages.ui.models.picking import SPECIALS, Shown
from pages.ui.parts.pick import Kept
from pages.ui.parts.show import palette
from pages.ui.widgets.wall import chosen_head, draw_wall

WALL = "head_wall"
ALL, BY_PLACE = "all", "place"
SINK = 0.25
"""Special pieces with so much of all weight want to be explained."""
RANKED = ("hand", "linked")
"""What the heads can be sorted by, where the words are the sentence's."""


def kept_wall(stack: Stack, shown: Shown) -> Wall:
    return cache.wall_of(stack, shown.all_rows, shown.all_cols, bool(state.value(SPECIALS, False)))


def done_by(wall: Wall, shown: Shown) -> dict[str, Behaviour]:
    """What the heads do, by name."""
    return behaviours(wall, related(wall, shown))


def related(wall: Wall, shown: Shown) -> dict[str, Mask]:
    """Words that belong together, in grammar and for the person who built the hand table: (n, n) each, for the board's words."""
    words = tuple(i for i in shown.all_cols.words if i >= 0)
    if not wall.same or words != tuple(range(len(board().words))):
        return {}
    return {"linked": tree_links(board().words), "hand": highest(board().hand.values)}


def head_wall(stack: Stack, pick: Pick, shown: Shown, kept: Kept) -> None:
    """The wall with its filter and its order. kept: where a click puts the head."""
    wall = kept_wall(stack, shown)
    done = done_by(wall, shown)
    with st.container(key="wall"):
        heads = stack.layers * stack.heads
        left, right = st.columns(2, gap="small")
        with left:
            options = [ALL, *done]
            lit = inputs.bound(
                st.selectbox, "models.lit", one_of("wall_lit", options), options=options,
                format_func=lambda name: option(done, name, heads),
            )  # fmt: skip
        with right:
            orders = [BY_PLACE, *(name for name in RANKED if name in done)]
            order = inputs.bound(
                st.selectbox, "models.order", one_of("wall_order", orders), options=orders,
                format_func=lambda name: said(f"models.order.{name}"),
            )  # fmt: skip
        first = next((name for name in ("linked", *done) if name in done), None)
        counted = lit if lit != ALL else order if order != BY_PLACE else first
        draw_wall(
            wall, key=WALL, shades=palette().weights,
            labels={name: said(f"models.wall.{name}") for name in ("wall", "head", "count", "invitation")},
            on_head=lambda: take_head(wall, kept),
            lit=done[lit].does if lit != ALL else np.ones(wall.shape, dtype=bool),
            order=None if order == BY_PLACE else ranked(done[order]),
            chosen=(pick.layer, pick.head) if pick.how == "head" else None,
            counted=(done_in_words(counted), done[counted]) if counted else None,
        )  # fmt: skip
        st.html(markup.paragraph(said("models.wall.colours"), "lead"))
        if wall.shares:
            st.html(markup.paragraph(sink_sentence(wall), "lead"))


def one_of(name: str, options: list[str]) -> inputs.Binding:
    """One of a list, kept by its name; the first where what was chosen is not there now."""
    binding = inputs.of_page(name, options[0], f"{name}_box")
    return binding if binding.value in options else inputs.Binding(binding.key, options[0], binding.put)


def option(done: dict[str, Behaviour], name: str, heads: int) -> str:
    """An option of the filter, with how many heads there are."""
    if name == ALL:
        return said("models.lit.all", heads=heads)
    return said("models.lit.some", does=done_in_words(name), heads=int(done[name].does.sum()))


def done_in_words(name: str) -> str:
    """What a head does, in a few words."""
    kind, _, piece = name.partition(".")
    return said("models.does.special", piece=piece) if piece else said(f"models.does.{kind}")


def take_head(wall: Wall, kept: Kept) -> None:
    """A callback: a picture was clicked."""
    if head := chosen_head(state.value(WALL), wall):
        kept.put(Pick("head", *head))


def sink_sentence(wall: Wall) -> str:
    """How much of all weight the special pieces have, and why."""
    shares = {name: float(share.mean()) for name, share in wall.shares.items()}
    total = sum(shares.values())
    parts = [said("models.wall.shares", shares=listed(shares), total=f"{total:.2f}")]
    parts += [said("models.wall.sink")] if total >= SINK else []
    parts += [] if state.value(SPECIALS, False) else [said("models.note.left_out")]
    return " ".join(parts)


def listed(shares: dict[str, float]) -> str:
    return said("models.wall.between").join(f"{name} {share:.2f}" for name, share in shares.items())


def pick_sentences(stack: Stack, pick: Pick, shown: Shown) -> list[str]:
    """What special pieces have of the picked table, and what its head does on this sentence."""
    wall = kept_wall(stack, shown)
    at: Any = {"head": (pick.layer, pick.head), "layer": pick.layer, "all": ...}.get(pick.how)
    found = []
    if wall.shares and at is not None:
        shares = {name: float(share[at].mean()) for name, share in wall.shares.items()}
        found.append(said("models.note.shares", shares=listed(shares)))
    if pick.how == "head":
        done = done_by(wall, shown)
        does = {name: one for name, one in done.items() if one.does[at]}
        rows = [f"{done_in_words(name)} {one.counts[at]}/{one.rows}" for name, one in does.items()]
        text = "models.note.does" if rows else "models.note.does.nothing"
        found.append(said(text, rows=said("models.wall.between").join(rows)))
    return found
