"""One vector holds a few words and loses many; looking back loses none."""

from __future__ import annotations

import numpy as np
import pytest

from attention.experiments.bottleneck import material, pack_sentence, read_looking_back, read_packed, right, shares
from tests.experiments.traces import WORDS

LONG = tuple(f"{a}{b}" for a in "天地人你我他日月" for b in "上下左右前后")


def test_a_single_word_comes_back() -> None:
    m = material(("我",), 4)
    assert read_packed(m) == read_looking_back(m) == ("我",)


def test_the_packed_vector_is_the_sum_of_the_signed_words() -> None:
    m = material(WORDS, 16)
    assert pack_sentence(m).shape == (16,)
    assert pack_sentence(m) == pytest.approx(sum(s * x for s, x in zip(m.signs, m.X, strict=True)))
    assert set(np.unique(m.signs)) == {-1.0, 1.0}


def test_many_dimensions_hold_the_sentence_and_few_do_not() -> None:
    assert right(material(WORDS, 256), read_packed(material(WORDS, 256))) == 7
    assert right(material(WORDS, 4), read_packed(material(WORDS, 4))) < 5


def test_the_longer_the_sentence_the_less_comes_back_from_one_vector() -> None:
    one, back = shares(LONG, 64, (1, 6, 24, 48))
    assert one[0] == 1.0
    assert one[-1] < 0.6 < one[1]
    assert one == sorted(one, reverse=True)
    assert back == [1.0] * 4


def test_a_word_that_comes_twice_counts_by_what_it_is() -> None:
    m = material(("公园", "，", "公园"), 256)
    assert right(m, ("公园", "，", "公园")) == 3
    assert right(m, read_packed(m)) == 3
