"""The pair of words whose weight is worked out, here and on the page of the four steps; decimals as they are shown there."""

from __future__ import annotations

QUERY, KEY = "steps_query", "steps_key"
"""Where their positions in the sentence are kept."""


def decimal_text(number: object) -> str:
    """A decimal without an exponent and without needless zeros."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
