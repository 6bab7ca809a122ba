"""The syntax model in numpy: what it promises for any words, on small random weights and on the shipped ones."""

import json

import numpy as np
import pytest

from attention.core import attend, attention_mask
from attention.errors import AttentionError, EmptyText, WeightsError
from attention.hand.compare import compare, spearman
from attention.models import syntax, weights
from attention.types import HandTable, Switches

SEED = ("我", "喜欢", "在", "周末", "去", "公园", "散步")
SEED_PAIRS = ((0, 1), (6, 1), (2, 3), (3, 6), (4, 5), (5, 6))

ODD_WORDS = [
    ["我"],
    ["Hello", "World", "!"],
    ["👍🏽", "👨‍👩‍👧", "🇨🇳"],
    ["2024", "１２３", "3.14", "一百"],
    ["\u3000", "\n", "\t"],
    ["\ud800", "\x00", "é"],
    ["去", "去", "去", "去"],
    ["长" * 500, "。"],
    ["我", "喜欢"] * 128,
    ["词"] * 600,
]


def small_arrays(seed=0, d=12, c=6, layers=2, d_k=4):
    rng = np.random.default_rng(seed)
    shapes: dict[str, tuple[int, ...]] = {
        "E_character": (6, c),
        "E_word": (4, c),
        "E_length": (9, 2),
        "E_class": (8, 2),
    }
    shapes |= {"W_in": (5 * c + 4, d), "start": (1, d), "P": (16, d)}
    shapes |= dict.fromkeys(("in_gain", "in_bias", "out_gain", "out_bias"), (d,))
    for i in range(layers):
        shapes |= {f"W_{i}": (3 * d, d), f"b_{i}": (d,), f"gain_{i}": (d,), f"bias_{i}": (d,)}
    for name in syntax.HEADS:
        shapes |= {f"{W}_{name}": (d, d_k) for W in ("W_Q", "W_K", "W_V")}
    numbers = {name: (rng.normal(size=shape) * 0.5).astype(np.float16) for name, shape in shapes.items()}
    words = ["我", "喜欢", "去", "散步"]
    return {
        **numbers,
        "characters": weights.pack_strings(["我", "喜", "欢", "去"]),
        "words": weights.pack_strings(words),
    }


CARD = {"config": {"layers": 2}}


@pytest.fixture(scope="module")
def small():
    return syntax.SyntaxModel.from_arrays(small_arrays(), CARD)


@pytest.fixture(scope="module")
def shipped():
    return syntax.load()


def plainly(arrays, words, layers=2):
    """`encode` of the small model by its definition: word by word, in float64."""
    a = {name: array.astype(float) for name, array in arrays.items() if array.dtype.kind == "f"}
    characters, known = (weights.unpack_strings(arrays[name]) for name in ("characters", "words"))

    def vector(word):
        E = [a["E_character"][characters.index(c) + 2 if c in characters else 1] for c in word]
        second = E[1] if len(E) > 1 else a["E_character"][0]
        own = a["E_word"][known.index(word) + 1 if word in known[:3] else 0]
        kind = syntax.CLASSES.index("latin" if word.isascii() else "han")
        small = a["E_length"][min(len(word), 8)], a["E_class"][kind]
        return np.concatenate([E[0], second, E[-1], np.mean(E[:8], axis=0), own, *small]) @ a["W_in"]

    def norm(x, gain, bias):
        return [(v - v.mean()) / np.sqrt(v.var() + 1e-5) * a[gain] + a[bias] for v in x]

    n = len(words) + 1
    places = [i if i < 16 else 8 + (i - 8) % 8 for i in range(n)]
    x = norm(
        [v + a["P"][i] for v, i in zip([a["start"][0], *map(vector, words)], places, strict=True)], "in_gain", "in_bias"
    )
    for layer in range(layers):
        y = norm(x, f"gain_{layer}", f"bias_{layer}") if layer else x
        y = [np.zeros(12), *y, np.zeros(12)]
        three = [np.concatenate(y[i : i + 3]) @ a[f"W_{layer}"] + a[f"b_{layer}"] for i in range(n)]
        x = [v + np.maximum(found, 0) for v, found in zip(x, three, strict=True)]
    return np.array(norm(x, "out_gain", "out_bias"))


@pytest.mark.parametrize(
    "words",
    [["我"], ["我", "喜欢", "去", "散步", "喜"], ["abcdefghij", "我去我去我去我去去", "欢"], ["去", "喜欢"] * 15],
    ids=["one", "a word without a vector of its own", "long words", "more words than positions"],
)
def test_encode_is_its_definition(small, words):
    np.testing.assert_allclose(small.encode(words), plainly(small_arrays(), words), rtol=0, atol=2e-5)


