"""Makes a Streamlit component (v2: no iframe, no build step) out of a script and a style sheet beside this file."""

from __future__ import annotations

from pathlib import Path

import streamlit as st
from streamlit.components.v2.types import ComponentRenderer

_HERE = Path(__file__).parent


def load_component(name: str) -> ComponentRenderer:
    """The component of `name`.css, component.js and `name`.js. Call it once, when the module is imported."""
    files = (f"{name}.css", "component.js", f"{name}.js")
    css, shared, own = (_HERE.joinpath(file).read_text(encoding="utf-8") for file in files)
    return st.components.v2.component(f"attention_{name}", css=css, js=shared + own)
