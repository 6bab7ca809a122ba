"""The page of real models without a browser: files and models come in, tables are picked, and the main page uses them."""

from __future__ import annotations

import base64
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.testing.v1 import AppTest

from attention.core.rollout import rollout
from attention.errors import WeightsError
from attention.imported import hub
from attention.imported.wall import make_wall
from attention.imported.words import units
from attention.session.board import opening_board
from attention.sources.e5_model import e5_attention
from attention.sources.translation_model import translate_model
from pages.ui.parts import imports
from pages.ui.texts import say
from pages.ui.widgets.wall import chosen_head
from tests.imported.written import FORMATS, NAMES, npy, npz, object_npy, weights
from tests.pages.visit import (
    SEED_WORDS,
    board,
    button,
    component,
    container,
    containers,
    english,
    figure,
    figures,
    opened,
    own,
    prose,
    sourced,
    switched,
    ticks,
    turned,
    typed,
    unfolded,
    whole,
    z,
)

ARRAY = weights(3, 2, 13, 13)
TABLE = "model_table_chart"


def asking() -> AppTest:
    """The page, where one brings in something of one's own."""
    return unfolded(opened("models"), "models.another")


def from_a_file() -> AppTest:
    """The page, asking for a file."""
    return whole(asking().segmented_control("import_from").set_value("file").run())


def brought(data: bytes, name: str = "bert.npz", app: AppTest | None = None) -> AppTest:
    """The page after a file was chosen."""
    app = app or from_a_file()
    box = next(box for box in app.get("file_uploader") if box.key.startswith("import_file"))
    return whole(box.set_value((name, data, "")).run())


