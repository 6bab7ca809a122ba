"""What files say beside the sentence's own words: titles, axes, sources, switches."""

from attention.texts.catalogue import Texts

LABELS = Texts({
    "label.query": ("查询", "Query"),
    "label.key": ("键", "Key"),
    "label.pinyin": ("拼音", "Pinyin"),
    "label.gloss": ("英文词义", "Meaning"),
    "label.own": ("我们的词：", "Our words:"),
    "label.words": ("拼音和英文词义（CC-CEDICT，CC BY-SA 4.0）", "Pinyin and meaning (CC-CEDICT, CC BY-SA 4.0)"),
    "label.hover": (
        "查询 %{y}（第%{y:d}词）→ 键 %{x}（第%{x:d}词）：%{z:.2f}",
        "Query %{y} (word %{y:d}) → key %{x} (word %{x:d}): %{z:.2f}",
    ),
    "label.cell": (
        "查询 {query}（第{row}词）→ 键 {key}（第{column}词）：{value}",
        "Query {query} (word {row}) → key {key} (word {column}): {value}",
    ),
    "label.name.computed": ("注意力表", "Attention table"),
    "label.name.linked": ("相连的概率", "Linked words"),
    "label.name.hand": ("手工表", "Hand table"),
    "label.name.both": ("注意力表", "Attention tables"),
    "label.name.printed": ("打印页", "Print"),
    "label.name.sheet": ("练习单", "Worksheet"),
    "label.title": ("{name}：{text}", "{name}: {text}"),
    "label.filled": (
        "人填的，0 到 1：数越大，两个词越有关系；“-”不考虑。",
        "Filled in by a person, from 0 to 1: the larger, the closer two words; '-' not considered.",
    ),
    "label.unfilled": ("还没有填：每一行的数都一样。", "Not filled in yet: all values in a row are the same."),
    "label.empty_cell": ("“-”：不考虑，或被遮住", "'-': not considered, or masked"),
    "label.related": (
        "每一行是一个“问”的词（查询），每一列是一个“答”的词（键）。两个词有关系填 0.9，没有关系填 0.1，不考虑填“-”。",
        "Each row is a word that asks (query), each column a word that is asked (key). Write 0.9 where two words belong "
        "together, 0.1 where they do not, '-' where it is not considered.",
    ),
    "label.cut_short": ("纸上只放得下前 {limit} 个词。", "Only the first {limit} words fit on the sheet."),
    "label.who": (
        "姓名：____________　　班级：____________　　日期：____________",
        "Name: ____________    Class: ____________    Date: ____________",
    ),
    "label.origin": ("来源：{said}。", "Source: {said}."),
    "label.between": ("，", ", "),
    "label.source.syntax": ("句法模型", "syntax model"),
    "label.source.translation": ("翻译模型", "translation model"),
    "label.source.e5": ("检索模型", "search model"),
    "label.source.fitted": ("拟合手工表的矩阵", "matrices fitted to the hand table"),
    "label.source.random": ("没有训练过的随机矩阵", "random, untrained matrices"),
    "label.source.typed": ("自己输入的矩阵", "matrices typed in"),
    "label.source.imported": ("导入的数据", "imported data"),
    "label.short.syntax": ("句法", "syntax"),
    "label.short.translation": ("翻译", "translation"),
    "label.short.e5": ("检索", "e5"),
    "label.short.fitted": ("拟合", "fitted"),
    "label.short.random": ("随机", "random"),
    "label.short.typed": ("自己输入", "typed"),
    "label.short.imported": ("导入", "imported"),
    "label.seed": ("种子 {seed}", "seed {seed}"),
    "label.layer": ("第 {layer} 层", "layer {layer}"),
    "label.head": ("头：{head}", "head {head}"),
    "label.unscaled": ("不除以 √d_k", "not divided by √d_k"),
    "label.temperature": ("温度 {temperature:g}", "temperature {temperature:g}"),
    "label.diagonal": ("可以看自己", "a word may attend to itself"),
    "label.causal": ("只看前面", "only earlier words"),
    "label.hidden": ("不看标点", "punctuation left out"),
    "label.room.table": ("表", "table"),
    "label.room.hidden": ("已隐藏", "hidden"),
    "label.room.query_number": ("查询序号", "query no."),
    "label.room.query": ("查询", "query"),
    "label.room.key_number": ("键序号", "key no."),
    "label.room.key": ("键", "key"),
    "label.room.value": ("值", "value"),
    "label.mean": ("平均", "mean"),
    "label.spread": ("标准差", "standard deviation"),
})  # fmt: skip
"""label.name: titles, also in the names of files. label.hover, label.cell: what pointing at a cell says, for plotly and in a page
that opens alone. label.source: in a sentence; label.short: in the names of files. label.room: the columns of a room's file."""

say = LABELS.say
