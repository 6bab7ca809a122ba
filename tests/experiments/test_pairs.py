"""The pairs to try are whole; a damaged file says so; likeness is a cosine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from attention.errors import FileError
from attention.experiments.pairs import alike, pairs, position_of
from attention.words.segment import cut
from tests.experiments.traces import trace

ROW = {
    "sentences": ["她花钱", "她种花"],
    "words": ["花", "花"],
    "title": {"zh": "甲", "en": "a"},
    "text": {"zh": "乙", "en": "b"},
}


def written(tmp_path: Path, content: Any) -> Path:
    path = tmp_path / "pairs.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf8")
    return path


def test_there_are_seven_and_jieba_cuts_out_the_word_that_is_looked_at() -> None:
    assert len(pairs()) == 7
    for pair in pairs():
        for k, text in enumerate(pair.sentences):
            words = cut(text).tokens.words
            assert pair.looked_at[k] in words
            assert all(link[k] in words for link in pair.links)


def test_a_file_of_ones_own_is_read(tmp_path: Path) -> None:
    (only,) = pairs(written(tmp_path, [ROW]))
    assert only.sentences == ("她花钱", "她种花")
    assert only.links == ()


@pytest.mark.parametrize(
    "change",
    [
        {"sentences": ["她花钱"]},
        {"sentences": "她花钱"},
        {"words": ["花", "草"]},
        {"words": ["花", ""]},
        {"title": {"zh": "甲"}},
        {"text": "乙"},
        {"links": [["花", "草"]]},
        {"links": "花"},
    ],
)
def test_a_damaged_pair_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    with pytest.raises(FileError):
        pairs(written(tmp_path, [ROW | change]))


@pytest.mark.parametrize("content", ["", "[", "[]", "[1]", '[{"sentences": ["a", "b"]}]', "7"])
def test_a_damaged_file_is_refused_by_its_name(tmp_path: Path, content: str) -> None:
    with pytest.raises(FileError) as caught:
        pairs(written(tmp_path, content))
    assert caught.value.name == "pairs.json"


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        pairs(tmp_path / "none.json")


def test_where_a_word_stands() -> None:
    assert position_of(("她", "种", "花"), "花") == 2
    assert position_of(("她", "种花", "了", "花"), "花") == 3
    assert position_of(("她", "种花", "了"), "花") == 1
    assert position_of(("她", "种"), "花") == 1


def test_a_word_is_like_itself_and_less_like_others() -> None:
    one, other = trace(), trace(seed=1)
    same = alike(one, 2, one, 2)
    assert (same.x, same.v, same.output) == pytest.approx((1, 1, 1))
    assert abs(alike(one, 2, other, 4).v) < 0.999
