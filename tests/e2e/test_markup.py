"""Words and file names are shown as they are: nothing of them becomes a link to somewhere else."""

from __future__ import annotations

from typing import Any

from tests.e2e.visit import expect, inside, opened, settled, unfold

OUTSIDE = "a[href*='evil'], a[href^='mailto'], a[href^='xmpp']"


def no_way_out(page: Any) -> None:
    settled(page)
    assert page.locator(OUTSIDE).count() == 0


def test_the_name_of_a_file_is_said_as_it_is(tab: Any, address: str) -> None:
    """Also where Streamlit would read Markdown."""
    opened(tab, address, "train")
    unfold(tab, "保存和打开矩阵")
    for name in ("www.evil.example.json", "a@evil.example.json", "x->y :red[z] $a$ **b** ![x](http://a.example).json"):
        file = {"name": name, "mimeType": "application/json", "buffer": b"{}"}
        inside(tab, "fit_file").locator("input[type=file]").set_input_files(file)
        expect(tab.get_by_role("alert").get_by_text(f"文件“{name}”")).to_be_visible()
        no_way_out(tab)
