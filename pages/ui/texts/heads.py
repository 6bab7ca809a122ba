"""Texts of the page of the heads."""

TEXTS: dict[str, tuple[str, str]] = {
    "heads.lead": (
        "一个头只能给出一张表。几个头并排工作，每个头有自己的 W_Q、W_K、W_V，就能同时看不同的关系。",
        "One head gives one table. Several work side by side, each with its own W_Q, W_K and W_V, and see "
        "different relations at once.",
    ),
    "heads.mean": ("所有头的平均", "Mean of all heads"),
    "heads.mean.text": ("把各个头的权重加起来，除以头数。", "The heads' weights added up and divided by their number."),
    "heads.untaught.random": ("没有学过：矩阵是随机的。", "Untaught: its matrices are random."),
    "heads.untaught.fitted": (
        "学过：和其他头一起接近手工表。",
        "Taught: with the others, to come close to the hand table.",
    ),
    "heads.untaught.typed": ("矩阵由人输入。", "Its matrices were typed in."),
    "heads.untaught.imported": ("导入的一个头。", "A head of the import."),
    "heads.untaught.e5": ("没有人教：检索训练自己形成的。", "Untaught: made by training for search."),
    "heads.why.e5": (
        "检索：这些是左边选中的那一层的头（选了“所有层的平均”时是最后选过的那一层，起初是第 1 层）。训练只要求意思相近的句子靠近，没有人分派任务；每个头看什么，要从表里看。",
        "Search: these are the heads of the layer picked at the left (with “mean of all layers”, of the layer picked last, at first layer 1). Training only asked "
        "that sentences of similar meaning come close to each other, and nobody assigned tasks: the tables show what each head looks at.",
    ),
    "heads.why.imported": (
        "导入：这些是在“真实模型”页选中的那一层的头；它们学会了什么，要从表里看。",
        "Imported: these are the heads of the layer picked on the page “Real models”; the tables show what they have learned.",
    ),
    "heads.why.random": (
        "随机：几个头大同小异，都没有意思。没有训练，就没有东西让它们分工。",
        "Random: the heads are much the same, and none of them means anything. Without training nothing makes them "
        "share the work.",
    ),
    "heads.why.syntax": (
        "句法：每个头在训练时被要求看一种不同的语法关系，所以表格各不相同。没有对应词的一行接近平均。",
        "Syntax: in training each head was asked to look at a relation of its own, so the tables differ. "
        "The row of a word without "
        "a counterpart is nearly uniform.",
    ),
    "heads.why.fitted": (
        "拟合：头的个数是训练时定的（在“让表自己学”里改）；几个头合起来接近手工表，单个头不必像它。",
        "Fitted: the number of heads was set in training (see “The table learns”); together they "
        "come close to the hand "
        "table; no single head has to.",
    ),
    "heads.why.typed": ("自己输入：只有一个头。", "Typed in: there is only one head."),
    "heads.figure.head": ("头", "Head"),
    "heads.figure.d_k": ("d_k", "d_k"),
    "heads.figure.entropy": ("平均熵（纳特）", "Mean entropy (nats)"),
    "heads.figure.distance": ("平均距离（词）", "Mean distance (words)"),
    "heads.figure.largest": ("每行最大权重的平均", "Mean of each row's largest weight"),
    "heads.figure.help": (
        "熵：0 是只看一个词，{even} 是平均看能看的词（共 {n} 个词，被遮住的不算）。距离：一个词平均看多远。",
        "Entropy: 0 means looking at one word, {even} looking equally at every word allowed ({n} words in all, "
        "not counting masked ones). Distance: "
        "how far a word looks on average.",
    ),
    "heads.split": (
        "X 有 {d_model} 维；{heads} 个头各用自己的 W_Q、W_K 把它变成 {parts} = {sum} 维的查询和键。原始的 "
        "Transformer 把 d_model = 512 "
        "平均分给 8 个头，每个头 64 维，所以多头不比一个大头多算。",
        "X has {d_model} dimensions; the {heads} heads turn it, each by its own W_Q and W_K, into queries "
        "and keys of {parts} = {sum} "
        "dimensions. The original Transformer split d_model = 512 evenly among 8 heads of 64 each, so several heads "
        "cost no more than one big one.",
    ),
    "heads.compare": ("比较两个头", "Compare two heads"),
    "heads.a": ("第一个头", "First head"),
    "heads.b": ("第二个头", "Second head"),
    "heads.one": ("这个来源只有一个头。", "This source has only one head."),
    "heads.difference.scale": ("第二个更大 ↔ 第一个更大", "more in the second ↔ more in the first"),
    "heads.difference": ("差别：第一个 − 第二个", "Difference: first − second"),
    "heads.alike": (
        "{n} 行里有 {same} 行最强的词相同；等级相关 {rho}。",
        "In {same} of {n} rows the strongest word is the same; rank correlation {rho}.",
    ),
}
