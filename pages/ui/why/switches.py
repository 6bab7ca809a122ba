"""The sidebar's switches on this page: none that changes nothing in the card that is open, and none that it has itself."""

from __future__ import annotations

from pages.ui.frame.page import view_toggle
from pages.ui.parts import controls

OWN = {"scaling": "scale", "rows": "temperature"}
"""A question whose card has this switch itself, or shows both of its sides."""
WITHOUT = {"dish", "cost"}
"""Questions that are not about the weights."""
WITH_DIGITS = {"swap", "rows"}
"""The questions with tables whose digits can be left out."""


def sidebar_switches(name: str | None) -> None:
    """name: of the card that is open, if one is."""
    if name is None or name in WITHOUT:
        return
    controls.score_switches(only=[switch for switch in controls.SWITCHES if switch != OWN.get(name)])
    if name in WITH_DIGITS:
        view_toggle("digits")
