"""The pair of words whose weight is worked out, here and on the page of the four steps; decimals as they are shown there."""

from __future__ import annotations

from pages.ui.frame import state

BESIDE = "steps_beside"
"""Under this key: beside which state of the board that page shows its example; another state is the visitor's own wish."""


def pair_place(name: str, example: bool = False) -> str:
    """Under which key the position of the query or the key is kept. example: in the example's words, not in the sentence's."""
    return f"steps_example_{name}" if example else f"steps_{name}"


def choose_pair(i: int, j: int) -> None:
    """Query i and key j of the visitor's own sentence are what that page shows next."""
    for name, place in (("query", i), ("key", j)):
        state.keep(pair_place(name), place)
    state.keep(BESIDE, ())


def decimal_text(number: object) -> str:
    """A decimal without an exponent and without needless zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
