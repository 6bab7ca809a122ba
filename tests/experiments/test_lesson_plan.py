"""The plan of a lesson as scenes: what a teacher writes is what is played, the same in both languages."""

from __future__ import annotations

from pathlib import Path

from attention.classroom.rooms import checked_name
from attention.experiments.lesson_plan import Scene, scenes
from pages.ui.classroom.votes import QUESTIONS, RIGHT
from pages.ui.lesson.scenes import SHOWN

PLAN = """# A plan

Something before.

## Minutes 0–5: Opening, in two languages

- Show: translate
- Sentence: 猫吃鱼

1. Say [this][one].
- Not: a field

## 5–13 分钟：全班填手工表

- 画面：class
- 投票：sums

## How to change it

Not a scene.

[one]: /?s=abc "title"
"""


def test_a_plan_is_read_as_its_scenes(tmp_path: Path) -> None:
    (tmp_path / "lesson.en.md").write_text(PLAN.replace("\n", "\r\n"), encoding="utf8", newline="")
    target = '[one]: /?s=abc "title"'
    assert scenes("en", tmp_path) == (
        Scene("Opening, in two languages", 0, 5, "translate", "猫吃鱼", "", f"1. Say [this][one].\n- Not: a field\n\n{target}"),
        Scene("全班填手工表", 5, 13, "class", "", "sums", target),
    )  # fmt: skip
    assert scenes("zh", tmp_path) == ()


def test_both_plans_show_the_same_seven_scenes_and_only_what_there_is() -> None:
    chinese, english = ([(s.start, s.end, s.show, s.sentence, s.vote) for s in scenes(one)] for one in ("zh", "en"))
    assert chinese == english
    assert [show for _, _, show, _, _ in chinese] == list(SHOWN)
    assert {vote for *_, vote in chinese} - {""} <= set(QUESTIONS)
    assert all("\n2. " in scene.notes and "- 画面" not in scene.notes for scene in scenes("zh"))


def test_every_question_has_one_right_answer() -> None:
    assert {name: answer in QUESTIONS[name] for name, answer in RIGHT.items()} == dict.fromkeys(QUESTIONS, True)
    assert [checked_name(name) for name in QUESTIONS] == list(QUESTIONS)
