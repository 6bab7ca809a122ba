"""A button that saves a picture as PNG, drawn by the browser from the SVG."""

from __future__ import annotations

from pages.ui.widgets.component import load_component

_png = load_component("png", "button")


def png_button(svg: str, *, name: str, label: str, key: str) -> None:
    """svg: the picture. name: of the file."""
    _png(key=key, data={"svg": svg, "name": name, "label": label}, width="content")
