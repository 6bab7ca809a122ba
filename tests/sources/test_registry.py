"""Where weights come from: each source answers every sentence, and the switches act on all alike."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attention.assets import WEIGHTS_FOLDER
from attention.core import masked_softmax
from attention.errors import HandTableError, ImportRefused, NothingFilled, SourceError, TypedError
from attention.hand.compare import compare, read_row
from attention.hand.examples import examples
from attention.hand.table import blank_table, with_values
from attention.imported.stack import Pick
from attention.models.untrained import embed
from attention.sources.e5_model import e5_attention
from attention.sources.fitted_matrices import fit_hand
from attention.sources.imported_table import Chosen
from attention.sources.registry import MAX_SHARED_BYTES, SOURCES, compute, computed_once, idle_switches, self_sufficient
from attention.sources.source import Request
from attention.sources.table import AttentionTable, mask_for
from attention.sources.typed_matrices import MAX_TYPED_WORDS
from attention.train import FitSettings
from attention.types import HandTable, Switches, Tokens
from attention.words.segment import cut

SEED = examples()[0].table
ODD = ["我", "，", "……！", "公园，公园，公园！", "2024 1e5 <b> $x$ %{z} **粗**", "😀👨‍👩‍👧", "a", "的" * 60]
ODD_SWITCHES: list[dict[str, Any]] = [
    {},
    {"diagonal": True},
    {"causal": True, "hide_punctuation": True},
    {"scale": False, "temperature": 0.1},
]
every_source = pytest.mark.parametrize("source", SOURCES)


def request(words: tuple[str, ...] = SEED.words, seed: int = 0, **switches: Any) -> Request:
    hand = SEED if words == SEED.words else filled_table(words)
    return Request(words, hand, seed, Switches(**switches), given={"imported": brought(words)})


def filled_table(words: tuple[str, ...]) -> HandTable:
    """Each word goes with the first one; a sentence of one or two words gives no row a choice."""
    table = blank_table(words)
    values = table.values.copy()
    values[1:, 0] = 0.9
    return replace(table, values=values)


def brought(words: tuple[str, ...], **options: Any) -> Chosen:
    """An import of two heads between the words."""
    heads = np.random.default_rng(1).dirichlet(np.ones(len(words)), (2, len(words)))
    return Chosen(words, heads.mean(axis=0), heads, "bert.npz", "layer", 3, **options)


def computed(source: str, words: tuple[str, ...] = SEED.words, **switches: Any) -> AttentionTable:
    return compute(source, request(words, **switches))


# All sources


@every_source
def test_a_source_answers_odd_sentences(source: str) -> None:
    for text in ODD:
        words = cut(text).tokens.words
        if source == "typed" and len(words) > MAX_TYPED_WORDS:
            with pytest.raises(TypedError):
                computed(source, words)
            continue
        if source == "fitted" and len(words) < 3:
            with pytest.raises(NothingFilled):
                computed(source, words)
            continue
        for switches in ODD_SWITCHES:
            result = computed(source, words, **switches)
            assert result.words == words  # its rows sum to 1 or are all zeros: checked when it is made
            assert result.origin.source == source
            assert result.switches == Switches(**switches)
            assert (result.weights[~result.mask] == 0).all()
            np.testing.assert_array_equal(result.mask, mask_for(words, Switches(**switches)))


@every_source
def test_the_same_request_gives_the_same_numbers(source: str) -> None:
    one, other = computed(source), computed(source)
    np.testing.assert_array_equal(one.weights, other.weights)
    for head, again in zip(one.heads, other.heads, strict=True):
        np.testing.assert_array_equal(head.weights, again.weights)


@pytest.mark.parametrize("source", [name for name in SOURCES if name != "fitted"])
def test_one_word_alone_gives_one(source: str) -> None:
    for switches in ODD_SWITCHES:
        assert computed(source, ("我",), **switches).weights.tolist() == [[1.0]]


@pytest.mark.parametrize("source", [name for name, source in SOURCES.items() if source.worked])
def test_the_switches_act_on_the_scores_of_the_same_matrices(source: str) -> None:
    plain = computed(source).traces[0]
    d_k = plain.Q.shape[1]
    for scale in (True, False):
        for temperature in (0.5, 4.0):
            for name in ("", "diagonal", "causal"):
                options: dict[str, Any] = {name: True} if name else {}
                result = computed(source, scale=scale, temperature=temperature, **options).traces[0]
                np.testing.assert_allclose(result.scores, plain.scores)
                factor = (1 / np.sqrt(d_k) if scale else 1) / temperature
                wanted, _ = masked_softmax(plain.scores * factor, result.mask)
                np.testing.assert_allclose(result.weights, wanted, atol=1e-12)


@every_source
def test_hidden_punctuation_is_out_of_the_table_and_takes_no_weight(source: str) -> None:
    words = cut("我喜欢，公园！").tokens.words
    result = computed(source, words, hide_punctuation=True)
    assert result.shown_words == ("我", "喜欢", "公园")
    np.testing.assert_allclose(np.nansum(result.drawn, axis=1), 1)
    assert result.shown == (0, 1, 3)
    assert computed(source, words).shown_words == words


@every_source
def test_a_sentence_of_marks_is_not_hidden_away(source: str) -> None:
    assert computed(source, ("！", "？", "。"), hide_punctuation=True).shown_words == ("！", "？", "。")


def test_a_word_that_marks_leave_alone_attends_to_itself() -> None:
    result = computed("random", ("我", "！"), hide_punctuation=True)
    assert result.drawn.tolist() == [[1.0]]


def test_the_picture_tells_a_masked_cell_from_a_weight_of_nothing() -> None:
    drawn = computed("random", causal=True).drawn
    np.testing.assert_array_equal(np.isnan(drawn), ~np.tri(7, k=-1, dtype=bool))


# 随机


PINNED = [
    [0, 0.10388315101, 0.13066154730, 0.38319774416, 0.36193042030, 0.00551387503, 0.01481326220],
    [0.50245362995, 0, 0.20334698848, 0.15570658515, 0.07755246505, 0.04142652396, 0.01951380741],
    [0.52289534367, 0.09889560798, 0, 0.24145286608, 0.02505897869, 0.05344849459, 0.05824870899],
    [0.43265269395, 0.11013769740, 0.22343254105, 0, 0.19896735155, 0.02064094988, 0.01416876617],
    [0.01575695049, 0.66469027661, 0.01180510670, 0.08654211049, 0, 0.21787027519, 0.00333528053],
    [0.00632936725, 0.30163133969, 0.00280709225, 0.26060100194, 0.11318951237, 0, 0.31544168650],
    [0.08516504094, 0.19139504622, 0.01019186789, 0.09788993431, 0.13426654987, 0.48109156078, 0],
]  # fmt: skip


def test_random_seed_0_of_the_seed_sentence_is_the_same_on_every_machine() -> None:
    np.testing.assert_allclose(computed("random").weights, PINNED, atol=1e-9)


def test_equal_words_are_asked_alike_but_for_their_position() -> None:
    words = ("去", "了", "去", "了")
    X = computed("random", words).traces[0].X
    np.testing.assert_allclose(X, embed(words))


def test_another_seed_is_another_table() -> None:
    tables = [compute("random", request(seed=seed)).weights for seed in (0, 1, 2)]
    assert np.abs(tables[0] - tables[1]).max() > 0.1
    assert np.abs(tables[1] - tables[2]).max() > 0.1
    assert compute("random", request(seed=2)).origin.details["seed"] == 2


def test_several_heads_are_shown_as_their_mean() -> None:
    result = compute("random", replace(request(), heads=3))
    tables = [head.weights for head in result.heads]
    assert len(tables) == 3
    assert np.abs(tables[0] - tables[1]).max() > 0.1
    np.testing.assert_allclose(result.weights, sum(tables) / 3)


# 拟合


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_an_example_is_fitted_to_its_hand_table(example: Any) -> None:
    result = compute("fitted", Request(example.table.words, example.table))
    agreement = compare(result.weights, example.table)
    assert agreement.agreeing == agreement.compared == len(example.table)
    assert agreement.kl is not None
    assert agreement.kl < 0.01
    details = result.origin.details
    assert float(details["loss"]) - float(details["floor"]) == pytest.approx(agreement.kl, abs=1e-9)


def test_the_fitted_seed_sentence_is_read_as_its_hand_table() -> None:
    weights = compute("fitted", request()).weights
    read = [read_row(weights, i) for i in range(7)]
    words = [{SEED.words[j] for j, _ in reading.keys} for reading in read if reading]
    assert words == [
        {"喜欢"},
        {"我", "散步"},
        {"周末"},
        {"在", "散步"},
        {"公园"},
        {"去", "散步"},
        {"喜欢", "周末", "公园"},
    ]


def test_the_fitted_table_follows_an_edit() -> None:
    edited = with_values(with_values(SEED, [(0, 1, 0.1)]), [(0, 6, 0.9)])
    weights = compute("fitted", Request(SEED.words, edited)).weights
    assert (weights[0].argmax(), compute("fitted", request()).weights[0].argmax()) == (6, 1)


def test_a_longer_fitting_never_ends_worse() -> None:
    losses = [
        fit_hand(examples()[1].table, FitSettings(steps=steps, learning_rate=0.1)).loss for steps in (5, 50, 100, 200)
    ]
    assert losses == sorted(losses, reverse=True)


def test_fitted_matrices_give_the_loss_that_they_claim() -> None:
    fitted = fit_hand(SEED, FitSettings(steps=10, heads=2))
    assert fitted.steps <= 10
    agreement = compare(compute("fitted", replace(request(), given={"fitted": fitted})).weights, SEED)
    assert agreement.kl == pytest.approx(fitted.loss - fitted.floor, abs=1e-9)


def test_the_fitted_source_without_a_hand_table_is_refused() -> None:
    with pytest.raises(HandTableError, match="hand table"):
        compute("fitted", Request(("我",)))


@given(st.integers(2, 11), st.integers(0, 10**6))
@settings(max_examples=10)
def test_any_hand_table_that_says_something_can_be_fitted(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    values = rng.choice([0.0, 0.1, 0.5, 0.9, np.nan], size=(n, n))
    values[0, :2] = 0.1, 0.9
    hand = replace(blank_table(tuple("我喜欢在周末去公园散步"[:n])), values=values)
    given = {"fitted": fit_hand(hand, FitSettings(steps=20))}
    result = compute("fitted", Request(hand.words, given=given))
    assert np.isfinite(result.weights).all()


def test_a_hand_table_that_nobody_filled_in_is_not_fitted() -> None:
    for n in (1, 2, 7):
        with pytest.raises(NothingFilled):
            fit_hand(blank_table(SEED.words[:n]))


# 导入


def test_an_import_without_switches_is_what_was_imported() -> None:
    mine = brought(SEED.words)
    result = compute("imported", Request(SEED.words, switches=Switches(diagonal=True), given={"imported": mine}))
    np.testing.assert_allclose(result.weights, mine.weights)
    np.testing.assert_allclose([head.weights for head in result.heads], mine.heads)
    assert dict(result.origin.details) == {"file": "bert.npz", "table": "layer", "layer": 3}


def test_a_mask_takes_cells_out_of_an_import_and_shares_their_weight_out() -> None:
    mine = brought(SEED.words)
    result = computed("imported")  # without the diagonal
    kept = mine.weights * (1 - np.eye(7))
    np.testing.assert_allclose(result.weights, kept / kept.sum(axis=1, keepdims=True))


def test_temperature_flattens_an_import_as_it_would_its_scores() -> None:
    scores = np.random.default_rng(2).normal(size=(7, 7))
    weights, _ = masked_softmax(scores, np.ones((7, 7), dtype=bool))
    mine = Chosen(SEED.words, weights, weights[None])
    result = compute(
        "imported", Request(SEED.words, switches=Switches(diagonal=True, temperature=2.0), given={"imported": mine})
    )
    np.testing.assert_allclose(result.weights, masked_softmax(scores / 2, np.ones((7, 7), dtype=bool))[0])


def test_where_d_k_is_known_the_division_by_its_root_can_be_left_out() -> None:
    scores = np.random.default_rng(3).normal(size=(7, 7)) * 4
    everything = np.ones((7, 7), dtype=bool)
    mine = Chosen(SEED.words, *(lambda w: (w, w[None]))(masked_softmax(scores / 4, everything)[0]), d_k=16)
    result = compute(
        "imported", Request(SEED.words, switches=Switches(diagonal=True, scale=False), given={"imported": mine})
    )
    np.testing.assert_allclose(result.weights, masked_softmax(scores, everything)[0])


def test_a_weight_of_nothing_stays_nothing_and_a_row_of_it_is_empty() -> None:
    weights = np.eye(7)
    result = compute("imported", Request(SEED.words, given={"imported": Chosen(SEED.words, weights, weights[None])}))
    assert (result.weights == 0).all()  # all of it lay on the diagonal, which is left out


def test_without_an_import_or_with_one_of_other_words_there_is_nothing_to_show() -> None:
    for imported, problem in ((None, "nothing"), (brought(("我", "去")), "other_words")):
        with pytest.raises(ImportRefused) as caught:
            compute("imported", Request(SEED.words, given={"imported": imported}))
        assert caught.value.problem == problem


def test_an_import_has_weights_and_pretends_to_nothing_that_led_to_them() -> None:
    result = computed("imported")
    assert [head.trace for head in result.heads] == [None, None]
    with pytest.raises(ValueError, match="imported"):
        assert result.traces


# 检索


def test_e5_is_the_mean_of_all_heads_or_what_is_picked() -> None:
    tokens = Tokens("我喜欢在周末去公园散步", cut("我喜欢在周末去公园散步").tokens.spans)
    (stack,) = e5_attention(tokens).stacks
    whole, one = Switches(diagonal=True), Pick("head", 9, 7)
    for pick, table, details in (
        (None, stack.weights.mean(axis=(0, 1)), {"table": "all"}),
        (Pick("layer", 3), stack.weights[3].mean(axis=0), {"table": "layer", "layer": 4}),
        (one, stack.weights[9, 7], {"table": "head", "layer": 10, "head": 8}),
    ):
        result = compute("e5", Request(SEED.words, switches=whole, given={"e5": pick}))
        inner = table[1:-1, 1:-1]  # each word is one piece here
        np.testing.assert_allclose(result.weights, inner / inner.sum(axis=1, keepdims=True), atol=1e-6)
        assert dict(result.origin.details) == {"file": "multilingual-e5-small", "d_k": 32, **details}
    assert compare(compute("e5", Request(SEED.words, given={"e5": one})).weights, SEED).agreeing == 6


def test_where_heads_are_asked_for_e5_gives_those_of_the_picked_layer() -> None:
    asked = Request(SEED.words, heads=4, switches=Switches(diagonal=True), given={"e5": Pick("layer", 9)})
    result = compute("e5", asked)
    assert len(result.heads) == 12
    one = compute("e5", replace(asked, heads=1, given={"e5": Pick("head", 9, 7)}))
    np.testing.assert_array_equal(result.heads[7].weights, one.weights)
    of_all = compute("e5", replace(asked, given={"e5": Pick("all", 9)}))
    np.testing.assert_array_equal(of_all.heads[7].weights, one.weights)
    np.testing.assert_array_equal(of_all.weights, compute("e5", replace(asked, heads=1, given={})).weights)


def test_a_word_that_e5_cannot_read_is_named() -> None:
    assert compute("e5", Request(("我", "爱", "カタカナ"))).unseen == (False, False, True)


# The registry


def test_the_row_of_a_source_says_what_its_tables_have() -> None:
    for name, source in SOURCES.items():
        result = computed(name)
        assert result.origin.source == name == source.name
        assert all((head.trace is not None) == source.worked for head in result.heads)
        assert (result.linked is not None) == source.linked
        differ = not np.array_equal(result.weights, compute(name, request(seed=1)).weights)
        assert differ == source.seeded
        assert source.card is None or (WEIGHTS_FOLDER / f"{source.card}.json").exists()


def test_what_a_source_needs_is_asked_for() -> None:
    for name, source in SOURCES.items():
        if source.hand:
            with pytest.raises(HandTableError):
                compute(name, Request(SEED.words))
        elif not source.brought:
            assert compute(name, Request(SEED.words)).words == SEED.words
    assert self_sufficient() == ("syntax", "translation", "e5", "fitted", "random")


def test_a_source_that_there_is_not_is_refused() -> None:
    with pytest.raises(SourceError):
        compute("elsewhere", Request(SEED.words))


# Switches that change nothing


def turned(switches: Switches, name: str) -> Switches:
    now = getattr(switches, name)
    return replace(switches, **{name: not now if isinstance(now, bool) else 2 * now})


def change(source: str, asked: Request, name: str) -> float:
    """How far the table changes when the switch is turned, by computing it both ways; inf where other cells are masked."""
    before, after = (
        compute(source, replace(asked, switches=switches))
        for switches in (asked.switches, turned(asked.switches, name))
    )
    if before.shown != after.shown or not np.array_equal(np.isnan(before.drawn), np.isnan(after.drawn)):
        return math.inf
    return float(np.abs(np.nan_to_num(before.drawn - after.drawn)).max())


def check_idle(source: str, asked: Request, idle: dict[str, str]) -> None:
    for name in ("scale", "temperature"):
        moved = change(source, asked, name)
        assert moved < 1e-6 if name in idle else moved > 1e-9, name


@pytest.mark.parametrize("sentence", ["我 喜欢 散步", "我 ， 走 。", "我", "， 。", "我 走", "我 。"])
@pytest.mark.parametrize("how", [{}, {"causal": True, "diagonal": True}, {"hide_punctuation": True}])
@every_source
def test_a_switch_is_called_idle_just_where_it_changes_nothing(source: str, sentence: str, how: dict[str, Any]) -> None:
    asked = request(tuple(sentence.split()), **how)
    if source == "fitted" and len(asked.words) < 3:
        return  # no row has a choice: there is nothing to fit
    check_idle(source, asked, idle_switches(compute(source, asked)))


@pytest.mark.parametrize(
    ("weights", "d_k", "idle"),
    [
        ([[0.1, 0.6, 0.3]] * 3, None, {"scale": "root_unknown"}),
        ([[0.1, 0.6, 0.3]] * 3, 1, {"scale": "root_one"}),
        ([[0.1, 0.6, 0.3]] * 3, 64, {}),
        ([[1 / 3] * 3] * 3, 64, {"scale": "one_value", "temperature": "one_value"}),
        ([[0, 1, 0], [1, 0, 0], [0, 1, 0]], 64, {"scale": "one_value", "temperature": "one_value"}),
    ],
)
def test_what_acts_on_an_import_depends_on_its_weights_and_width(
    weights: list[list[float]], d_k: int | None, idle: dict[str, str]
) -> None:
    words, table = ("我", "，", "走"), np.array(weights)
    asked = Request(words, given={"imported": Chosen(words, table, table[None], d_k=d_k)})
    assert idle_switches(compute("imported", asked)) == idle
    check_idle("imported", asked, idle)


def test_links_are_no_softmax() -> None:
    assert set(idle_switches(computed("syntax"), linked=True)) == {"scale", "temperature"}


# Computed once for all


def test_a_class_that_opens_the_same_sentence_shares_the_table() -> None:
    asked = request(("大家", "一起", "看"))
    other_hand = replace(asked, hand=with_values(SEED, [(0, 1, 0.3)]))
    for source in ("syntax", "translation", "random"):
        assert compute(source, asked) is compute(source, replace(asked)) is compute(source, other_hand)


def test_what_a_table_depends_on_keeps_it_apart() -> None:
    asked = request(("大家", "一起", "看"))
    other_hand = replace(asked, hand=with_values(filled_table(asked.words), [(0, 1, 0.3)]))
    assert compute("fitted", asked) is compute("fitted", replace(asked))
    assert compute("fitted", asked) is not compute("fitted", other_hand)
    assert compute("random", asked) is not compute("random", replace(asked, seed=1))
    assert compute("random", asked) is not compute("random", replace(asked, heads=2))
    assert compute("syntax", asked) is not compute("syntax", replace(asked, switches=Switches(scale=False)))
    assert compute("imported", asked) is not compute("imported", replace(asked))
    kept = replace(asked, given={"fitted": fit_hand(filled_table(("他", "来", "了")))})
    assert compute("fitted", kept) is not compute("fitted", asked)


def test_what_is_shared_is_bounded() -> None:
    for i in range(40):
        compute("syntax", request(("大家", "一起", str(i))))
    assert 0 < computed_once.bytes <= MAX_SHARED_BYTES
