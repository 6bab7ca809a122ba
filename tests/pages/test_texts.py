"""The short texts: each that a page asks for is there in both languages with the same gaps, and none is there for nothing."""

from __future__ import annotations

import ast
import inspect
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from attention import errors
from attention.errors import AttentionError, FileError, FileProblem, ImportProblem, ImportRefused
from attention.sources.registry import SOURCES as SOURCES_OF_WEIGHTS
from attention.texts.catalogue import Texts
from attention.texts.files import LABELS
from attention.view import Language
from pages.ui.frame import crashes
from pages.ui.texts import MODULES, TEXTS, say, say_error

ROOT = Path(__file__).parents[2]
SOURCES = [ROOT / "app.py", *(path for name in ("attention", "pages") for path in sorted((ROOT / name).rglob("*.py")))]
ALL = Texts(TEXTS | LABELS)
"""Of the pages and of files."""
SPEAKERS = {
    "said", "said_of", "say", "say_of", "lead", "write_heading", "write_paragraph", "fold", "hover_text", "notify", "remark",
    "bound", "toggle", "slider", "number_box", "text_box", "choice", "select", "setting_number",
}  # fmt: skip
"""Functions whose argument is a text's key."""
PLACES = {"labels_of", "under"}
"""Functions whose argument is the place of texts, which they take all."""
INPUTS = {
    **dict.fromkeys(("bound", "toggle", "slider", "number_box", "text_box", "select", "setting_number"), r"\.help"),
    "choice": r"\.\w+",
}
"""What an input asks for beside its label, where there is such a text."""
GAP = r"[\w.-]+"
KEY = re.compile(r"[a-z]\w*(\.\w+)+")
HAN = r"[\u3400-\u9fff]"


ERRORS: dict[str, type[AttentionError]] = {
    name: kind
    for module in (errors, crashes)
    for name, kind in inspect.getmembers(module, inspect.isclass)
    if kind.__module__ == module.__name__ and issubclass(kind, AttentionError)
}
"""Of the product and, for what breaks in a page, of pages/ui/frame/crashes.py."""


