"""Texts of the page 上课."""

TEXTS: dict[str, tuple[str, str]] = {
    "lesson.strip.scenes": ("场景", "Scenes"),
    "lesson.strip.scene": ("第 {number} 场：{title}", "Scene {number}: {title}"),
    "lesson.strip.clock": ("{now} · {start}–{end} 分", "{now} · min. {start}–{end}"),
    "lesson.strip.restart": ("重新计时", "Restart the clock"),
    "lesson.unknown": (
        "教案里的画面“{name}”，这个程序不认识。",
        "The plan asks for “{name}”, which this program does not know.",
    ),
    "lesson.alone": (
        "没有手机也行：一起填这张手工表。有手机就创建课堂。",
        "It works without phones: fill in this table together. With phones, open a room.",
    ),
    "lesson.open": ("创建课堂", "Open a room"),
    "lesson.vote": ("开始投票", "Let the class vote"),
    "lesson.answer": ("看答案", "Show the answer"),
    "lesson.notes.title": (
        "上课，第 {number} 场：{title}（{start}–{end} 分钟）",
        "Lesson, scene {number}: {title} (minutes {start}–{end})",
    ),
    "lesson.notes.back": ("上一场", "Back"),
    "lesson.notes.on": ("下一场", "Next scene"),
    "lesson.none": ("没有教案：找不到它的文件。", "There is no plan: its file cannot be found."),
    "lesson.lesson": ("教案（40 分钟）", "Plan (40 minutes)"),
    "lesson.worksheet": ("练习单", "Worksheet"),
    "lesson.answers": ("答案", "Answers"),
    "lesson.title": ("打印：教案、练习单、答案", "To print: plan, worksheet, answers"),
}
