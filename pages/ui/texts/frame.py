"""Texts of the frame: menu, language, address, notices."""

TEXTS: dict[str, tuple[str, str]] = {
    "page.table": ("注意力表", "Attention table"),
    "page.lesson": ("上课", "Lesson"),
    "page.steps": ("四步计算", "Four steps"),
    "page.train": ("让表自己学", "The table learns"),
    "page.heads": ("多头", "Multi-head attention"),
    "page.why": ("为什么", "Why"),
    "page.translate": ("翻译", "Translation"),
    "page.models": ("真实模型", "Real models"),
    "page.classroom": ("课堂", "Classroom"),
    "view.projector": ("投影仪大字", "Large type for a projector"),
    "frame.copy": ("复制链接", "Copy link"),
    "frame.copied": ("已复制", "Copied"),
    "frame.copy.short": (
        "链接装不下整张手工表；句子和设置都在里面。",
        "The whole hand table does not fit into the link; everything else is in it.",
    ),
    "frame.copy.none": ("句子太长，放不进链接。", "The sentence is too long for a link."),
    "frame.choose_file": ("选择文件", "Choose a file"),
    "old_browser.old": (
        "这个浏览器太旧，打不开这个页面：请在微信里点右上角的“…”，选“在浏览器中打开”，或者用新版的 Chrome、Edge、火狐或 Safari 打开这个网址。",
        "This browser is too old for this page: open its address in a recent Chrome, Edge, Firefox or Safari; in WeChat, tap “…” at the "
        "top right and choose to open it in the browser.",
    ),
    "old_browser.room": ("课堂代码：", "Room code: "),
    "link.dropped": (
        "链接里有这个版本不认识的内容，已略过；其余的都打开了。",
        "The link contains something that this version does not know; it was left out, and the rest was opened.",
    ),
}
