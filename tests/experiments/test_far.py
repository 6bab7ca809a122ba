"""The sentence that grows: jieba cuts every line so that both words stand in it, further and further apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from attention.assets import TEXTS_FOLDER, WEIGHTS_FOLDER
from attention.errors import FileError
from attention.experiments.far import stretches, weights_back
from attention.types import Switches


def written(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "far.txt"
    path.write_text(content, encoding="utf8")
    return path


def test_every_line_of_the_file_is_used_and_it_grows() -> None:
    lines = [
        line for line in (TEXTS_FOLDER / "why-far.txt").read_text(encoding="utf8").splitlines() if line[:1] not in "#"
    ]
    distances = [s.distance for s in stretches()]
    assert len(distances) == len(lines) - 1
    assert distances == sorted(set(distances))
    assert distances[0] == 1
    assert distances[-1] >= 25


def test_the_two_words_are_where_they_are_said_to_be() -> None:
    assert {(s.words[s.first], s.words[s.last]) for s in stretches()} == {("喜欢", "散步")}


def test_a_line_without_both_words_is_left_out(tmp_path: Path) -> None:
    path = written(tmp_path, "# note\n喜欢 散步\n\n我喜欢在公园散步\n我喜欢你\n散步我喜欢\n我喜欢散步\n")
    assert [s.distance for s in stretches(path)] == [1, 3]


@pytest.mark.parametrize("content", ["", "喜欢 散步\n", "喜欢\n我喜欢散步\n", "喜欢 散步\n你好\n"])
def test_a_file_with_nothing_to_show_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(FileError):
        stretches(written(tmp_path, content))


def test_random_attention_does_not_fade_with_every_word_in_between() -> None:
    (weights,) = weights_back("random", ("",), 0, Switches())
    assert len(weights) == len(stretches())
    assert 0.1 < weights[-1] * len(stretches()[-1].words) < 10


@pytest.mark.skipif(not (WEIGHTS_FOLDER / "syntax.npz").exists(), reason="no weights")
def test_the_head_for_governing_words_still_sees_the_far_one() -> None:
    """What the page says; weights that were trained anew have to be looked at again."""
    (weights,) = weights_back("syntax", ("head",), 0, Switches())
    assert min(weights) > 0.5
