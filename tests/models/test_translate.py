"""The translation model in numpy: what it promises for any words, on small random weights and on the shipped ones."""

import json
import math
import re

import numpy as np
import pytest

from attention.core import attend, masked_softmax
from attention.errors import EmptyText, WeightsError
from attention.models import translate, weights
from attention.models.copied import LATIN, NUMBERS
from attention.models.translate import END, END_UNIT, MAX_TRANSLATED, START, START_UNIT, WORD, TranslateModel
from attention.words.segment import cut

SEED = ("我", "喜欢", "在", "周末", "去", "公园", "散步")
UNITS = [END, START, WORD + "I", WORD + "like", WORD + "te", "a", WORD + ".", "b"]
CONFIG = {"heads": 2, "encoder_layers": 2, "decoder_layers": 2}

ODD_WORDS = [
    ["我"],
    ["Hello", "World", "!"],
    ["👍🏽", "🇨🇳"],
    ["2024", "１２３", "3.14"],
    ["\u3000", "\n"],
    ["\ud800", "\x00", "é"],
    ["去"] * 5,
    ["长" * 500, "。"],
    ["我", "喜欢"] * 128,
]


def small_arrays(seed=0, d=8, f=12, units=UNITS):
    rng = np.random.default_rng(seed)
    matrices = {"E_character": (5, d), "E_word": (3, d), "E_unit": (len(units), d)}
    vectors = {"b_unit": len(units)}
    for p in ("encoder_0", "encoder_1", "decoder_0", "decoder_1"):
        parts = ("self", "cross") if p.startswith("decoder") else ("self",)
        matrices |= {f"{p}_{part}_{W}": (d, d) for part in parts for W in ("W_Q", "W_K", "W_V", "W_O")}
        matrices |= {f"{p}_W_1": (d, f), f"{p}_W_2": (f, d)}
        vectors |= {f"{p}_b_1": f, f"{p}_b_2": d}
        vectors |= {f"{p}_{part}_{name}": d for part in (*parts, "feed") for name in ("gain", "bias")}
    vectors |= {f"{p}_out_{name}": d for p in ("encoder", "decoder") for name in ("gain", "bias")}
    arrays = {}
    for name, shape in matrices.items():
        arrays |= weights.rows_of_int8(name, rng.normal(size=shape))
    arrays |= {name: rng.normal(size=size).astype(np.float16) for name, size in vectors.items()}
    lists = {
        "characters": list("我喜欢去"),
        "words": ["喜欢", "公园"],
        "single": ["我"],
        "rare": ["去"],
        "units": units,
    }
    return arrays | {name: weights.pack_strings(strings) for name, strings in lists.items()}


@pytest.fixture(scope="module")
def small():
    return TranslateModel.from_arrays(small_arrays(), {"config": CONFIG})


@pytest.fixture(scope="module")
def shipped():
    return translate.load()


@pytest.mark.parametrize("beam", [1, 4])
@pytest.mark.parametrize("words", ODD_WORDS, ids=lambda words: ascii(words[0])[:12] + f" x{len(words)}")
def test_any_words_get_an_answer_of_bounded_length(small, words, beam):
    found = small.translate(words, beam=beam)
    n, m = min(len(words), MAX_TRANSLATED), len(found.steps)
    assert found.source == tuple(words[:MAX_TRANSLATED])
    assert 1 <= m <= small.longest(n)
    assert found.cross.shape == (2, 2, m, n)
    np.testing.assert_allclose(found.cross.sum(axis=-1), 1, atol=1e-6)
    np.testing.assert_allclose(found.self_attention.sum(axis=-1), 1, atol=1e-6)
    assert not found.self_attention[..., ~np.tri(m, dtype=bool)].any(), "a unit looked at one that was not yet written"
    assert found.finished or m == small.longest(n)
    assert START not in found.units


@pytest.mark.parametrize("words", [[], ["我", ""]])
def test_nothing_to_translate(small, words):
    with pytest.raises(EmptyText):
        small.translate(words)


