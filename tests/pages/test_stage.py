"""Every number of the stage, worked out a second way from Q, K and V: over random sentences, masks, temperatures and sizes."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from attention.core import attend, attention_mask
from attention.types import Switches, Trace
from pages.ui.steps import stage
from pages.ui.widgets.stage import MAX_KEYS, MAX_STRIPS, stage_data

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-\d+)?")
SIZES = st.integers(1, 64)


@st.composite
def cases(draw: Any) -> tuple[Trace, Trace, Switches, list[str], int, int]:
    """The same matrices with ÷√d_k and without, the switches of the first, words, query and key."""
    n, d_k, d_v = draw(st.integers(1, 48)), draw(SIZES), draw(SIZES)
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    hidden = draw(st.sets(st.integers(0, n - 1), max_size=3))
    mask = attention_mask(n, diagonal=draw(st.booleans()), causal=draw(st.booleans()), hidden=hidden)
    heat = draw(st.integers(1, 50)) / 10
    both = [Switches(scale=scale, temperature=heat) for scale in draw(st.permutations([True, False]))]
    X, W_Q, W_K, W_V = (rng.standard_normal(shape) for shape in ((n, 5), (5, d_k), (5, d_k), (5, d_v)))
    first, other = (attend(X, W_Q, W_K, W_V, factor=one.factor(d_k), mask=mask) for one in both)
    place = st.integers(0, n - 1)
    return first, other, both[0], ["词"] * n, draw(place), draw(place)


@given(cases())
def test_the_numbers_of_a_row_follow_from_q_k_and_v(case: tuple[Trace, Trace, Switches, list[str], int, int]) -> None:
    *traces, _, words, i, j = case
    data, trace = stage_data(traces, words, i, j), traces[0]
    json.dumps(data, allow_nan=False)
    keys = [place - 1 for place in data["places"]]
    strips = [keys[k] for k in data["strips"]]
    assert len(keys) == min(len(words), MAX_KEYS)
    assert keys[data["chosen"]] == j
    assert data["scores"][data["chosen"]] == float(trace.scores[i, j])
    np.testing.assert_allclose(sum(data["products"]), trace.scores[i, j], atol=1e-9)
    for way, led in zip(data["ways"], traces, strict=True):
        seen = np.flatnonzero(led.mask[i])
        scaled = led.K @ led.Q[i] * led.factor
        powers = np.exp(scaled[seen] - scaled[seen].max()) if len(seen) else np.zeros(0)
        weights = np.zeros(len(words))
        weights[seen] = powers / powers.sum() if len(seen) else 0
        np.testing.assert_allclose(way["scaled"], scaled[keys], rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(way["weights"], weights[keys], atol=1e-12)
        np.testing.assert_allclose(np.array(way["exps"]), weights[keys] * powers.sum(), atol=1e-12)
        np.testing.assert_allclose(sum(way["weights"]) + way["rest"], 1 if len(seen) else 0, atol=1e-12)
        shares = np.reshape(way["shares"], (len(strips), led.V.shape[1]))
        np.testing.assert_allclose(shares, weights[strips, None] * led.V[strips], atol=1e-9)
        np.testing.assert_allclose(shares.sum(axis=0) + way["othersShare"], weights @ led.V, atol=1e-9)
        np.testing.assert_allclose(np.add(way["change"], data["before"]), way["output"], atol=1e-9)
    assert data["others"] == max(0, int(trace.mask[i].sum()) - MAX_STRIPS)
    if trace.mask[i, j]:
        assert data["chosen"] in data["strips"]


def shown_as(shown: float, exact: float) -> bool:
    """Whether the digits are those of the exact number, rounded to four."""
    unit = 10.0 ** (math.floor(math.log10(abs(exact))) - 3) if exact else 0
    return abs(shown - exact) <= unit * 0.5000001 + 1e-12


@given(cases())
def test_every_number_of_a_sentence_is_the_core_s(case: tuple[Trace, Trace, Switches, list[str], int, int]) -> None:
    trace, _, switches, words, i, j = case
    one, two, three, four = stage.step_sentences(trace, words, i, j, switches)
    d_k, row = trace.Q.shape[1], trace.weights[i]
    named = [] if len(words) == 1 else [i + 1.0]  # a word that stands twice is named with its place
    key, top = ([] if len(words) == 1 else [k + 1.0] for k in (j, int(row.argmax())))
    products = trace.Q[i] * trace.K[j]
    most, change = int(np.abs(products).argmax()), trace.output[i] - trace.V[i]
    column = int(np.abs(change).argmax())
    score, heat = float(trace.scores[i, j]), [] if switches.temperature == 1 else [switches.temperature]
    wanted = {
        one: [*named, *key, d_k, score, most + 1, trace.Q[i, most], trace.K[j, most], products[most]],
        two: [d_k, math.sqrt(d_k), *heat, *key, score, trace.scaled[i, j], *masked(trace, i)],
    }
    if trace.mask[i].any():
        others = [] if row.argmax() == j else [*key, row[j]]
        total = np.exp(trace.scaled[i][trace.mask[i]] - trace.scaled[i][trace.mask[i]].max()).sum()
        moved = float(np.sqrt((change**2).sum()))
        wanted[three] = [total, *named, 1, *top, row.max(), *others]
        wanted[four] = [*named, *top, row.max(), moved, column + 1, trace.V[i, column], trace.output[i, column]]
    for sentence, expected in wanted.items():
        found = [float(number) for number in NUMBER.findall(sentence)]
        assert len(found) == len(expected), (sentence, expected)
        assert all(shown_as(shown, float(exact)) for shown, exact in zip(found, expected, strict=True)), (
            sentence,
            expected,
        )


def masked(trace: Trace, i: int) -> list[int]:
    count = int((~trace.mask[i]).sum())
    return [count] if count else []


def test_a_sentence_has_four_digits_rounded_as_in_the_picture() -> None:
    shown = [stage.brief(x) for x in (0.0, -0.0, 2.0, 1.0625, -1.0625, 12345.6, 0.000032964, 1e-9)]
    assert shown == ["0", "0", "2", "1.063", "-1.063", "12350", "0.00003296", "1e-9"]
