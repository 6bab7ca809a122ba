"""Scores of the syntax model: counted by hand on small trees."""

import numpy as np
import pytest

from recipes import score_syntax
from recipes.syntax.metrics import Tally, auc
from recipes.syntax.scoring import score_adjacent
from recipes.syntax.trees import ROOT, Tree

TEA = Tree(("我", "喝", "热", "茶", "。"), (1, ROOT, 3, 1, 1), ("",) * 5, ("", "", "", "", "PUNCT"), "test")


def table(*pairs, n=5):
    found = np.zeros((n, n))
    for i, j in pairs:
        found[i, j] = 1
    return found


def tally(*, heads=(1, ROOT, 3, 1, 1), nearness=None, linked=None):
    found = Tally()
    nothing = np.zeros((5, 5))
    found.add(
        TEA,
        heads=heads,
        nearness=nothing if nearness is None else nearness,
        linked=nothing if linked is None else linked,
    )
    return found.scores()


def test_uas_without_and_with_punctuation():
    scores = tally(heads=(1, 0, 3, 1, 0))
    assert scores["UAS"] == pytest.approx(100 * 3 / 4)
    assert scores["UAS with punctuation"] == pytest.approx(100 * 3 / 5)


def test_neighbour_top():
    nearness = table((0, 1), (1, 3), (2, 1), (3, 2), (4, 0))
    assert tally(nearness=nearness)["neighbour top-1"] == pytest.approx(100 * 3 / 4)


def test_a_mark_is_nobodys_neighbour():
    assert tally(nearness=table((0, 1), (1, 4), (2, 3), (3, 2)))["neighbour top-1"] == pytest.approx(75)


def test_recall_at_the_true_degree():
    """喝 has two neighbours, 我 and 茶: found are 茶 and 。, so five of six links are recalled."""
    nearness = table((0, 1), (1, 3), (1, 4), (2, 3), (3, 1), (3, 2))
    assert tally(nearness=nearness)["recall at degree"] == pytest.approx(100 * 5 / 6)


def test_auc_over_pairs():
    perfect = table((0, 1), (1, 3), (2, 3))
    assert tally(linked=perfect + perfect.T)["AUC"] == 1
    assert tally(linked=np.ones((5, 5)))["AUC"] == 0.5


def test_auc_counts_ties_half():
    assert auc(np.array([1.0, 2.0]), np.array([1.0, 0.0])) == pytest.approx((0.5 + 1 + 1 + 1) / 4)


@pytest.mark.parametrize(("step", "uas", "top"), [(1, 50.0, 75.0), (-1, 25.0, 50.0)])
def test_adjacent_words(step, uas, top):
    """Next word: right for 我 and 热. Previous: right for none but the first, which is taken for the root."""
    tree = Tree(("我", "喝", "热", "茶"), (1, ROOT, 3, 1), ("",) * 4, ("",) * 4, "test")
    scores = score_adjacent([tree], step)
    assert scores["UAS"] == (uas if step == 1 else 0)
    assert scores["neighbour top-1"] == 100 * sum(hits(step)) / 4


def hits(step):
    """Which words have a true neighbour on that side, or at the end of the sentence on the other one."""
    return {1: (True, False, True, True), -1: (True, True, False, True)}[step]


def test_the_command_scores_conllu_and_tables(tmp_path, capsys):
    rows = [("我", "PRON", 2, "nsubj"), ("喝", "VERB", 0, "root"), ("茶", "NOUN", 2, "obj")]
    lines = (f"{i}\t{w}\t_\t{tag}\t_\t_\t{head}\t{rel}\t_\t_" for i, (w, tag, head, rel) in enumerate(rows, 1))
    (tmp_path / "a.conllu").write_text("\n".join(lines) + "\n\n", "utf8")
    (tmp_path / "b.txt").write_text("# x 1\n我 爱 你\n1-2 3-2\n\n# x 10\n他 喝 茶\n1-2 3-2\n", "utf8")
    assert score_syntax.main([str(tmp_path / "a.conllu"), str(tmp_path / "b.txt")]) == 0
    said = capsys.readouterr().out
    assert "a.conllu, 1 sentences" in said
    assert "b.txt, 1 sentences" in said
    assert "| this model | 100.0 | 100.0 | 100.0 | 100.0 | 1.000 |" in said
    assert "next word" in said
    assert "previous word" in said
    assert "jieba's cut" in said