def plainly(words, units):
    """The log probabilities (m, units) of the small model by their definition, in float64 and one head after the other."""
    arrays = small_arrays()
    a = {name: array.astype(float) for name, array in weights.floats(arrays).items()}
    characters, known = weights.unpack_strings(arrays["characters"]), weights.unpack_strings(arrays["words"])

    def norm(x, p):
        rows = x - x.mean(axis=1, keepdims=True)
        return rows / np.sqrt((rows**2).mean(axis=1, keepdims=True) + 1e-5) * a[f"{p}_gain"] + a[f"{p}_bias"]

    def attention(X, Z, p, mask):
        seen = []
        for columns in (slice(0, 4), slice(4, 8)):
            Q, K, V = (Y @ a[f"{p}_W_{W}"][:, columns] for W, Y in (("Q", X), ("K", Z), ("V", Z)))
            seen.append(masked_softmax(Q @ K.T / 2, mask)[0] @ V)
        return np.concatenate(seen, axis=1) @ a[f"{p}_W_O"]

    def fed(x, p):
        hidden = np.maximum(norm(x, f"{p}_feed") @ a[f"{p}_W_1"] + a[f"{p}_b_1"], 0)
        return x + hidden @ a[f"{p}_W_2"] + a[f"{p}_b_2"]

    def placed(vectors):
        angles = [[i / 10000 ** (k / 4) for k in range(4)] for i in range(len(vectors))]
        return np.array(vectors) * math.sqrt(8) + np.concatenate([np.sin(angles), np.cos(angles)], axis=1)

    def vector(word):
        means = np.mean([a["E_character"][characters.index(c) + 1 if c in characters else 0] for c in word], axis=0)
        return means + a["E_word"][known.index(word) + 1 if word in known else 0]

    x, everything = placed([vector(word) for word in words]), np.array(True)
    for p in ("encoder_0", "encoder_1"):
        X = norm(x, f"{p}_self")
        x = fed(x + attention(X, X, f"{p}_self", everything), p)
    memory = norm(x, "encoder_out")
    x = placed([a["E_unit"][unit] for unit in [START_UNIT, *units[:-1]]])
    for p in ("decoder_0", "decoder_1"):
        X = norm(x, f"{p}_self")
        x = x + attention(X, X, f"{p}_self", np.tri(len(x), dtype=bool))
        x = fed(x + attention(norm(x, f"{p}_cross"), memory, f"{p}_cross", everything), p)
    logits = norm(x, "decoder_out") @ a["E_unit"].T + a["b_unit"]
    logits[:, START_UNIT] = -np.inf
    return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))


def test_explain_is_its_definition(small):
    units = [2, 4, 5, 7, 6, END_UNIT]
    wanted = plainly(SEED, units)
    found = small.explain(small.encode(SEED), units)
    for row, step, unit in zip(wanted, found.steps, units, strict=True):
        best = np.argsort(-row)[:5]
        assert step.unit == UNITS[unit]
        assert step.probability == pytest.approx(math.exp(row[unit]), rel=1e-3)
        assert [unit for unit, _ in step.candidates] == [UNITS[k] for k in best]
        np.testing.assert_allclose([p for _, p in step.candidates], np.exp(row[best]), rtol=1e-3)


def test_unit_by_unit_with_what_was_computed_before_is_the_same_as_all_at_once(small):
    memory, units = small.encode(SEED), [START_UNIT, 2, 4, 5]
    wanted_log_p, wanted = small.decode(memory, np.array([units, units[::-1]]))
    past = []
    for i in range(4):
        log_p, outputs = small.decode(memory, np.array([[units[i]], [units[3 - i]]]), past)
        np.testing.assert_allclose(log_p[:, 0], wanted_log_p[:, i], rtol=1e-4)
        for one, whole in zip(outputs, wanted, strict=True):
            np.testing.assert_allclose(one.self_weights[:, :, 0], whole.self_weights[:, :, i, : i + 1], atol=1e-5)
            np.testing.assert_allclose(one.cross_weights[:, :, 0], whole.cross_weights[:, :, i], atol=1e-5)
        past = [one.past for one in outputs]


def test_greedy_takes_the_most_probable_unit_each_time(small):
    """Also: what the search found step by step, with its cache, is what `explain` says about the whole at once."""
    for step in small.translate(SEED, beam=1).steps:
        assert step.unit == step.candidates[0][0]
        assert step.probability == pytest.approx(step.candidates[0][1])


def test_candidates_stand_in_order_and_are_probabilities(small):
    for step in small.translate(SEED).steps:
        shares = [p for _, p in step.candidates]
        assert shares == sorted(shares, reverse=True)
        assert 0 < sum(shares) <= 1 + 1e-6


def brute_force(model, words, longest):
    """Every sequence of units up to a length, and the one with the best mean log probability."""
    memory, found = model.encode(words), []

    def grow(units, total):
        if units and (units[-1] == END_UNIT or len(units) == longest):
            if units[-1] == END_UNIT:
                found.append((total / len(units), units))
            return
        for unit in range(len(UNITS)):
            if unit != START_UNIT:
                log_p = math.log(model.explain(memory, [*units, unit]).steps[-1].probability)
                grow([*units, unit], total + log_p)

    grow([], 0.0)
    return max(found)[1]


