"""The short texts: each that a page asks for is there in both languages with the same gaps, and none is there for nothing."""

from __future__ import annotations

import ast
import inspect
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

from attention import errors
from attention.sources.registry import SOURCES as SOURCES_OF_WEIGHTS
from attention.view import Language
from pages.ui.frame import crashes
from pages.ui.texts import MODULES, TEXTS, say, say_error

ROOT = Path(__file__).parents[2]
SOURCES = [ROOT / "app.py", *sorted((ROOT / "pages").rglob("*.py"))]
SPEAKERS = {
    "said", "said_of", "say", "lead", "write_heading", "write_paragraph", "fold", "hover_text", "notify", "remark",
    "bound", "toggle", "slider", "number_box", "text_box", "choice", "select", "setting_number",
}  # fmt: skip
"""Functions whose argument is a text's key."""
INPUTS = {
    **dict.fromkeys(("bound", "toggle", "slider", "number_box", "text_box", "select", "setting_number"), r"\.help"),
    "choice": r"\.\w+",
}
"""What an input asks for beside its label, where there is such a text."""
GAP = r"[\w.-]+"
KEY = re.compile(r"[a-z]\w*(\.\w+)+")
HAN = r"[\u3400-\u9fff]"


def source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def spoken(code: str) -> Iterator[str]:
    """The keys that a source asks for, as regular expressions: a literal one, or one with gaps that the code fills."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call) and name_of(node.func) in SPEAKERS:
            for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                yield from patterns(argument)


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


def pages() -> list[Path]:
    return [path for path in SOURCES if "texts" not in path.parts]


def test_every_text_that_is_asked_for_is_there() -> None:
    asked = [(path.name, key) for path in pages() for key in spoken(source(path))]
    assert [(name, key) for name, key in asked if not any(re.fullmatch(key, known) for known in TEXTS)] == []


def test_every_source_of_weights_has_its_texts() -> None:
    for name, source in SOURCES_OF_WEIGHTS.items():
        wanted = {f"source.{name}", f"heads.why.{name}"} | ({f"why.W_V.said.{name}"} if source.worked else set())
        assert wanted | ({f"source.{name}.linked"} if source.linked else set()) <= set(TEXTS)


def file_problems() -> set[str]:
    """The kinds of fault that readers of files name, from their sources."""
    sources = [source(path) for path in (ROOT / "attention").rglob("*.py")]
    found = re.findall(r'problem(?:: str)?\s*=\s*"(\w+)"|fault\(f?"[^"]*", "(\w+)"', "".join(sources))
    return {name for names in found for name in names if name}


def test_every_fault_of_a_file_has_a_sentence() -> None:
    assert [problem for problem in file_problems() if f"file.{problem}" not in TEXTS] == []


def import_problems() -> set[str]:
    """The reasons for which attention from outside is refused, from the sources."""
    sources = "".join(source(path) for path in (ROOT / "attention").rglob("*.py"))
    calls = [match[1] for match in re.finditer(r"ImportRefused\((.*?)[,)]", sources, re.DOTALL)]
    return {name for call in calls for name in re.findall(r'"(\w+)"', call)}


def test_every_refusal_of_an_import_has_a_sentence() -> None:
    assert {"pickle", "several", "none", "other_words"} <= import_problems()
    assert [problem for problem in import_problems() if f"import.{problem}" not in TEXTS] == []


def test_no_text_is_there_for_nothing() -> None:
    asked = {pattern for path in pages() for pattern in mentioned(source(path))}
    asked = {
        pattern for pattern in asked if not pattern.startswith(GAP)
    }  # names of texts that are spelled out elsewhere
    asked |= {re.escape(f"error.{name}") for name in error_names()}
    asked |= {re.escape(f"file.{problem}") for problem in file_problems()} | {r"file\.place\.(line|column)"}
    asked |= {re.escape(f"import.{problem}") for problem in import_problems()}
    unused = [key for key in TEXTS if not any(re.fullmatch(pattern, key) for pattern in asked)]
    assert unused == []


def test_the_scan_finds_what_is_planted() -> None:
    code = 'said("a.b"); frame.fold("c.d", f); said(f"e.{name}.text"); said("g.h" if x else "i.j"); other("k.l")'
    assert list(spoken(code)) == [r"a\.b", r"c\.d", r"e\.[\w.-]+\.text", r"g\.h", r"i\.j"]
    assert r"k\.l" in list(mentioned(code))


def test_every_text_has_both_languages_and_the_same_gaps() -> None:
    assert [key for key, (chinese, english) in TEXTS.items() if not (chinese.strip() and english.strip())] == []
    assert [key for key, (chinese, english) in TEXTS.items() if gaps(chinese) != gaps(english)] == []


def strange(language: str, text: str) -> set[str]:
    """What of a text belongs to the other language: Latin words that are no terms, or Chinese that is not quoted."""
    if language == "zh":
        return set(re.findall(r"[A-Za-z]{3,}", re.sub(r"\{[^}]*\}|\w+/\w+", "", text))) - TERMS
    return set(re.findall(f"{HAN}+", re.sub(r"“[^”]*”", "", text))) - QUOTED


@pytest.mark.parametrize(("language", "i"), [("zh", 0), ("en", 1)])
def test_no_text_is_in_the_other_language(language: str, i: int) -> None:
    assert {key: found for key, text in TEXTS.items() if (found := strange(language, text[i]))} == {}


def test_a_text_in_the_other_language_is_found() -> None:
    assert strange("zh", "这是 softmax 的 result，见 {name}") == {"result"}
    assert strange("en", "The word “公园” and 查询") == {"查询"}


TERMS = {
    "softmax", "jieba", "Transformer", "Adam", "SGD", "npz", "json", "model", "value", "query", "key", "RNN", "one", "hot",
    "BERT", "GPT", "tanh", "PNG", "SVG", "CSV", "JSON", "Excel", "WPS", "UTF", "UAS", "AUC", "GSD",
    "Attention", "dropout", "token", "numpy", "npy", "txt", "safetensors", "transformers", "PyTorch", "Hugging", "Face", "pickle",
    "Python", "NaN", "rollout", "Abnar", "Zuidema", "CLS", "SEP", "ATTENTION", "MODELS", "download", "metadata",
    "BLEU", "chrF", "Tatoeba", "sacrebleu", "attention", "attentions", "weights", "encoder", "decoder", "cross", "tokens", "text",
    "Chrome", "Edge", "Safari",
}  # fmt: skip
"""What stands in Latin letters in the Chinese interface: names and terms."""
QUOTED = {"他", "她", "代词", "小红", "小明"}
"""Chinese that an English text is about without quotation marks."""


def test_no_key_stands_in_two_modules() -> None:
    keys = [key for module in MODULES for key in module.TEXTS]
    assert len(keys) == len(set(keys))


def error_names() -> list[str]:
    """Of the product and, for what breaks in a page, of pages/ui/frame/crashes.py."""
    return [
        name
        for module in (errors, crashes)
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__ and issubclass(kind, errors.AttentionError)
    ]


def test_every_sentence_for_an_error_belongs_to_a_class() -> None:
    assert {key.removeprefix("error.") for key in TEXTS if key.startswith("error.")} <= set(error_names())


@pytest.mark.parametrize("language", ["zh", "en"])
def test_an_error_without_a_sentence_of_its_own_takes_that_of_the_class_above(language: Language) -> None:
    class Strange(errors.BadCut):
        pass

    assert say_error(language, Strange("x")) == say(language, "error.BadCut")


def test_a_gap_takes_what_it_is_given_as_it_is() -> None:
    assert say("zh", "words.merge", left="{right}", right="<b>") == "合并“{right}”和“<b>”"


def test_an_unknown_key_is_a_fault_of_ours() -> None:
    with pytest.raises(KeyError):
        say("zh", "no.such.text")
