"""How well text is cut: word F1 on sentences cut by hand, four fifths known to whoever made the rules, a fifth kept out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path

import jieba
import pytest

from attention.words.segment import cut

FILE = Path(__file__).with_name("cut_by_hand.txt")
LINES = [line for line in FILE.read_text(encoding="utf8").splitlines() if not line.startswith("#")]
KEPT_OUT = LINES[4::5]
KNOWN = [line for i, line in enumerate(LINES) if i % 5 != 4]
BEFORE = {"known": 0.879, "kept out": 0.901}
"""Of jieba as it comes."""


def spans(words: Iterable[str]) -> set[tuple[int, int]]:
    return set(pairwise([0, *accumulate(map(len, words))]))


def f1(lines: Sequence[str], cutter: Callable[[str], Sequence[str]]) -> float:
    """Words that both have, twice, by the words of both."""
    pairs = [(spans(map(str.strip, line.split("/"))), spans(cutter(line.replace("/", "")))) for line in lines]
    return 2 * sum(len(a & b) for a, b in pairs) / sum(len(a) + len(b) for a, b in pairs)


def ours(text: str) -> Sequence[str]:
    return cut(text).tokens.words


@pytest.fixture(scope="module")
def as_it_comes() -> Callable[[str], list[str]]:
    tokenizer = jieba.Tokenizer()
    tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
    tokenizer.initialized = True
    return lambda text: [word for word in tokenizer.lcut(text) if not word.isspace()]


def test_there_are_enough_sentences_and_none_twice() -> None:
    assert len(LINES) == len(set(LINES)) >= 300
    assert len(KEPT_OUT) * 5 == len(LINES)


@pytest.mark.parametrize(("lines", "least"), [(KNOWN, 0.985), (KEPT_OUT, 0.97)], ids=["known", "kept out"])
def test_words_are_found(lines: list[str], least: float) -> None:
    assert f1(lines, ours) >= least


def test_before_it_was_worse(as_it_comes: Callable[[str], list[str]]) -> None:
    found = {"known": f1(KNOWN, as_it_comes), "kept out": f1(KEPT_OUT, as_it_comes)}
    assert found == {name: pytest.approx(score, abs=0.02) for name, score in BEFORE.items()}


def test_no_sentence_that_was_right_is_wrong_now(as_it_comes: Callable[[str], list[str]]) -> None:
    by_hand = {line.replace("/", ""): [word.strip() for word in line.split("/")] for line in LINES}
    right = [text for text, words in by_hand.items() if as_it_comes(text) == words]
    assert len(right) > 150
    assert [text for text in right if list(ours(text)) != by_hand[text]] == []


def test_f1_counts_what_both_have() -> None:
    assert f1(["我/去/公园"], lambda text: ["我", "去", "公园"]) == 1
    assert f1(["我/去/公园"], lambda text: ["我去", "公园"]) == pytest.approx(2 / 5)
