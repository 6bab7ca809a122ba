"""Trees for the syntax recipe: reading CoNLL-U, other cuts, variants, targets."""

import random

import numpy as np
import pytest

from attention.models.syntax import HEADS
from recipes import tables
from recipes.syntax import conllu, corpus
from recipes.syntax.targets import NO_PARTNER_WEIGHT, targets
from recipes.syntax.trees import NONE, ROOT, Tree, from_table, is_tree, neighbours, recut, untied, without
from recipes.syntax.variants import joined, variants

CONLLU = """\
# sent_id = 1
# text = 我喝热茶。
1\t我\t_\tPRON\t_\t_\t2\tnsubj\t_\t_
2\t喝\t_\tVERB\t_\t_\t0\troot\t_\t_
2.1\t喝\t_\tVERB\t_\t_\t_\t_\t0:root\t_
3-4\t热茶\t_\t_\t_\t_\t_\t_\t_\t_
3\t热\t_\tADJ\t_\t_\t4\tamod:x\t_\t_
4\t茶\t_\tNOUN\t_\t_\t2\tobj\t_\tSpaceAfter=No
5\t。\t_\tPUNCT\t_\t_\t2\tpunct\t_\t_

# text = 去
1\t去\t_\tVERB\t_\t_\t0\troot\t_\t_

"""


def tree(words, heads, relations=None, tags=None):
    """A tree from words joined by blanks and heads counted from 1 (0: the root)."""
    cut = tuple(words.split())
    nothing = [""] * len(cut)
    return Tree(cut, tuple(h - 1 for h in heads), tuple(relations or nothing), tuple(tags or nothing), "test")


def own(block):
    return from_table(tables.parse(block))


@pytest.fixture
def tea(tmp_path):
    (tmp_path / "small.conllu").write_text(CONLLU, "utf8")
    return conllu.read(tmp_path / "small.conllu")[0]


def test_conllu_passes_over_what_is_no_word(tea):
    assert tea.words == ("我", "喝", "热", "茶", "。")
    assert tea.heads == (1, ROOT, 3, 1, 1)
    assert tea.relations == ("nsubj", "root", "amod", "obj", "punct")
    assert tea.is_mark(4)
    assert not tea.is_mark(3)
    assert tea.source == "small"


def test_conllu_says_where_a_file_is_cut_off(tmp_path):
    (tmp_path / "part.conllu").write_text(CONLLU[: CONLLU.index("4\t茶")], "utf8")
    with pytest.raises(ValueError, match="part: 热 hangs on no word"):
        conllu.read(tmp_path / "part.conllu")


def test_conllu_converts_the_whole_text_at_once(tmp_path):
    (tmp_path / "small.conllu").write_text(CONLLU, "utf8")
    seen = []
    first, second = conllu.read(
        tmp_path / "small.conllu", convert=lambda text: seen.append(text) or text.replace("热", "熱")
    )
    assert seen == ["我喝热茶。", "去"]
    assert first.words == ("我", "喝", "熱", "茶", "。")
    assert second.words == ("去",)


def test_conllu_keeps_the_words_when_a_conversion_changes_lengths(tmp_path):
    (tmp_path / "small.conllu").write_text(CONLLU, "utf8")
    first, _ = conllu.read(tmp_path / "small.conllu", convert=lambda text: text.replace("茶", "红茶"))
    assert first.words == ("我", "喝", "热", "红茶", "。")


def test_recut_merges(tea):
    merged = recut(tea, ["我", "喝", "热茶", "。"])
    assert merged.heads == (1, ROOT, 1, 1)
    assert merged.relations[2] == "obj"


def test_recut_splits_and_the_last_part_keeps_the_head():
    split = recut(tree("我 喜欢 散步", [2, 0, 2]), ["我", "喜", "欢", "散", "步"])
    assert split.heads == (2, 2, ROOT, 4, 2)


def test_recut_across_words():
    """共|同点 against 共同|点: every word still hangs somewhere, and there is one root."""
    across = recut(tree("找 共 同点", [0, 3, 1]), ["找", "共同", "点"])
    assert across.heads == (ROOT, 2, 0)


def test_recut_of_a_root_inside_a_word():
    assert recut(tree("不 去 了", [2, 0, 2]), ["不去", "了"]).heads == (ROOT, 0)


