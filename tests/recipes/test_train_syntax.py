"""The syntax recipe end to end, and PyTorch against numpy; skipped where PyTorch is not installed."""

import random

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.slow

from attention.models import syntax  # noqa: E402
from recipes import tables, train_syntax  # noqa: E402
from recipes.syntax import distil  # noqa: E402
from recipes.syntax.batches import Labels, collate, in_batches  # noqa: E402
from recipes.syntax.export import largest_difference, model_of  # noqa: E402
from recipes.syntax.material import examples, network, prepare  # noqa: E402
from recipes.syntax.network import Shape  # noqa: E402
from recipes.syntax.training import Plan, fit  # noqa: E402
from recipes.syntax.trees import Tree, from_table  # noqa: E402

TINY = Shape(d_model=16, layers=2, d_character=8, d_word=8, keys=(8, 8, 4, 4, 4, 4), values=4, positions=12)
BLOCKS = [
    "# x 1\n我 喝 茶 。\n1-2 3-2",
    "# x 2\n他 喝 水\n1-2 3-2",
    "# x 3\n别 吵\n1-2",
    "# x 4\n他 知道 我 想 喝 很 多 热 的 茶 和 水 ， 你 呢 ？\n1-2 3-4 4-2 5-4 6-7 7-10 8-10 9-8 10-5 11-12 12-10 14-2 15-14",
]


@pytest.fixture
def trees():
    own = [from_table(tables.parse(block)) for block in BLOCKS]
    ud = Tree(("我", "喝", "茶"), (1, -1, 1), ("nsubj", "root", "obj"), ("PRON", "VERB", "NOUN"), "bank")
    return [*own, ud]


@pytest.fixture
def material(trees):
    return prepare([[tree] for tree in trees], (), Labels.of(trees), least=1)


def test_numpy_says_what_pytorch_says(trees, material):
    """Also for one word, for words of other sentences, and for more words than there are positions."""
    net = network(material, TINY, seed=3)
    ones = [one for [one] in examples([[tree] for tree in trees], material)]
    assert largest_difference(net, material, trees, ones) < 1e-5


def test_padding_changes_nothing(trees, material):
    net = network(material, TINY, seed=3).eval()
    ones = [one for [one] in examples([[tree] for tree in trees], material)]
    alone, together = collate(ones[:1]), collate(ones)
    with torch.no_grad():
        a = net(alone.rows, alone.real, alone.source)[0][0]
        b = net(together.rows, together.real, together.source)[0][0, :, :4, :5]
    torch.testing.assert_close(a, b)


def test_shift_moves_words_but_not_the_start(trees, material):
    net = network(material, TINY, seed=3).eval()
    moved = net.placed(4, torch.tensor([2]))[0]
    assert torch.equal(moved, net.P[[0, 3, 4, 5]])


def test_training_goes_on_where_it_was(trees, material, tmp_path):
    """One run of three epochs, and one that was broken off after the first, end with the same weights."""
    sentences = examples([[tree] for tree in trees], material)
    plan = Plan(epochs=3, words=20, warm_up=2)

    class BrokenOff(Exception):
        pass

    def break_off(averaged):
        raise BrokenOff

    whole = fit(network(material, TINY, 1), sentences, plan, seed=1, checkpoint=tmp_path / "whole.pt")
    with pytest.raises(BrokenOff):
        fit(network(material, TINY, 1), sentences, plan, seed=1, checkpoint=tmp_path / "parts.pt", watch=break_off)
    parts = fit(network(material, TINY, 1), sentences, plan, seed=1, checkpoint=tmp_path / "parts.pt")
    for a, b in zip(whole.parameters(), parts.parameters(), strict=True):
        assert torch.equal(a, b)


def test_a_checkpoint_of_other_data_is_refused(trees, material, tmp_path):
    plan = Plan(epochs=1, words=20, warm_up=2)
    fit(network(material, TINY, 1), examples([trees[:1]], material), plan, seed=1, checkpoint=tmp_path / "a.pt")
    other = prepare([trees[:1]], [trees], Labels.of(trees), least=1)
    with pytest.raises(SystemExit, match="other data"):
        fit(network(other, TINY, 1), examples([trees[:1]], other), plan, seed=1, checkpoint=tmp_path / "a.pt")


def test_training_learns(trees, material, tmp_path):
    sentences = examples([[tree] for tree in trees[:2]], material)
    plan = Plan(epochs=60, words=20, warm_up=2, rate=1e-2, average=0.5)
    learnt = fit(network(material, TINY, 1), sentences, plan, seed=1, checkpoint=tmp_path / "a.pt")
    assert model_of(learnt, material).heads(["他", "喝", "水"]) == [1, syntax.ROOT, 1]


def test_a_student_is_taught_what_the_teachers_see(trees, material):
    [one] = examples([[trees[0]]], material)[0]
    net = network(material, TINY, seed=3)
    [view] = distil.mean_of([distil.seen_by(net, [one]), distil.seen_by(net, [one])])
    np.testing.assert_allclose(view.sum(axis=-1), 1, rtol=1e-5)
    lesson = distil.taught(one, view, trust=0.25)
    head, subject = syntax.HEADS.index("head"), syntax.HEADS.index("subject")
    wanted = 0.75 * one.aim[head] + 0.25 * view[head]
    np.testing.assert_allclose(lesson.aim[head], wanted, atol=2e-3)
    np.testing.assert_allclose(lesson.aim[subject], view[subject], atol=2e-3, err_msg="no tree knows roles here")
    assert (lesson.weight > 0).all()


def test_every_example_is_in_one_batch(trees, material):
    ones = [one for [one] in examples([[tree] for tree in trees * 5], material)]
    groups = list(in_batches(ones, 24, random.Random(0)))
    assert sorted(i for group in groups for i in group) == list(range(len(ones)))
    assert len(groups) > 3


def test_smoke(tmp_path, capsys):
    out = tmp_path / "smoke.npz"
    given = ["--smoke", "--work", str(tmp_path / "work"), "--out", str(out)]
    assert train_syntax.main(given) == 0
    assert "numpy against PyTorch" in capsys.readouterr().out
    model = syntax.load(out)
    assert model.traces(["我", "喝", "茶"])["head"].weights.shape == (3, 3)
    assert model.card["training"]["teachers"] == 2
    before = out.read_bytes()
    train_syntax.main(given)
    assert out.read_bytes() == before, "the finished checkpoints are taken up, and give the same file"
