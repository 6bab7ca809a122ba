"""Texts of the classroom: its door, the teacher's desk, a student's seat."""

TEXTS: dict[str, tuple[str, str]] = {
    "classroom.lead": (
        "全班一起填同一句话的手工表：老师创建课堂，学生用手机填，平均表和计算出的表并排看。不用注册，不问名字。",
        "A class fills in the hand table of one sentence together: the teacher opens a room, students fill in on their phones, "
        "and the mean stands beside the computed table. No accounts, no names.",
    ),
    "classroom.wait": ("正在进入课堂……", "Opening the room …"),
    "classroom.deleted": ("课堂和里面的表都删除了。", "The room and its tables are deleted."),
    "open.room.title": ("老师：创建一个课堂", "Teachers: open a room"),
    "open.room.text": (
        "为上面这句话创建一个课堂，得到六位代码和二维码。",
        "Opens a room for the sentence above, with a six-character code and a QR code.",
    ),
    "open.room": ("为这句话创建课堂", "Open a room for this sentence"),
    "enter.title": ("学生：进入课堂", "Students: enter a room"),
    "enter.label": ("课堂代码（六位）", "Room code (six characters)"),
    "enter.go": ("进入", "Enter"),
    "mine.title": ("在这台电脑上创建过的课堂", "Rooms opened on this computer"),
    "room.title": ("课堂 {code}", "Room {code}"),
    "room.leave": ("离开课堂", "Leave the room"),
    "room.code": ("课堂代码", "Room code"),
    "room.where": ("打开 {address}，或用手机扫二维码", "Open {address}, or scan the QR code with a phone"),
    "room.qr": ("学生链接的二维码", "QR code of the students' link"),
    "room.local": (
        "这个地址只有这台电脑能打开。要让手机进来，请用这台电脑在教室网络里的地址启动这个应用。",
        "Only this computer can open this address. For phones to come in, start the app with this computer's address in the "
        "classroom's network.",
    ),
    "steer.show": ("给全班看结果", "Show the result to everyone"),
    "steer.unshow": ("不再给全班看", "Stop showing it"),
    "steer.close": ("关闭：不再收表", "Close: accept no more tables"),
    "steer.reopen": ("重新收表", "Accept tables again"),
    "steer.link": ("复制老师链接", "Copy the teacher's link"),
    "steer.link.done": ("已复制，请收好", "Copied; keep it safe"),
    "steer.link.text": (
        "老师链接能看所有的表、隐藏、给全班看、关闭、导出和删除。请收好：不要投到屏幕上，也不要发给学生。丢了它，就只能用这台电脑进来。",
        "With the teacher's link you can see all tables, hide, show, close, export and delete. Keep it safe: do not put it on the "
        "projector or give it to students. Without it, only this computer gets in.",
    ),
    "steer.csv": ("导出 CSV", "Export CSV"),
    "steer.json": ("导出 JSON", "Export JSON"),
    "steer.more": ("更多", "More"),
    "steer.forget": ("离开，并在这台电脑上忘掉它", "Leave, and forget it on this computer"),
    "steer.delete": ("删除课堂", "Delete the room"),
    "steer.delete.text": (
        "课堂和 {count} 张表都会删除，不能恢复。要留下的请先导出。",
        "The room and all its tables ({count}) will be deleted for good. Export first what you want to keep.",
    ),
    "steer.delete.yes": ("确定删除", "Yes, delete"),
    "desk.count": ("已交 {count} 张表", "Tables sent: {count}"),
    "desk.hidden": ("其中 {count} 张已隐藏", "{count} of them hidden"),
    "desk.hidden_one": ("已隐藏", "hidden"),
    "desk.open": ("正在收表，自动更新", "Accepting tables; updates automatically"),
    "desk.closed": ("已关闭，不再收表", "Closed: accepts no more tables"),
    "desk.shown": ("结果已给全班看", "The class sees the result"),
    "desk.none": (
        "还没有人交表。学生交了以后，这里会自己出现平均表。",
        "Nobody has sent a table yet. The mean appears here by itself.",
    ),
    "desk.stale": ("（暂时读不到新的表：{error}）", "(New tables cannot be read just now: {error})"),
    "desk.none_closed": (
        "没有人交表，课堂已经关闭。重新收表以后，学生才能交。",
        "Nobody has sent a table, and the room is closed. Accept tables again so that students can send.",
    ),
    "desk.all_hidden": (
        "交来的表都隐藏了，没有可以平均的。恢复一张，这里就有平均表。",
        "All tables that were sent are hidden, so there is no mean. Take one back in to see it.",
    ),
    "class_mean.title": ("全班的平均", "Mean of the class"),
    "class_mean.said": (
        "{count} 张表的平均；每一格只算填了的人，没有人填的格子是“-”。",
        "The mean, in each cell over those who filled it in, '-' where nobody did. Tables: {count}.",
    ),
    "class_spread.title": ("分歧（标准差）", "Spread (standard deviation)"),
    "class_spread.said": (
        "每一格里大家的数差多少：0 是完全一样，最多 0.5。",
        "How far the values of a cell lie apart: 0 is all the same, 0.5 the most.",
    ),
    "table.alt.class_mean": ("热力图：全班手工表的平均，{count} 个词", "Heatmap of the class's mean, {count} words"),
    "table.alt.class_spread": (
        "热力图：全班手工表的标准差，{count} 个词",
        "Heatmap of the class's spread, {count} words",
    ),
    "disputes.title": ("分歧最大的行", "Where the class disagrees most"),
    "disputes.none": ("到现在为止没有分歧。", "No disagreement so far."),
    "disputes.few": (
        "还没有哪一格有两个人填，看不出分歧。",
        "No cell has been filled in by two people yet, so there is nothing to disagree about.",
    ),
    "disputes.row": (
        "“{query}”这一行（平均标准差 {spread}）：最不一致的是“{key}”，从 {lowest} 到 {highest}，平均 {mean}",
        "The row of “{query}” (mean deviation {spread}): they differ most about “{key}”, from {lowest} to {highest}, mean {mean}",
    ),
    "sent.title": ("每一张表，可以隐藏", "Every table; hide the nonsense"),
    "sent.text": (
        "隐藏的表不算进平均，也不给全班看；交表的人看不出来。",
        "A hidden table counts for nothing and is shown to nobody; whoever sent it does not notice.",
    ),
    "sent.table": ("第 {number} 张，填了 {count} 格，{time}", "Table {number}, {count} cells, {time}"),
    "sent.hide": ("隐藏", "Hide"),
    "sent.unhide": ("恢复", "Take back in"),
    "sent.choose": ("看哪一张", "Look at"),
    "class_one.title": ("这一张表", "This table"),
    "table.alt.class_one": ("热力图：一张手工表，{count} 个词", "Heatmap of one hand table, {count} words"),
    "seat.lead": (
        "选一个词，问它：它和每个词有多大关系？没有关系 0.1，有一点 0.5，很有关系 0.9。不用填满。",
        "Choose a word and ask: how much does it have to do with each of the others? Nothing 0.1, something 0.5, a lot 0.9. "
        "Leave blank what you like.",
    ),
    "seat.wait": (
        "老师给全班看以后，大家的平均表会出现在这里。",
        "Once the teacher shows it, the class's mean appears here.",
    ),
    "seat.none": ("现在没有可以看的表。", "There is no table to look at just now."),
    "whose.ask": (
        "这个浏览器在这个课堂交过一张表，就是下面这张。接着改它，还是换了人？",
        "This browser has handed in a table in this room: the one below. Go on with it, or are you somebody else?",
    ),
    "whose.go_on": ("接着改它", "Go on with it"),
    "whose.other": ("我是另一个人，另填一张", "I am somebody else: a table of my own"),
    "whose.another": (
        "这是这个浏览器上第 {number} 个人的表；前面交的都还在。",
        "The table of person {number} at this browser; what was handed in before stays.",
    ),
    "whose.back": ("回到第 {number} 个人的表", "Back to the table of person {number}"),
    "seat.stale": ("暂时连不上课堂的数据库：{error}", "The room cannot be reached just now: {error}"),
    "phone.title": ("我的手工表", "My hand table"),
    "phone.rows": ("选一行（查询）", "Choose a row (query)"),
    "phone.row": ("“{query}”和每个词", "“{query}” and each word"),
    "phone.chip": (
        "{word}（第{row}词），填了 {filled} / {all} 格",
        "{word} (word {row}), {filled} of {all} cells filled",
    ),
    "phone.cell": (
        "查询 {query}（第{row}词）→ 键 {key}（第{column}词）：{value}",
        "Query {query} (word {row}) → key {key} (word {column}): {value}",
    ),
    "phone.open": ("没填", "open"),
    "phone.type": ("输入", "Type"),
    "phone.type.cell": ("给“{key}”（第{column}词）输入一个数", "Type a value for “{key}” (word {column})"),
    "phone.rest": ("其余填 0.1", "The rest 0.1"),
    "phone.previous": ("上一行", "Previous row"),
    "phone.next": ("下一行", "Next row"),
    "phone.send": ("交表", "Send"),
    "phone.again": ("再交一次", "Send again"),
    "phone.hint": (
        "点格子：一下 0.1，两下 0.5，三下 0.9，再点清空。",
        "Tap a cell: once 0.1, twice 0.5, three times 0.9, once more clears it.",
    ),
    "phone.draft": ("填了 {filled} 格，还没有交。", "{filled} cells filled, not sent yet."),
    "phone.changed": ("有改动还没有交。", "Changes are not sent yet."),
    "phone.sending": ("正在交……", "Sending …"),
    "phone.slow": (
        "还没有送到。请不要关掉这一页：连上网以后会自动再交。",
        "Not arrived yet. Please keep this page open: it is sent again once you are connected.",
    ),
    "phone.sent": (
        "已交（{filled} 格）。课堂关闭前可以改了再交。",
        "Sent ({filled} cells). You may correct it until the room is closed.",
    ),
    "phone.kept": ("填的都还在。", "What you filled in is still there."),
    "phone.closed": ("老师关闭了课堂，不再收表。", "The teacher has closed the room; no more tables are accepted."),
    "phone.counted": ("你已交的那张（{filled} 格）算在内。", "The table that you sent ({filled} cells) counts."),
    "phone.unsent": (
        "这一页上现在填的没有交上。",
        "What this page now holds was not sent.",
    ),
    "phone.refused": (
        "“{typed}”不是 0 到 1 的数，也不是“-”。",
        "“{typed}” is neither a number from 0 to 1 nor '-'.",
    ),
    "privacy.title": ("留下什么，留多久", "What is kept, and for how long"),
    "privacy.text": (
        "服务器上只留：这句话的词、每个学生填的数和交的时间。不问名字，没有帐号。浏览器里有一个随机编号，让每个人只有一张表，改了还是那一张；"
        "服务器只存它打乱后的样子，从它查不到是谁，换一个课堂又是另一个。每次打开网页也有一个随机编号，同样打乱后和表、课堂存在一起，"
        "免得一个人把课堂占满、把表交满。没填完的表记在学生自己的浏览器里。网络地址不保存，只为防止猜代码，"
        "打乱后留一个小时左右。老师可以随时删除课堂；{days} 天没有人动的课堂，再过一天自动删除。什么都不会送到别的地方。",
        "On the server there are only the words of the sentence, the values that each student filled in, and when they were sent. No names, no "
        "accounts. A random number in the browser gives each student one table, which a correction replaces; the server keeps a digest of it, "
        "which leads to nobody and is another one in every room. Each visit has a random number as well, of which a digest is kept with tables and "
        "rooms, so that one visitor cannot fill them all. An unfinished table is kept in the student's own browser. Network addresses are "
        "not kept; against the guessing of codes a digest of them is, for about an hour. The teacher may delete the room at any time; a room that "
        "nobody touches for {days} days is deleted automatically a day later. Nothing is sent anywhere else.",
    ),
}
