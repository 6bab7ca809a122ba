"""Exports to test with: the seed sentence as the page shows it, and hostile words with any numbers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

from attention.hand.examples import examples
from attention.sources.registry import compute
from attention.sources.source import Request
from attention.sources.table import AttentionTable, mask_for
from attention.types import Floats, HandTable, Origin, Switches
from attention.view import View
from attention.words.characters import clean

SEED = examples()[0].table
NAN = np.nan

ODD = (
    "NaN", "None", "null", "", "-", "—", "=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "'", "''", "'=1", '"', '""', ",", ";", "，",
    "2024", "2024-01-01", "1e5", "007", "1/2", "12:30", "3月5日", "TRUE", "true", "Mar1", "0.1", "100%", "1,000",
    "12345678901234567890", "<b>", "</script>", "<script>alert(1)</script>", "</style>", "<!--", "-->", "]]>", "&amp;",
    "&#x27;", '"onmouseover="x', "$x$", "%{z}", "**", "[x](y)", "{value}", "{query}", "$&", "`", "\\", "\\n",
    "\uffff", "\ufffe", "é", "👨‍👩‍👧", "🇨🇳", "שלום", "café", "去", "去", "去", "公园", "我",
)  # fmt: skip
"""What other programs read as something else; repeated words; what XML does not know."""


def is_word(text: str) -> bool:
    return bool(text) and clean(text).text == text and " " not in text


WORD = st.sampled_from(ODD).filter(is_word) | st.text(min_size=1, max_size=6).filter(is_word)
WORDS = st.lists(WORD, min_size=1, max_size=6).map(tuple)
UNIT = st.floats(0, 1)


@st.composite
def hands(draw: Any, words: tuple[str, ...]) -> HandTable:
    n = len(words)
    cells = draw(st.lists(st.just(NAN) | UNIT, min_size=n * n, max_size=n * n))
    return HandTable(words, np.abs(np.array(cells).reshape(n, n)))


def any_weights(words: tuple[str, ...], switches: Switches, seed: int) -> Floats:
    """Rows that sum to 1 inside the mask."""
    mask = mask_for(words, switches)
    weights = np.random.default_rng(seed).random((len(words), len(words))) ** 4 * mask
    sums = weights.sum(axis=1, keepdims=True)
    return np.asarray(weights / np.where(sums > 0, sums, 1))


@st.composite
def exports(draw: Any) -> AttentionTable:
    """Any words, numbers, switches and view."""
    words = draw(WORDS)
    flag = st.booleans()
    switches = Switches(draw(flag), draw(st.floats(0.1, 5)), draw(flag), draw(flag), draw(flag))
    view = View(
        draw(st.sampled_from(("zh", "en"))), draw(flag), draw(flag), draw(flag), draw(flag), draw(flag), draw(flag)
    )
    seed = draw(st.integers(0, 99))
    linked = np.random.default_rng(seed).random((len(words), len(words))) if draw(flag) else None
    hand = draw(st.none() | hands(words))
    text = draw(st.sampled_from(("".join(words), " ".join(words))))
    origin = Origin("random", {"seed": seed, "note": draw(WORD)})
    weights = any_weights(words, switches, seed)
    return AttentionTable(
        words, weights, mask_for(words, switches), origin,
        linked=linked, switches=switches, text=text, hand=hand, view=view,
    )  # fmt: skip


def export_with(words: tuple[str, ...], hand: HandTable | None = None, **view: Any) -> AttentionTable:
    """Untrained weights for these words."""
    computed = compute("random", Request(words, seed=3))
    return replace(computed, hand=hand, view=View(**view))


def seed_export(**view: Any) -> AttentionTable:
    return export_with(SEED.words, SEED, **view)
