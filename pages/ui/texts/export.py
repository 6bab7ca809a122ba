"""Texts of the export box, of what is opened from files, and of the lesson kit."""

TEXTS: dict[str, tuple[str, str]] = {
    "export.title": ("下载这张表", "Download the table"),
    "export.readings": ("文件里附上拼音和英文词义", "Pinyin and meanings in the files"),
    "export.png.svg": ("图片 PNG：计算出的表", "PNG picture: computed"),
    "export.png.hand-svg": ("图片 PNG：手工表", "PNG picture: by hand"),
    "export.svg": ("矢量图 SVG：计算出的表", "SVG picture: computed"),
    "export.svg.help": ("放大不模糊，文字还是文字。", "Sharp at any size; text stays text."),
    "export.hand-svg": ("矢量图 SVG：手工表", "SVG picture: by hand"),
    "export.hand-svg.help": ("放大不模糊，文字还是文字。", "Sharp at any size; text stays text."),
    "export.csv": ("CSV：计算出的表", "CSV: computed"),
    "export.csv.help": ("可以用 Excel 或 WPS 打开。", "Opens in Excel and WPS."),
    "export.hand-csv": ("CSV：手工表", "CSV: by hand"),
    "export.hand-csv.help": (
        "可以用 Excel 或 WPS 改，再在下面打开。",
        "Can be changed in Excel or WPS and opened again below.",
    ),
    "export.json": ("JSON：全部", "JSON: everything"),
    "export.json.help": (
        "词、权重、手工表、来源和开关，给程序用。",
        "Words, weights, hand table, source and switches, for programs.",
    ),
    "export.html": ("网页", "Web page"),
    "export.html.help": (
        "一个文件，不联网也能打开，指着格子看数。",
        "One file that opens offline; point at a cell to read its value.",
    ),
    "export.print": ("打印页", "Page to print"),
    "export.print.help": ("A4，浅色，没有菜单。", "A4, light, no menu."),
    "export.worksheet": ("练习单", "Worksheet"),
    "export.worksheet.help": (
        "这句话的空白手工表，给学生填。",
        "An empty hand table of this sentence for students to fill in.",
    ),
    "export.qr": ("链接的二维码", "QR code of the link"),
    "export.qr.alt": ("链接的二维码", "The link as a QR code"),
    "export.qr.text": (
        "用手机扫一扫，打开同样的句子、手工表和设置。手机要能连到这台电脑。",
        "Scan it with a phone to open the same sentence, hand table and settings. The phone has to reach this computer.",
    ),
    "export.qr.long": (
        "链接太长，放不进二维码；请用“复制链接”。",
        "The link is too long for a QR code; use “Copy link”.",
    ),
    "open.title": ("打开文件", "Open a file"),
    "open.hand": ("手工表（CSV 或 JSON）", "A hand table (CSV or JSON)"),
    "open.sentences": (
        "一批例句（文本文件，一行一句，最多 {most} 句；第一行可以写“我们的词：小满满、点积”）",
        "Example sentences (a text file, one per line, {most} at most; its first line may name words: “Our words: 小满满, 点积”)",
    ),
    "file.place.line": ("第 {line} 行：", "Line {line}: "),
    "file.place.column": ("第 {line} 行第 {column} 格：", "Line {line}, cell {column}: "),
    "file.damaged": (
        "文件“{name}”已损坏，或者不是这里的格式。请换一个文件。",
        "the file “{name}” is damaged or not in a supported format. Please choose another.",
    ),
    "file.unpacked": (
        "读文件“{name}”要的内存太多，所以没有读。请换一个小一点的文件。",
        "the file “{name}” would take too much memory to read, so it was not read. Please choose a smaller one.",
    ),
    "file.memory": (
        "服务器现在内存不够，读不了文件“{name}”。请过一会儿再试。",
        "the server is short of memory just now and cannot read the file “{name}”. Please try again in a while.",
    ),
    "file.mark": (
        "“{found}”不行：掩码的表里只能是 0 或 1。",
        "“{found}” cannot be used: a mask holds only 0 and 1.",
    ),
    "file.missing": ("找不到文件“{name}”。", "the file “{name}” is missing."),
    "file.large": ("文件“{name}”太大，最多 {found} 字节。", "the file “{name}” is too large; at most {found} bytes."),
    "file.encoding": (
        "文件“{name}”不是文本。请另存为 UTF-8 文本再试。",
        "the file “{name}” is not text. Save it as UTF-8 text and try again.",
    ),
    "file.workbook": (
        "“{name}”是工作簿（{found}），不是 CSV。请在 Excel 或 WPS 里点“文件 → 另存为”，类型选“CSV UTF-8（逗号分隔）”，再打开存出来的文件。",
        "“{name}” is a workbook ({found}), not CSV. In Excel or WPS choose File → Save As, take the type “CSV UTF-8 (comma "
        "delimited)”, and open the file you get.",
    ),
    "file.lost": (
        "“{found}”里的字在保存时丢了，变成了问号。请在 Excel 或 WPS 里另存为“CSV UTF-8（逗号分隔）”，再打开一次。",
        "the characters of “{found}” were lost in saving: question marks stand in their place. Save the table as “CSV UTF-8 (comma "
        "delimited)” in Excel or WPS and open it again.",
    ),
    "file.csv": (
        "文件“{name}”不是完整的 CSV。请检查引号。",
        "the file “{name}” is not complete CSV. Please check the quotation marks.",
    ),
    "file.json": ("文件“{name}”不是完整的 JSON。", "the file “{name}” is not complete JSON."),
    "file.kind": ("文件“{name}”里没有手工表。", "there is no hand table in the file “{name}”."),
    "file.empty": ("文件“{name}”里没有词。", "there are no words in the file “{name}”."),
    "file.word": ("“{found}”不能当一个词；词里不能有空格。", "“{found}” is not a word; a word has no spaces."),
    "file.words": (
        "“{found}”和表头的词对不上；行和列的词要相同，顺序也要相同。",
        "“{found}” does not match the table header; rows and columns need the same words in the same order.",
    ),
    "file.many": ("太多了：有 {found} 个。", "too many: {found}."),
    "file.long": ("太长了：有 {found} 个字符。", "too long: {found} characters."),
    "file.rows": (
        "行数不对：有 {found} 行，应当和词一样多。",
        "{found} rows, where there should be one for each word.",
    ),
    "file.cells": (
        "这一行有 {found} 个数，应当和词一样多。",
        "this row has {found} values, where there should be one for each word.",
    ),
    "file.value": (
        "“{found}”不行：请写 0 到 1 的数，或“-”。",
        "“{found}” cannot be used: write a number from 0 to 1, or '-'.",
    ),
    "file.sum": ("这一行的和不是 1。", "this row does not sum to 1."),
    "file.mask": ("被遮住的格子里有数。", "a masked cell has a value."),
}
