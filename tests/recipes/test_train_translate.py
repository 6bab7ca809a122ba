"""The translation recipe end to end, and PyTorch against numpy; skipped where PyTorch is not installed."""

import json
import random

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.slow
torch.set_num_threads(1)  # so small steps would spend their time waiting for each other

from attention.models import translate  # noqa: E402
from recipes import score_translate, train_translate  # noqa: E402
from recipes.translate.batches import Noise, collate, in_batches, taken_apart, unmarked  # noqa: E402
from recipes.translate.export import largest_difference, model_of  # noqa: E402
from recipes.translate.material import prepare  # noqa: E402
from recipes.translate.network import Network, Shape  # noqa: E402
from recipes.translate.pairs import Pair  # noqa: E402
from recipes.translate.training import Plan, fit  # noqa: E402
from recipes.translate.units import Sizes  # noqa: E402

TINY = Shape(d_model=16, d_ff=32, heads=2, encoder_layers=2, decoder_layers=2)
TEXT = [
    ("我 喝 茶 。", "I drink tea ."),
    ("我 喝 水 。", "I drink water ."),
    ("你 喝 茶 。", "you drink tea ."),
    ("你 昨天 在 家里 喝 水 。", "you drank water at home yesterday ."),
]
PAIRS = [Pair(tuple(zh.split()), tuple(en.split()), own=True) for zh, en in TEXT]


@pytest.fixture(scope="module")
def material():
    return prepare(PAIRS, Sizes(word=1, character=1, target=1, merges=5))


def network(material, seed=0):
    torch.manual_seed(seed)
    v = material.vocabulary
    return Network(TINY, characters=len(v.characters) + 1, words=len(v.words) + 1, units=len(material.pieces.units))


def test_numpy_says_what_pytorch_says(material):
    net = network(material).eval()
    assert largest_difference(model_of(net, material), net, material, material.examples) < 1e-4


def test_padding_changes_nothing(material):
    net = network(material).eval()
    alone, together = (collate(ones, material.vocabulary) for ones in (material.examples[:1], material.examples))
    with torch.no_grad():
        a = net(alone.characters, alone.shares, alone.words, alone.before)
        b = net(together.characters, together.shares, together.words, together.before)
    m, n = alone.after.shape[1], alone.words.shape[1]
    torch.testing.assert_close(a[0][0], b[0][0, :m])
    torch.testing.assert_close(a[1][0], b[1][0, :m, :n])


def test_the_decoder_does_not_see_what_comes(material):
    net = network(material).eval()
    batch = collate(material.examples[:1], material.vocabulary)
    other = batch.before.clone()
    other[0, -1] = 3
    with torch.no_grad():
        a, _ = net(batch.characters, batch.shares, batch.words, batch.before)
        b, _ = net(batch.characters, batch.shares, batch.words, other)
    torch.testing.assert_close(a[:, :-1], b[:, :-1])
    assert not torch.allclose(a[:, -1], b[:, -1])


def test_it_learns_four_sentences_by_heart_and_where_to_look(material, tmp_path):
    plan = Plan(epochs=120, units=100, rate=1e-2, warm_up=5, average=0.9, noise=Noise(0, 0, 0), halved=False)
    net = fit(network(material), material.examples, material.vocabulary, plan, seed=1, checkpoint=tmp_path / "n.pt")
    model = model_of(net, material)
    for zh, en in TEXT:
        found = model.translate(zh.split(), beam=1)
        assert list(found.words) == en.split()
    layer, head = model.guided
    found = model.translate(TEXT[0][0].split(), beam=1)
    assert found.by_word(found.cross[layer, head]).argmax(axis=1)[:3].tolist() == [0, 1, 2]


def test_a_run_goes_on_where_it_was_and_refuses_other_data(material, tmp_path, capsys):
    check = tmp_path / "n.pt"
    fit(network(material), material.examples, material.vocabulary, Plan(epochs=2), seed=1, checkpoint=check)
    capsys.readouterr()
    fit(network(material), material.examples, material.vocabulary, Plan(epochs=3), seed=1, checkpoint=check)
    assert "epoch 3/3" in capsys.readouterr().out.splitlines()[0]
    other = prepare(PAIRS[:2], Sizes(word=1, character=1, target=1, merges=5))
    with pytest.raises(SystemExit, match="other data"):
        fit(network(other), other.examples, other.vocabulary, Plan(epochs=3), seed=1, checkpoint=check)


def test_words_taken_apart_keep_their_alignment(material):
    one = material.examples[3]
    apart = taken_apart(one, Noise(apart=1.0, apart_words=1.0), random.Random(0))
    assert "".join(apart.words) == "".join(one.words)
    assert max(map(len, apart.words)) == 1
    k = one.words.index("昨天")
    first = apart.words.index("昨")
    np.testing.assert_array_equal(apart.aligned[[first, first + 1]], one.aligned[[k, k]])


def test_the_second_part_shows_sentences_without_their_final_mark(material):
    noise = Plan().finish().noise
    shown = [unmarked(one, noise, random.Random(k)) for k in range(200) for one in material.examples[:1]]
    bare = [one for one in shown if one.words[-1] != "。"]
    assert 50 < len(bare) < 110
    for one in bare:
        assert one.words == material.examples[0].words[:-1]
        assert one.units == material.examples[0].units, "the English keeps its full stop"
        assert len(one.aligned) == len(one.words)
    assert all(unmarked(one, Plan().noise, random.Random(0)) is one for one in material.examples)


def test_every_example_comes_once_a_round(material):
    order = [i for group in in_batches(material.examples, 12, random.Random(0)) for i in group]
    assert sorted(order) == list(range(len(material.examples)))


def test_the_smoke_run_trains_saves_and_is_scored(tmp_path, capsys):
    dev = tmp_path / "dev.tsv"
    dev.write_text("我喝茶。\tI drink tea. ||| I'm drinking tea.\n你在家。\tYou are at home.\n", "utf8")
    out = tmp_path / "small.npz"
    given = ["--smoke", "--dev", str(dev), "--work", str(tmp_path / "work"), "--out", str(out)]
    assert train_translate.main(given) == 0
    card = json.loads(out.with_suffix(".json").read_text("utf8"))
    assert card["training"]["pairs"]["parallel"] == 0
    assert 300 < card["training"]["pairs"]["ours"] <= 360, "sixty of each file, without what must stay unseen"
    assert set(card["scores"]) == {"dev, greedy", "dev, beam 4", "alignment", "seed sentence"}
    assert card["scores"]["dev, beam 4"]["signature"].startswith("nrefs:var")
    assert translate.load(out).translate(("我", "喝", "茶")).steps
    capsys.readouterr()
    assert score_translate.main([str(dev), "--weights", str(out)]) == 0
    said = capsys.readouterr().out
    assert "dev.tsv, 2 sentences" in said
    assert "BLEU" in said
    assert "AER" not in said
