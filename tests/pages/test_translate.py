"""The page of the translation without a browser: what it says, and that its numbers are the model's."""

from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from attention.errors import WeightsError
from attention.hand.compare import crossings
from attention.hand.examples import examples
from attention.sources.translation_model import translate_model
from attention.words.english import join_words
from attention.words.segment import cut
from pages.ui.texts import say
from tests.pages.visit import (
    SEED,
    SEED_WORDS,
    component,
    container,
    english,
    figures,
    opened,
    prose,
    rows,
    sourced,
    ticks,
    turned,
    typed,
    unfolded,
    whole,
    z,
)

HOSTILE = "<b>我</b> [公园](http://x) =1+1 **去** $散步$ %{z} 👨‍👩‍👧"


def model_says(text: str, beam: int = 4) -> str:
    return translate_model().translate(cut(text).tokens.words, beam=beam).text


def player(app: AppTest) -> dict:
    return component(app, "translation_player")


def test_the_seed_sentence_and_what_a_person_would_say() -> None:
    app = opened("translate")
    said = dict(rows(app, say("zh", "translate.english"))[1:])
    assert said[say("zh", "translate.model")] == model_says(SEED)
    assert said[say("zh", "translate.person")] == "I like to take a walk in the park on weekends."


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_every_example_has_a_persons_translation(example) -> None:
    assert example.english is not None
    assert example.english.text == join_words(example.english.words)
    table = example.english.table(len(example.table))
    linked = [i for i, word in enumerate(example.english.words) if word.isalpha() and word != "and"]
    assert table[linked].sum(axis=1) == pytest.approx(1), "every word but marks and 'and' stands for something"
    assert table.any(axis=0).sum() >= len(example.table) - 1, "at most one Chinese word has no English one"


def test_the_player_shows_what_the_model_computed() -> None:
    data = player(opened("translate"))
    found = translate_model().translate(tuple(SEED_WORDS), beam=4)
    assert data["source"] == SEED_WORDS
    assert [step["p"] for step in data["steps"]] == pytest.approx([s.probability for s in found.steps], abs=1e-4)
    assert [step["kind"] for step in data["steps"]][-1] == "end"
    assert [len(step["candidates"]) for step in data["steps"]] == [5] * len(found.steps)
    layer, head = translate_model().guided
    assert np.array(data["weights"]) == pytest.approx(found.cross[layer, head], abs=1e-4)


def test_the_heatmap_has_english_rows_and_chinese_columns() -> None:
    app = opened("translate")
    found = translate_model().translate(tuple(SEED_WORDS), beam=4)
    weights = z(app, "translate_cross")
    assert weights.shape == (len(found.words), 7)
    assert ticks(app, "translate_cross") == list(found.words)
    assert weights.sum(axis=1) == pytest.approx(np.ones(len(found.words)), abs=1e-5)
    assert say("zh", "translate.table") in prose(app)


def test_another_head_shows_other_numbers() -> None:
    app = opened("translate")
    before = np.array(player(app)["weights"])
    whole(app.selectbox("translate_head_picker").set_value(1).run())
    mean = translate_model().translate(tuple(SEED_WORDS)).cross.mean(axis=(0, 1))
    after = np.array(player(app)["weights"])
    assert after == pytest.approx(mean, abs=1e-4)
    assert np.abs(after - before).max() > 0.05


def test_every_other_head_can_be_chosen() -> None:
    model = translate_model()
    options = opened("translate").selectbox("translate_head_picker").options
    assert len(options) == len(set(options)) == model.decoder_layers * model.heads + 1


def test_greedy_search_is_greedy() -> None:
    text = next(one.text for one in examples() if model_says(one.text, 1) != model_says(one.text, 4))
    app = typed(opened("translate"), text)
    assert dict(rows(app, say("zh", "translate.english"))[1:])[say("zh", "translate.model")] == model_says(text, 4)
    whole(app.segmented_control("search").set_value("greedy").run())
    assert dict(rows(app, say("zh", "translate.english"))[1:])[say("zh", "translate.model")] == model_says(text, 1)
    for step in player(app)["steps"]:
        assert step["text"] == step["candidates"][0][0]["text"]
    turned(app, "steps")
    assert turned(app, "translate").segmented_control("search").value == "greedy", "kept over a change of page"


def test_a_sentence_of_ones_own() -> None:
    text = "老师每天早上在教室里看报纸。"
    app = typed(opened("translate"), text)
    assert dict(rows(app, say("zh", "translate.english"))[1:]) == {say("zh", "translate.model"): model_says(text)}
    app = unfolded(app, "translate.by_hand")
    assert say("zh", "translate.by_hand.none") in prose(app)


def test_words_that_training_did_not_know_are_named() -> None:
    app = typed(opened("translate"), "我喜欢量子纠缠鼧鼥")
    said = prose(app)
    unknown = [
        w for w in cut("我喜欢量子纠缠鼧鼥").tokens.words if translate_model().vocabulary.familiarity(w) != "known"
    ]
    assert unknown
    assert all(f"“{word}”" in said for word in unknown)
    marks = component(app, "word_chips")["marks"]
    assert len(marks) == len(unknown)
    assert "演示模型。" not in prose(opened("translate"))


@pytest.mark.parametrize("text", ["Hello big world", "🇨🇳👍🏽"])
def test_what_is_not_chinese_gets_an_answer_that_says_so(text: str) -> None:
    app = typed(opened("translate"), text)
    assert player(app)["steps"]
    known = [translate_model().vocabulary.familiarity(word) == "known" for word in cut(text).tokens.words]
    assert (say("zh", "translate.all_unseen") in prose(app)) == (not any(known))