def test_a_wide_beam_finds_the_best_there_is(small, monkeypatch):
    monkeypatch.setattr(translate.TranslateModel, "longest", lambda self, n: 3)
    wanted = brute_force(small, ("我", "喜欢"), 3)
    found = small.translate(("我", "喜欢"), beam=200)
    assert found.units == tuple(UNITS[k] for k in wanted)


def plain_search(model, words, beam):
    """Beam search with nothing kept between steps: every beginning is decoded whole, all that may follow is sorted."""
    memory, alive, done = model.encode(words), [(0.0, [])], []
    for _ in range(model.longest(len(words))):
        grown = []
        for total, units in alive:
            log_p = model.decode(memory, np.array([[START_UNIT, *units]]))[0][0, -1]
            grown += [(total + float(p), [*units, unit]) for unit, p in enumerate(log_p)]
        grown = sorted(grown, reverse=True)[: 2 * beam]
        done += [one for one in grown[:beam] if one[1][-1] == END_UNIT]
        alive = [one for one in grown if one[1][-1] != END_UNIT][:beam]
        if len(done) >= beam or (beam == 1 and done):
            break
    return max(done or alive, key=lambda one: one[0] / len(one[1]) ** translate.LENGTH_PENALTY)[1]


@pytest.mark.parametrize("beam", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(6))
def test_search_is_its_definition(seed, beam):
    model = TranslateModel.from_arrays(small_arrays(seed), {"config": CONFIG})
    for words in (SEED, SEED[:2]):
        assert model.search(model.encode(words), beam) == plain_search(model, words, beam)


@pytest.mark.parametrize("k", [1, 3, 6, 9])
def test_largest(k):
    values = np.array([[2.0, -np.inf, 7.0], [5.0, 3.0, 6.0]])
    assert translate.largest(values, k).tolist() == [2, 5, 3, 4, 0, 1][:k]


@pytest.mark.parametrize(("n", "longest"), [(1, 14), (7, 26), (54, 120), (60, 120)])
def test_a_translation_is_broken_off_at_a_length_bounded_by_the_words(small, n, longest):
    assert small.longest(n) == longest


def test_beam_is_never_less_probable_per_unit_than_greedy_by_its_own_measure(small):
    greedy, beam = (small.translate(SEED, beam=width) for width in (1, 4))
    if greedy.finished and beam.finished:
        means = [np.mean([np.log(step.probability) for step in found.steps]) for found in (greedy, beam)]
        assert means[1] >= means[0] - 1e-6


def test_the_tables_of_the_encoder_are_those_of_the_core(small):
    memory = small.encode(SEED)
    assert memory.self_attention.shape == (2, 2, 7, 7)
    for layer in range(2):
        for head in range(2):
            trace = attend(memory.inputs[layer].astype(float), *small.encoder_matrices(layer, head))
            np.testing.assert_allclose(trace.weights, memory.self_attention[layer, head], atol=1e-5)


def test_order_matters(small):
    """Positions: the same words turned round are not the same sentence."""
    forth, back = (small.encode(words).keys_values[0][0] for words in (SEED, SEED[::-1]))
    assert np.abs(forth - back[:, :, ::-1]).max() > 0.01


def test_pieces_are_put_together(small):
    units = [UNITS.index(u) for u in (WORD + "I", WORD + "te", "a", "b", WORD + ".", END)]
    found = small.explain(small.encode(SEED), units)
    assert found.words == ("I", "teab", ".")
    assert found.text == "I teab."
    assert found.spans == ((0, 1), (1, 4), (4, 5))
    assert found.read == (START, WORD + "I", WORD + "te", "a", "b", WORD + ".")
    by_word = found.by_word(found.cross)
    assert by_word.shape == (2, 2, 3, 7)
    np.testing.assert_allclose(by_word.sum(axis=-1), 1, atol=1e-6)
    np.testing.assert_allclose(by_word[..., 1, :], found.cross[..., 1:4, :].mean(axis=-2))


@pytest.fixture(scope="module")
def copying():
    """A small model that has signs for what is copied."""
    units = [*UNITS, *(WORD + sign for sign in NUMBERS[:2] + LATIN[:1])]
    return TranslateModel.from_arrays(small_arrays(units=units), {"config": CONFIG})


