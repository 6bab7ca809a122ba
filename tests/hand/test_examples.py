"""The example sentences: every file is read, cut as jieba cuts it, and holds a table that can be shown."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from attention.assets import EXAMPLES_FOLDER
from attention.errors import ExampleError
from attention.hand.examples import Example, examples, read_example
from attention.words.segment import cut

NAN = np.nan
SEED_TABLE = [
    [NAN, 0.9, 0.1, 0.1, 0.1, 0.1, 0.1],
    [0.9, NAN, 0.1, 0.1, 0.1, 0.1, 0.9],
    [0.1, 0.1, NAN, 0.9, 0.1, 0.1, 0.1],
    [0.1, 0.1, 0.9, NAN, 0.1, 0.1, 0.9],
    [0.1, 0.1, 0.1, 0.1, NAN, 0.9, 0.1],
    [0.1, 0.1, 0.1, 0.1, 0.9, NAN, 0.9],
    [0.1, 0.9, 0.1, 0.9, 0.1, 0.9, NAN],
]


def test_the_first_is_the_seed_sentence_value_for_value() -> None:
    seed = examples()[0]
    assert seed.text == "我喜欢在周末去公园散步"
    assert seed.table.words == ("我", "喜欢", "在", "周末", "去", "公园", "散步")
    np.testing.assert_array_equal(seed.table.values, SEED_TABLE)


def test_there_are_five_more_and_one_asks_who_he_is() -> None:
    assert len(examples()) >= 6
    assert "小明昨天去了学校他今天也去了学校" in [example.text for example in examples()]


def test_all_files_are_shown_in_the_order_of_their_names() -> None:
    assert [example.name for example in examples()] == sorted(path.stem for path in EXAMPLES_FOLDER.glob("*"))


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_an_example(example: Example) -> None:
    assert cut(example.text).tokens.words == example.table.words, "the words must be jieba's cut"
    assert set(example.title) == {"zh", "en"}
    assert all(example.title.values())
    values = example.table.values
    assert np.isnan(values.diagonal()).all()
    assert (np.nanmax(values, axis=1) > np.nanmin(values, axis=1)).all(), "a row in which no word stands out"


def test_he_looks_at_xiao_ming() -> None:
    table = next(e.table for e in examples() if e.name == "02-who-is-he")
    row = table.values[table.words.index("他")]
    assert row[table.words.index("小明")] == np.nanmax(row)


GOOD = {"title": {"zh": "题", "en": "title"}, "words": ["我", "去"], "values": [[None, 0.5], [1, None]]}


def written(folder: Path, content: object, name: str = "01-x.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf8")
    return path


def test_null_is_a_dash(tmp_path: Path) -> None:
    example = read_example(written(tmp_path, GOOD))
    np.testing.assert_array_equal(example.table.values, [[NAN, 0.5], [1, NAN]])
    assert (example.name, example.text) == ("01-x", "我去")


@pytest.mark.parametrize(
    "content",
    [
        "{",
        "[]",
        "null",
        {**GOOD, "values": [[None, 0.5]]},
        {**GOOD, "values": [[None, 0.5], [1]]},
        {**GOOD, "values": [[None, 1.5], [1, None]]},
        {**GOOD, "values": [[None, "x"], [1, None]]},
        {**GOOD, "words": ["我"]},
        {**GOOD, "words": 2},
        {**GOOD, "words": [1, 2]},
        {**GOOD, "words": ["我", ""]},
        {**GOOD, "title": "题"},
        {key: value for key, value in GOOD.items() if key != "title"},
    ],
)
def test_a_file_that_cannot_be_used_is_named(tmp_path: Path, content: object) -> None:
    with pytest.raises(ExampleError) as caught:
        read_example(written(tmp_path, content))
    assert caught.value.name == "01-x.json"


def test_a_file_that_is_not_there_or_not_utf8(tmp_path: Path) -> None:
    (tmp_path / "gbk.json").write_bytes(json.dumps(GOOD, ensure_ascii=False).encode("gbk"))
    for name in ("none.json", "gbk.json"):
        with pytest.raises(ExampleError):
            read_example(tmp_path / name)


def test_a_folder_of_ones_own(tmp_path: Path) -> None:
    written(tmp_path, GOOD, "02-b.json")
    written(tmp_path, GOOD, "01-a.json")
    assert [example.name for example in examples(tmp_path)] == ["01-a", "02-b"]
