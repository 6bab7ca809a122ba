"""The longer texts: both languages have the same parts; what a teacher may do to the file is borne."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from attention.experiments.guesses import RIGHT
from attention.experiments.lessons import lessons
from pages.ui.why.cards import LESSONS

ROOT = Path(__file__).parents[2]
LANGUAGES = ("zh", "en")


def asked_for() -> set[str]:
    """The parts that the page's experiments name."""
    names = {LESSONS.get(name, name) for name in RIGHT}
    for path in (ROOT / "pages" / "ui" / "why").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in {"write_lesson", "write_questions"}:
                names |= {a.value for a in node.args if isinstance(a, ast.Constant) and isinstance(a.value, str)}
    return names


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_that_the_page_asks_for_is_there(language: str) -> None:
    assert set(lessons("why", language)) == asked_for()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_tells_asks_and_answers(language: str) -> None:
    for name, lesson in lessons("why", language).items():
        assert lesson.paragraphs, name
        assert 0 < len(lesson.questions) == len(lesson.answers), name


def test_both_languages_ask_the_same_number_of_questions() -> None:
    counts = [
        {name: len(lesson.questions) for name, lesson in lessons("why", language).items()} for language in LANGUAGES
    ]
    assert counts[0] == counts[1]


def test_the_chinese_text_is_chinese_and_the_english_one_english() -> None:
    for language, strange in (("zh", r"[a-z]{12,}"), ("en", r"[\u4e00-\u9fff]{7,}")):
        for lesson in lessons("why", language).values():
            for text in (*lesson.paragraphs, *lesson.questions, *lesson.answers):
                assert not re.search(strange, text), text


def test_a_file_as_a_teacher_leaves_it(tmp_path: Path) -> None:
    text = "notes\r\n\r\n## a\r\none\r\nline\r\n\r\n\r\ntwo <b>\r\n\r\n问：why?\r\n\r\n答：so\r\n\r\nQ: what\r\n## b\n"
    (tmp_path / "page.zh.md").write_bytes(text.encode())
    found = lessons("page", "zh", tmp_path)
    assert found["a"].paragraphs == ["one line", "two <b>"]
    assert (found["a"].questions, found["a"].answers) == (["why?", "what"], ["so"])
    assert found["b"].paragraphs == []


def test_no_file_is_no_lesson(tmp_path: Path) -> None:
    assert lessons("page", "zh", tmp_path) == {}
