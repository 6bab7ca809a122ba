"""No text of a visitor's goes through Streamlit's Markdown, which makes links, pictures, formulas and colours of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape
from streamlit.testing.v1 import AppTest

from attention.experiments.guesses import RIGHT
from pages.ui.frame import markup
from pages.ui.frame.markup import unmarked
from tests.pages.visit import PAGES, ROOT, containers, opened, sourced, typed, unfolded, whole

BODIES = {*"caption markdown info warning error success toast write title header subheader".split()}
LABELLED = {
    "button", "download_button", "expander", "file_uploader", "metric", "number_input", "page_link", "pills", "popover",
    "radio", "segmented_control", "select_slider", "selectbox", "slider", "text_area", "text_input", "toggle",
}  # fmt: skip
INPUTS = {f"inputs.{name}" for name in ("bound", "toggle", "slider", "number_box", "text_box", "choice", "select")}
OURS = {
    "all", "bad", "code", "count", "d_k", "even", "head", "how", "kind", "limit", "low", "many", "matrix",
    "megabytes", "most",
    "n", "number", "pieces", "ratio", "rows", "shape", "shown", "source", "step", "steps", "top", "weights", "what",
}  # fmt: skip
"""Gaps that hold a number or a name of ours."""
KNOWN = {
    "uploads label": "of a file uploader, a text of ours",
    "model_card line": "of a model's card, which is ours",
    "training outcome(name, current_run())": "texts of ours with numbers",
    "training label": "of a button, a text of ours",
    "steps name": "of a matrix",
    "typed_matrices name": "of a matrix's width",
    "typed_matrices ' × '.join(map(str, matrix.shape))": "a shape",
    "sentence note": "numbers, from left_out",
    "desk asked(name)": "a question of ours",
    "votes answered(room.question, answer)": "an answer of ours",
    "notes scene.notes": "the plan of ours, in Markdown",
    "kit (TEXTS_FOLDER / f'{part}.{board().view.language}.md').read_text(encoding='utf8')": "a lesson of ours, in Markdown",
}
"""What else may go through Markdown, and why."""
HOSTILE = "www.evil.example", ":red[r]"
"""Each kind of mark is the business of `unmarked`; here one that is found by itself, and one that wants brackets."""


def modules() -> Iterator[tuple[Path, ast.Module]]:
    for path in [*sorted((ROOT / "pages").rglob("*.py")), ROOT / "app.py"]:
        yield path, ast.parse(path.read_text(encoding="utf8"))


def texts(tree: ast.AST) -> Iterator[ast.expr]:
    """The expressions that a module gives to Markdown."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            continue
        if ast.unparse(call.func) in INPUTS:
            place = call.func.attr == "bound"  # after the widget
            yield from (label for label in call.args[place : place + 1] if not is_key(label))
            yield from (word.value for word in call.keywords if word.arg == "gaps" and not ours(word.value))
        elif call.func.attr in BODIES | LABELLED and (
            call.func.attr != "write" or ast.unparse(call.func) == "st.write"
        ):
            yield from call.args[: call.func.attr != "page_link"]  # that begins with a file
            yield from (word.value for word in call.keywords if word.arg in ("label", "help", "body"))
        if call.func.attr == "image":
            yield from (word.value for word in call.keywords if word.arg == "caption")
        bound_radio = ast.unparse(call).startswith("inputs.bound(st.radio")
        if bound_radio or call.func.attr in ("radio", "segmented_control", "pills", "choice"):  # so are their options
            yield from (
                word.value.body
                for word in call.keywords
                if isinstance(word.value, ast.Lambda) and word.arg == "format_func"
            )


def handmade(tree: ast.AST) -> Iterator[ast.AST]:
    """HTML that is made by f-strings, in which nothing is escaped."""
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=values):
                texts = [str(value.value) for value in values if isinstance(value, ast.Constant)]
                yield from [node] * any(re.search(r"</?[a-z]", text) for text in texts)
            case ast.Import(names=names):
                yield from [node] * any(name.name == "html" for name in names)


def test_html_is_escaped_by_type() -> None:
    assert [f"{path.name}: {ast.unparse(node)}" for path, tree in modules() for node in handmade(tree)] == []


def test_handmade_html_is_found() -> None:
    assert len(list(handmade(ast.parse("import html\nf'<b>{word}</b>'\nf'{a} < {b}'")))) == 2


