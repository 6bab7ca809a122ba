"""Many sentences at once: the same tables as one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import EmptyText, HandTableError, SourceError, TypedError
from attention.hand.examples import examples
from attention.models.syntax import SyntaxModel
from attention.sources.registry import SOURCES, compute, compute_many
from attention.sources.source import BATCH_CELLS, Request, batches
from attention.sources.syntax_model import syntax_model
from attention.sources.table import AttentionTable
from attention.types import Switches

WORD = st.sampled_from("我 喜欢 在 周末 去 公园 散步 ， 。 …… café 👨‍👩‍👧 2024".split())
SENTENCES = st.lists(st.lists(WORD, min_size=1, max_size=12).map(tuple), min_size=1, max_size=8)
FLAG = st.booleans()
SWITCHES = st.builds(Switches, FLAG, st.floats(0.2, 4), FLAG, FLAG, FLAG)


def same(one: AttentionTable, other: AttentionTable) -> None:
    """All but the heads."""
    assert (one.words, one.origin, one.shown, one.unseen) == (other.words, other.origin, other.shown, other.unseen)
    np.testing.assert_array_equal(one.mask, other.mask)
    np.testing.assert_allclose(one.weights, other.weights, rtol=0, atol=1e-12)
    assert (one.linked is None) == (other.linked is None)
    if one.linked is not None and other.linked is not None:
        np.testing.assert_allclose(one.linked, other.linked, rtol=0, atol=1e-12)


@pytest.mark.parametrize("source", ["syntax", "random"])
@given(sentences=SENTENCES, switches=SWITCHES, seed=st.integers(0, 99), heads=st.integers(1, 3))
def test_the_numbers_are_those_of_one_by_one(
    source: str, sentences: list[tuple[str, ...]], switches: Switches, seed: int, heads: int
) -> None:
    requests = [Request(words, None, seed, switches, heads) for words in sentences]
    many = compute_many(source, requests)
    assert len(many) == len(requests)
    for one, request in zip(many, requests, strict=True):
        assert one.heads == ()
        same(one, compute(source, request))


@pytest.mark.parametrize("source", [name for name in SOURCES if name != "imported"])
def test_every_source_computes_many(source: str) -> None:
    hand = examples()[0].table
    requests = [Request(words, hand) for words in (hand.words, ("我", "去"), ("他",))]
    for one, request in zip(compute_many(source, requests), requests, strict=True):
        same(one, compute(source, request))


@pytest.mark.parametrize("source", list(SOURCES))
def test_no_sentences_are_no_tables(source: str) -> None:
    assert compute_many(source, []) == []


def test_what_else_is_in_a_batch_makes_no_difference() -> None:
    words = examples()[0].table.words
    alone = compute_many("syntax", [Request(words)])[0]
    among = compute_many("syntax", [Request(("去",) * 40), Request(words), Request(("。",))])[1]
    np.testing.assert_allclose(alone.weights, among.weights, rtol=0, atol=1e-12)


def test_requests_that_differ_in_more_than_their_words_are_computed_one_by_one() -> None:
    one, other = Request(("我", "去"), seed=1), Request(("他", "走"), seed=2)
    for found, request in zip(compute_many("random", [one, other]), (one, other), strict=True):
        same(found, compute("random", request))


@pytest.mark.parametrize(
    ("source", "request_", "error"),
    [
        ("syntax", Request(()), EmptyText),
        ("typed", Request(tuple("一二三四五六七八九")), TypedError),
        ("fitted", Request(("我", "去")), HandTableError),
        ("elsewhere", Request(("我",)), SourceError),
    ],
)
def test_what_one_by_one_refuses_is_refused(source: str, request_: Request, error: type[Exception]) -> None:
    with pytest.raises(error):
        compute_many(source, [Request(("我", "去")), request_])


@given(st.lists(st.integers(1, 256), max_size=60))
def test_batches_have_every_sentence_once_and_are_not_too_large(lengths: list[int]) -> None:
    found = list(batches(lengths))
    assert sorted(i for batch in found for i in batch) == list(range(len(lengths)))
    for batch in found:
        (length,) = {lengths[i] for i in batch}
        assert len(batch) == 1 or len(batch) * length**2 <= BATCH_CELLS


def test_sentences_of_one_length_stand_together() -> None:
    assert list(batches([7, 3, 7])) == [[1], [0, 2]]
    assert [len(batch) for batch in batches([7] * 1021)] == [1020, 1]
    assert len(list(batches([200] * 10))) == 10
    assert len(list(batches([10_000] * 2))) == 2


def test_the_network_gives_the_very_same_numbers() -> None:
    model = syntax_model()
    sentences = [example.table.words for example in examples()] + [("去",), ("我", "去"), ("喜欢",) * 140]
    for words in sentences:
        found = model.encode_alike([words[::-1], words, ("，",) * len(words)])
        np.testing.assert_array_equal(found[1], model.encode(words))


def test_the_network_runs_once_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []
    encode = SyntaxModel.encode_alike
    monkeypatch.setattr(SyntaxModel, "encode_alike", lambda *given: calls.append(len(given[1])) or encode(*given))
    compute_many("syntax", [Request(("我", "去")), Request(("我",)), Request(("他", "走"))])
    assert sorted(calls) == [1, 2]