def test_a_sentence_among_others_has_the_very_numbers_that_it_has_alone(small):
    sentences = [["我", "喜欢"], ["去", "散步"], ["😀", "去"]]
    X = small.encode_alike(sentences)
    for one, words in zip(X, sentences, strict=True):
        np.testing.assert_array_equal(one, small.encode(words))
    X = X.astype(float)
    np.testing.assert_allclose(small.links(X)[1], small.linked(sentences[1]), rtol=0, atol=1e-12)
    np.testing.assert_allclose(small.trace("subject", X).weights[2], small.traces(sentences[2])["subject"].weights)


def test_heads_are_where_the_head_attention_is_greatest(small):
    words = ["我", "喜欢", "去", "散步"]
    columns = small.head_weights(small.encode(words)).argmax(axis=1)
    assert small.heads(words) == [column - 1 for column in columns.tolist()]
    assert len(set(columns)) > 1


def test_shipped_heads_of_a_sentence(shipped):
    assert shipped.heads(["我", "喝", "茶"]) == [1, syntax.ROOT, 1]


def test_a_trace_is_what_the_core_computes(small):
    words = ["我", "喜欢", "去", "散步"]
    X = small.encode(words)[1:]
    arrays = small_arrays()
    for name, trace in small.traces(words).items():
        matrices = (arrays[f"{W}_{name}"].astype(float) for W in ("W_Q", "W_K", "W_V"))
        wanted = attend(X.astype(float), *matrices, mask=attention_mask(4, diagonal=False))
        np.testing.assert_allclose(trace.weights, wanted.weights, atol=1e-12)
        np.testing.assert_allclose(trace.output, wanted.output, atol=1e-12)


@pytest.mark.parametrize("words", ODD_WORDS, ids=lambda words: ascii(words[0])[:12] + f" x{len(words)}")
def test_any_words(small, words):
    n = len(words)
    traces = small.traces(words)
    assert tuple(traces) == syntax.HEADS
    for trace in traces.values():
        assert trace.weights.shape == (n, n)
        np.testing.assert_allclose(trace.weights.sum(axis=1), float(n > 1), atol=1e-9)
        assert not trace.weights.diagonal().any()
    linked = small.linked(words)
    np.testing.assert_array_equal(linked, linked.T)
    assert linked.min() >= 0
    assert linked.max() <= 1
    assert not linked.diagonal().any()
    assert len(small.unseen(words)) == n
    assert all(syntax.ROOT <= head < n and head != i for i, head in enumerate(small.heads(words)))


@pytest.mark.parametrize("words", [[], ["我", ""]])
def test_nothing_to_read(small, words):
    for ask in (small.traces, small.linked, small.heads, lambda words: small.encode_alike([["我"], words])):
        with pytest.raises(EmptyText):
            ask(words)


def test_a_word_alone_may_attend_to_itself(small):
    X = small.encode(["我"])
    assert all(small.trace(name, X, mask=attention_mask(1)).weights == [[1.0]] for name in syntax.HEADS)


def test_the_mask_is_obeyed(small):
    causal = attention_mask(4, diagonal=False, causal=True)
    X = small.encode(["我", "喜欢", "去", "散步"])
    for trace in (small.trace(name, X, mask=causal) for name in syntax.HEADS):
        assert not trace.weights[~causal].any()
        assert not trace.weights[0].any()
        assert trace.weights[3].sum() == pytest.approx(1)


def test_the_switches_act_on_the_scores(small):
    X = small.encode(["我", "喜欢", "去", "散步"])
    plain = small.trace("neighbours", X)
    unscaled = small.trace("neighbours", X, switches=Switches(scale=False))
    warm = small.trace("neighbours", X, switches=Switches(temperature=4))
    np.testing.assert_allclose(plain.scaled, plain.scores / 2)
    np.testing.assert_allclose(unscaled.scaled, unscaled.scores)
    np.testing.assert_allclose(warm.scaled, plain.scaled / 4)


def test_the_start_symbol_counts_in_linked_only(small):
    """A without the start symbol's column sums to less than 1; a row of the trace is the same row, made to sum to 1."""
    words = ["我", "喜欢", "去", "散步"]
    counted = small.head_weights(small.encode(words))
    np.testing.assert_allclose(counted.sum(axis=1), 1)
    without = counted[:, 1:]
    trace = small.traces(words)["head"].weights
    np.testing.assert_allclose(trace, without / without.sum(axis=1, keepdims=True))
    np.testing.assert_allclose(small.linked(words), np.minimum(without + without.T, 1))


def test_a_word_sees_as_far_as_the_convolutions(small):
    """Two convolutions over three words: X of a word depends on two words to each side."""
    words = ["我"] * 9
    changed = [*words[:8], "散步"]
    moved = np.abs(small.encode(words) - small.encode(changed)).max(axis=1) > 1e-6
    assert moved.tolist() == [False] * 7 + [True] * 3


def test_the_place_of_a_word_matters(small):
    first, second = small.encode(["去", "去", "去", "去", "去", "去"])[3:5]
    assert np.abs(first - second).max() > 1e-3


