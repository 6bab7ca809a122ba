"""The longer texts of a page, for a teacher to edit: assets/texts/<page>.<language>.md.

## name          begins the part `name`
a paragraph      shown as it stands, literally; paragraphs are parted by empty lines
问：… or Q: …     a question to the class
答：… or A: …     its answer, which is folded away
"""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from pathlib import Path

from attention.assets import TEXTS_FOLDER

QUESTION = ("问：", "Q:")
ANSWER = ("答：", "A:")


@dataclass
class Lesson:
    """paragraphs, and questions with their answers (two lists of the same length where the file is whole)."""

    paragraphs: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)


@functools.cache
def lessons(page: str, language: str, folder: Path = TEXTS_FOLDER) -> dict[str, Lesson]:
    """All parts of a page's text by name; empty if there is no such file."""
    try:
        text = (folder / f"{page}.{language}.md").read_text(encoding="utf8")
    except (OSError, ValueError):
        return {}
    parts = text.replace("\r\n", "\n").split("\n## ")[1:]
    return {part.partition("\n")[0].strip(): parse_lesson(part.partition("\n")[2]) for part in parts}


def parse_lesson(text: str) -> Lesson:
    """One part's text: paragraphs are separated by empty lines; a line break inside one is a blank."""
    lesson = Lesson()
    for block in text.split("\n\n"):
        if not (plain := " ".join(block.split())):
            continue
        kind, body = kind_of_paragraph(plain)
        getattr(lesson, kind).append(body)
    return lesson


def kind_of_paragraph(plain: str) -> tuple[str, str]:
    """The list of a Lesson that the paragraph belongs to, and its text without the mark in front."""
    for kind, marks in (("questions", QUESTION), ("answers", ANSWER)):
        for mark in marks:
            if plain.startswith(mark):
                return kind, plain[len(mark) :].strip()
    return "paragraphs", plain
