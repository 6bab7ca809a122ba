"""Words and file names are shown as they are: nothing of them becomes a link to somewhere else."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.visit import PATIENCE, expect, inside, opened, settled, type_in, unfold

OUTSIDE = "a[href*='evil'], a[href^='mailto'], a[href^='xmpp']"
WORDS = "http://www.evil.example，a@evil.example，www.evil.example，a->b"


def no_way_out(page: Any) -> None:
    settled(page)
    assert page.locator(OUTSIDE).count() == 0


def test_a_word_in_the_captions_of_the_translation_is_no_link(tab: Any, address: str) -> None:
    opened(tab, address, "translate")
    type_in(tab, WORDS)
    note = tab.get_by_test_id("stCaptionContainer").filter(has_text="evil").first
    expect(note).to_be_visible(timeout=PATIENCE)
    no_way_out(tab)


@pytest.mark.parametrize("path", ["", "steps", "heads", "train"])
def test_no_page_makes_a_link_of_a_word(tab: Any, address: str, path: str) -> None:
    opened(tab, address, path)
    type_in(tab, WORDS)
    expect(inside(tab, "words")).to_contain_text("evil", timeout=PATIENCE)
    no_way_out(tab)


@pytest.mark.parametrize(
    "name", ["www.evil.example.json", "a@evil.example.json", "x->y :red[z] $a$ **b** :material_home:.json"]
)
def test_the_name_of_a_file_is_said_as_it_is(tab: Any, address: str, name: str) -> None:
    opened(tab, address, "train")
    unfold(tab, "保存和打开矩阵")
    file = {"name": name, "mimeType": "application/json", "buffer": b"{}"}
    inside(tab, "fit_file").locator("input[type=file]").set_input_files(file)
    expect(tab.get_by_role("alert").get_by_text(f"文件“{name}”")).to_be_visible(timeout=PATIENCE)
    no_way_out(tab)
