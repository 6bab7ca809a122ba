"""Who may import whom. The rules are the three tables below; the rest of the file reads the code and compares.

A new module needs its place in LAYERS, and whatever it imports from outside a word in OUTSIDE.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache, lru_cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

LAYERS = (
    ("attention.assets", "attention.errors", "attention.view"),
    ("attention.limits", "attention.texts", "attention.types"),
    ("attention.core", "attention.words"),
    ("attention.figures", "attention.hand", "attention.models", "attention.reading"),
    ("attention.imported", "attention.train"),
    ("attention.sources",),
    ("attention.exchange", "attention.experiments", "attention.session"),
    ("attention.api", "attention.classroom"),
    ("attention.corpus",),
    ("attention", "attention.__main__"),
    ("pages.ui", "pages.ui.texts"),
    ("pages.ui.widgets",),
    ("pages.ui.frame",),
    ("pages.ui.parts",),
    (
        "pages.ui.classroom",
        "pages.ui.heads",
        "pages.ui.models",
        "pages.ui.steps",
        "pages.ui.table",
        "pages.ui.train",
        "pages.ui.translate",
    ),
    ("pages.ui.lesson", "pages.ui.why"),
    ("app", "pages"),
)
"""From the ground up, each floor as low as its imports let it stand. A room may import from the floors below and from itself."""

OUTSIDE = {
    "attention": {"numpy"},
    "attention.api": {"pandas"},
    "attention.corpus": {"numpy", "pandas", "pyarrow"},
    "attention.errors": set(),
    "attention.core": {"numpy"},
    "attention.exchange": {"numpy"},
    "attention.figures": {"numpy", "plotly"},
    "attention.imported": {"numpy"},
    "attention.imported.hub": {"numpy", "torch", "transformers"},
    "attention.classroom": {"numpy", "sqlalchemy"},
    "attention.words.characters": {"regex"},
    "attention.words.segment": {"jieba"},
    "attention.words.usual": {"opencc"},
    "pages": {"markupsafe", "numpy", "plotly", "streamlit"},
    "pages.ui.frame.markup": {"jinja2", "markupsafe"},
    "pages.ui.classroom": {"markupsafe", "numpy", "segno", "streamlit"},
    "pages.ui.parts.export": {"segno", "streamlit"},
    "app": {"streamlit"},
}
"""What may be imported from outside the standard library; the longest name that fits counts."""

ONLY_IN = {
    "session_state": "pages/ui/frame/state.py",
    "query_params": "pages/ui/frame/state.py",
}
"""An attribute of Streamlit, and the only file that touches it."""

PAGE_LINES = 100
PAGE_FILE = re.compile(r"pages\.\d")
RECIPES = ("recipes/", "tests/recipes/")
"""The only folders that may import recipes."""

OURS = {"app", "attention", "benchmarks", "deploy", "pages", "recipes", "tests", "tools"}
ASSETS = re.compile(r"(^|[/\\])assets([/\\]|$)")


def product_files() -> list[Path]:
    return [ROOT / "app.py", *sorted((ROOT / "attention").rglob("*.py")), *sorted((ROOT / "pages").rglob("*.py"))]


def all_files() -> list[Path]:
    return [file for name in sorted(OURS - {"app"}) for file in sorted((ROOT / name).rglob("*.py"))] + [ROOT / "app.py"]


def page_files() -> list[Path]:
    return [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py"))]


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(file) for file in product_files()}


@lru_cache(1)
def nodes(source: str) -> list[ast.AST]:
    return list(ast.walk(ast.parse(source)))


@cache
def imports(source: str) -> list[str]:
    """Every module that the source imports, also inside functions; `from a import b` is a.b where that is a module."""
    return list(imported(source))


def imported(source: str) -> Iterator[str]:
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            names = {f"{base}.{alias.name}" for alias in node.names}
            yield from (names & MODULES) or {base}


def longest(name: str, known: set[str]) -> str | None:
    """The longest of the known names that is `name` or a package around it."""
    parts = name.split(".")
    return next((found for n in range(len(parts), 0, -1) if (found := ".".join(parts[:n])) in known), None)


def room(module: str) -> str | None:
    """The name in LAYERS that the module belongs to; a folder whose parts have places of their own stands for itself alone."""
    names = {name for names in LAYERS for name in names}
    name = "pages" if PAGE_FILE.match(module) else longest(module, names)
    apart = name != module and not PAGE_FILE.match(module) and any(other.startswith(f"{name}.") for other in names)
    return None if apart else name


def floor(name: str) -> int:
    return next(level for level, names in enumerate(LAYERS) if name in names)


def import_faults(module: str, source: str) -> list[str]:
    """What is wrong with the imports of a module of the product, each fault in one sentence."""
    own = room(module)
    if own is None:
        return [f"{module} has no place in LAYERS"]
    allowed = OUTSIDE[longest(module, set(OUTSIDE)) or ""]
    faults = []
    for target in imports(source):
        top = target.partition(".")[0]
        if top in {"app", "attention", "pages"}:
            place = room(target)
            if place != own and (place is None or floor(place) >= floor(own)):
                faults.append(f"{module} imports {target}, which does not stand below it")
        elif top not in sys.stdlib_module_names and top not in allowed:
            faults.append(f"{module} imports {target}, which OUTSIDE does not allow")
    return faults


def recipe_faults(path: str, source: str) -> list[str]:
    if path.startswith(RECIPES):
        return []
    return [f"{path} imports {name}" for name in imports(source) if name.partition(".")[0] == "recipes"]


def attribute_faults(path: str, source: str) -> list[str]:
    """Uses of what belongs to one file only."""
    used = {node.attr for node in nodes(source) if isinstance(node, ast.Attribute)}
    used |= {alias.name for node in nodes(source) if isinstance(node, ast.ImportFrom) for alias in node.names}
    return [f"{path} touches {name}" for name, owner in ONLY_IN.items() if name in used and path != owner]


def assets_faults(path: str, source: str) -> list[str]:
    """Strings, docstrings aside, that name the folder assets/ outside attention/assets.py."""
    prose = {id(node.value) for node in nodes(source) if isinstance(node, ast.Expr)}
    strings = [node for node in nodes(source) if isinstance(node, ast.Constant) and id(node) not in prose]
    named = [node.value for node in strings if isinstance(node.value, str) and ASSETS.search(node.value)]
    return [] if path == "attention/assets.py" else [f"{path} names {text!r}" for text in named]


def page_faults(path: str, source: str) -> list[str]:
    lines = len(source.splitlines())
    return [f"{path} has {lines} lines; a page is calls, {PAGE_LINES} at most"] if lines > PAGE_LINES else []


def relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def test_a_module_imports_only_what_stands_below_it() -> None:
    assert [fault for file in product_files() for fault in import_faults(module_name(file), read(file))] == []


def test_state_and_assets_have_one_owner_each() -> None:
    given = [(relative(file), read(file)) for file in product_files()]
    assert [fault for one in given for fault in (*attribute_faults(*one), *assets_faults(*one))] == []


def test_a_page_is_short() -> None:
    assert [fault for file in page_files() for fault in page_faults(relative(file), read(file))] == []


def test_nothing_imports_recipes_but_their_own_tests() -> None:
    assert [fault for file in all_files() for fault in recipe_faults(relative(file), read(file))] == []


def test_the_dependencies_are_what_is_imported() -> None:
    """pyproject.toml names the packages that the product imports, the optional ones too: all of them and no other."""
    project = tomllib.loads(read(ROOT / "pyproject.toml"))["project"]
    named = [*project["dependencies"], *project["optional-dependencies"]["models"]]
    tops = {name.partition(".")[0] for file in product_files() for name in imports(read(file))}
    assert tops - sys.stdlib_module_names - OURS == set(named)


def import_graph(sources: dict[str, str]) -> dict[str, set[str]]:
    return {module: set(imports(source)) & set(sources) for module, source in sources.items()}


def test_no_module_imports_itself_in_a_circle() -> None:
    TopologicalSorter(import_graph({module_name(file): read(file) for file in product_files()})).prepare()


def test_each_floor_is_as_low_as_its_imports_let_it_stand() -> None:
    """So that the table cannot drift from the code: a floor too many, or a room too high, is found."""
    below: dict[str, set[str]] = {name: set() for names in LAYERS for name in names}
    for module, targets in import_graph({module_name(file): read(file) for file in product_files()}).items():
        below[str(room(module))] |= {str(room(target)) for target in targets} - {str(room(module))}
    for names in LAYERS[: LAYERS.index(("pages.ui", "pages.ui.texts"))]:
        lowest = {name: max((floor(other) + 1 for other in below[name]), default=0) for name in names}
        assert lowest == dict.fromkeys(names, floor(names[0]))


def test_the_guide_draws_the_same_floors() -> None:
    drawn = re.search(r"```\n(.*?)\n```", read(ROOT / "CONTRIBUTING.md"), re.DOTALL)
    assert drawn
    assert drawn[1].split(" ←\n") == [", ".join(map(shorter, names)) for names in LAYERS]


def shorter(name: str) -> str:
    """As the guide calls it: words, pages/ui/parts, pages."""
    return (
        name.removeprefix("attention.").replace("pages.ui", "pages/ui").replace("ui.", "ui/").replace("app", "app.py")
    )


def test_every_name_in_the_tables_is_used_once() -> None:
    names = [name for names in LAYERS for name in names]
    assert len(names) == len(set(names))
    assert all(room(name) is not None for name in OUTSIDE if name not in {"attention", "pages"})
    assert all((ROOT / owner).is_file() for owner in ONLY_IN.values())


# The checks themselves: each must find the fault that is planted here.


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("attention.core.attend", "import attention.words.segment"),
        ("attention.core.attend", "from attention import tokens"),
        ("attention.core.attend", "from attention.words.characters import clean"),
        ("attention.core.attend", "import scipy.special"),
        ("attention.errors", "import numpy"),
        ("attention.types", "from attention.core import attend"),
        ("attention.words.segment", "def f():\n    from attention.figures import heatmap"),
        ("attention.hand.table", "import attention"),
        ("attention.sources.registry", "import streamlit as st"),
        ("attention.sources.registry", "import jieba"),
        ("attention.session.share_link", "from pages.ui import state"),
        ("attention.figures.heatmap", "from ..core import attend"),
        ("attention.misc", ""),
        ("pages.ui.frame.page", "import app"),
        ("pages.1_steps", "import torch"),
        ("app", "import numpy"),
    ],
)
def test_a_forbidden_import_is_found(module: str, source: str) -> None:
    assert len(import_faults(module, source)) == 1


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("attention.core.attend", "import math\nimport numpy as np\nfrom attention.types import Floats"),
        (
            "attention.sources.registry",
            "from attention.train import fit\nfrom attention.core.softmax import masked_softmax",
        ),
        ("attention.__main__", "from attention import figures"),
        ("pages.ui.widgets.token_chips", "import streamlit as st\nfrom pages.ui import texts"),
        (
            "app",
            "import streamlit as st\nfrom attention.figures import heatmap\nfrom pages.ui.frame.page import open_page",
        ),
    ],
)
def test_an_allowed_import_is_let_through(module: str, source: str) -> None:
    assert import_faults(module, source) == []


@pytest.mark.parametrize(
    "source", ["import recipes.tables", "from recipes import tables", "from recipes.syntax import trees"]
)
def test_an_import_of_recipes_is_found(source: str) -> None:
    assert len(recipe_faults("tools/browser.py", source)) == 1
    assert recipe_faults("tests/recipes/test_tables.py", source) == []


@pytest.mark.parametrize(
    "source", ["st.session_state['x'] = 1", "st.query_params.clear()", "from streamlit import session_state"]
)
def test_a_second_owner_of_the_state_is_found(source: str) -> None:
    assert len(attribute_faults("pages/ui/frame/page.py", source)) == 1
    assert attribute_faults("pages/ui/frame/state.py", source) == []


@pytest.mark.parametrize(
    "source", ["open('assets/examples/a.json')", "Path('..') / 'assets'", "x = r'..\\assets\\texts'"]
)
def test_a_second_path_to_the_assets_is_found(source: str) -> None:
    assert len(assets_faults("attention/hand/examples.py", source)) == 1
    assert assets_faults("attention/assets.py", source) == []
    assert assets_faults("attention/hand/examples.py", '"""Reads assets/examples."""') == []


def test_a_long_page_is_found() -> None:
    assert page_faults("app.py", "x = 1\n" * (PAGE_LINES + 1))
    assert not page_faults("app.py", "x = 1\n" * PAGE_LINES)


def test_a_circle_is_found() -> None:
    sources = {
        "attention.words.segment": "import attention.hand.table",
        "attention.hand.table": "import attention.words.segment",
    }
    with pytest.raises(CycleError):
        TopologicalSorter(import_graph(sources)).prepare()
