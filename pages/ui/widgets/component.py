"""Makes a Streamlit component (v2: no iframe, no build step) out of a script and a style sheet beside this file."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

_HERE = Path(__file__).parent


def load_component(name: str, *parts: str, styles: str | None = None, first: str = "") -> ComponentRenderer:
    """The component of `styles`.css (usually `name`.css) and of its scripts: component.js, those named in `parts`, `name`.js.

    first: a script that goes before them. Call it once, when the module is imported.
    """
    css = _HERE.joinpath(f"{styles or name}.css").read_text(encoding="utf-8")
    js = [_HERE.joinpath(f"{part}.js").read_text(encoding="utf-8") for part in ("component", *parts, name)]
    return st.components.v2.component(f"attention_{name}", css=css, js="\n".join([first, *js]))
