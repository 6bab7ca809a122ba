"""`import attention`: the public names, light until they are used, and what they give."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import attention
from attention.api import SentenceTable, format_of, table, tables
from attention.errors import AttentionError, BadCut, EmptyText, HandTableError, SourceError
from attention.exchange.formats import FORMATS
from attention.exchange.table_json import read_json
from attention.hand.examples import examples
from attention.hand.table import blank_table
from attention.sources.registry import SOURCES, compute, self_sufficient
from attention.sources.source import Request
from attention.types import Switches

ROOT = Path(__file__).parent.parent
SENTENCE = "我喜欢在周末去公园散步"
SEED = examples()[0].table


def loaded_by(code: str) -> set[str]:
    """The packages that a fresh Python has loaded after this code."""
    names = "{name.partition('.')[0] for name in sys.modules}"
    command = [sys.executable, "-c", f"import sys\n{code}\nprint(*{names})"]
    return set(subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout.split())


HEAVY = {"jieba", "pandas", "plotly", "regex", "streamlit", "scipy"}


@pytest.mark.parametrize(
    ("code", "allowed"),
    [
        ("import attention", set()),
        ("import attention.core", {"numpy"}),
        ("import attention; attention.attend", {"numpy"}),
        ("import attention; attention.table", {"numpy", "jieba", "regex"}),
    ],
)
def test_no_more_is_loaded_than_is_used(code: str, allowed: set[str]) -> None:
    assert loaded_by(code) & (HEAVY | {"numpy"}) <= allowed


def test_every_public_name_is_there_and_no_other() -> None:
    assert dir(attention) == sorted(attention.__all__)
    for name in attention.__all__:
        assert getattr(attention, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'magic'"):
        _ = attention.magic
    assert set(attention._HOME) == set(attention.__all__)


def test_no_public_name_hides_a_module() -> None:
    """Once attention.hand.compare is imported, Python would find the module under that name."""
    modules = {path.stem for path in (ROOT / "attention").iterdir() if path.suffix == ".py" or path.is_dir()}
    assert modules & set(attention.__all__) == set()


def test_what_is_public_is_explained() -> None:
    functions = [getattr(attention, name) for name in attention.__all__ if name.islower() or name == "SentenceTable"]
    assert all((thing.__doc__ or "").strip() for thing in functions)


def five_lines(readme: str) -> str:
    """The Python of a README, without what opens a browser."""
    text = (ROOT / readme).read_text(encoding="utf-8")
    return text.partition("```python\n")[2].partition("```")[0].replace(".show()", "")


@pytest.mark.parametrize("readme", ["README.md", "README.zh-CN.md"])
def test_the_five_lines_of_the_readme_make_the_seed_table(
    readme: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = five_lines(readme)
    assert len(list(filter(None, code.splitlines()))) == 5
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(compile(code, readme, "exec"), names)
    made = names["made"]
    assert isinstance(made, SentenceTable)
    np.testing.assert_array_equal(made.to_frame(hand=True).to_numpy(), SEED.values)
    assert [path.suffix for path in tmp_path.iterdir()] == [".html"]


# A sentence


@pytest.mark.parametrize("source", self_sufficient())
def test_a_table_is_what_its_source_computes(source: str) -> None:
    made = table(SENTENCE, source=source, seed=4)
    wanted = compute(source, Request(SEED.words, SEED, 4))
    assert made.words == SEED.words
    assert made.origin == wanted.origin
    np.testing.assert_array_equal(made.weights, wanted.weights)
    np.testing.assert_array_equal(made.mask, wanted.mask)


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("syntax", ["neighbours", "head", "subject", "object", "modifier", "function"]),
        ("translation", [f"encoder.{layer}.{head}" for layer in (1, 2, 3) for head in (1, 2, 3, 4)]),
        ("random", ["0"]),
    ],
)
def test_a_head_is_known_by_its_name_or_its_number(source: str, wanted: list[str]) -> None:
    heads = table(SENTENCE, source=source).head_weights
    assert list(heads) == wanted
    assert all(np.allclose(weights.sum(axis=1), 1) for weights in heads.values())


def test_the_sources_are_those_that_need_no_matrices() -> None:
    assert set(self_sufficient()) == set(SOURCES) - {"typed", "imported"}


@pytest.mark.parametrize("words", ["我 喜欢 在 周末 去公园 散步", ["我", "喜欢", "在", "周末", "去公园", "散步"]])
def test_the_cut_can_be_given(words: str | list[str]) -> None:
    wanted = ("我", "喜欢", "在", "周末", "去公园", "散步")
    assert table(SENTENCE, words=words, source="random").words == wanted
    assert table(words=words, source="random").text == SENTENCE


def test_the_hand_table_is_the_given_one_or_that_of_the_example() -> None:
    own = blank_table(SEED.words)
    assert table(SENTENCE, source="random").hand is SEED
    assert table(SENTENCE, source="random", hand=own).hand is own
    assert table("他走了", source="random").hand is None


def test_matrices_fitted_to_one_sentence_can_be_put_to_another() -> None:
    made = table("他走了", source="fitted", hand=SEED)
    assert (made.words, made.hand) == (("他", "走", "了"), None)
    assert made.origin.details["trained_on"] == SENTENCE


def test_the_switches_act() -> None:
    made = table(SENTENCE, source="random", switches=Switches(causal=True))
    assert (made.weights[np.triu_indices(7)] == 0).all()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: table(""), EmptyText),
        (lambda: table(words=""), EmptyText),
        (lambda: table(SENTENCE, words="我 喜欢"), BadCut),
        (lambda: table("我去", words="我 走"), BadCut),
        (lambda: table(words=["New York"]), BadCut),
        (lambda: table(SENTENCE, source="elsewhere"), SourceError),
        (lambda: table(SENTENCE, source="typed"), SourceError),
        (lambda: table("他走了", source="fitted"), HandTableError),
        (lambda: tables(["他走了"], source="fitted"), HandTableError),
        (lambda: table("他走了", hand=SEED), HandTableError),
        (lambda: table("他走了", source="random").agreement(), HandTableError),
        (lambda: table("他走了", source="random").agreement(SEED), HandTableError),
        (lambda: table("他走了", source="random").to_frame(hand=True), HandTableError),
        (lambda: table("他走了", source="random").figure(hand=True), HandTableError),
        (lambda: tables(["我", " "], source="random"), EmptyText),
    ],
)
def test_what_cannot_be_done_is_an_error_of_ours(call: Callable[[], object], error: type[AttentionError]) -> None:
    with pytest.raises(error):
        call()


def test_the_error_for_a_source_names_those_that_are_there() -> None:
    with pytest.raises(
        SourceError, match=r"'elsewhere' is not there; there are: syntax, translation, e5, fitted, random"
    ):
        table(SENTENCE, source="elsewhere")


# As pandas, plotly, files


def test_a_frame_has_the_words_on_both_sides_and_nothing_where_the_page_has_a_dash() -> None:
    made = table(SENTENCE, source="random")
    frame = made.to_frame()
    assert (list(frame.index), list(frame.columns)) == (list(SEED.words), list(SEED.words))
    assert (frame.index.name, frame.columns.name) == ("查询", "键")
    masked = np.eye(7, dtype=bool)
    assert frame.isna().to_numpy().tolist() == masked.tolist()
    np.testing.assert_array_equal(frame.to_numpy()[~masked], made.weights[~masked])
    np.testing.assert_array_equal(made.to_frame(hand=True).to_numpy(), SEED.values)


def test_repeated_and_odd_words_stay_as_they_are_in_a_frame() -> None:
    words = ("去", "2024", "NaN", "去", "<b>")
    frame = table(words=words, source="random").to_frame()
    assert tuple(frame.index) == tuple(frame.columns) == words
    assert frame.loc["去"].shape == (2, 5)


def test_a_frame_is_the_caller_s_own() -> None:
    made = table(SENTENCE, source="random")
    frame = made.to_frame(hand=True)
    frame.iloc[0, 1] = 0
    assert made.to_frame(hand=True).iloc[0, 1] == 0.9


def test_hidden_words_are_not_in_a_frame() -> None:
    made = table("我去，他走。", source="random", switches=Switches(hide_punctuation=True))
    assert list(made.to_frame().index) == ["我", "去", "他", "走"]


def test_a_figure_is_the_heatmap_of_the_page() -> None:
    made = table(SENTENCE, source="random")
    cells = made.figure().data[0]
    np.testing.assert_allclose(cells.z, made.to_frame(), rtol=1e-6)
    assert (cells.zmin, cells.zmax) == (0, 1)
    np.testing.assert_allclose(made.figure(hand=True).data[0].z, SEED.values, rtol=1e-6)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_written(name: str, tmp_path: Path) -> None:
    made = table(SENTENCE, source="random")
    path = made.save(tmp_path / "x", name, language="en")
    assert path.read_bytes() == made.to_bytes(name, language="en")


@pytest.mark.parametrize(
    ("name", "wanted"), [("a.csv", "csv"), ("a.SVG", "svg"), ("a.json", "json"), ("a.html", "html")]
)
def test_the_ending_says_the_format(name: str, wanted: str, tmp_path: Path) -> None:
    assert format_of(Path(name)).name == wanted
    assert table(SENTENCE, source="random").save(tmp_path / name).stat().st_size > 100
    with pytest.raises(ValueError, match=r"'\.xls'"):
        format_of(Path("a.xls"))


def test_what_is_saved_comes_back() -> None:
    made = table(SENTENCE, source="random", switches=Switches(temperature=2))
    back = read_json("x", made.to_bytes("json"))
    np.testing.assert_array_equal(back.weights, made.weights)
    assert back.switches == made.switches
    assert back.hand is not None


def test_a_notebook_shows_words_as_text() -> None:
    shown = table(words=("<script>", "去"), source="random")._repr_html_()
    assert "&lt;script&gt;" in shown
    assert "<script>" not in shown
    assert all(".attention-table" in rule for rule in shown.partition("</style>")[0].split("}")[:-1])


# Many


def test_many_are_the_same_as_one_by_one() -> None:
    sentences = [SENTENCE, "他走了", "去去去", "今天下雨，所以我们在教室里看书。"]
    for one, sentence in zip(tables(sentences), sentences, strict=True):
        alone = table(sentence)
        assert (one.text, one.words, one.hand) == (alone.text, alone.words, alone.hand)
        np.testing.assert_allclose(one.weights, alone.weights, rtol=0, atol=1e-12)
        assert one.head_weights == {}


def test_many_with_one_hand_table_are_fitted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from attention import train
    from attention.sources import fitted_matrices

    calls: list[object] = []
    fit = train.fit
    monkeypatch.setattr(fitted_matrices, "fit", lambda *given: calls.append(given) or fit(*given))
    fitted_matrices.fit_hand.clear()
    made = tables([SENTENCE, "他走了"], source="fitted", hand=SEED)
    assert len(calls) == 1
    assert [one.hand for one in made] == [SEED, None]
    np.testing.assert_allclose(made[0].weights, table(SENTENCE, source="fitted").weights, atol=1e-12)