def test_recut_wants_the_same_text():
    with pytest.raises(ValueError, match="not a cut"):
        recut(tree("不 去", [2, 0]), ["去"])


def test_neighbours_leave_punctuation_out(tea):
    assert [sorted(found) for found in neighbours(tea)] == [[1], [0, 3], [3], [1, 2], [1]]


def test_without_moves_the_heads(tea):
    assert without(tea, {2}).heads == (1, ROOT, 1, 1)


def test_is_tree():
    assert is_tree(tree("a b c", [2, 0, 2]))
    assert not is_tree(tree("a b c", [2, 1, 0]))
    assert not is_tree(tree("a b c", [0, 0, 2]))


def test_variants_are_trees_on_the_same_text(tea):
    found = list(variants(tea, ["我", "喝", "热茶", "。"], 40, random.Random(1)))
    assert found[0] == tea
    assert len(found) == 40
    assert all(is_tree(one) for one in found)
    assert {one.text for one in found} == {"我喝热茶。", "我喝热茶"}
    assert {len(one) for one in found} == {3, 4, 5}


def test_joined_hangs_the_second_root_on_the_first():
    first, second = own("# x 1\n他 唱歌 。\n1-2"), own("# x 2\n我 跳舞\n1-2")
    both = joined(first, second)
    assert both.words == ("他", "唱歌", "我", "跳舞")
    assert both.heads == (1, ROOT, 3, 1)


def test_targets_of_a_tree(tea):
    found = targets(tea)
    rows = {name: found.aim[h] for h, name in enumerate(HEADS)}
    assert rows["head"].argmax(axis=1).tolist() == [2, 0, 4, 2, 2]
    np.testing.assert_allclose(
        rows["neighbours"][1], [0, 0.5, 0, 0, 0.5, 0], err_msg="no punctuation among the neighbours"
    )
    np.testing.assert_allclose(rows["subject"][0], [0, 0, 1, 0, 0, 0])
    np.testing.assert_allclose(rows["subject"][1], [0, 1, 0, 0, 0, 0])
    np.testing.assert_allclose(rows["modifier"][3], [0, 0, 0, 1, 0, 0])
    np.testing.assert_allclose(rows["object"][2], [0, 0.25, 0.25, 0, 0.25, 0.25], err_msg="no partner: even")
    np.testing.assert_allclose(found.aim.sum(axis=-1), 1, rtol=1e-6)
    assert found.weight[HEADS.index("object"), 2] == pytest.approx(NO_PARTNER_WEIGHT)


def test_targets_of_our_own_have_no_roles():
    found = targets(own("# x 1\n我 喝 茶 。\n1-2 3-2"))
    for h, name in enumerate(HEADS):
        assert found.weight[h].any() == (name in ("head", "neighbours"))
    mark = found.weight[HEADS.index("head"), 3]
    assert 0 < mark < 0.2
    assert found.aim[HEADS.index("head"), 3, 2] == 1


def test_targets_where_nothing_is_known():
    assert not targets(untied(["我", "喝", "茶", "。"])).weight.any()


def test_untied_knows_marks():
    words = untied(["好", "！"])
    assert words.heads == (NONE, NONE)
    assert words.is_mark(1)
    assert not words.is_mark(0)


def test_examples_of_the_app_and_held_out_sentences_do_not_train(tmp_path):
    folder = tmp_path / "tables"
    folder.mkdir()
    blocks = [
        "# x 1\n我 爱 你\n1-2 3-2",
        "# x 10\n他 爱 我\n1-2 3-2",
        "# x 3\n老师 把 作业 发给 了 学生 。\n1-4 2-3 3-4 5-4 6-4",
    ]
    (folder / "a.txt").write_text("\n\n".join(blocks) + "\n", "utf8")
    (tmp_path / "text.tsv").write_text("他爱我。\tHe loves me.\n你爱他。\tYou love him.\n", "utf8")
    found = corpus.read([], folder, [tmp_path / "text.tsv"])
    assert [one.text for one in found.own] == ["我爱你"]
    assert [one.text for one in found.held_out] == ["他爱我"]
    assert [one.text for one in found.text] == ["你爱他。"]
    assert found.refused == ["老师把作业发给了学生。"]