def test_an_upload_is_let_go_once_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken or refused; Streamlit would keep it until the visitor leaves."""
    managers: list[MemoryUploadedFileManager] = []
    add = MemoryUploadedFileManager.add_file

    def added(self: MemoryUploadedFileManager, *args: Any, **kwargs: Any) -> None:
        managers.append(self)
        add(self, *args, **kwargs)

    monkeypatch.setattr(MemoryUploadedFileManager, "add_file", added)
    brought(b"no file of ours", app=unfolded(bert(), "models.another"))
    assert len(managers) >= 2
    assert [files for manager in managers for files in manager.file_storage.values() if files] == []


def test_who_comes_when_the_shelf_is_full_is_told_and_keeps_what_he_had(monkeypatch: pytest.MonkeyPatch) -> None:
    app = bert()
    monkeypatch.setattr(imports.SHELF, "most", 2 * ARRAY.astype(np.float32).nbytes)
    full = brought(npz(attention=weights(6, 4, 13, 13)), "large.npz", unfolded(app, "models.another"))
    assert "满了" in " ".join(warning.value for warning in full.warning)
    assert "bert" in prose(full)


def bert() -> AppTest:
    return brought(FORMATS["npz"](ARRAY))


def words_of(array: Any) -> Any:
    """By hand: characters to words, special pieces left out."""
    inner, ends = array[1:12, 1:12], np.cumsum([0, *map(len, SEED_WORDS)])
    spans = [slice(a, b) for a, b in pairwise(ends)]
    table = np.array([[inner[q, k].sum(axis=1).mean() for k in spans] for q in spans])
    return table / table.sum(axis=1, keepdims=True)


def infos(app: AppTest) -> list[str]:
    return [element.value for element in app.info]


# Files


def test_without_a_model_of_ones_own_there_is_the_apps() -> None:
    app = button(asking(), "import_own")
    wanted = translate_model().encode(tuple(SEED_WORDS)).self_attention[0, 0]
    assert z(app, TABLE) == pytest.approx(wanted, abs=1e-5)
    assert say("zh", "models.own.name") in prose(app)


def test_before_anything_is_imported_the_page_says_what_it_takes() -> None:
    app = from_a_file()
    assert say("zh", "models.limits", megabytes=120, weights="3200 万", pieces=512) in prose(app)


def test_a_file_becomes_a_table_of_words() -> None:
    app = brought(FORMATS["safetensors"](ARRAY), "a.safetensors")
    assert ticks(app, TABLE) == SEED_WORDS
    np.testing.assert_allclose(z(app, TABLE), words_of(ARRAY[0, 0]), atol=1e-6)
    assert say("zh", "models.sums.right", rows=78, tolerance=0.001) in prose(app)
    assert say("zh", "models.note.left_out") in prose(app)
    assert "a.safetensors" in prose(container(app, "import_summary"))


def test_layer_head_means_and_rollout() -> None:
    app = bert()
    app = whole(app.number_input("import_pick_layer").set_value(3).run())
    app = whole(app.number_input("import_pick_head").set_value(2).run())
    np.testing.assert_allclose(z(app, TABLE), words_of(ARRAY[2, 1]), atol=1e-6)
    for how, array in (
        ("layer", ARRAY[2].mean(axis=0)),
        ("all", ARRAY.mean(axis=(0, 1))),
        ("rollout", rollout([layer.mean(axis=0) for layer in ARRAY])),
    ):
        app = whole(app.selectbox("import_pick_how").set_value(how).run())
        np.testing.assert_allclose(z(app, TABLE), words_of(array), atol=1e-5)


def test_back_to_pieces_with_one_switch_and_special_ones_with_another() -> None:
    app = switched(bert(), "import_words_box", False)
    assert ticks(app, TABLE) == list(NAMES[1:-1])
    app = switched(app, "import_specials_box", True)
    assert ticks(app, TABLE) == list(NAMES)
    np.testing.assert_allclose(z(app, TABLE), ARRAY[0, 0], atol=1e-6)
    assert say("zh", "models.note.specials") in prose(app)
    assert say("zh", "models.note.left_out") not in prose(app)


def test_rows_that_are_no_weights_are_said_to_be_none_and_divided_on_request() -> None:
    app = brought(npz(attention=ARRAY * 0.5, tokens=np.array(NAMES)))
    assert say("zh", "models.sums.wrong", bad=78, rows=78, smallest="0.5", largest="0.5") in prose(app).replace(
        "\\", ""
    )
    app = switched(app, "import_normalise_box", True)
    np.testing.assert_allclose(z(app, TABLE).sum(axis=1), 1, atol=1e-6)
    assert say("zh", "models.note.rescaled") in prose(app)


def test_rows_and_columns_that_were_swapped_are_turned_with_a_click() -> None:
    app = brought(npz(attention=ARRAY.swapaxes(-1, -2), tokens=np.array(NAMES)))
    assert say("zh", "models.sums.turned") in infos(app)
    app = button(app, "import_turn")
    assert infos(app) == []
    np.testing.assert_allclose(z(app, TABLE), words_of(ARRAY[0, 0]), atol=1e-6)


def test_of_several_sentences_one_is_chosen() -> None:
    array = weights(2, 3, 2, 13, 13)
    app = unfolded(brought(npz(attention=array, tokens=np.array(NAMES))), "models.another")
    app = whole(app.number_input("import_number_box").set_value(3).run())
    np.testing.assert_allclose(z(app, TABLE), words_of(array[0, 2, 0]), atol=1e-6)


def test_a_bare_square_takes_the_words_of_the_sentence_and_else_numbers() -> None:
    assert ticks(brought(npy(weights(7, 7)), "a.npy"), TABLE) == SEED_WORDS
    assert ticks(brought(npy(weights(4, 4)), "a.npy"), TABLE) == ["1", "2", "3", "4"]


def test_names_can_be_typed_afterwards() -> None:
    app = unfolded(brought(npy(ARRAY), "a.npy"), "models.another", "models.names")
    app = whole(app.text_area("import_names_box").set_value(" ".join(NAMES)).run())
    assert ticks(app, TABLE) == SEED_WORDS
    app = whole(app.text_area("import_names_box").set_value("我 去").run())
    assert say("zh", "import.tokens", name="a.npy", found=2, wanted=13) in prose(app).replace("\\", "")
    assert ticks(app, TABLE) == SEED_WORDS  # what was there stays


def test_names_from_a_second_file() -> None:
    app = unfolded(brought(npy(ARRAY), "a.npy"), "models.another", "models.names")
    box = next(box for box in app.get("file_uploader") if box.key.startswith("import_names"))
    app = whole(box.set_value(("names.txt", "\n".join(NAMES).encode(), "")).run())
    assert ticks(app, TABLE) == SEED_WORDS


def test_a_refused_file_is_a_sentence_and_what_was_there_stays() -> None:
    app = brought(object_npy(), "b.npy", unfolded(bert(), "models.another"))
    said = prose(app).replace("\\", "")
    assert say("zh", "import.pickle", name="b.npy", found="", wanted="")[:8] in said
    assert ticks(app, TABLE) == SEED_WORDS


def test_another_sentence_is_said_to_be_one_and_can_be_taken() -> None:
    app = typed(bert(), "今天天气很好")
    assert say("zh", "models.other_text.file", text="我喜欢在周末去公园散步") in prose(app).replace("\\", "")
    assert ticks(app, TABLE) == SEED_WORDS
    assert say("zh", "models.main.other_words") in prose(app).replace("\\", "")
    app = button(app, "import_take_text")
    assert board(app).words == tuple(SEED_WORDS)
    assert say("zh", "models.main.other_words") not in prose(app)


def test_hostile_names_are_shown_as_they_are() -> None:
    names = ["<b>", "%{x}", "**粗**", "$x$"]
    app = switched(brought(npz(attention=weights(4, 4), tokens=np.array(names))), "import_words_box", False)
    assert ticks(app, TABLE) == names


# Views


def picked(app: AppTest) -> list[Any]:
    return [app.number_input(f"e5_pick_{name}").value for name in ("layer", "head")]


def test_the_page_opens_on_a_real_model_reading_the_visitors_sentence() -> None:
    app = opened("models")
    assert "multilingual-e5-small" in prose(container(app, "import_summary"))
    (stack,) = e5_attention(board(app).cut.tokens).stacks
    inner = stack.weights[9, 7, 1:-1, 1:-1]
    assert picked(app) == [10, 8]
    np.testing.assert_allclose(z(app, TABLE), inner / inner.sum(axis=1, keepdims=True), atol=1e-6)
    assert say("zh", "models.wall.shares", shares="<s> 0.47、</s> 0.24", total="0.71") in prose(container(app, "wall"))
    assert say("zh", "models.wall.sink") in prose(container(app, "wall"))
    assert ticks(whole(typed(app, "他在学校看书")), TABLE) == ["他", "在", "学校", "看书"]


def test_the_wall_has_all_heads_in_few_bytes_and_tells_what_they_do() -> None:
    app = opened("models")
    wall = component(app, "head_wall")
    assert len(base64.b64decode(wall["pictures"])) == 144 * 7 * 7
    assert (wall["layers"], wall["heads"], wall["plain"], wall["lit"]) == (12, 12, True, "1" * 144)
    app = whole(app.selectbox("wall_lit_box").set_value("previous").run())
    wall = component(app, "head_wall")
    assert [int(lit) for lit in wall["lit"]] == [count >= 3 for count in wall["counts"]]
    assert wall["counts"][2 * 12 + 5] == wall["of"] == 6  # layer 3, head 6
    app = whole(app.selectbox("wall_order_box").set_value("linked").run())
    wall = component(app, "head_wall")
    assert {tuple(divmod(i, 12)) for i in wall["order"][:2]} == {(4, 2), (9, 7)}
    assert not wall["plain"]


def test_only_a_head_that_is_on_the_wall_can_be_chosen() -> None:
    (stack,) = e5_attention(opening_board().cut.tokens).stacks
    across = units(stack.keys, None)
    wall = make_wall(stack, across, across, specials=True)
    assert chosen_head({"head": {"layer": 11, "head": 0}}, wall) == (11, 0)
    for layer, head in ((12, 0), (0, -1), ("1", 0), (True, 0), (None, None)):
        assert chosen_head({"head": {"layer": layer, "head": head}}, wall) is None
    assert [chosen_head(odd, wall) for odd in (None, {}, {"head": None}, {"head": [1, 2]})] == [None] * 4


def test_a_word_that_the_model_cannot_read_is_marked() -> None:
    app = typed(opened("models"), "我爱カタカナ")
    assert say("zh", "words.unseen.e5") in str(component(app, "word_chips"))


def test_the_real_model_goes_to_the_main_page_with_its_layer_and_head() -> None:
    app = opened("models")
    shown = z(app, TABLE)
    app = button(app, "import_use")
    assert say("zh", "models.main.is") in " ".join(caption.value for caption in app.caption)
    assert board(app).source == "e5"
    app = turned(app, "table")
    wanted = np.where(np.eye(7) > 0, np.nan, shown)
    np.testing.assert_allclose(z(app, "computed_chart"), wanted / np.nansum(wanted, axis=1, keepdims=True), atol=1e-6)
    assert (app.selectbox("pick_how").value, app.number_input("pick_layer").value) == ("head", 10)
    app = whole(app.selectbox("pick_how").set_value("all").run())
    assert say("zh", "source.e5.all", file="multilingual-e5-small") in prose(app)


def test_without_its_weights_the_page_says_so_and_takes_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(tokens: Any) -> Any:
        raise WeightsError("e5.npz", "the file is missing")

    monkeypatch.setattr(imports, "e5_attention", missing)
    app = opened("models")
    assert app.warning
    assert TABLE not in figures(app)
    assert "bring" in containers(app)


def test_two_tables_of_the_import_are_compared() -> None:
    app = unfolded(bert(), "models.pair")
    app = whole(app.number_input("import_other_layer").set_value(2).run())
    difference = z(app, "pair_difference_chart")
    wanted = words_of(ARRAY[0, 0]) - words_of(ARRAY[1, 0])
    np.testing.assert_allclose(difference, np.where(np.abs(wanted) < 0.005, 0, wanted), atol=1e-6)
    same = int((words_of(ARRAY[0, 0]).argmax(axis=1) == words_of(ARRAY[1, 0]).argmax(axis=1)).sum())
    assert app.metric[0].value == say("zh", "agreement.rows.value", agreeing=same, compared=7)


@pytest.mark.parametrize("other", ["hand", "translation"])
def test_the_import_is_compared_with_every_source_under_the_same_switches(other: str) -> None:
    app = unfolded(bert(), "models.pair")
    app = whole(app.segmented_control("import_with_box").set_value(other).run())
    first, second = z(app, "pair_first_chart"), z(app, "pair_second_chart")
    assert np.isnan(np.diag(first)).all()
    assert np.isnan(np.diag(second)).all()
    np.testing.assert_allclose(np.nansum(first, axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(np.nansum(second, axis=1), 1, atol=1e-5)
    assert len(app.metric) == 3


def test_what_has_other_words_cannot_be_compared_with_the_board() -> None:
    app = unfolded(typed(bert(), "今天天气很好"), "models.pair")
    app = whole(app.segmented_control("import_with_box").set_value("hand").run())
    assert say("zh", "models.pair.words") in infos(app)


def test_what_people_ask_is_answered_with_the_tables_own_numbers() -> None:
    array = np.full((1, 1, 13, 13), 0.03)
    array[..., 0] = 1 - 12 * 0.03
    app = unfolded(brought(npz(attention=array.astype(np.float32), tokens=np.array(NAMES))), "models.questions")
    said = prose(container(app, "answer_figures"))
    assert say("zh", "models.sink", piece="[CLS]", share=0.64, even=1 / 13) in said
    for name in ("axis", "sink", "symmetric"):
        assert say("zh", f"models.answer.{name}") in prose(container(app, f"answer_{name}"))


# The main page


def test_the_picked_table_stands_on_the_main_page_and_survives_a_change_of_page() -> None:
    app = whole(bert().number_input("import_pick_layer").set_value(2).run())
    app = button(app, "import_use")
    app = switched(turned(app, "table"), "switch_diagonal", False)
    np.testing.assert_allclose(z(app, "computed_chart"), words_of(ARRAY[1, 0]), atol=1e-6)
    assert say("zh", "source.imported.head", file="bert.npz", layer=2, head=1) in prose(container(app, "computed"))
    app = turned(turned(app, "heads"), "models")
    np.testing.assert_allclose(z(app, TABLE), words_of(ARRAY[1, 0]), atol=1e-6)


def test_a_division_that_cannot_act_on_an_import_is_disabled_and_says_why() -> None:
    app = turned(button(bert(), "import_use"), "table")
    assert app.toggle("switch_scale").disabled  # the file has weights only
    assert app.toggle("switch_scale").help == say("zh", "switches.idle.root_unknown")
    assert not app.slider("temperature").disabled
    before = z(app, "computed_chart")
    app = whole(app.slider("temperature").set_value(3.0).run())
    assert np.nanmax(z(app, "computed_chart")) < np.nanmax(before)
    app = sourced(app, "syntax")
    assert not app.toggle("switch_scale").disabled
    assert app.toggle("switch_scale").help == say("zh", "switches.scale.help")


def test_the_page_of_heads_shows_those_of_the_picked_layer() -> None:
    app = switched(turned(button(bert(), "import_use"), "heads"), "switch_diagonal", False)
    assert sum(key.startswith("head_table_") for key in figures(app)) == 3
    np.testing.assert_allclose(z(app, "head_table_1"), words_of(ARRAY[0, 1]), atol=1e-6)
    assert say("zh", "heads.why.imported") in prose(app)


@pytest.mark.parametrize("page", ["steps", "why"])
def test_pages_that_need_matrices_say_that_an_import_has_none(page: str) -> None:
    app = own(turned(button(bert(), "import_use"), page))
    assert say("zh", "source.no_matrices") in prose(app).replace("\\", "")


def test_a_page_that_needs_matrices_asks_nothing_of_an_import_of_another_sentence() -> None:
    app = own(turned(typed(button(bert(), "import_use"), "我去公园"), "steps"))
    assert say("zh", "source.syntax.said") in prose(app).replace("\\", "")


def test_where_nothing_is_imported_the_main_page_says_so_and_shows_the_way() -> None:
    app = sourced(opened(), "imported")
    assert say("zh", "import.nothing") in prose(app).replace("\\", "")
    assert say("zh", "imported.open") in [link.proto.label for link in app.get("page_link")]
    assert "computed_chart" in figures(app)


def test_an_edited_sentence_no_longer_has_its_import_and_says_so() -> None:
    app = turned(button(bert(), "import_use"), "table")
    app = typed(app, "我喜欢在周末去公园")
    said = prose(app).replace("\\", "")
    assert "bert.npz" in said
    assert say("zh", "import.other_words", name="bert.npz", found="我喜欢在周末去公园散步", wanted="") in said
    app = typed(app, "我喜欢在周末去公园散步")
    assert "对不上" not in prose(app)


def test_forgetting_the_import_gives_the_main_page_another_source() -> None:
    app = unfolded(button(bert(), "import_use"), "models.another")
    app = button(app, "import_forget")
    assert board(app).source == "syntax"
    assert "multilingual-e5-small" in prose(container(app, "import_summary"))


def test_the_page_speaks_english() -> None:
    app = english(bert())
    assert say("en", "models.note.words") in prose(app)
    assert say("en", "models.size", kind="self-attention", layers=3, heads=2, queries=13, keys=13) in prose(app)


# Models


def run_model(app: AppTest, name: str) -> AppTest:
    app = whole(app.segmented_control("import_from").set_value("model").run())
    app = whole(app.selectbox("import_model_box").set_value(name).run())
    return button(app, "import_run")


@pytest.fixture
def offered(made_models: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ATTENTION_MODELS", str(made_models))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))


@pytest.mark.parametrize("name", ["bert", "gpt"])
def test_a_model_reads_the_sentence(offered: None, name: str) -> None:
    app = run_model(asking(), name)
    assert ticks(app, TABLE) == SEED_WORDS
    np.testing.assert_allclose(np.nansum(z(app, TABLE), axis=1), 1, atol=1e-5)
    app = turned(button(app, "import_use"), "table")
    assert say("zh", "source.imported.head", file=name, layer=1, head=1) in prose(container(app, "computed"))


def test_a_translation_models_three_parts(offered: None) -> None:
    app = whole(asking().segmented_control("import_from").set_value("model").run())
    app = whole(app.text_input("import_target_box").set_value("I like the park").run())
    app = run_model(app, "bart")
    assert figure(app, TABLE)["layout"]["xaxis"]["ticktext"] == SEED_WORDS
    assert ticks(app, TABLE) == ["I", "like", "the", "park"]
    assert say("zh", "models.main.two_sided") in prose(app).replace("\\", "")
    app = whole(app.segmented_control("import_kind_box").set_value("encoder").run())
    assert ticks(app, TABLE) == SEED_WORDS


def test_after_an_edit_the_model_can_be_asked_again(offered: None) -> None:
    app = typed(run_model(asking(), "bert"), "我去公园")
    assert say("zh", "models.other_text.model", text="我喜欢在周末去公园散步") in prose(app).replace("\\", "")
    app = button(unfolded(app, "models.another"), "import_run")
    assert ticks(app, TABLE) == ["我", "去", "公园"]


def test_a_name_that_is_not_on_this_computer(offered: None) -> None:
    app = whole(asking().segmented_control("import_from").set_value("model").run())
    app.session_state["import_model"] = "google-bert/bert-base-chinese"  # typed, which only a browser can
    app = button(whole(app.run()), "import_run")
    assert say("zh", "import.model_missing", name="google-bert/bert-base-chinese") in prose(app).replace("\\", "")


def test_without_the_setting_the_page_says_how_to_name_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATTENTION_MODELS", raising=False)
    monkeypatch.setattr(hub, "is_installed", lambda: True)
    app = whole(asking().segmented_control("import_from").set_value("model").run())
    assert "ATTENTION_MODELS=/home/me/models make run" in prose(app).replace("\\", "")


def test_without_the_library_the_page_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "is_installed", lambda: False)
    app = whole(asking().segmented_control("import_from").set_value("model").run())
    assert say("zh", "models.install") in prose(app).replace("\\", "")
    assert [block.value for block in app.code] == ["make models"]
    assert "import_run" not in containers(app)
