"""The page of real models in a browser: a file and a model come in, a table is picked, and the main page shows it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pages.ui.texts import say
from tests.e2e.visit import (
    SEED_WORDS,
    becomes,
    expect,
    has_rows,
    inside,
    opened,
    press,
    switch,
    turn_to,
    unfold,
    values,
)
from tests.imported.written import NAMES, npz, weights

ROOT = Path(__file__).parents[2]
ARRAY = weights(3, 2, 13, 13)


@pytest.fixture(scope="module")
def with_models(serve: Callable[..., str], made_models: Path) -> str:
    """The address of an app that may open tiny models."""
    return serve(ROOT / "app.py", ATTENTION_MODELS=str(made_models), HF_HUB_CACHE=str(made_models / "none"))


def bring(page: Any, data: bytes, name: str = "bert.npz") -> None:
    file = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    inside(page, "import_from").get_by_text("文件", exact=True).click()
    inside(page, "bring").locator("input[type=file]").first.set_input_files(file)


def brought(page: Any, address: str) -> None:
    """The visitor came through the menu and chose a file."""
    opened(page, address)
    turn_to(page, "真实模型")
    bring(page, npz(attention=ARRAY, tokens=np.array(NAMES)))
    has_rows(page, "model_table", SEED_WORDS)


def test_a_file_becomes_words_and_pieces_and_the_main_pages_table(tab: Any, address: str) -> None:
    brought(tab, address)
    first = values(tab, "model_table")
    tab.get_by_role("spinbutton", name=say("zh", "models.layer", most=3)).fill("2")
    tab.keyboard.press("Enter")
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


def test_a_name_that_is_not_here_can_be_typed_and_is_answered(tab: Any, with_models: str) -> None:
    opened(tab, with_models)
    turn_to(tab, "真实模型")
    inside(tab, "import_from").get_by_text("这里的模型", exact=True).click()
    box = tab.get_by_role("combobox", name="模型")
    box.fill("google-bert/bert-base-chinese")
    box.press("Enter")
    press(tab, "算这句话的注意力")
    expect(inside(tab, "notices")).to_contain_text("hf download google-bert/bert-base-chinese")
    box.fill("../../etc")
    box.press("Enter")
    press(tab, "算这句话的注意力")
    expect(inside(tab, "notices")).to_contain_text("不是模型的名字")


def test_on_a_phone_nothing_is_cut_off(phone: Any, address: str) -> None:
    opened(phone, address, "models")
    bring(phone, npz(attention=ARRAY, tokens=np.array(NAMES)))
    has_rows(phone, "model_table", SEED_WORDS)
    unfold(phone, say("zh", "links.title"))
    expect(inside(phone, "links_scroll_model_links").locator(".x2tick text")).to_have_text(SEED_WORDS)
    assert phone.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0