def test_a_number_is_written_once_as_it_was_typed_and_no_sign_of_nothing(copying):
    for beam in (1, 4):
        found = copying.translate(["我", "喜欢", "1,256", "公园"], beam=beam)
        assert found.units.count(f"{WORD}1,256") == 1
        assert found.lost == ()
        assert copying.translate(["我", "喜欢", "公园"], beam=beam).lost == ()
    shown = [unit for step in found.steps for unit, _ in step.candidates]
    assert not set("".join(shown)) & set(NUMBERS + LATIN), "signs are never shown"
    assert all(len(step.candidates) == translate.RUNNERS_UP for step in found.steps)


def test_each_of_two_numbers_stands_for_its_own_word(copying):
    memory = copying.encode(["3200", "万人", "30%"])
    units = [copying.units.index(WORD + sign) for sign in (NUMBERS[1], NUMBERS[0])]
    assert copying.explain(memory, [*units, END_UNIT]).words == ("30%", "32 million")
    half = copying.explain(memory, [units[0], END_UNIT])
    assert (half.words, half.lost) == (("30%",), (0,))


def test_familiarity(small):
    how = small.vocabulary.familiarity
    assert [how(word) for word in ("喜欢", "我", "去", "大象")] == ["known", "known", "rare", "unseen"]
    assert [how(word) for word in ("1,256", "Wi-Fi", "二十五岁")] == ["known"] * 3, "they are copied"


def test_the_same_word_in_other_forms_is_the_same(small):
    v = small.vocabulary
    assert v.describe("Ａ") == v.describe("a")


def test_a_file_that_is_another_model(tmp_path):
    arrays = small_arrays()
    del arrays["decoder_1_W_1"]
    weights.save(tmp_path / "translate.npz", arrays, {"config": CONFIG})
    with pytest.raises(WeightsError):
        translate.load(tmp_path / "translate.npz")


# The shipped model


def test_the_seed_sentence_keeps_park_and_weekend(shipped):
    for beam in (1, 4):
        said = shipped.translate(SEED, beam=beam).text
        assert re.search("the park.*weekend|weekend.*the park", said)
    assert "walk" in said


def test_the_guided_head_finds_the_nouns_of_the_seed_sentence(shipped):
    found = shipped.translate(SEED)
    layer, head = shipped.guided
    rows = found.by_word(found.cross[layer, head])
    looked = {word: SEED[int(row.argmax())] for word, row in zip(found.words, rows, strict=True)}
    assert (looked["I"], looked["park"]) == ("我", "公园")
    assert next(looked[word] for word in looked if word.startswith("weekend")) == "周末"


def test_the_shipped_card(shipped):
    from attention.assets import WEIGHTS_FOLDER

    card = json.loads((WEIGHTS_FOLDER / "translate.json").read_text("utf8"))
    assert card["licence"] == "CC BY 2.0 FR"
    assert {part["name"] for part in card["data"]} == {"Tatoeba", "recipes/data/pairs"}
    assert card["scores"]["dev, beam 4"]["BLEU"] >= 37
    assert card["scores"]["dev, beam 4"]["chrF"] >= 55
    assert card["scores"]["alignment"]["AER"] <= 0.18
    assert card["scores"]["alignment"]["pairs"] >= 60
    assert card["training"]["numpy against PyTorch"] <= 1e-4
    assert (WEIGHTS_FOLDER / "translate.npz").stat().st_size <= 5 * 2**20
    for part in (card["title"], card["about"], card["limits"]):
        assert part["zh"]
        assert part["en"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("这里有1,256人。", "1,256 people"),
        ("这里有１，２５６人。", "1,256 people"),
        ("气温是-5℃。", "-5 °C"),
        ("现在是8:30。", "8:30"),
        ("他用iPhone 15 Pro拍照。", "iPhone 15 Pro"),
        ("一共3200万人。", "32 million people"),
        ("他二十五岁，我三十二岁。", "twenty-five.*thirty-two"),
        ("我用Wi-Fi上网。", "Wi-Fi"),
        ("会议在2026年5月3日开始。", "May 3, 2026"),
        ("会议下午3点30分开始。", "3:30"),
        ("昨天是12月25日。", "December 25"),
        ("他花了7,891元。", "7,891 yuan"),
    ],
)
def test_numbers_dates_times_and_latin_words_come_out_as_they_went_in(shipped, text, kept):
    found = shipped.translate(cut(text).tokens.words)
    assert re.search(kept, found.text)
    assert found.lost == ()


def test_words_that_a_visitor_cut_otherwise_are_still_translated(shipped):
    apart = ("我", "喜", "欢", "在", "周", "末", "去", "公", "园", "散", "步")
    assert "park" in shipped.translate(apart).text
