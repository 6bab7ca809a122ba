"""Files out of the browser: what a visitor clicks is what lies in the folder of downloads."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

from tests.e2e.visit import inside, opened, unfold


def saved(page: Any, button: str, folder: Path) -> Path:
    with page.expect_download() as waited:
        inside(page, "export").get_by_role("button", name=button, exact=True).click()
    path = folder / waited.value.suggested_filename
    waited.value.save_as(path)
    return path


def test_pictures_and_tables_are_saved(address: str, page: Any, tmp_path: Path) -> None:
    opened(page, address)
    unfold(page, "下载这张表")
    picture = saved(page, "图片 PNG：计算出的表", tmp_path)
    data = picture.read_bytes()
    assert picture.name == "注意力表-我喜欢在周末去公园散步-句法.png"
    assert data.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", data[16:24])
    assert width > 1000 < height
    table = saved(page, "CSV：计算出的表", tmp_path).read_text(encoding="utf-8-sig")
    assert [line.split(",")[0] for line in table.splitlines()[1:8]] == "我 喜欢 在 周末 去 公园 散步".split()
