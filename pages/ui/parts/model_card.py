"""The card of a shipped model, for visitors: what it was taught, from which data, how well it does, what it cannot do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import streamlit as st
from markupsafe import Markup

from attention.assets import WEIGHTS_FOLDER
from attention.errors import WeightsError
from attention.models.weights import read_card
from attention.view import Language
from pages.ui.frame import markup
from pages.ui.frame.page import said, said_of
from pages.ui.frame.state import board


def card_popover(name: str) -> None:
    """A button that opens the card of the model `name`; nothing where the card cannot be read."""
    if written := card_html(name, board().view.language):
        with st.popover(said("card.open"), width="stretch"):
            st.html(written)


@cache
def card_html(name: str, language: Language) -> Markup:
    """The card under its headings; empty where it cannot be read."""
    try:
        card = read_card(WEIGHTS_FOLDER / f"{name}.json")
    except WeightsError:
        return markup.NO_HTML
    parts = [
        markup.heading(heading, level=3) + markup.NO_HTML.join(markup.paragraph(line, "said whole") for line in lines)
        for heading, lines in sections(card, language).items()
    ]
    return markup.NO_HTML.join(parts)


def sections(card: Mapping[str, Any], language: Language) -> dict[str, list[str]]:
    """The card as headings with lines, in the visitor's language."""
    data = [f"{part['name']} ({part['licence']}): {part[language]}" for part in card["data"]]
    return {
        card["title"][language]: [card[part][language] for part in ("about", "start_symbol") if part in card],
        said("card.data"): data,
        said("card.scores"): [score_line(name, values) for name, values in card["scores"].items()],
        said("card.limits"): list(card["limits"][language]),
        said("card.licence"): [card["licence"], *card.get("licence_text", "").split("\n\n")],
    }


def score_line(name: str, values: Mapping[str, Any]) -> str:
    """One set of sentences and its figures."""
    return f"{figure_name(name)}: " + ", ".join(f"{figure_name(key)} {value}" for key, value in values.items())


def figure_name(name: str) -> str:
    """The card's name of a figure, which is English, in the visitor's language; as it is where we have no text for it."""
    key = "_".join(re.findall(r"\w+", name)).lower()
    return said_of(name, f"card.score.{key}")
