"""A sentence for browsers that are too old for Streamlit: its scripts stop there, and the page would be white or full of errors.

`make serve` puts the script before Streamlit's own (deploy/old_browsers.py), so that it is read whatever becomes of those. Under
`streamlit run` the page belongs to Streamlit alone; there the script comes with the first component that gets to run.
"""

from __future__ import annotations

import json
from pathlib import Path

from attention.view import Language
from pages.ui.texts import say

LANGUAGES: tuple[Language, ...] = ("zh", "en")


def script() -> str:
    """The script with what it says, Chinese first."""
    said = [{name: say(language, f"old_browser.{name}") for name in ("old", "room")} for language in LANGUAGES]
    text = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    return text.replace('"SAID"', json.dumps(said, ensure_ascii=False), 1)
