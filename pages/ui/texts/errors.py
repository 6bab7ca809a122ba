"""A sentence for each error, by its class: what is wrong, and what to do."""

TEXTS: dict[str, tuple[str, str]] = {
    "error.AttentionError": (
        "出了点问题，你输入的都还在。请换个做法再试。",
        "Something went wrong; what you typed is still there. Try another way.",
    ),
    "error.Fault": (
        "这里出了错，编号 {number}。你输入的都还在，可以接着用；如果再次出现，请把编号告诉管理这个网站的人。",
        "Something broke here: number {number}. What you typed is still there, and you can go on; if it happens again, tell "
        "whoever runs this site the number.",
    ),
    "error.EmptyText": ("还没有句子。写一句话试试。", "No sentence yet. Write one."),
    "error.BadCut": ("这里不能这样分词；词没有变。", "The words cannot be split like this; they stay as they were."),
    "error.BlankBetween": (
        "“{left}”和“{right}”之间的空格不能去掉：连起来就分不清是两个词了。",
        "The blank between “{left}” and “{right}” has to stay: without it they would run into each other.",
    ),
    "error.ShapeError": (
        "{name} 的形状是 {found}，需要 {wanted}。",
        "{name} has shape {found}; {wanted} is needed.",
    ),
    "error.HandTableError": (
        "这张手工表和句子对不上；表没有变。",
        "This hand table does not fit the sentence; the table stays as it was.",
    ),
    "error.HandValueError": (
        "“{value:.20}”不行：请输入 0 到 1 的数，或“-”。",
        "“{value:.20}” cannot be used: type a number from 0 to 1, or '-'.",
    ),
    "error.NothingFilled": (
        "手工表里每一行的数都一样，没有可拟合的：先把有关系的词填成 0.9。现在显示的是没有训练过的随机权重。",
        "All values in each row of the hand table are the same, so there is nothing to fit: first write 0.9 where words belong "
        "together. Random, untrained weights are shown.",
    ),
    "error.ExampleError": (
        "例句文件 {name} 读不出来，请检查这个文件。",
        "The example file {name} cannot be read; please check it.",
    ),
    "error.WeightsError": (
        "权重文件“{name}”缺失或损坏，改用随机权重。请重新下载这个项目的文件。",
        "The weight file “{name}” is missing or damaged; random weights are used instead. Please download the "
        "project's files again.",
    ),
    "error.Diverged": (
        "第 {step} 步起损失不再是数：学习率太大。请调小后再试。",
        "From step {step} the loss is no longer a number: the learning rate is too high. Lower it and try again.",
    ),
    "error.TemperatureError": (
        "温度要在 {least:g} 到 {most:g} 之间，{found:g} 不行。",
        "The temperature has to be from {least:g} to {most:g}; {found:g} cannot be used.",
    ),
    "error.TypedError": (
        "{name} 里的数太多或太大：自己输入最多 8 个词、8 维，数在 -1000 到 1000 之间。现在显示随机权重。",
        "{name} is too large: at most 8 words and 8 dimensions can be typed in, with numbers from -1000 to 1000. "
        "Random weights are shown.",
    ),
    "error.LinkError": (
        "链接已损坏，打不开；现在显示的是开头的例句。",
        "The link is damaged and cannot be opened; the opening example is shown instead.",
    ),
    "error.LinkCut": (
        "链接不完整，后面少了一截，打不开；请让发链接的人用“复制链接”再发一次。现在显示的是开头的例句。",
        "The link is incomplete: its end is missing. Ask whoever sent it to use “Copy link” and send it again. The opening example is shown "
        "instead.",
    ),
    "error.RoomUnknown": (
        "没有这个课堂：代码打错了，或者课堂已经删除。请核对代码或链接。",
        "There is no such room: either the code is mistyped or the room has been deleted. Check the code or the link.",
    ),
    "error.SecretWrong": (
        "这个课堂有，但老师链接里的密钥不对，所以打开的是学生的页面。请用原来的老师链接；这台电脑记着的密钥没有改动。",
        "The room exists, but the secret in the teacher's link is wrong, so this is the students' page. Use the original teacher's link; "
        "the secret that this computer keeps is unchanged.",
    ),
    "error.RoomClosed": (
        "老师已经关闭这个课堂，不再收表。",
        "The teacher has closed this room; it accepts no more tables.",
    ),
    "error.RoomFull": (
        "这个课堂的表满了。请告诉老师：把不要的表隐藏，就能再收。",
        "This room is full. Please tell the teacher: once unwanted tables are hidden, it accepts more.",
    ),
    "error.SeatsTooMany": (
        "从这个浏览器已经交了 {most} 个人的表，不能再多。请换一台设备，或者接着改已交的。",
        "This browser has already handed in tables of {most} people, the most it may. Use another device, or correct one of them.",
    ),
    "error.RoomsTooMany": (
        "课堂太多了（上限 {most} 个）。请先用已经创建的课堂，过一会儿再创建。",
        "There are too many rooms (the limit is {most}). Use one that is already open, or try again later.",
    ),
    "error.StoreCrowded": (
        "课堂数据库里的表到了上限（{most} MB），这个课堂的大表暂时交不上。请少填一些再交，或请管理员删掉不用的课堂。",
        "The tables of all rooms have reached the limit ({most} MB), and this room is a large one. Send a table with less in it, or ask "
        "whoever runs the server to delete old rooms.",
    ),
    "error.NotShown": ("老师还没有给全班看。", "The teacher has not shown it to the class yet."),
    "error.VoteOver": ("这一题的投票已经结束。", "The vote on this question is over."),
    "error.RoomInputError": (
        "课堂不收这个：一句话要有 2 到 256 个词；一张表至少填一格，数在 0 到 1 之间，对角线不填。",
        "A room does not accept this: a sentence needs 2 to 256 words; a table at least one value, all from 0 to 1, none on the diagonal.",
    ),
    "error.StoreError": (
        "课堂的数据库出了问题。请告诉管理员；请稍后再试。",
        "Something is wrong with the classroom's database. Please tell whoever runs the server, and try again later.",
    ),
    "error.StoreAddressError": (
        "课堂的数据库没有设置对。请管理员检查数据库地址和保留天数这两项设置。",
        "The classroom's database is not set up correctly. Whoever runs the server should check ATTENTION_STORE and ATTENTION_ROOM_DAYS.",
    ),
    "error.StoreUnavailable": (
        "课堂的数据库打不开。请稍后再试，或者告诉管理员。",
        "The classroom's database cannot be opened. Try again later, or tell whoever runs the server.",
    ),
    "error.StoreBusy": (
        "课堂的数据库现在太忙。请过几秒再试。",
        "The classroom's database is too busy just now. Try again in a few seconds.",
    ),
    "error.StoreFull": (
        "服务器的磁盘满了，存不下新的表。请告诉管理员腾出空间，然后再交。",
        "The server's disk is full, so nothing new can be stored. Ask whoever runs it to free some space, then send again.",
    ),
    "error.StoreTooNew": (
        "课堂的数据库是更新的版本写的（{found}，这里只认识 {known}）。请管理员更新这个应用。",
        "The classroom's database was written by a newer version ({found}; {known} is known here). The app needs an update.",
    ),
}
