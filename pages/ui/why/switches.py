"""The sidebar's switches on this page: none that does nothing in what is open, and none that an open experiment has itself."""

from __future__ import annotations

from collections.abc import Collection

from pages.ui.frame import state
from pages.ui.frame.page import view_toggle
from pages.ui.parts import controls

OWN = {"scaling": "scale", "rows": "temperature"}
"""An experiment that has this switch itself, or shows both of its sides: the sidebar's changes nothing in it."""
WITH_DIGITS = {"swap", "rows"}
"""The experiments with tables whose digits can be left out."""


def sidebar_switches(names: Collection[str]) -> None:
    """names: of all experiments of the page."""
    opened = {name for name in names if state.value(f"open_why.title.{name}")}
    idle = {OWN[name] for name in opened if opened == {name} and name in OWN}
    controls.score_switches(only=[name for name in controls.SWITCHES if name not in idle])
    if opened & WITH_DIGITS:
        view_toggle("digits")
