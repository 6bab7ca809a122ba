"""Docstrings that a reader of arrays needs: a public function of attention/ that takes or gives arrays says their shapes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "attention").rglob("*.py"))

ARRAYS = re.compile(
    r"\b(Floats|Floats32|Singles|FiveAxes|Mask|NDArray|ArrayLike|UnitIds|KeysValues|Parameters|Arrays)\b"
)
"""What annotations call arrays."""
SIZE = r"(?:…|\d+|[A-Za-z](?:_\w+)?|[a-z]+s)(?: ?[-+/·] ?\w+)*"
"""One axis: n, d_k, n + 1, 3·d, words, or … for any number of axes."""
SHAPE = re.compile(rf"\({SIZE}(?:, ?{SIZE})*,?\)|\b[Ss]hapes?\b")


def public_functions(tree: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions and methods whose names, and those of their classes, do not begin with an underscore."""
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            if isinstance(node, ast.ClassDef):
                yield from public_functions(node, f"{prefix}{node.name}.")
            else:
                yield f"{prefix}{node.name}", node


def has_arrays(function: ast.FunctionDef) -> bool:
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    annotations = [argument.annotation for argument in arguments] + [function.returns]
    return any(ARRAYS.search(ast.unparse(one)) for one in annotations if one is not None)


def without_shape(source: str) -> list[str]:
    """The public functions with arrays whose docstring gives no shape."""
    found = public_functions(ast.parse(source))
    return [name for name, node in found if has_arrays(node) and not SHAPE.search(ast.get_docstring(node) or "")]


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_function_with_arrays_gives_their_shapes(file: Path) -> None:
    assert without_shape(file.read_text(encoding="utf8")) == []


@pytest.mark.parametrize(
    ("docstring", "fine"),
    [
        ("Sums of each row, (n,).", True),
        ("X (n, d_model), weights (b, h, n, n).", True),
        ("X (…, n + 1, d_model) → (n).", True),
        ("Matrices of the same shape.", True),
        ("The rows.", False),
        ("In English (or, elsewhere, in Chinese).", False),
        ("", False),
    ],
)
def test_what_is_a_shape(docstring: str, fine: bool) -> None:
    source = (
        f'class A:\n    def f(self, x: Floats | None) -> int:\n        """{docstring}"""\n    def _g(x: Mask): ...\n'
    )
    assert without_shape(source) == ([] if fine else ["A.f"])
    assert without_shape("def f(x: list[int]) -> str: ...") == []
