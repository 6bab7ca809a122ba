"""docs/terms.md holds: words that it rules out do not occur in the texts, and the names that it gives exist in attention/."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXTS = [
    *sorted((ROOT / "pages/ui/texts").glob("*.py")),
    *sorted((ROOT / "assets/texts").iterdir()),
    ROOT / "attention/exchange/labels.py",
    ROOT / "attention/texts/files.py",
    ROOT / "README.md",
    ROOT / "README.zh-CN.md",
]


@dataclass(frozen=True)
class Term:
    chinese: str
    english: str
    names: tuple[str, ...]
    ruled_out: tuple[str, ...]


def terms(table: str) -> list[Term]:
    """The rows of the table, below its head."""
    rows = [line.strip().strip("|").split("|") for line in table.splitlines() if line.startswith("| ")][1:]
    cells = [[cell.strip() for cell in row] for row in rows]
    return [Term(a, b, tuple(re.findall("`(.+?)`", c)), tuple(filter(None, d.split(", ")))) for a, b, c, d in cells]


def names_in(source: str) -> set[str]:
    """Everything that a module names: functions, classes, arguments, variables, attributes."""
    fields = ("name", "arg", "id", "attr")
    return {
        str(getattr(node, field)) for node in ast.walk(ast.parse(source)) for field in fields if hasattr(node, field)
    }


def occurrences(text: str, word: str) -> list[int]:
    """The lines, from 1, with the word in them; English ones in any case, and only from the beginning of a word."""
    pattern = re.compile(rf"\b{re.escape(word)}" if word.isascii() else re.escape(word), re.IGNORECASE)
    return [number for number, line in enumerate(text.splitlines(), 1) if pattern.search(line)]


TERMS = terms((ROOT / "docs/terms.md").read_text(encoding="utf8"))


def test_the_table_is_read_whole() -> None:
    table = (ROOT / "docs/terms.md").read_text(encoding="utf8")
    assert len(TERMS) == table.count("\n| ") - 1 > 40
    assert all(term.chinese and term.english and term.names for term in TERMS)
    assert len({term.chinese for term in TERMS}) == len({term.english for term in TERMS}) == len(TERMS)


@pytest.mark.parametrize("file", TEXTS, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_text_uses_the_words_of_the_table(file: Path) -> None:
    text = file.read_text(encoding="utf8")
    assert {word: lines for term in TERMS for word in term.ruled_out if (lines := occurrences(text, word))} == {}


def test_the_code_has_the_names_of_the_table() -> None:
    names = set().union(*(names_in(file.read_text(encoding="utf8")) for file in (ROOT / "attention").rglob("*.py")))
    assert [name for term in TERMS for name in term.names if name not in names] == []


def test_a_word_that_is_ruled_out_is_noticed() -> None:
    (term,) = terms(
        "| Chinese | English | In code | Not |\n|---|---|---|---|\n| 掩码 | mask | `mask`, `blanked` | 遮罩, masc |\n"
    )
    assert term == Term("掩码", "mask", ("mask", "blanked"), ("遮罩", "masc"))
    assert occurrences("因果掩码\n因果遮罩", "遮罩") == [2]
    assert occurrences("a mask\nMascs are not\ndamasc is none", "masc") == [2]
    assert names_in("def f(mask): return mask.top") == {"f", "mask", "top"}