def test_what_is_not_html_already_is_escaped_in_every_piece() -> None:
    text = "<b>&\"'"
    pieces = [
        markup.heading(text), markup.paragraph(text, text), markup.details(text, markup.NO_HTML), markup.cell(text, text, text),
        markup.ordered_list([text]), markup.colour_bar([text], [text], [text]), Markup("<i>{}</i>").format(text),
        markup.table([text], [[text, text]], kind=text, caption=text),
    ]  # fmt: skip
    assert [piece for piece in pieces if "<b>" in piece or escape(text) not in piece] == []
    assert markup.table(["a"], [[markup.cell("b"), "1"]]).count("<td>b</td>") == 1


def is_key(label: ast.expr) -> bool:
    """Whether an input's label begins as the key of a text does."""
    start = label.values[0] if isinstance(label, ast.JoinedStr) else label
    return isinstance(start, ast.Constant) and re.match(r"[a-z]+\.|语言", str(start.value)) is not None


def ours(gaps: ast.expr) -> bool:
    return isinstance(gaps, ast.Dict) and all(isinstance(key, ast.Constant) and key.value in OURS for key in gaps.keys)


def harmless(text: ast.expr, module: str = "") -> bool:
    """Whether nothing in it can come from a visitor, or all of it is unmarked."""
    match text:
        case ast.Constant():
            return True
        case ast.IfExp(body=body, orelse=orelse):
            return harmless(body, module) and harmless(orelse, module)
        case ast.JoinedStr(values=values):
            return all(harmless(value, module) for value in values)
        case ast.FormattedValue(value=value):
            return harmless(value, module) or ast.unparse(value) in OURS
        case ast.BinOp(left=left, right=right):
            return harmless(left, module) and harmless(right, module)
        case ast.Call(func=func, keywords=gaps):
            name = ast.unparse(func)
            if name.endswith("unmarked"):
                return True
            if name in ("said", "say", "str"):
                return all(gap.arg in OURS for gap in gaps)
    return f"{module} {ast.unparse(text)}" in KNOWN


def test_what_goes_through_markdown_is_ours_or_unmarked() -> None:
    found = [(path, text) for path, tree in modules() for text in texts(tree) if not harmless(text, path.stem)]
    assert [f"{path.name}:{text.lineno}: {ast.unparse(text)}" for path, text in found] == []


def test_the_check_finds_a_planted_one() -> None:
    for planted in (
        "st.caption(said('a', words=words))",
        "st.button(word)",
        "st.radio('a', b, format_func=lambda i: words[i])",
        "inputs.toggle(word, b)",
        "inputs.number_box('a.b', c, 0, 1, gaps={'words': words})",
        "inputs.choice('a.b', c, d, format_func=lambda i: words[i])",
    ):
        assert [text for text in texts(ast.parse(planted)) if not harmless(text)]


def shown(text: str) -> str:
    """What a browser shows of an unmarked text."""
    return text.replace(":small[]", "").replace("\\\\", "\0").replace("\\", "").replace("\0", "\\")


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Z"])))
def test_an_unmarked_text_is_still_the_text(text: str) -> None:
    if ":small[]" not in text:
        assert shown(unmarked(text)) == text


@pytest.mark.parametrize("name", ["material_home", "MATERIAL_arrow_back"])
def test_the_name_of_an_icon_is_kept_apart(name: str) -> None:
    """Streamlit looks for :material_…: in what is left once Markdown has been read, escapes taken off."""
    seen = unmarked(f":{name}:").replace("\\", "")
    assert seen == f":{name[:8]}:small[]{name[8:]}:"


def bodies(app: AppTest) -> list[str]:
    """All that the page gives to Markdown."""
    found = [str(element.value) for kind in BODIES for element in app.get(kind)]
    for kind in LABELLED:
        for element in app.get(kind):
            proto: Any = getattr(element, "proto", element)
            found += [str(getattr(proto, name, "")) for name in ("label", "help")]
            if kind in ("radio", "segmented_control"):
                found += [str(option) for option in getattr(proto, "options", ())]
    return found


FOLDS = (
    "links.title", "export.title", "open.title", "heads.compare", "steps.all", "steps.qkv", "typed.title", "train.try.title",
    "train.matrices.title", "another.title", "train.keep.title", "editor.title",
    "translate.by_hand", "translate.cross", "translate.encoder", "translate.decoder",
)  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_hostile_words_are_unmarked_on_every_page(page: str) -> None:
    app = opened(page)
    app.session_state["why_all"] = True
    for word in HOSTILE if "sentence" in containers(app) else []:
        app = unfolded(typed(app, f"我看{word}，去"), *FOLDS)
        for card in RIGHT if page == "why" else ():
            app.session_state["why_open"] = card
            for body in bodies(whole(app.run())):
                assert word not in body, (card, body)
        for source in ("syntax", "typed") if page in ("table", "steps") else ():
            app = sourced(app, source)
        for body in bodies(app):
            assert word not in body, (page, body)
