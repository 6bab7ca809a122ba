"""The words that files carry beside the sentence's own: titles, axes, sources, in Chinese and English."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from attention.hand.table import filled_rows
from attention.sources.registry import SOURCES
from attention.types import HandTable, Origin, Switches
from attention.view import Language


@dataclass(frozen=True)
class Labels:
    """computed, hand, both, sheet: titles, also in the names of files. cell: what hovering says; {query}, {row}, {key},
    {column} and {value} are filled in. filled: what a hand table is, in a sentence; unfilled: one that says nothing yet.
    sources: in a sentence, short: in the names of files, both by name; one without a text there is called by its name."""

    query: str
    key: str
    computed: str
    linked: str
    hand: str
    both: str
    printed: str
    sheet: str
    cell: str
    filled: str
    unfilled: str
    empty_cell: str
    related: str
    cut_short: str
    who: str
    between: str
    full_stop: str
    source: str
    sources: Mapping[str, str]
    short: Mapping[str, str]
    seed: str
    head: str
    unscaled: str
    temperature: str
    diagonal: str
    causal: str
    hidden: str


CHINESE = Labels(
    query="查询",
    key="键",
    computed="注意力表",
    linked="相连的概率",
    hand="手工表",
    both="注意力表",
    printed="打印页",
    sheet="练习纸",
    cell="查询 {query}（第{row}词）→ 键 {key}（第{column}词）：{value}",
    filled="人填的，0 到 1：数越大，两个词越有关系；“-”不考虑。",
    unfilled="还没有填：每一行的数都一样。",
    empty_cell="“-”：不考虑，或被遮住",
    related="每一行是一个“问”的词（查询），每一列是一个“答”的词（键）。两个词有关系填 0.9，没有关系填 0.1，不考虑填“-”。",
    cut_short="纸上只放得下前 {limit} 个词。",
    who="姓名：____________　　班级：____________　　日期：____________",
    between="，",
    full_stop="。",
    source="来源：",
    sources={
        "syntax": "句法模型",
        "translation": "翻译模型",
        "fitted": "拟合手工表的矩阵",
        "random": "没有训练过的随机矩阵",
        "typed": "自己输入的矩阵",
        "imported": "导入的数据",
    },
    short={
        "syntax": "句法",
        "translation": "翻译",
        "fitted": "拟合",
        "random": "随机",
        "typed": "自己输入",
        "imported": "导入",
    },
    seed="种子 {seed}",
    head="头：{head}",
    unscaled="不除以 √d_k",
    temperature="温度 {temperature:g}",
    diagonal="可以看自己",
    causal="只看前面",
    hidden="不看标点",
)

ENGLISH = Labels(
    query="Query",
    key="Key",
    computed="Attention table",
    linked="Linked words",
    hand="Hand table",
    both="Attention tables",
    printed="Print",
    sheet="Worksheet",
    cell="Query {query} (word {row}) → key {key} (word {column}): {value}",
    filled="Filled in by a person, from 0 to 1: the larger, the closer two words; '-' not considered.",
    unfilled="Not filled in yet: all values in a row are the same.",
    empty_cell="'-': not considered, or masked",
    related="Each row is a word that asks (query), each column a word that is asked (key). Write 0.9 where two words belong "
    "together, 0.1 where they do not, '-' where it is not considered.",
    cut_short="Only the first {limit} words fit on the sheet.",
    who="Name: ____________    Class: ____________    Date: ____________",
    between=", ",
    full_stop=".",
    source="Source: ",
    sources={
        "syntax": "syntax model",
        "translation": "translation model",
        "fitted": "matrices fitted to the hand table",
        "random": "random, untrained matrices",
        "typed": "matrices typed in",
        "imported": "imported data",
    },
    short={},
    seed="seed {seed}",
    head="head {head}",
    unscaled="not divided by √d_k",
    temperature="temperature {temperature:g}",
    diagonal="a word may attend to itself",
    causal="only earlier words",
    hidden="punctuation left out",
)


def hand_sentence(hand: HandTable, labels: Labels) -> str:
    """What the hand table is."""
    return labels.filled if filled_rows(hand).any() else labels.unfilled


LABELS: Mapping[Language, Labels] = {"zh": CHINESE, "en": ENGLISH}


def source_sentence(origin: Origin, switches: Switches, labels: Labels) -> str:
    """Where the weights come from, and the switches that are not as usual."""
    details = ({"seed": labels.seed} if SOURCES[origin.source].seeded else {}) | {"head": labels.head}
    said = [labels.sources.get(origin.source, origin.source)]
    said += [text.format(**{name: origin.details[name]}) for name, text in details.items() if name in origin.details]
    changed = {
        labels.unscaled: not switches.scale,
        labels.temperature.format(temperature=switches.temperature): switches.temperature != 1,
        labels.diagonal: switches.diagonal,
        labels.causal: switches.causal,
        labels.hidden: switches.hide_punctuation,
    }
    said += [text for text, on in changed.items() if on]
    return labels.source + labels.between.join(said) + labels.full_stop