def test_a_very_long_text_is_translated_in_part_and_says_so() -> None:
    app = typed(opened("translate"), "我喜欢在周末去公园散步，" * 30)
    assert len(player(app)["source"]) == 60
    assert "只翻译前 60 个词，后面的 180 个词没有译。" in prose(app)


def test_hostile_words_stay_text() -> None:
    app = typed(opened("translate"), HOSTILE)
    words = cut(HOSTILE).tokens.words
    assert player(app)["source"] == list(words)
    assert all(
        "<b>" not in element.value or "&lt;" in element.value for element in app.get("html") if "公园" in element.value
    )


def test_the_three_folds() -> None:
    app = unfolded(
        opened("translate"), "translate.by_hand", "translate.cross", "translate.encoder", "translate.decoder"
    )
    model, found = translate_model(), translate_model().translate(tuple(SEED_WORDS))
    encoder = model.encode(tuple(SEED_WORDS)).self_attention[-1]
    for head in range(model.heads):
        assert z(app, f"translate_encoder_{head}") == pytest.approx(encoder[head], abs=1e-5)
        assert z(app, f"translate_crosses_{head}") == pytest.approx(found.by_word(found.cross[-1, head]), abs=1e-5)
        seen = z(app, f"translate_decoder_{head}")
        assert np.isnan(seen[np.triu_indices(len(seen), 1)]).all(), "what comes later cannot be looked at"
    assert ticks(app, "translate_hand_table") == "I like to take a walk in the park on weekends .".split()
    whole(app.segmented_control("translate_encoder_layer").set_value(0).run())
    first = model.encode(tuple(SEED_WORDS)).self_attention[0]
    assert z(app, "translate_encoder_0") == pytest.approx(first[0], abs=1e-5)


def test_how_far_the_orders_differ_comes_from_the_numbers() -> None:
    """walk–公园: hand-aligned, the links of the seed sentence cross; those of 妈妈每天早上给我做早饭 as well."""
    values = examples()[0].english.table(7)
    app = opened("translate")
    app.run()
    assert crossings(values) > 0
    assert crossings(np.eye(4)) == 0


def test_in_english() -> None:
    app = english(opened("translate"))
    assert say("en", "translate.lead") in prose(app)
    assert component(app, "translation_player")["labels"]["play"] == "Play"


def test_weights_that_are_not_whole_are_said_and_the_page_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise WeightsError("translate.npz", "the file is missing")

    monkeypatch.setattr("pages.ui.translate.translation.translate_model", broken)
    monkeypatch.setattr("pages.ui.frame.cache.translate_model", broken)
    app = typed(opened("translate"), "一句没有缓存的话")
    assert "不能翻译" in app.error[0].value
    assert "translate" in app.error[0].value
    assert "translate_cross" not in figures(app)
    assert app.text_input("text").value == "一句没有缓存的话"


# 翻译 as a source of weights


def test_the_encoder_is_a_source_on_the_main_page() -> None:
    app = sourced(opened(), "translation")
    tables = translate_model().encode(tuple(SEED_WORDS))
    weights = z(app, "computed_chart")
    assert np.nansum(weights, axis=1) == pytest.approx(np.ones(7), abs=1e-5)
    assert np.isnan(weights.diagonal()).all()
    model = translate_model()
    layers, heads = model.encoder_layers, model.heads
    assert say("zh", "source.translation.said", layers=layers, heads=heads) in prose(container(app, "computed"))
    app = whole(app.toggle("switch_diagonal").set_value(False).run())
    assert z(app, "computed_chart") == pytest.approx(tables.self_attention.mean(axis=(0, 1)), abs=1e-5)


def test_words_that_its_training_never_saw_are_marked_on_the_main_page() -> None:
    app = typed(sourced(opened(), "translation"), "我喜欢鼧鼥")
    words = component(app, "word_chips")["words"]
    unseen = [str(i) for i, word in enumerate(words) if translate_model().vocabulary.familiarity(word) == "unseen"]
    assert unseen
    assert "我" not in [words[int(i)] for i in unseen]
    assert sorted(component(app, "word_chips")["marks"]) == sorted(unseen)


def test_its_heads_are_named_by_layer() -> None:
    app = turned(sourced(opened(), "translation"), "heads")
    model = translate_model()
    assert len([key for key in figures(app) if key.startswith("head_table_")]) == model.encoder_layers * model.heads + 1
    assert say("zh", "head.encoder", layer=1, head=1) in prose(container(app, "head_0"))
    assert say("zh", "heads.untaught.translation") in prose(container(app, "head_0"))


@pytest.mark.parametrize("sentence", ["我喜欢在周末去公园散步", "他"])
def test_the_word_orders_are_said_to_cross_just_where_links_do(sentence: str) -> None:
    app = typed(opened("translate"), sentence)
    (said,) = (line for line in prose(app).split("\n") if "把每个英文词连到" in line or "没有先后可比" in line)
    values = z(app, "translate_cross")
    words = [word for word in ticks(app, "translate_cross") if any(map(str.isalnum, word))]
    rows = [row for word, row in zip(ticks(app, "translate_cross"), values, strict=True) if word in words]
    crossed = crossings(np.array(rows))
    if len(rows) < 2:
        assert "没有先后可比" in said
    elif crossed:
        assert f"有 {crossed} 对的先后与中文相反" in said
    else:
        assert "没有一对的先后与中文相反" in said
        assert "地点" not in said
