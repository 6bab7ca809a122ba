"""A sentence for each error, by its class: what is wrong, and what to do."""

TEXTS: dict[str, tuple[str, str]] = {
    "error.AttentionError": (
        "出了点问题，你输入的都还在。请换个做法再试。",
        "Something went wrong; what you typed is still there. Try another way.",
    ),
    "error.EmptyText": ("还没有句子。写一句话试试。", "No sentence yet. Write one."),
    "error.BadCut": ("这里不能这样分词；词没有变。", "The words cannot be cut like this; they stay as they were."),
    "error.ShapeError": (
        "{name} 的形状是 {found}，需要 {wanted}。",
        "{name} has the shape {found}; {wanted} is needed.",
    ),
    "error.HandTableError": (
        "这张手工表和句子对不上；表没有变。",
        "This hand table does not fit the sentence; the table stays as it was.",
    ),
    "error.HandValueError": (
        "“{value}”不行：请输入 0 到 1 的数，或“-”。",
        "“{value}” cannot be used: type a number from 0 to 1, or '-'.",
    ),
    "error.ExampleError": (
        "例句文件 {name} 读不出来，请检查这个文件。",
        "The example file {name} cannot be read; please check it.",
    ),
    "error.WeightsError": (
        "权重文件“{name}”缺失或损坏，改用随机权重。请重新下载这个项目的文件。",
        "The weight file “{name}” is missing or damaged; random weights are used instead. Please download the "
        "project's files anew.",
    ),
    "error.Diverged": (
        "第 {step} 步起损失不再是数：学习率太大。请调小后再试。",
        "From step {step} the loss is no longer a number: the learning rate is too high. Lower it and try again.",
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
}