def source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def spoken(code: str) -> Iterator[str]:
    """The keys that a source asks for, as regular expressions: a literal one, or one with gaps that the code fills."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and name_of(node.func) in SPEAKERS:
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                yield from patterns(argument)
        elif isinstance(node, ast.Call) and name_of(node.func) in PLACES:
            yield from (
                rf"{re.escape(str(argument.value))}\..+" for argument in node.args if isinstance(argument, ast.Constant)
            )


def name_of(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def patterns(argument: ast.expr) -> Iterator[str]:
    if isinstance(argument, ast.IfExp):
        yield from (*patterns(argument.body), *patterns(argument.orelse))
    elif isinstance(argument, ast.Constant) and isinstance(argument.value, str) and KEY.fullmatch(argument.value):
        yield re.escape(argument.value)
    elif isinstance(argument, ast.JoinedStr):
        yield "".join(re.escape(str(p.value)) if isinstance(p, ast.Constant) else GAP for p in argument.values)


def mentioned(code: str) -> Iterator[str]:
    """The keys that are asked for, and every plain string that could be a key, wherever it stands."""
    yield from spoken(code)
    for node in ast.walk(ast.parse(code)):
        yield from patterns(node) if isinstance(node, ast.Constant) else ()
        if isinstance(node, ast.Call) and (end := INPUTS.get(name_of(node.func))):
            yield from (label + end for argument in node.args[:2] for label in patterns(argument))


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def speakers() -> list[Path]:
    return [path for path in SOURCES if "texts" not in path.parts and path.name != "texts.py"]


@pytest.mark.parametrize("path", speakers(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_text_that_is_asked_for_is_there(path: Path) -> None:
    missing = [key for key in spoken(source(path)) if not any(re.fullmatch(key, known) for known in ALL)]
    assert missing == []


def test_every_source_of_weights_has_its_texts() -> None:
    for name, source in SOURCES_OF_WEIGHTS.items():
        wanted = {f"source.{name}", f"heads.why.{name}"} | ({f"why.W_V.said.{name}"} if source.worked else set())
        wanted |= {f"label.source.{name}", f"label.short.{name}"}
        assert wanted | ({f"source.{name}.linked"} if source.linked else set()) <= set(ALL)


PROBLEMS: dict[str, AttentionError] = {
    **{f"file.{problem}": FileError("x.csv", "", problem=problem) for problem in FileProblem},
    **{f"import.{problem}": ImportRefused(problem) for problem in ImportProblem},
}
"""An error of each problem, under the key of its sentence."""


@pytest.mark.parametrize("key", PROBLEMS)
@pytest.mark.parametrize("language", get_args(Language))
def test_every_problem_has_a_sentence_for_its_error(key: str, language: Language) -> None:
    error = PROBLEMS[key]
    assert gaps(TEXTS[key][language == "en"]) <= set(vars(error))
    assert say_error(language, error) == say(language, key, **vars(error))


def test_a_sentence_asks_for_nothing_that_its_error_does_not_have() -> None:
    asked = {name: gaps(" ".join(TEXTS[f"error.{name}"])) for name in ERRORS if f"error.{name}" in TEXTS}
    had = {name: set(getattr(kind, "__dataclass_fields__", ())) for name, kind in ERRORS.items()}
    assert {name: found for name, wanted in asked.items() if (found := wanted - had[name])} == {}


def test_no_text_is_there_for_nothing() -> None:
    asked = {pattern for path in speakers() for pattern in mentioned(source(path))}
    asked = {
        pattern for pattern in asked if not pattern.startswith(GAP)
    }  # names of texts that are spelled out elsewhere
    asked |= {re.escape(key) for key in (*PROBLEMS, *(f"error.{name}" for name in ERRORS))} | {
        r"file\.place\.(line|column)"
    }
    unused = [key for key in ALL if not any(re.fullmatch(pattern, key) for pattern in asked)]
    assert unused == []


def test_the_scan_finds_what_is_planted() -> None:
    code = 'said("a.b"); frame.fold("c.d", f); labels_of("m.n"); said(f"e.{name}.text"); said("g.h" if x else "i.j"); no("k.l")'
    assert list(spoken(code)) == [r"a\.b", r"c\.d", r"m\.n\..+", r"e\.[\w.-]+\.text", r"g\.h", r"i\.j"]
    assert r"k\.l" in list(mentioned(code))


def test_every_text_has_both_languages_and_the_same_gaps() -> None:
    assert [key for key, (chinese, english) in ALL.items() if not (chinese.strip() and english.strip())] == []
    assert [key for key, (chinese, english) in ALL.items() if gaps(chinese) != gaps(english)] == []


def strange(language: str, text: str) -> set[str]:
    """What of a text belongs to the other language: Latin words that are no terms, or Chinese that is not quoted."""
    if language == "zh":
        return set(re.findall(r"[A-Za-z]{3,}", re.sub(r"\{[^}]*\}|\w+/\w+", "", text))) - TERMS
    return set(re.findall(f"{HAN}+", re.sub(r"“[^”]*”", "", text))) - QUOTED


@pytest.mark.parametrize(("language", "i"), [("zh", 0), ("en", 1)])
def test_no_text_is_in_the_other_language(language: str, i: int) -> None:
    assert {key: found for key, text in ALL.items() if (found := strange(language, text[i]))} == {}


def test_a_text_in_the_other_language_is_found() -> None:
    assert strange("zh", "这是 softmax 的 result，见 {name}") == {"result"}
    assert strange("en", "The word “公园” and 查询") == {"查询"}


TERMS = {
    "softmax", "jieba", "Transformer", "Adam", "SGD", "npz", "json", "model", "value", "query", "key", "RNN", "one", "hot",
    "BERT", "GPT", "tanh", "PNG", "SVG", "CSV", "JSON", "Excel", "WPS", "UTF", "UAS", "AUC", "GSD",
    "Attention", "dropout", "token", "numpy", "npy", "txt", "safetensors", "transformers", "PyTorch", "Hugging", "Face", "pickle",
    "Python", "NaN", "rollout", "Abnar", "Zuidema", "CLS", "SEP", "ATTENTION", "MODELS", "download", "metadata",
    "BLEU", "chrF", "Tatoeba", "sacrebleu", "attention", "attentions", "weights", "encoder", "decoder", "cross", "tokens", "text",
    "Chrome", "Edge", "Safari", "Ctrl", "CEDICT",
}  # fmt: skip
"""What stands in Latin letters in the Chinese interface: names and terms."""
QUOTED = {"他", "她", "代词", "小红", "小明"}
"""Chinese that an English text is about without quotation marks."""


def test_no_key_stands_in_two_modules() -> None:
    keys = [key for texts in (LABELS, *(module.TEXTS for module in MODULES)) for key in texts]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("language", get_args(Language))
def test_an_error_without_a_sentence_of_its_own_takes_that_of_the_class_above(language: Language) -> None:
    class Strange(errors.BadCut):
        pass

    assert say_error(language, Strange("x")) == say(language, "error.BadCut")