def test_unseen(small):
    assert small.unseen(["我", "散步", "公园", "我们"]) == [False, False, True, True]


@pytest.mark.parametrize(
    ("word", "form"),
    [("ＡＢｃ", "abc"), ("。", "."), ("，", ","), ("2024年", "0000年"), ("…", "..."), ("\n", " "), ("我", "我")],
)
def test_forms(word, form):
    assert syntax.syntax_form(word) == form


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("我", "han"),
        ("gpt", "latin"),
        ("00", "digit"),
        ("0000年", "digits and more"),
        (".", "full stop"),
        (",", "mark"),
        ("👍", "symbol"),
        ("\u3000", "other"),
    ],
)
def test_classes(word, kind):
    assert syntax.CLASSES[syntax.class_of(word)] == kind


def test_a_file_of_something_else(tmp_path):
    weights.save(tmp_path / "other.npz", {"W": np.zeros((2, 2), np.float16)}, CARD)
    with pytest.raises(WeightsError) as caught:
        syntax.load(tmp_path / "other.npz")
    assert "not a model of this kind" in caught.value.reason


@pytest.mark.parametrize("lost", ["E_word", "W_1", "W_K_head", "words"])
def test_an_array_that_is_lost_is_found_when_loading(tmp_path, lost):
    arrays = small_arrays()
    del arrays[lost]
    weights.save(tmp_path / "less.npz", arrays, CARD)
    with pytest.raises(AttentionError):
        syntax.load(tmp_path / "less.npz")


@pytest.mark.parametrize("name", ["W_in", "W_1", "P", "W_K_head", "in_gain"])
def test_an_array_of_another_width_is_found_when_loading(tmp_path, name):
    arrays = small_arrays()
    arrays[name] = arrays[name][..., :-1]
    weights.save(tmp_path / "narrow.npz", arrays, CARD)
    with pytest.raises(WeightsError):
        syntax.load(tmp_path / "narrow.npz")


def hand_table():
    values = np.full((7, 7), 0.1)
    rows, columns = np.array(SEED_PAIRS).T
    values[rows, columns] = values[columns, rows] = 0.9
    np.fill_diagonal(values, np.nan)
    return HandTable(SEED, values)


def test_shipped_seed_sentence_agrees_with_the_hand_table(shipped):
    weights, hand = shipped.traces(SEED)["neighbours"].weights, hand_table()
    assert compare(weights, hand).agreeing == 7
    found = spearman(weights[hand.considered], hand.values[hand.considered])
    assert found is not None
    assert found >= 0.7


def test_shipped_linked_is_like_the_hand_table(shipped):
    values = hand_table().values
    linked = shipped.linked(SEED)
    assert linked[values == 0.9].min() > linked[values == 0.1].max()


@pytest.mark.parametrize(
    ("sentence", "word", "belongs_to"),
    [
        ("老师 把 作业 发给 了 学生", "作业", {"把", "发给"}),
        ("老师 把 作业 发给 了 学生", "学生", {"发给"}),
        ("因为 下雨 所以 我们 在 教室 里 看书", "教室", {"在", "里", "看书"}),
        ("妈妈 每天 早上 给 我 做 早饭", "早饭", {"做"}),
        ("这 只 小猫 比 那 只 小狗 更 可爱", "更", {"可爱"}),
        ("小明 昨天 去 了 学校 他 今天 也 去 了 学校", "他", {"去"}),
    ],
)
def test_shipped_example_sentences(shipped, sentence, word, belongs_to):
    words = sentence.split()
    row = shipped.traces(words)["neighbours"].weights[words.index(word)]
    assert words[int(row.argmax())] in belongs_to


def test_shipped_roles(shipped):
    words = ["我", "喝", "茶"]
    traces = shipped.traces(words)
    assert traces["subject"].weights[0].argmax() == 1
    assert traces["object"].weights[2].argmax() == 1
    assert traces["subject"].weights[2].max() < traces["subject"].weights[0].max(), "茶 is nobody's subject"


def test_shipped_words_of_the_examples_are_known_or_marked(shipped):
    assert shipped.unseen(["我", "喜欢", "去", "魑魅魍魉"]) == [False, False, False, True]


def test_shipped_file_is_small_and_described():
    from attention.assets import WEIGHTS_FOLDER

    assert (WEIGHTS_FOLDER / "syntax.npz").stat().st_size <= 4 * 2**20
    card = json.loads((WEIGHTS_FOLDER / "syntax.json").read_text("utf8"))
    assert card["licence"] == "CC BY-SA 4.0"
    assert {"UD Chinese GSD", "UD Chinese HK", "UD Chinese CFL"} <= {data["name"] for data in card["data"]}
    assert card["limits"]["zh"]
    assert card["limits"]["en"]
    assert card["scores"]
    assert card["training"]["command"]
