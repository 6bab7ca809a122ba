"""Pairs for the translation recipe: reading, units, alignment, and our own data files."""

import numpy as np
import pytest

from attention.models.translate import WORD
from attention.words.segment import cut
from recipes.syntax.corpus import EXAMPLE_SENTENCES, letters
from recipes.translate import aligned, pairs
from recipes.translate.aligner import align
from recipes.translate.english import Casing, words_of
from recipes.translate.units import Sizes, learn, source_vocabulary


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("I don't know.", "I do n't know ."),
        ("He can’t come, can he?", "He ca n't come , can he ?"),
        ("It's Tom's T-shirt.", "It 's Tom 's T-shirt ."),
        ("“Go!” she said at 7:30 p.m.", '" Go ! " she said at 7:30 p.m .'),
        ("Six o'clock; $3.50", "Six o'clock ; $ 3.50"),
    ],
)
def test_english_words(text, words):
    assert words_of(text) == words.split()


def test_casing_knows_names_from_the_middle_of_sentences():
    sentences = [
        words_of(t) for t in ("The cat sees Tom.", "Tom sees the cat.", "I think Tom is here.", "Paris is big.")
    ]
    casing = Casing(sentences)
    assert casing.applied(words_of("Tom sees the cat.")) == "Tom sees the cat .".split()
    assert casing.applied(words_of("The dog?")) == "the dog ?".split()
    assert casing.applied(["Paris", "."]) == ["Paris", "."], "never seen elsewhere: its capital is kept"


def written(folder, name, rows):
    (folder / name).write_text("".join(f"{zh}\t{en}\n" for zh, en in rows), "utf8")
    return folder / name


def test_what_must_not_be_trained_on_is_left_out(tmp_path):
    rows = [
        ("我喝茶。", "I drink tea."),
        ("我喝茶。", "I drink tea."),
        ("我喜欢在周末去公园散步。", "I like to take a walk in the park on weekends."),
        ("他开枪了。", "He shot him."),
        ("她在看书。", "She is reading."),
    ]
    found = pairs.of_files([written(tmp_path, "a.tsv", rows)], closed=["她在看书"], own=True)
    assert [pair.chinese for pair in found] == [("我", "喝茶", "。")]
    assert found[0].english == ("I", "drink", "tea", ".")
    assert found[0].own


def test_a_line_without_a_tab_is_named(tmp_path):
    (tmp_path / "b.tsv").write_text("我喝茶。\tI drink tea.\n我喝茶。\n", "utf8")
    with pytest.raises(ValueError, match="line 2"):
        list(pairs.read(tmp_path / "b.tsv"))


def test_references(tmp_path):
    path = written(tmp_path, "dev.tsv", [("我喝茶。", "I drink tea. ||| I'm drinking tea.")])
    assert pairs.references(path) == [("我喝茶。", ["I drink tea.", "I'm drinking tea."])]


def test_rare_words_are_put_together_from_pieces():
    sentences = [["walk"]] * 5 + [["walking"], ["talking"], ["singing"]]
    pieces = learn(sentences, Sizes(target=4, merges=10))
    assert [pieces.units[k] for k in pieces.cut("walk")] == [WORD + "walk"]
    parts = [pieces.units[k] for k in pieces.cut("talking")]
    assert len(parts) < len("talking")
    assert "".join(parts) == WORD + "talking"
    assert "".join(pieces.units[k] for k in pieces.cut("king")).endswith("ing")
    assert pieces.cut("日") == (), "a character that was never seen has no unit"


def test_source_vocabulary_counts():
    sentences = [["我", "喜欢", "茶"]] * 3 + [["大象"]]
    lists = source_vocabulary(sentences, Sizes(word=3, character=2))
    assert lists["words"] == ["喜欢"]
    assert set(lists["single"]) == {"我", "茶"}
    assert lists["rare"] == ["大象"]
    assert lists["characters"] == list("我喜欢茶"), "in one order, whatever the hash seed: the embeddings go by it"


def test_the_aligner_finds_what_always_comes_together():
    text = [
        ("我 喝 茶", "I drink tea"),
        ("我 喝 水", "I drink water"),
        ("你 喝 茶", "you drink tea"),
        ("你 买 水", "you buy water"),
    ]
    tables = align([(zh.split(), en.split()) for zh, en in text * 5])
    for (zh, en), table in zip(text, tables, strict=False):
        assert table.shape == (3, 3)
        assert table.argmax(axis=0).tolist() == [0, 1, 2], (zh, en)
        assert (table >= 0).all()
        assert (table <= 1 + 1e-6).all()


def test_the_error_rate_by_hand():
    """A = {1-1, 2-3}; S = {1-1, 2-2}, P adds 2-3: 1 − (1 + 2) / (2 + 2)."""
    gold = aligned.parse(["a b", "x y z", "1-1 2-2 2?3"], 1)
    assert aligned.error_rate([(frozenset({(0, 0), (1, 2)}), gold)]) == pytest.approx(1 - 3 / 4)
    assert aligned.error_rate([(gold.sure, gold)]) == 0


@pytest.mark.parametrize("lines", [["a b", "x"], ["a", "x", "1-2"], ["a", "x", "0-1"]])
def test_bad_alignments_are_refused(lines):
    with pytest.raises(ValueError, match="pair 7"):
        aligned.parse(lines, 7)


# Our own files


def own_pairs():
    return [row for path in sorted(pairs.FOLDER.glob("*.tsv")) for row in pairs.read(path)]


def test_at_least_5000_pairs_each_once_none_an_example():
    rows = own_pairs()
    assert len(rows) >= 5000
    chinese = [letters(zh) for zh, _ in rows]
    assert len(set(chinese)) == len(chinese)
    assert not {letters(text) for text in EXAMPLE_SENTENCES} & set(chinese)
    assert all(en.rstrip('"')[-1] in ".?!" and zh.rstrip("”")[-1] in "。？！" for zh, en in rows)


def test_alignments_are_cut_as_the_app_cuts_and_nothing_was_trained_on_them():
    gold = aligned.read()
    assert len(gold) >= 60
    trained = {letters(zh) for zh, _ in own_pairs()}
    for one in gold:
        assert cut("".join(one.chinese)).tokens.words == one.chinese
        assert letters("".join(one.chinese)) not in trained
        assert one.sure
        assert one.sure <= one.possible
        assert np.ptp([i for i, _ in one.sure]) > 0
