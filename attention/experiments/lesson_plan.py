"""The plan of a lesson, for a teacher to edit: assets/texts/lesson.<language>.md. What is printed is also what 上课 plays.

## 0–5 分钟：…, ## Minutes 0–5: …    begins a scene: from which minute to which, and its title
- 画面：name, - Show: name           what stands on the screen; the names are those of pages/ui/lesson/scenes.py
- 句子：…, - Sentence: …             the sentence; the first example without it
- 投票：name, - Vote: name           a question to the class; the names are those of pages/ui/classroom/votes.py
all else up to the next ##           the speaker's notes, in Markdown
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from attention.assets import TEXTS_FOLDER

HEADING = re.compile(r"(?:.*?\s)?(\d+)–(\d+)[^：:]*[：:]\s*(.+)")
SCENE_FIELDS = {
    "画面": "show",
    "句子": "sentence",
    "投票": "vote",
    "Show": "show",
    "Sentence": "sentence",
    "Vote": "vote",
}
SCENE_LINE = re.compile(rf"- ({'|'.join(SCENE_FIELDS)})[：:]\s*(.+)")
TARGET = re.compile(r"^\[\w+\]: .*$", re.MULTILINE)


@dataclass(frozen=True)
class Scene:
    """start, end: minutes. notes: Markdown, with the targets of its links."""

    title: str
    start: int
    end: int
    show: str = ""
    sentence: str = ""
    vote: str = ""
    notes: str = ""


def scenes(language: str, folder: Path = TEXTS_FOLDER) -> tuple[Scene, ...]:
    """The scenes of the plan in order; none where there is no such file."""
    try:
        text = (folder / f"lesson.{language}.md").read_text(encoding="utf8").replace("\r\n", "\n")
    except (OSError, ValueError):
        return ()
    targets = "\n".join(TARGET.findall(text))
    parts = (part.partition("\n") for part in TARGET.sub("", text).split("\n## ")[1:])
    return tuple(
        scene_of(found, body, targets) for head, _, body in parts if (found := HEADING.fullmatch(head.strip()))
    )


def scene_of(heading: re.Match[str], body: str, targets: str) -> Scene:
    """A scene from its heading and all that stands below it."""
    fields, notes = {}, []
    for line in body.split("\n"):
        if found := SCENE_LINE.fullmatch(line.strip()):
            fields[SCENE_FIELDS[found[1]]] = found[2].strip()
        else:
            notes.append(line)
    said = "\n".join(notes).strip() + f"\n\n{targets}"
    return Scene(heading[3].strip(), int(heading[1]), int(heading[2]), notes=said.strip(), **fields)
