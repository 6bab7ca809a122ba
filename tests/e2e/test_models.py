"""The page of real models in a browser: a file and a model come in, a table is picked, and the main page shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from pages.ui.texts import say
from tests.e2e.visit import (
    SEED_WORDS,
    becomes,
    expect,
    has_rows,
    inside,
    opened,
    press,
    settled,
    switch,
    turn_to,
    unfold,
    values,
)
from tests.imported.written import NAMES, npz, weights

ROOT = Path(__file__).parents[2]
ARRAY = weights(3, 2, 13, 13)


def bring(page: Any, data: bytes, name: str = "bert.npz") -> None:
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    unfold(page, say("zh", "models.another"))
    inside(page, "import_from").get_by_text("文件", exact=True).click()
    inside(page, "bring").locator("input[type=file]").first.set_input_files(file)
    expect(inside(page, "import_summary")).to_contain_text(name)


def brought(page: Any, address: str) -> None:
    """The visitor came through the menu and chose a file."""
    opened(page, address)
    turn_to(page, "真实模型")
    bring(page, npz(attention=ARRAY, tokens=np.array(NAMES)))
    has_rows(page, "model_table", SEED_WORDS)


def test_a_file_becomes_words_and_pieces_and_the_main_pages_table(tab: Any, address: str) -> None:
    brought(tab, address)
    settled(tab)  # before the file's table the shipped model's stood there
    first = values(tab, "model_table")
    tab.get_by_role("spinbutton", name=say("zh", "models.layer", most=3)).fill("2")
    tab.keyboard.press("Enter")
    settled(tab)
    tab.wait_for_function(
        """before => {
            const z = document.querySelector(".st-key-model_table .js-plotly-plot")?._fullData?.[0]?.z?.[0]?.[0];
            return Math.abs(z - before) > 1e-4;  // NaN, and so false, while the chart is being put in again
        }""",
        arg=first[0][0],
    )
    picked = values(tab, "model_table")
    switch(tab, "import_words_box")
    has_rows(tab, "model_table", list(NAMES[1:-1]))
    switch(tab, "import_words_box")
    has_rows(tab, "model_table", SEED_WORDS)
    press(tab, "用作主页的权重来源")
    turn_to(tab, "注意力表")
    expect(inside(tab, "computed")).to_contain_text("bert.npz")
    without = picked[0][1] / (1 - picked[0][0])  # the diagonal is left out there
    becomes(tab, "computed", 0, 1, without)


def head_named(page: Any, layer: int, head: int) -> Any:
    """The picture of a head on the wall."""
    return inside(page, "wall").get_by_role("button", name=say("zh", "models.wall.head", layer=layer, head=head))


def test_a_picture_of_the_wall_is_enlarged_by_a_click_and_by_keys(tab: Any, address: str) -> None:
    opened(tab, address, "models")
    pictures = inside(tab, "wall").locator(".wall button")
    expect(pictures).to_have_count(144)
    expect(head_named(tab, 10, 8)).to_have_attribute("aria-pressed", "true")
    before = values(tab, "model_table")[1][0]
    head_named(tab, 3, 6).click()  # looks at the word before
    expect(head_named(tab, 3, 6)).to_have_attribute("aria-pressed", "true")
    settled(tab)
    assert values(tab, "model_table")[1][0] > 0.8 > before
    for key, (layer, head) in {"ArrowRight": (3, 7), "ArrowDown": (4, 7), "ArrowLeft": (4, 6)}.items():
        tab.keyboard.press(key)
        expect(head_named(tab, layer, head)).to_be_focused()
    tab.keyboard.press("Enter")
    expect(head_named(tab, 4, 6)).to_have_attribute("aria-pressed", "true")
    expect(head_named(tab, 4, 6)).to_be_focused()
    expect(tab.get_by_role("spinbutton", name=say("zh", "models.head", most=12))).to_have_value("6")


def test_on_a_phone_nothing_is_cut_off(phone: Any, address: str) -> None:
    opened(phone, address, "models")
    bring(phone, npz(attention=ARRAY, tokens=np.array(NAMES)))
    has_rows(phone, "model_table", SEED_WORDS)
    unfold(phone, say("zh", "links.title"))
    expect(inside(phone, "links_scroll_model_links").locator(".x2tick text")).to_have_text(SEED_WORDS)
    assert phone.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
